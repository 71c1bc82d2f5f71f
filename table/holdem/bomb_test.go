package holdem_test

import (
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestBombPot_AsksForAntesOnlyAndBeginsOnTheFlop(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500, 500}, ante: 30, kind: holdem.AnteEach, bomb: true,
	})
	s.types(0, "posted posted posted posted dealt street").may(0, 0, 10, 470)
	street := s.events[5].(holdem.StreetDealt)
	if street.Street != holdem.Flop || len(street.Pots) != 1 || street.Pots[0].Amount != 120 || len(street.Pots[0].Eligible) != 4 {
		t.Errorf("the first street is %+v, want a flop with 120 for four", street)
	}
	s.play("0 check, 1 bet 10, 2 fold, 3 raise 20, 0 fold, 1 fold").pays("140 to 3")
	s.ends(470, 460, 470, 600)
}

func TestBombPot_BeginsLeftOfTheButtonAlsoHeadsUp(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}, ante: 20, kind: holdem.AnteEach, bomb: true})
	s.may(0, 0, 10, 480).play("0 check").may(1, 0, 10, 480)
}

func TestBombPot_ShortStacksPutInWhatTheyHave(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{12, 500, 30, 500}, ante: 30, kind: holdem.AnteEach, bomb: true,
		holes: "AsAh KsKh QsQd JsJd", board: "2c 3d 4h 8s 9c",
	})
	s.may(1, 0, 10, 470).play("1 check, 3 bet 50, 1 call, 1 check, 3 check, 1 check, 3 check")
	s.pays("48 to 0", "54 to 1", "100 to 1").ends(48, 574, 0, 420)
}

func TestBombPot_RunsOutWhenTheAntesLeaveNobodyToBet(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{12, 500, 20}, ante: 30, kind: holdem.AnteEach, bomb: true,
		holes: "AsAh KsKh QsQd", board: "2c 3d 4h 8s 9c",
	})
	s.types(0, "posted posted posted dealt uncalled shown shown shown street street street won won")
	if got, want := s.tabled(), "0 1 2"; got != want {
		t.Errorf("tabled = %q, want %q: from the left of the button", got, want)
	}
	s.pays("36 to 0", "16 to 1").ends(36, 496, 0)
}

func TestGame_DealsABombPotWhenAllPeopleWishForIt(t *testing.T) {
	wish := holdem.WishBombPot
	bot := table.Place{Seat: 5, Chips: 1000, Bot: true, In: true}
	out := table.Place{Seat: 6, Chips: 1000}
	for name, c := range map[string]struct {
		rest   string
		places []table.Place
		want   bool
	}{
		"all":              {"", []table.Place{place(0, 1000, wish), place(1, 1000, wish), place(2, 1000, wish)}, true},
		"all but one":      {"", []table.Place{place(0, 1000, wish), place(1, 1000), place(2, 1000, wish)}, false},
		"bots agree":       {"", []table.Place{place(0, 1000, wish), bot}, true},
		"bots alone":       {"", []table.Place{bot, {Seat: 7, Chips: 1000, Bot: true, In: true}}, false},
		"who is out":       {"", []table.Place{place(0, 1000, wish), place(1, 1000, wish), out}, true},
		"one is left":      {"", []table.Place{place(0, 1000, wish), bot, out}, true},
		"forbidden":        {`,"bomb_pot":0`, []table.Place{place(0, 1000, wish), place(1, 1000, wish)}, false},
		"straddle no more": {"", []table.Place{place(0, 1000, wish, "straddle"), place(1, 1000, wish), place(2, 1000, wish)}, true},
		"its own ante":     {`,"ante":7,"ante_kind":"bb"`, []table.Place{place(0, 1000, wish), place(1, 1000, wish)}, true},
	} {
		g := extraGame(t, c.rest)
		dealing := begin(t, g, 1, c.places...)
		started := dealing.Events[0].(holdem.HandStarted)
		if spent := slices.Equal(dealing.Spent, []string{wish}); started.BombPot != c.want || spent != c.want {
			t.Errorf("%s: bomb pot %t, spent %v; want %t", name, started.BombPot, dealing.Spent, c.want)
		}
		if !c.want {
			continue
		}
		v := g.View(table.NoSeat).(*holdem.View)
		if started.SmallBlind != table.NoSeat || started.BigBlind != table.NoSeat || v.SmallBlind != table.NoSeat || v.BigBlind != table.NoSeat {
			t.Errorf("%s: a bomb pot names blinds", name)
		}
		if !v.BombPot || v.Straddle != 0 || v.Street != holdem.Flop || v.Pot != 300*table.Chips(len(dealing.In)) {
			t.Errorf("%s: %+v, want a flop with antes of 300", name, v)
		}
	}
}

func TestGame_GoesOnWithBlindsAfterABombPot(t *testing.T) {
	g := extraGame(t, "")
	wish := holdem.WishBombPot
	begin(t, g, 1, place(0, 1000, wish), place(1, 1000, wish), place(2, 1000, wish))
	foldOut(t, g)
	dealing := begin(t, g, 2, place(0, 1000), place(1, 1000), place(2, 1000))
	started := dealing.Events[0].(holdem.HandStarted)
	if started.BombPot || started.Button != 1 || posted(dealing.Events) != "2 small_blind 50, 0 big_blind 100, " {
		t.Errorf("started %+v, posted %s; want an ordinary hand with the button moved on", started, posted(dealing.Events))
	}
}
