package table_test

import (
	"errors"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// double is Draw's wish.
func double(on bool) table.Wish { return table.Wish{Wish: tabletest.WishDouble, On: on} }

func TestWish_ComesTrueOnceWhenAllHaveIt(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.seat("alice", 0), w.seat("bob", 1)
		w.must(alice, double(true))
		w.must(bob, double(true))
		m, _ := alice.Last("wished")
		var got table.Wished
		m.Decode(&got)
		if want := (table.Wished{Seat: 1, Wish: "double", On: true}); got != want {
			t.Errorf("told %+v, want %+v", got, want)
		}
		if s := w.view("carol").Seats[0]; !slices.Equal(s.Wishes, []string{"double"}) {
			t.Errorf("alice's seat wishes for %q", s.Wishes)
		}
		w.after(w.cfg.Beat)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		v := w.view("carol")
		if won := max(v.Seats[0].Chips, v.Seats[1].Chips); won != 102 {
			t.Errorf("the winner has %d, want 102: both had wished for a double ante", won)
		}
		for _, s := range v.Seats {
			if len(s.Wishes) != 0 {
				t.Errorf("seat %d still wishes for %q", s.Seat, s.Wishes)
			}
		}
	})
}

func TestWish_OfSomeChangesNothingAndSurvivesARestart(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.must(alice, double(true))
		w.reopen()
		if s := w.view("carol").Seats[0]; !slices.Equal(s.Wishes, []string{"double"}) {
			t.Errorf("after a restart alice's seat wishes for %q", s.Wishes)
		}
		w.rejoin(alice, 0)
		w.must(alice, double(false))
		w.must(alice, double(false)) // it is so already
		if s := w.view("carol").Seats[0]; len(s.Wishes) != 0 {
			t.Errorf("alice's seat wishes for %q, want nothing", s.Wishes)
		}
	})
}

func TestWish_IsRefusedWhenTheGameKnowsNoneOfThatName(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		if err := w.do(alice, table.Wish{Wish: "peace", On: true}); !errors.Is(err, table.ErrNotAllowed) {
			t.Errorf("peace: %v, want %v", err, table.ErrNotAllowed)
		}
		if err := w.do(w.join("bob"), double(true)); !errors.Is(err, table.ErrNotSeated) {
			t.Errorf("of a watcher: %v, want %v", err, table.ErrNotSeated)
		}
	})
}
