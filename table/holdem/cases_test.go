package holdem_test

import (
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// Fifteen situations in which real poker programs have gone wrong, S01 to S15 of the conformance data's cases.md.

func TestCase_S01_AnAllInPlayerKeepsItsClaimAfterACheckedStreet(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{25, 50}, stacks: []table.Chips{1000, 1000, 100},
		holes: "KsKh 7c2d AsAh", board: "Ad 9c 5h 4s 2c",
	})
	s.play("2 raise 100, 0 call, 1 call, 0 check, 1 check, 0 bet 200, 1 call, 0 check, 1 check")
	s.pays("300 to 2", "400 to 0").ends(1100, 700, 300)
}

func TestCase_S02_ARaiseThatEveryoneFoldsToComesBack(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{25, 50}, stacks: []table.Chips{500, 800}})
	s.play("1 raise 800").may(0, 450, 0, 0)
	from := len(s.events)
	s.play("0 fold").types(from, "acted uncalled won").pays("100 to 1").ends(450, 850)
	if got := s.events[from+1].(holdem.Uncalled).Amount; got != 750 {
		t.Errorf("uncalled = %d, want 750", got)
	}
}

func TestCase_S03_AShortAllInAfterAFullOneDoesNotReopen(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{19, 200, 16, 200}})
	s.play("2 raise 16, 3 call, 0 raise 19").may(1, 17, 33, 200)
	s.play("1 call").may(3, 3, 0, 0)
}

func TestCase_S04_TheAceAlsoPlaysLow(t *testing.T) {
	for _, c := range []struct{ holes, board, pot string }{
		{"As4d KcKd", "2h 3s 5c Kh Jd", "4 to 0"}, // the wheel beats three kings
		{"AsJd 6cKd", "2h 3s 5c 4h Jc", "4 to 1"}, // and loses to the six-high straight
	} {
		s := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}, holes: c.holes, board: c.board})
		checkDown(s).pays(c.pot)
	}
}

// checkDown lets a heads-up hand be called and checked to the end.
func checkDown(s *scene) *scene {
	s.t.Helper()
	return s.play("1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 check, 1 check")
}

func TestCase_S05_TheBigBlindHasAnOption(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100, 100, 100}})
	s.play("2 fold, 3 fold, 0 call").may(1, 0, 4, 100)
	s.play("1 raise 4").may(0, 2, 6, 100)
}

func TestCase_S06_HeadsUpTheButtonPostsSmallAndSpeaksFirstOnlyBeforeTheFlop(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{10, 20}, stacks: []table.Chips{500, 500}})
	if got, want := s.View(table.NoSeat).Seats[1].In, table.Chips(10); got != want {
		t.Errorf("the button has posted %d, want %d", got, want)
	}
	s.may(1, 10, 40, 500)
	s.play("1 call, 0 check").may(0, 0, 20, 480)
	s.play("0 check, 1 check").may(0, 0, 20, 480)
	s.play("0 check, 1 check").may(0, 0, 20, 480)
}

func TestCase_S07_APotThatDoesNotDivideKeepsItsOddChip(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 3}, stacks: []table.Chips{100, 100, 100},
		holes: "AsKd AhKc 2c7d", board: "Qc Js Td 3h 4h",
	})
	s.play("2 raise 7, 0 call, 1 call")
	for range 3 {
		s.play("0 check, 1 check, 2 check")
	}
	s.pays("21 to 0 1").ends(104, 103, 93)
}

func TestCase_S08_AShortBigBlindIsAllInAndThePriceStays(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{10, 20}, stacks: []table.Chips{200, 12, 200},
		holes: "KsKh AsAh QsQd", board: "Ad 9c 5h 4s 2c",
	})
	s.may(2, 20, 40, 200)
	s.play("2 call, 0 call")
	for range 3 {
		s.play("0 check, 2 check")
	}
	s.pays("36 to 1", "16 to 0").ends(196, 36, 180)
}

func TestCase_S09_AThirdPairIsOnlyAKicker(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}, holes: "TdJs 3s3d", board: "6c Qc Ad 6s Ac",
	})
	checkDown(s).pays("4 to 0 1").ends(100, 100)
}

func TestCase_S10_AFlushIsComparedCardByCardWithinItsSuit(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}, holes: "5dAh Qc7d", board: "Qd Jd 9d Kc 6d",
	})
	checkDown(s).pays("4 to 1").ends(98, 102)
}

func TestCase_S11_EqualThreesCompareThePair(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}, holes: "TsTh 9s9h", board: "2s 3s 2h 3h 3d",
	})
	checkDown(s).pays("4 to 0").ends(102, 98)
}

func TestCase_S12_ACalledAllInEndsTheQuestions(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 200}, holes: "AsAh KsKh", board: "2c 3d 4h 8s 9c",
	})
	s.play("1 raise 200")
	from := len(s.events)
	s.play("0 call").types(from, "acted shown shown street street street won").ends(700, 0)
}

func TestCase_S13_AnAllInReraiseNeedsAnAnswer(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{60, 120}, stacks: []table.Chips{2000, 2000}})
	s.play("1 raise 240, 0 raise 2000").may(1, 1760, 0, 0)
	s.play("1 fold").ends(2240, 1760)
}

func TestCase_S14_ARaiseIsAtLeastTheLastOne(t *testing.T) {
	small := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}})
	small.play("1 call, 0 check, 0 bet 2").may(1, 2, 4, 98)
	small.play("1 raise 4").may(0, 2, 6, 98)
	small.play("0 raise 6").may(1, 2, 8, 98)

	uneven := deal(t, script{blinds: [2]table.Chips{10, 25}, stacks: []table.Chips{500, 500}})
	uneven.may(1, 15, 50, 500).play("1 raise 50").may(0, 25, 75, 500)
	uneven.play("0 raise 75").may(1, 25, 100, 500).play("1 raise 100").may(0, 25, 125, 500)

	three := deal(t, script{blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{2000, 2000, 2000}})
	three.play("2 raise 300").may(0, 250, 500, 2000).play("0 raise 500").may(1, 400, 700, 2000)
}

func TestCase_S15_WhoRunsOutOfTimeChecksIfItIsFreeAndElseFolds(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{100, 100}})
	if got, want := holdem.DefaultAction(s.Legal()), (holdem.Action{Do: holdem.Fold}); got != want {
		t.Errorf("facing the big blind = %v, want %v", got, want)
	}
	s.play("1 call")
	if got, want := holdem.DefaultAction(s.Legal()), (holdem.Action{Do: holdem.Check}); got != want {
		t.Errorf("with nothing to call = %v, want %v", got, want)
	}
}
