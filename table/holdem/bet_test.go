package holdem_test

import (
	"errors"
	"math"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestBetting_SeveralShortAllInsAddUpToAFullRaise(t *testing.T) {
	// 4 bets 100; 140 and 180 are short, but together 80 on top of 100 is still less than a raise of 100.
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{1000, 150, 190, 260, 1000}})
	s.play("2 call, 3 call, 4 call, 0 call, 1 check, 0 bet 100, 1 raise 140, 2 raise 180").may(3, 180, 250, 250)
	s.play("3 call, 4 fold").may(0, 80, 0, 0)

	// With a third one, 110 on top is more than a full raise.
	s = deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{1000, 150, 190, 220, 1000}})
	s.play("2 call, 3 call, 4 call, 0 call, 1 check, 0 bet 100, 1 raise 140, 2 raise 180, 3 raise 210, 4 call")
	s.may(0, 110, 310, 990)
}

func TestBetting_AShortAllInBetCountsAsItsAmountPlusAFullBet(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{14, 100, 100}})
	s.play("2 call, 0 call, 1 check, 0 bet 4").may(1, 4, 14, 90)
	s.play("1 call").may(2, 4, 14, 90)
}

func TestBetting_WhoHasCheckedMayNotRaiseAShortAllInBet(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 14, 100}})
	s.play("2 call, 0 call, 1 check, 0 check, 1 bet 4, 2 call").may(0, 4, 0, 0)
}

func TestBetting_EveryStreetBeginsWithTheBigBlindAgain(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}})
	s.play("1 raise 100, 0 call").may(0, 0, 10, 400)
	s.play("0 bet 10").may(1, 10, 20, 400)
}

func TestBetting_NobodyMayRaiseWhenNobodyCouldAddAChip(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{60, 100, 1000}})
	s.play("2 raise 30, 0 raise 60, 1 raise 100").may(2, 70, 0, 0)

	// The blinds have chips left, but not enough to answer a raise over 100.
	s = deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{60, 100, 100, 1000}})
	s.play("2 raise 100").may(3, 100, 0, 0)
}

func TestBetting_ARaiseMayExceedWhatOthersHave(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{60, 1000}})
	s.may(1, 5, 20, 1000)
}

func TestBetting_EqualBlindsHeadsUpLetTheOtherPlayerSpeakFirst(t *testing.T) {
	deal(t, script{blinds: [2]table.Chips{10, 10}, stacks: []table.Chips{100, 100}}).may(0, 0, 20, 100)
	deal(t, script{blinds: [2]table.Chips{10, 10}, stacks: []table.Chips{100, 100, 100}}).may(2, 10, 20, 100)
}

func TestBetting_ASmallBlindThatCoversAShortBigBlindIsNotAsked(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{3, 100}, holes: "AsAh KsKh", board: "2c 3d 4h 8s 9c",
	})
	s.types(0, "posted posted dealt uncalled shown shown street street street won").ends(6, 97)
}

func TestBetting_AFoldIsTakenWhenACheckIsFree(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 100}})
	s.play("1 call, 0 fold").ends(90, 110)
}

func TestBetting_CountsDecisions(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 100}})
	for want, move := range []string{"1 call", "0 check", "0 check", "1 fold"} {
		if got, want := s.Decision(), want+1; got != want {
			t.Errorf("before %s: decision %d, want %d", move, got, want)
		}
		s.play(move)
	}
}

func TestApply_RefusesWhatIsNotAllowedAndChangesNothing(t *testing.T) {
	facing := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 100, 100}})
	opened := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 100}}).play("1 call, 0 check")
	closed := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 50}}).play("1 raise 50")
	over := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 50}}).play("1 fold")
	for _, c := range []struct {
		name string
		hand *scene
		seat table.Seat
		act  holdem.Action
		want error
	}{
		{"another seat", facing, 0, holdem.Action{Do: holdem.Fold}, holdem.ErrNotYourTurn},
		{"a seat not dealt in", facing, 8, holdem.Action{Do: holdem.Fold}, holdem.ErrNotYourTurn},
		{"no seat", facing, table.NoSeat, holdem.Action{Do: holdem.Fold}, holdem.ErrNotYourTurn},
		{"no seat when over", over, table.NoSeat, holdem.Action{Do: holdem.Fold}, holdem.ErrHandOver},
		{"after the end", over, 0, holdem.Action{Do: holdem.Check}, holdem.ErrHandOver},
		{"check facing a bet", facing, 2, holdem.Action{Do: holdem.Check}, holdem.ErrIllegalAction},
		{"bet facing a bet", facing, 2, holdem.Action{Do: holdem.Bet, To: 50}, holdem.ErrIllegalAction},
		{"call with an amount", facing, 2, holdem.Action{Do: holdem.Call, To: 10}, holdem.ErrIllegalAction},
		{"nothing", facing, 2, holdem.Action{}, holdem.ErrIllegalAction},
		{"raise too small", facing, 2, holdem.Action{Do: holdem.Raise, To: 19}, holdem.AmountError{Min: 20, Max: 100}},
		{"raise too large", facing, 2, holdem.Action{Do: holdem.Raise, To: 101}, holdem.AmountError{Min: 20, Max: 100}},
		{"raise below zero", facing, 2, holdem.Action{Do: holdem.Raise, To: math.MinInt64}, holdem.AmountError{Min: 20, Max: 100}},
		{"raise beyond counting", facing, 2, holdem.Action{Do: holdem.Raise, To: math.MaxInt64}, holdem.AmountError{Min: 20, Max: 100}},
		{"call nothing", opened, 0, holdem.Action{Do: holdem.Call}, holdem.ErrIllegalAction},
		{"raise nothing", opened, 0, holdem.Action{Do: holdem.Raise, To: 20}, holdem.ErrIllegalAction},
		{"bet too small", opened, 0, holdem.Action{Do: holdem.Bet, To: 9}, holdem.AmountError{Min: 10, Max: 90}},
		{"raise where none is allowed", closed, 0, holdem.Action{Do: holdem.Raise, To: 100}, holdem.ErrIllegalAction},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := *c.hand.Hand
			events, err := c.hand.Apply(c.seat, c.act)
			if !errors.Is(err, c.want) || events != nil {
				t.Errorf("Apply = %v, %v; want %v", events, err, c.want)
			}
			if *c.hand.Hand != before {
				t.Error("the hand has changed")
			}
			if coded, ok := errors.AsType[interface {
				error
				Code() string
			}](err); !ok || coded.Code() == "" {
				t.Errorf("%v has no code", err)
			}
		})
	}
}
