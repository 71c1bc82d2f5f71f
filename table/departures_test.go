package table_test

import (
	"errors"
	"testing"
	"time"

	"example.com/fullhouse/table"
)

// bring is what an account is told to come back with.
func bring(w *world, account string) table.Chips {
	w.t.Helper()
	return w.view(account).You.Bring
}

func TestReturn_IsOverWhenTheStackIsBack(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.Stand{})
		if got := bring(w, "alice"); got != 100 {
			t.Errorf("after leaving with 100: bring %d", got)
		}
		w.must(alice, table.Sit{BuyIn: 100})
		if got := bring(w, "alice"); got != 0 {
			t.Errorf("at the table again: bring %d, want 0", got)
		}
		w.must(alice, table.Stand{})
		if got := bring(w, "alice"); got != 100 {
			t.Errorf("after leaving again: bring %d, want 100", got)
		}
	})
}

func TestReturn_CountsFromTheLastDeparture(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.Stand{})
		w.after(29 * time.Minute)
		w.must(alice, table.Sit{BuyIn: 100})
		w.must(alice, table.Stand{})
		w.after(29 * time.Minute)
		if err := w.do(alice, table.Sit{BuyIn: 99}); err != (table.BuyInError{Min: 100, Max: 100}) {
			t.Errorf("29 minutes after the second time: %v", err)
		}
	})
}

func TestReturn_OfAStackWithinTheMinimumOrOfNothingImposesNothing(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		zero, one := table.Seat(0), table.Seat(1)
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Sit{Seat: &zero, BuyIn: 40})
		w.must(bob, table.Sit{Seat: &one, BuyIn: 40})
		w.after(w.cfg.Beat)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		loser, seat := alice, 0
		if w.view("alice").Seats[1].Chips < 40 {
			loser, seat = bob, 1
		}
		if got := w.view("looker").Seats[seat].Chips; got != 39 {
			t.Fatalf("the loser has %d, want 39", got)
		}
		w.must(loser, table.Stand{})
		if got := bring(w, loser.Account()); got != 0 {
			t.Errorf("who left with 39 is told to bring %d, want 0", got)
		}
		if err := w.do(loser, table.Sit{BuyIn: 39}); err != (table.BuyInError{Min: 40, Max: 100}) {
			t.Errorf("with 39: %v, want the table's limits", err)
		}
		w.must(loser, table.Sit{BuyIn: 40})
	})
}

func TestReturn_CountsForWhoSatOutForTooLongToo(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.SitOut{})
		w.after(10 * time.Minute)
		if err := w.do(alice, table.Sit{BuyIn: 40}); err != (table.BuyInError{Min: 100, Max: 100}) {
			t.Errorf("freed with 100, back with 40: %v, want 100 to 100", err)
		}
	})
}

func TestReturn_CountsForWhoLeftAfterTheHandToo(t *testing.T) {
	for _, after := range []bool{false, true} {
		inWorld(t, housekeeping, func(t *testing.T, w *world) {
			alice, bob := w.deal()
			w.must(bob, table.Stand{AfterHand: after})
			w.must(alice, w.pass(alice))
			if after {
				w.must(bob, w.pass(bob))
			}
			if got := bring(w, "bob"); got != 99 && got != 101 {
				t.Errorf("after_hand %v: bring %d, want the stack at the end of the hand", after, got)
			}
		})
	}
}

func TestReturn_RestsWithTheAccountAndTheTable(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		zero := table.Seat(0)
		alice, bob := w.seat("alice", 0), w.join("bob")
		w.must(alice, table.Stand{})
		w.must(bob, table.Sit{Seat: &zero, BuyIn: 40}) // the seat owes nothing
		if err := w.do(alice, table.Sit{BuyIn: 40}); err != (table.BuyInError{Min: 100, Max: 100}) {
			t.Errorf("alice elsewhere at the table: %v, want 100 to 100", err)
		}
	})
}

func TestReturn_ImposesNothingWhereNobodyIsAskedTo(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.must(alice, table.Stand{})
		w.must(alice, table.Sit{BuyIn: 40})
	})
}

func TestReturn_HoldsAlsoThroughARebuildInMidHand(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		w.deal()
		w.must(w.seat("carol", 2), table.Stand{})
		w.reopen()
		carol := w.join("carol")
		if err := w.do(carol, table.Sit{BuyIn: 40}); !errors.As(err, new(table.BuyInError)) {
			t.Errorf("carol's 40 after a restart: %v, want a refusal", err)
		}
	})
}
