package table_test

import (
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// heard are all events of one type that a player was told of.
func heard[E table.Event](w *world, p *tabletest.Player) (all []E) {
	w.t.Helper()
	var e E
	for _, m := range p.Messages() {
		if m.Type == e.Type() {
			var each E
			m.Decode(&each)
			all = append(all, each)
		}
	}
	return all
}

func TestStand_OnOnesTurnMovesAtOnce(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{})
		if got, want := heard[tabletest.Moved](w, bob), []tabletest.Moved{{Seat: 0, Why: table.ByLeaving}}; !slices.Equal(got, want) {
			t.Errorf("without any time passing bob is told of %+v, want %+v", got, want)
		}
		if turn := w.turn(bob); turn.Seat != 1 {
			t.Errorf("the turn is seat %d's, want bob's", turn.Seat)
		}
	})
}

func TestStand_MovesAsSoonAsOnesTurnComes(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, table.Stand{})
		if v := w.view("looker"); len(v.Seats) != 2 || !v.Seats[1].Leaving || v.Seats[1].AfterHand {
			t.Errorf("seats are %+v, want bob's leaving, and giving up the hand", v.Seats)
		}
		w.must(alice, w.pass(alice))
		want := []tabletest.Moved{{Seat: 0, Why: table.ByPlayer}, {Seat: 1, Why: table.ByLeaving}}
		if got := heard[tabletest.Moved](w, alice); !slices.Equal(got, want) {
			t.Errorf("alice is told of %+v, want %+v", got, want)
		}
		if got := heard[table.Stood](w, alice); len(got) != 1 || got[0].Seat != 1 || got[0].Why != "" {
			t.Errorf("alice is told of %+v, want that bob has left", got)
		}
		w.money()
	})
}

func TestStand_AfterTheHandIsToldSoAndLeavesAtItsEnd(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, table.Stand{AfterHand: true})
		if v := w.view("looker"); !v.Seats[1].Leaving || !v.Seats[1].AfterHand {
			t.Errorf("bob's seat is %+v, want it leaving after the hand", v.Seats[1])
		}
		w.must(alice, w.pass(alice))
		if turn := w.turn(bob); turn.Seat != 1 || len(heard[table.Stood](w, alice)) != 0 {
			t.Errorf("the turn is %+v, want bob's own", turn)
		}
		w.must(bob, w.pass(bob))
		if got := heard[table.Leaving](w, alice); !slices.Equal(got, []table.Leaving{{Seat: 1, AfterHand: true}}) {
			t.Errorf("alice is told of %+v", got)
		}
		if got := heard[table.Stood](w, alice); len(got) != 1 || got[0].Seat != 1 {
			t.Errorf("alice is told of %+v, want that bob has left", got)
		}
		w.money()
	})
}

func TestStand_AfterTheHandStillHasTheClock(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.must(alice, table.Stand{AfterHand: true})
		w.after(clock - 1)
		if got := heard[tabletest.Moved](w, alice); len(got) != 0 {
			t.Errorf("before her time is up: %+v", got)
		}
		w.after(1)
		if got, want := heard[tabletest.Moved](w, alice), []tabletest.Moved{{Seat: 0, Why: table.ByClock}}; !slices.Equal(got, want) {
			t.Errorf("when it is: %+v, want %+v", got, want)
		}
	})
}

func TestStand_TakenBackKeepsTheSeatForTheNextHand(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, table.Stand{AfterHand: true})
		w.must(alice, table.ComeBack{})
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		w.after(w.cfg.Beat)
		if turn := w.turn(bob); turn.Hand != "tbl-2" || len(heard[table.Stood](w, bob)) != 0 {
			t.Errorf("the turn is %+v, want one of the second hand with both", turn)
		}
	})
}

func TestStand_SentAgainDoesNotHappenTwice(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 2 {
			if err := w.doAs(alice, "again", table.Stand{AfterHand: true}); err != nil {
				t.Fatal(err)
			}
		}
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		if got := heard[table.Leaving](w, bob); len(got) != 1 {
			t.Errorf("bob is told of %+v, want it once", got)
		}
		if err := w.do(alice, table.Stand{}); err == nil {
			t.Error("who has left may leave again")
		}
	})
}
