package holdem_test

import (
	"errors"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func TestDeal_RefusesWhatMakesNoSense(t *testing.T) {
	two := []table.Stack{{Seat: 0, Chips: 100}, {Seat: 1, Chips: 100}}
	ten := make([]table.Stack, 10)
	for i := range ten {
		ten[i] = table.Stack{Seat: table.Seat(i), Chips: 100}
	}
	for _, c := range []struct {
		field string
		cfg   holdem.Config
	}{
		{"small blind", holdem.Config{BigBlind: 2, Players: two}},
		{"small blind", holdem.Config{SmallBlind: -1, BigBlind: 2, Players: two}},
		{"big blind", holdem.Config{SmallBlind: 2, BigBlind: 1, Players: two}},
		{"big blind", holdem.Config{SmallBlind: 2, BigBlind: table.MaxChips + 1, Players: two}},
		{"ante", holdem.Config{SmallBlind: 1, BigBlind: 2, Ante: -1, AnteKind: holdem.AnteEach, Players: two}},
		{"ante", holdem.Config{SmallBlind: 1, BigBlind: 2, Ante: table.MaxChips + 1, AnteKind: holdem.AnteEach, Players: two}},
		{"ante", holdem.Config{SmallBlind: 1, BigBlind: 2, Ante: 1, AnteKind: holdem.AnteNone, Players: two}},
		{"ante", holdem.Config{SmallBlind: 1, BigBlind: 2, Ante: 1, Players: two}},
		{"ante kind", holdem.Config{SmallBlind: 1, BigBlind: 2, AnteKind: "some", Players: two}},
		{"bomb pot", holdem.Config{SmallBlind: 1, BigBlind: 2, BombPot: true, Players: two}},
		{"bomb pot", holdem.Config{SmallBlind: 1, BigBlind: 2, BombPot: true, AnteKind: holdem.AnteEach, Players: two}},
		{"bomb pot", holdem.Config{SmallBlind: 1, BigBlind: 2, BombPot: true, Ante: 4, AnteKind: holdem.AnteBB, Players: two}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 4, Players: two}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 2, Players: ten[:3]}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: -4, Players: ten[:3]}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 100, Players: ten[:3]}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 90, Ante: 10, AnteKind: holdem.AnteEach, Players: ten[:3]}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 4, BombPot: true, Ante: 4, AnteKind: holdem.AnteEach, Players: ten[:3]}},
		{"players", holdem.Config{SmallBlind: 1, BigBlind: 2}},
		{"players", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: two[:1]}},
		{"players", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten}},
		{"seats", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 3, Chips: 9}, {Seat: 3, Chips: 9}}}},
		{"seats", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: -1, Chips: 9}, {Seat: 3, Chips: 9}}}},
		{"seats", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[8:]}},
		{"stacks", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 0, Chips: 0}, {Seat: 3, Chips: 9}}}},
		{"stacks", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 0, Chips: -5}, {Seat: 3, Chips: 9}}}},
		{"stacks", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 0, Chips: table.MaxChips}, {Seat: 3, Chips: 1}}}},
		{"stacks", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 0, Chips: 1<<63 - 1}, {Seat: 3, Chips: 1}}}},
		{"straddle", holdem.Config{SmallBlind: 1, BigBlind: 2, Straddle: 4, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Live: 2}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, BombPot: true, Ante: 4, AnteKind: holdem.AnteEach, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Live: 2}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: two, Posts: []holdem.Post{{Seat: 1, Live: 2}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[:3], Posts: []holdem.Post{{Seat: 3, Live: 2}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Live: 2}, {Seat: 2, Dead: 1}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Live: 3}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Live: -1}}}},
		{"posts", holdem.Config{SmallBlind: 1, BigBlind: 2, Players: ten[:3], Posts: []holdem.Post{{Seat: 2, Dead: -1}}}},
	} {
		h, events, err := holdem.Deal(c.cfg, deck.Stacked())
		refused, ok := errors.AsType[holdem.ConfigError](err)
		if !ok || refused.Field != c.field || h != nil || events != nil {
			t.Errorf("%+v: %v, want the %s refused", c.cfg, err, c.field)
		}
	}
}

func TestDeal_TakesTheLargestStacksThatThereCanBe(t *testing.T) {
	half := table.MaxChips / 2
	s := deal(t, script{
		blinds: [2]table.Chips{half, half}, stacks: []table.Chips{half + 1, half}, holes: "AsAh KsKh", board: "2c 3d 4h 8s 9c",
	})
	s.ends(table.MaxChips, 0)
}

func TestDeal_GivesCardsOneAtATimeFromTheLeftOfTheButton(t *testing.T) {
	cfg := holdem.Config{SmallBlind: 1, BigBlind: 2, Players: []table.Stack{
		{Seat: 4, Chips: 100}, {Seat: 6, Chips: 100}, {Seat: 1, Chips: 100},
	}}
	first := parseCards(t, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
	h, _, err := holdem.Deal(cfg, deck.Stacked(first...))
	if err != nil {
		t.Fatal(err)
	}
	for place, seat := range []table.Seat{4, 6, 1} {
		if got := h.View(seat).Cards; got[0] != first[place] || got[1] != first[place+3] {
			t.Errorf("seat %d has %v, want %v and %v", seat, got, first[place], first[place+3])
		}
	}
	for _, do := range []holdem.Verb{holdem.Call, holdem.Call, holdem.Check, holdem.Check, holdem.Check, holdem.Check, holdem.Check, holdem.Check, holdem.Check} {
		if _, err := h.Apply(h.Turn(), holdem.Action{Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	v := h.View(table.NoSeat)
	for i, got := range v.Board {
		if want := first[6+i]; got != want {
			t.Errorf("card %d of the board is %v, want %v", i, got, want)
		}
	}
	if v.Button != 1 || v.SmallBlind != 4 || v.BigBlind != 6 {
		t.Errorf("button, blinds = %d, %d, %d; want 1, 4, 6", v.Button, v.SmallBlind, v.BigBlind)
	}
}
