package holdem_test

import (
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// posted lists what was put in before the cards, in order.
func (s *scene) posted() (list []holdem.Posted) {
	for _, e := range s.events {
		if p, ok := e.(holdem.Posted); ok {
			list = append(list, p)
		}
	}
	return list
}

func TestPosts_ALivePostIsABetAndKeepsItsOption(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, 1000, 1000}, posts: []holdem.Post{{Seat: 2, Live: 100}},
	})
	want := holdem.Posted{Seat: 2, Kind: holdem.PostLive, Amount: 100, Bet: 100, Stack: 900, Pot: 250}
	if got := s.posted()[2]; got != want {
		t.Errorf("posted = %+v, want %+v", got, want)
	}
	s.may(2, 0, 200, 1000).play("2 check").may(3, 100, 200, 1000).play("3 raise 300")
	s.may(0, 250, 500, 1000).play("0 fold, 1 fold").may(2, 200, 500, 1000) // as after any other bet
	s.play("2 fold").ends(950, 900, 900, 1250)
}

func TestPosts_ADeadPostIsNoBetAndBuysNoClaim(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, 1000, 1000},
		posts: []holdem.Post{{Seat: 2, Live: 100, Dead: 50}, {Seat: 3, Dead: 50}},
		holes: "2c7d 3c8d AsAh 4c9d", board: "Ad Kc 5h 4s 2s",
	})
	for i, want := range []holdem.Posted{
		{Seat: 2, Kind: holdem.PostDead, Amount: 50, Bet: 100, Stack: 850, Pot: 300},
		{Seat: 3, Kind: holdem.PostDead, Amount: 50, Bet: 0, Stack: 950, Pot: 350},
	} {
		if got := s.posted()[3+i]; got != want {
			t.Errorf("posted = %+v, want %+v", got, want)
		}
	}
	s.may(2, 0, 200, 950).play("2 check").may(3, 100, 200, 950)
	s.play("3 raise 200, 0 fold, 1 fold, 2 call")
	for range 3 {
		s.play("2 check, 3 check")
	}
	s.pays("650 to 2").ends(950, 900, 1400, 750)
}

func TestPosts_WhatNobodyCallsComesBackWithoutTheDeadPart(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, 1000}, posts: []holdem.Post{{Seat: 2, Live: 100, Dead: 50}},
	})
	s.play("2 raise 850, 0 fold, 1 fold")
	if got, want := uncalled(s), table.Chips(750); got != want {
		t.Errorf("uncalled = %d, want %d", got, want)
	}
	s.pays("300 to 2").ends(950, 900, 1150)
}

func TestPosts_AShortStackPostsWhatItHasTheLivePartFirst(t *testing.T) {
	for _, c := range []struct {
		chips table.Chips
		want  []holdem.Posted
		pots  []string
		ends  table.Chips
	}{
		{150, []holdem.Posted{
			{Seat: 2, Kind: holdem.PostLive, Amount: 100, Bet: 100, Stack: 50, Pot: 250},
			{Seat: 2, Kind: holdem.PostDead, Amount: 50, Bet: 100, Pot: 300, AllIn: true},
		}, []string{"350 to 2"}, 350},
		{120, []holdem.Posted{
			{Seat: 2, Kind: holdem.PostLive, Amount: 100, Bet: 100, Stack: 20, Pot: 250},
			{Seat: 2, Kind: holdem.PostDead, Amount: 20, Bet: 100, Pot: 270, AllIn: true},
		}, []string{"320 to 2"}, 320},
		{80, []holdem.Posted{
			{Seat: 2, Kind: holdem.PostLive, Amount: 80, Bet: 80, Pot: 230, AllIn: true},
		}, []string{"240 to 2", "40 to 0"}, 240},
	} {
		s := deal(t, script{
			blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, c.chips},
			posts: []holdem.Post{{Seat: 2, Live: 100, Dead: 50}},
			holes: "KsKh 9c8d AsAh", board: "Ad Kc 5h 4s 2s",
		})
		got := s.posted()[2:]
		for i, want := range c.want {
			if got[i] != want {
				t.Errorf("with %d: posted %+v, want %+v", c.chips, got[i], want)
			}
		}
		s.play("0 call, 1 check")
		for range 3 {
			s.play("0 check, 1 check")
		}
		s.pays(c.pots...)
		if got := s.Stacks()[2].Chips; got != c.ends {
			t.Errorf("with %d: ends with %d, want %d", c.chips, got, c.ends)
		}
	}
}

func TestPosts_AllDeadIsAClaimOnNothingButTheDeadPart(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, 40}, posts: []holdem.Post{{Seat: 2, Dead: 50}},
		holes: "KsKh 9c8d AsAh", board: "Ad Kc 5h 4s 2s",
	})
	s.play("0 call, 1 check")
	for range 3 {
		s.play("0 check, 1 check")
	}
	s.pays("40 to 2", "200 to 0").ends(1100, 900, 40)
}

func TestPosts_ComeBeforeAStraddleWhichTheyMustAnswer(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 1000, 1000, 1000, 1000}, straddle: 200,
		posts: []holdem.Post{{Seat: 4, Live: 100, Dead: 50}},
	})
	s.may(3, 200, 400, 1000).play("3 fold").may(4, 100, 400, 950)
	s.play("4 call, 0 fold, 1 fold").may(2, 0, 400, 1000)
}

func TestPosts_NoChipIsLostWhenAllWhoPostedFoldForNothing(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{50, 100}, stacks: []table.Chips{1000, 30, 1000, 1000},
		posts: []holdem.Post{{Seat: 2, Live: 100}, {Seat: 3, Live: 100}},
		holes: "KsKh 9c8d AsAh QcQd", board: "2d Kc 5h 4s 2s",
	})
	s.play("2 fold, 3 fold").pays("120 to 0", "160 to 0").ends(1230, 0, 900, 900)
}
