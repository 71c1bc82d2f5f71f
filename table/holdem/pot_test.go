package holdem_test

import (
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestPots_OneForEachAllInHeightAndFoldedChipsStay(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{50, 100, 200, 300},
		holes: "AsAh KsKh QsQh JsJh", board: "2c 3d 4h 8s 9c",
	})
	s.play("2 raise 200, 3 call, 0 call, 1 call").pays("200 to 0", "150 to 1", "200 to 2").ends(200, 150, 200, 100)

	s = deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{50, 300, 200, 300},
		holes: "AsAh KsKh QsQh JsJh", board: "2c 3d 4h 8s 9c",
	})
	s.play("2 raise 30, 3 call, 0 raise 50, 1 raise 200, 2 fold, 3 fold").pays("160 to 0").ends(160, 250, 170, 270)
	if got, want := uncalled(s), table.Chips(150); got != want {
		t.Errorf("uncalled = %d, want %d", got, want)
	}
}

func uncalled(s *scene) (sum table.Chips) {
	for _, e := range s.events {
		if u, ok := e.(holdem.Uncalled); ok {
			sum += u.Amount
		}
	}
	return sum
}

func TestPots_OddChipsAreDealtOneEachFromTheLeftOfTheButton(t *testing.T) {
	for _, c := range []struct {
		name         string
		small, price table.Chips // seat 3 raises to price; the small blind folds
		want         []table.Chips
	}{
		{"one over", 1, 7, []table.Chips{99, 101, 100, 100}},
		{"two over", 2, 7, []table.Chips{98, 101, 101, 100}},
		{"none over", 3, 7, []table.Chips{97, 101, 101, 101}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := deal(t, script{
				blinds: [2]table.Chips{c.small, 3}, stacks: []table.Chips{100, 100, 100, 100},
				holes: "2c2d AsKd AhKc AdKs", board: "Qc Js Td 3h 4h",
			})
			s.play("2 raise 7, 3 call, 0 fold, 1 call")
			for range 3 {
				s.play("1 check, 2 check, 3 check")
			}
			s.ends(c.want...)
		})
	}
}

func TestPots_EachSidePotHasItsOwnOddChip(t *testing.T) {
	// Seat 0 cannot win. Main pot 4x5+1 of the fold, side pot 3x2: each is split in two.
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100, 5, 100},
		holes: "3c3d AsKd AhKc AdQs", board: "Kh 8s Td 2h 4h",
	})
	s.play("2 raise 5, 3 call, 0 fold, 1 call, 1 bet 3, 3 call, 1 check, 3 check, 1 check, 3 check")
	s.pays("16 to 1 2", "6 to 1").ends(99, 106, 8, 92)
}

func TestAntes_PostedBeforeTheBlindsAndAShortStackPaysTheAnteFirst(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, ante: 4, kind: holdem.AnteEach, stacks: []table.Chips{100, 6, 100, 3},
	})
	s.types(0, "posted posted posted posted posted posted dealt").may(2, 10, 20, 96)
	for i, want := range []holdem.Posted{
		{Seat: 0, Kind: holdem.PostAnte, Amount: 4, Stack: 96, Pot: 4},
		{Seat: 1, Kind: holdem.PostAnte, Amount: 4, Stack: 2, Pot: 8},
		{Seat: 2, Kind: holdem.PostAnte, Amount: 4, Stack: 96, Pot: 12},
		{Seat: 3, Kind: holdem.PostAnte, Amount: 3, Pot: 15, AllIn: true},
		{Seat: 0, Kind: holdem.PostSmallBlind, Amount: 5, Bet: 5, Stack: 91, Pot: 20},
		{Seat: 1, Kind: holdem.PostBigBlind, Amount: 2, Bet: 2, Pot: 22, AllIn: true},
	} {
		if got := s.events[i]; got != want {
			t.Errorf("event %d = %+v, want %+v", i, got, want)
		}
	}
}

func TestAntes_TheBigBlindsAnteIsDeadMoney(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, ante: 10, kind: holdem.AnteBB, stacks: []table.Chips{100, 100, 100},
		holes: "AsAh KsKh QsQh", board: "2c 3d 4h 8s 9c",
	})
	s.may(2, 10, 20, 100).play("2 raise 90, 0 call, 1 call") // the big blind is all-in for 90 and its ante
	for range 3 {
		s.play("0 check, 2 check")
	}
	s.pays("280 to 0").ends(290, 0, 10)
}

func TestAntes_ABigBlindWhoseAnteTookAllCanWinOnlyTheAnte(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, ante: 10, kind: holdem.AnteBB, stacks: []table.Chips{100, 8, 100},
		holes: "KsKh AsAh QsQh", board: "2c 3d 4h 8s 9c",
	})
	s.play("2 call, 0 call")
	for range 3 {
		s.play("0 check, 2 check")
	}
	s.pays("8 to 1", "20 to 0").ends(110, 8, 90)
}

func TestUncalled_AnAnteThatNobodyMatchedComesBackToo(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{2, 5}, ante: 5, kind: holdem.AnteEach, stacks: []table.Chips{1, 8},
		holes: "2s7h KsKh", board: "2c 3d 4h 8s 9c",
	})
	s.pays("2 to 1").ends(0, 9)
	if got, want := uncalled(s), table.Chips(6); got != want {
		t.Errorf("uncalled = %d, want %d", got, want)
	}
}
