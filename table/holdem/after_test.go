package holdem_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

const (
	showLeft  = `{"do":"show","cards":"left"}`
	showRight = `{"do":"show","cards":"right"}`
	showBoth  = `{"do":"show","cards":"both"}`
	rabbit    = `{"do":"rabbit"}`
)

// rabbits is a game of three seats that allows the rabbit to be hunted, with a hand begun.
func rabbits(t *testing.T) (table.Game, holdem.HandStarted) {
	t.Helper()
	g := extraGame(t, `,"rabbit_hunt":true`)
	started := begin(t, g, 1, place(0, 1000), place(1, 1000), place(2, 1000)).Events[0].(holdem.HandStarted)
	return g, started
}

// afterwards does something when the hand is over, and checks that the cards it opens prove themselves.
func afterwards(t *testing.T, g table.Game, started holdem.HandStarted, seat table.Seat, move string) []deck.Card {
	t.Helper()
	events, err := g.After(seat, json.RawMessage(move))
	if err != nil || len(events) != 1 {
		t.Fatalf("%s of seat %d: %v, %v", move, seat, events, err)
	}
	var openings []deck.Opening
	switch e := events[0].(type) {
	case holdem.Showed:
		if e.Seat != seat {
			t.Errorf("%s of seat %d shows for seat %d", move, seat, e.Seat)
		}
		openings = e.Cards
	case holdem.Rabbit:
		openings = e.Cards
	}
	var cards []deck.Card
	for _, o := range openings {
		if err := deck.Verify(started.Commitment, string(started.Hand), o.Proof()); err != nil {
			t.Errorf("%s: %v", o.Card, err)
		}
		cards = append(cards, o.Card)
	}
	return cards
}

// refused checks that something can't be done when the hand is over, and changes nothing.
func refused(t *testing.T, g table.Game, seat table.Seat, move string, want error) {
	t.Helper()
	before := marshal(t, g.View(table.NoSeat))
	if events, err := g.After(seat, json.RawMessage(move)); !errors.Is(err, want) || events != nil {
		t.Errorf("%s of seat %d: %v, %v; want %v", move, seat, events, err, want)
	}
	if got := marshal(t, g.View(table.NoSeat)); got != before {
		t.Errorf("%s was refused and changed the view from\n%s\nto\n%s", move, before, got)
	}
}

func own(g table.Game, seat table.Seat) []deck.Card { return g.View(seat).(*holdem.View).Cards }

func TestAfter_ShowsOnesOwnCardsOnceEachWhetherOneHasWonOrFolded(t *testing.T) {
	g, started := rabbits(t)
	refused(t, g, 0, showBoth, table.ErrTooLate)
	foldOut(t, g) // 0 and 1 fold, 2 takes it
	winner, folder := own(g, 2), own(g, 0)
	if got := afterwards(t, g, started, 2, showBoth); !slices.Equal(got, winner) {
		t.Errorf("the winner shows %v, want %v", got, winner)
	}
	if got := afterwards(t, g, started, 0, showRight); !slices.Equal(got, folder[1:]) {
		t.Errorf("who has folded shows %v, want %v", got, folder[1:])
	}
	refused(t, g, 0, showRight, holdem.ErrIllegalAction)
	if got := afterwards(t, g, started, 0, showBoth); !slices.Equal(got, folder[:1]) {
		t.Errorf("the rest of the hand is %v, want %v", got, folder[:1])
	}
	refused(t, g, 0, showBoth, holdem.ErrIllegalAction)
	refused(t, g, 2, showLeft, holdem.ErrIllegalAction)
}

func TestAfter_ShowsToWatchersWhatWasShownAndNothingElse(t *testing.T) {
	g, started := rabbits(t)
	foldOut(t, g)
	afterwards(t, g, started, 0, showLeft)
	for seat := table.NoSeat; seat < 3; seat++ {
		v := g.View(seat).(*holdem.View)
		for _, s := range v.Seats {
			want := []deck.Card{}
			if s.Seat == 0 {
				want = own(g, 0)[:1]
			}
			if !slices.Equal(s.Shown, want) {
				t.Errorf("seat %d sees %v of seat %d, want %v", seat, s.Shown, s.Seat, want)
			}
		}
		for _, o := range v.Openings {
			if o.Card != own(g, 0)[0] && !slices.Contains(v.Cards, o.Card) {
				t.Errorf("seat %d sees the proof of %s", seat, o.Card)
			}
		}
	}
}

func TestAfter_AHandThatWasTabledNeedNotBeShown(t *testing.T) {
	g := newGame(t, nil)
	started := start(t, g, 1, 0, 1)
	for turn, running := g.Turn(); running; turn, running = g.Turn() {
		move, _ := json.Marshal(passive(turn.Options.(holdem.Legal)))
		act(t, g, string(move), table.ByPlayer)
	}
	for _, s := range g.View(table.NoSeat).(*holdem.View).Seats {
		if len(s.Shown) == 2 {
			refused(t, g, s.Seat, showBoth, holdem.ErrIllegalAction)
		} else { // it was mucked
			afterwards(t, g, started, s.Seat, showBoth)
		}
	}
}

func TestAfter_HuntsTheRabbitOnceForAllFromWhereTheHandEnded(t *testing.T) {
	flop := []string{`{"do":"call"}`, `{"do":"call"}`, `{"do":"check"}`}
	checks := []string{`{"do":"check"}`, `{"do":"check"}`, `{"do":"check"}`}
	for _, c := range []struct {
		name  string
		moves []string
		cards int
	}{
		{"before the flop", nil, 5},
		{"on the flop", flop, 2},
		{"on the turn", append(slices.Clone(flop), checks...), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, started := rabbits(t)
			whole, _ := rabbits(t) // the same deck, seen to its end
			for _, move := range c.moves {
				act(t, g, move, table.ByPlayer)
			}
			refused(t, g, 0, rabbit, table.ErrTooLate)
			foldOut(t, g)
			for turn, running := whole.Turn(); running; turn, running = whole.Turn() {
				move, _ := json.Marshal(passive(turn.Options.(holdem.Legal)))
				act(t, whole, string(move), table.ByPlayer)
			}
			got, want := afterwards(t, g, started, 0, rabbit), whole.View(table.NoSeat).(*holdem.View).Board[5-c.cards:]
			if !slices.Equal(got, want) {
				t.Errorf("the rabbit is %v, want %v", got, want)
			}
			if v := g.View(table.NoSeat).(*holdem.View); !slices.Equal(v.Rabbit, want) || len(v.Board) != 5-c.cards {
				t.Errorf("a watcher sees the board %v and the rabbit %v", v.Board, v.Rabbit)
			}
			refused(t, g, 1, rabbit, holdem.ErrIllegalAction)
		})
	}
}

func TestAfter_IsRefusedWithAReason(t *testing.T) {
	refused(t, newGame(t, nil), 0, showBoth, table.ErrTooLate)
	plain := newGame(t, nil)
	start(t, plain, 1, 0, 1, 2)
	foldOut(t, plain)
	refused(t, plain, 0, rabbit, table.ErrNotAllowed)
	g, _ := rabbits(t)
	foldOut(t, g)
	refused(t, g, 7, showBoth, holdem.ErrBadAction)
	for _, move := range []string{`{"do":"show"}`, `{"do":"show","cards":"all"}`, `{"do":"rabbit","cards":"left"}`, `{"do":"peek"}`, `[]`, ``} {
		refused(t, g, 0, move, holdem.ErrBadAction)
	}
	river, _ := rabbits(t)
	for turn, running := river.Turn(); running; turn, running = river.Turn() {
		move, _ := json.Marshal(passive(turn.Options.(holdem.Legal)))
		act(t, river, string(move), table.ByPlayer)
	}
	refused(t, river, 0, rabbit, holdem.ErrIllegalAction)
}

func TestAfter_IsForgottenWithTheNextHandAndByNoCopy(t *testing.T) {
	g, started := rabbits(t)
	foldOut(t, g)
	before := marshal(t, g.View(table.NoSeat))
	copied := g.Clone(nil)
	afterwards(t, copied, started, 0, showBoth)
	afterwards(t, copied, started, 0, rabbit)
	if got := marshal(t, g.View(table.NoSeat)); got != before {
		t.Error("what was done in a copy shows in the original")
	}
	begin(t, copied, 2, place(0, 1000), place(1, 1000), place(2, 1000))
	v := copied.View(table.NoSeat).(*holdem.View)
	if len(v.Rabbit) > 0 || slices.ContainsFunc(v.Seats, func(s holdem.SeatView) bool { return len(s.Shown) > 0 }) {
		t.Errorf("the next hand begins with %v and %+v turned over", v.Rabbit, v.Seats)
	}
}
