package bot

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

var _ table.Thinker = (*Bots)(nil)

// permits is a gate with a number of permits and no patience of its own.
type permits chan struct{}

func (p permits) Acquire(ctx context.Context) (func(), error) {
	select {
	case p <- struct{}{}:
		return func() { <-p }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// facing is the view of the button heads-up, which has the small blind in and must call, raise or fold.
func facing(t testing.TB, first ...deck.Card) *holdem.View {
	t.Helper()
	return after(t, first)
}

// after is the view of who is on turn when two players have acted so far.
func after(t testing.TB, first []deck.Card, acted ...holdem.Verb) *holdem.View {
	t.Helper()
	cfg := holdem.Config{SmallBlind: bb / 2, BigBlind: bb, Players: []table.Stack{{Seat: 3, Chips: 100 * bb}, {Seat: 5, Chips: 100 * bb}}}
	h, _, err := holdem.Deal(cfg, deck.Stacked(first...))
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range acted {
		if _, err := h.Apply(h.Turn(), holdem.Action{Do: do}); err != nil {
			t.Fatal(err)
		}
	}
	v := h.View(h.Turn())
	v.Hand = "t-1"
	return v
}

func TestThink_ReturnsAMoveThatTheGameReads(t *testing.T) {
	bots := New(make(permits, 1), 1)
	for _, level := range Levels() {
		move, err := bots.Think(t.Context(), level, facing(t))
		if err != nil {
			t.Fatal(err)
		}
		if a, err := holdem.ParseAction(move); err != nil || a.Do == "" {
			t.Errorf("%s moves %s: %v", level, move, err)
		}
	}
	if got, want := bots.Stats(), (Stats{Decisions: 3}); got != want {
		t.Errorf("stats = %+v, want %+v", got, want)
	}
}

func TestThink_PlaysTheDefaultMoveWhenNoPermitComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gate := make(permits, 1)
		gate <- struct{}{} // somebody else holds it
		bots := New(gate, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		start := time.Now()
		move, err := bots.Think(ctx, Tight, facing(t))
		if got, want := string(move), `{"do":"fold"}`; err != nil || got != want {
			t.Errorf("move = %s, %v, want %s", got, err, want)
		}
		if waited := time.Since(start); waited != 250*time.Millisecond {
			t.Errorf("waited %v, want exactly the patience of the caller", waited)
		}
		if got, want := bots.Stats(), (Stats{Decisions: 1, Fallbacks: 1}); got != want {
			t.Errorf("stats = %+v, want %+v", got, want)
		}
	})
}

// open is a gate that lets everyone pass and counts who is inside.
type open struct{ inside int }

func (o *open) Acquire(context.Context) (func(), error) {
	o.inside++
	return func() { o.inside-- }, nil
}

func TestThink_PlaysTheDefaultMoveWhenTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	gate := &open{}
	bots := New(gate, 1)
	move, err := bots.Think(ctx, Odds, facing(t))
	if got, want := string(move), `{"do":"fold"}`; err != nil || got != want {
		t.Errorf("move = %s, %v, want %s", got, err, want)
	}
	if got := bots.Stats(); got.Fallbacks != 1 || gate.inside != 0 {
		t.Errorf("stats = %+v with %d permits held, want one fallback and none", got, gate.inside)
	}
}

func TestThink_RefusesWhatIsNotItsDecision(t *testing.T) {
	gate := &open{}
	bots := New(gate, 1)
	watcher := facing(t)
	watcher.You, watcher.Cards = table.NoSeat, nil
	other := facing(t)
	other.You = 3
	for name, view := range map[string]any{
		"nothing": nil, "another type": 7, "no hand": (*holdem.View)(nil), "a watcher": watcher, "another's turn": other,
	} {
		if _, err := bots.Think(t.Context(), Odds, view); !errors.Is(err, ErrNotItsTurn) {
			t.Errorf("%s: %v, want %v", name, err, ErrNotItsTurn)
		}
	}
	if _, err := bots.Think(t.Context(), "genius", facing(t)); !errors.Is(err, ErrUnknownLevel) {
		t.Errorf("unknown level: %v, want %v", err, ErrUnknownLevel)
	}
	if got := bots.Stats(); got != (Stats{}) || gate.inside != 0 {
		t.Errorf("stats = %+v with %d permits held, want nothing", got, gate.inside)
	}
}

func TestThink_FollowsFromSeedAndViewAlone(t *testing.T) {
	moves := func(seed uint64) (list []string) {
		bots := New(&open{}, seed)
		for _, level := range Levels() {
			for card := range deck.Card(20) {
				move, err := bots.Think(t.Context(), level, after(t, []deck.Card{card}, holdem.Call, holdem.Check)) // the flop, and no bet yet
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, string(move))
			}
		}
		return list
	}
	one, again, other := moves(1), moves(1), moves(2)
	differs := false
	for i := range one {
		if one[i] != again[i] {
			t.Errorf("decision %d: %s, then %s", i, one[i], again[i])
		}
		differs = differs || one[i] != other[i]
	}
	if !differs {
		t.Error("another seed changes nothing: whoever knows the cards could foresee every move")
	}
}

func TestThink_DependsOnNothingHidden(t *testing.T) {
	// Dealt one at a time from the left of the button: the rival's cards are the first and the third.
	ours := []deck.Card{30, 41}
	bots := New(&open{}, 1)
	for _, level := range Levels() {
		var first json.RawMessage
		for rival := range deck.Card(10) {
			move, err := bots.Think(t.Context(), level, facing(t, rival, ours[0], rival+10, ours[1]))
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = move
			}
			if string(move) != string(first) {
				t.Errorf("%s moves %s against %v, and %s against other cards", level, move, rival, first)
			}
		}
	}
}
