package holdem_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func TestStraddle_IsALiveBetOnWhichPriceAndRaiseRest(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500, 500}, straddle: 20})
	s.types(0, "posted posted posted dealt")
	if got, want := s.events[2].(holdem.Posted), (holdem.Posted{Seat: 2, Kind: holdem.PostStraddle, Amount: 20, Bet: 20, Stack: 480, Pot: 35}); got != want {
		t.Errorf("posted = %+v, want %+v", got, want)
	}
	s.may(3, 20, 40, 500)
	s.play("3 raise 40").may(0, 35, 60, 500)
}

func TestStraddle_HasTheLastOption(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500, 500}, straddle: 20})
	s.play("3 call, 0 call, 1 call").may(2, 0, 40, 500)
	s.play("2 raise 60").may(3, 40, 100, 500)
	s.play("3 fold, 0 fold, 1 call").may(1, 0, 10, 440) // on the flop the big blind is the measure again
}

func TestStraddle_OfThreePlayersIsTheButtons(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500}, straddle: 20})
	s.may(0, 15, 40, 500).play("0 call, 1 call").may(2, 0, 40, 500)
	s.play("2 check").may(0, 0, 10, 480)
}

func TestStraddle_StandsWhenEveryoneFoldsToIt(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500, 500}, straddle: 20})
	s.play("3 fold, 0 fold, 1 fold").pays("25 to 2").ends(495, 490, 515, 500)
}

func TestStraddle_TablesItsNeighbourFirstWhenAllAreAllInBeforeTheFlop(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{20, 20, 100, 20}, straddle: 20})
	s.play("3 call, 0 call, 1 call")
	if got, want := s.tabled(), "3 0 1 2"; got != want {
		t.Errorf("tabled = %q, want %q", got, want)
	}
}

func TestStraddle_OverShortBlindsKeepsItsPrice(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{3, 7, 500, 500}, straddle: 20})
	s.may(3, 20, 40, 500).play("3 call").may(2, 0, 40, 500)
}

// extraGame is a game whose stakes allow all extras that are wished for.
func extraGame(t *testing.T, rest string) table.Game {
	t.Helper()
	g, err := holdem.New(json.RawMessage(`{"small_blind":50,"big_blind":100,"straddle":true,"bomb_pot":3`+rest+`}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// begin deals the hand to places.
func begin(t *testing.T, g table.Game, hand int, places ...table.Place) table.Dealing {
	t.Helper()
	secret, err := g.Shuffle(rand.NewChaCha8([32]byte{byte(hand)}))
	if err != nil {
		t.Fatal(err)
	}
	dealing, err := g.Start(table.HandID(fmt.Sprint("t-", hand)), places, secret)
	if err != nil {
		t.Fatal(err)
	}
	return dealing
}

// place is a seat that is dealt in.
func place(seat table.Seat, chips table.Chips, wishes ...string) table.Place {
	return table.Place{Seat: seat, Chips: chips, In: true, Wishes: wishes}
}

// posted lists the kinds of what was posted, and by whom.
func posted(events []table.Event) (list string) {
	for _, e := range events {
		if p, ok := e.(holdem.Posted); ok {
			list += fmt.Sprintf("%d %s %d, ", p.Seat, p.Kind, p.Amount)
		}
	}
	return list
}

func TestGame_StraddlesForWhoWishesItAndSpeaksFirst(t *testing.T) {
	wish := holdem.WishStraddle
	for name, c := range map[string]struct {
		rest   string
		places []table.Place
		want   string // the button is in front
	}{
		"wished for":           {"", []table.Place{place(0, 1000), place(1, 1000), place(2, 1000), place(3, 1000, wish)}, "1 small_blind 50, 2 big_blind 100, 3 straddle 200, "},
		"wished by all":        {"", []table.Place{place(0, 1000, wish), place(1, 1000, wish), place(2, 1000, wish)}, "1 small_blind 50, 2 big_blind 100, 0 straddle 200, "},
		"by somebody else":     {"", []table.Place{place(0, 1000, wish), place(1, 1000, wish), place(2, 1000, wish), place(3, 1000)}, "1 small_blind 50, 2 big_blind 100, "},
		"of two players":       {"", []table.Place{place(0, 1000, wish), place(1, 1000, wish)}, "0 small_blind 50, 1 big_blind 100, "},
		"all of the stack":     {"", []table.Place{place(0, 1000), place(1, 1000), place(2, 1000), place(3, 200, wish)}, "1 small_blind 50, 2 big_blind 100, "},
		"one chip more":        {"", []table.Place{place(0, 1000), place(1, 1000), place(2, 1000), place(3, 201, wish)}, "1 small_blind 50, 2 big_blind 100, 3 straddle 200, "},
		"forbidden":            {`,"straddle":false`, []table.Place{place(0, 1000, wish), place(1, 1000), place(2, 1000)}, "1 small_blind 50, 2 big_blind 100, "},
		"the ante leaves none": {`,"ante":1,"ante_kind":"each"`, []table.Place{place(0, 9), place(1, 999), place(2, 999), place(3, 201, wish)}, "1 ante 1, 2 ante 1, 3 ante 1, 0 ante 1, 1 small_blind 50, 2 big_blind 100, "},
		"the big blind's ante": {`,"ante":9,"ante_kind":"bb"`, []table.Place{place(0, 9), place(1, 999), place(2, 999), place(3, 201, wish)}, "2 ante 9, 1 small_blind 50, 2 big_blind 100, 3 straddle 200, "},
	} {
		g := extraGame(t, c.rest)
		dealing := begin(t, g, 1, c.places...)
		if got := posted(dealing.Events); got != c.want || len(dealing.Spent) > 0 {
			t.Errorf("%s: posted %s, spent %v; want %s and none", name, got, dealing.Spent, c.want)
		}
	}
}

func TestGame_AllowsTheWishesThatItsStakesProvideFor(t *testing.T) {
	g := extraGame(t, "")
	for _, c := range []struct {
		wish string
		want bool
	}{{"straddle", true}, {"bomb_pot", true}, {"run_twice", false}, {"", false}, {"Straddle", false}} {
		if got := g.Allows(c.wish); got != c.want {
			t.Errorf("allows %q: %t, want %t", c.wish, got, c.want)
		}
		if newGame(t, nil).Allows(c.wish) {
			t.Errorf("a table without extras allows %q", c.wish)
		}
	}
}

func TestView_TellsALateComerOfTheStraddle(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500}, straddle: 20})
	if v := s.View(table.NoSeat); v.Straddle != 20 || v.BombPot || v.BigBlind != 1 {
		t.Errorf("straddle %d, bomb pot %t, big blind %d; want 20, false, 1", v.Straddle, v.BombPot, v.BigBlind)
	}
	h, _, err := holdem.Deal(holdem.Config{SmallBlind: 5, BigBlind: 10, Players: []table.Stack{{Seat: 0, Chips: 50}, {Seat: 1, Chips: 50}}}, deck.Stacked())
	if err != nil {
		t.Fatal(err)
	}
	if v := h.View(table.NoSeat); v.Straddle != 0 {
		t.Errorf("straddle %d where nobody has posted one", v.Straddle)
	}
}
