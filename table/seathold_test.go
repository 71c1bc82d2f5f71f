package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// holds are the messages about held seats that a player got, oldest first.
func holds(p *tabletest.Player) (all []table.Held) {
	for _, m := range p.Messages() {
		if m.Type == "held" {
			var h table.Held
			m.Decode(&h)
			all = append(all, h)
		}
	}
	return all
}

func TestHold_MovesWithItsAccountAndEveryoneHearsBoth(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Hold{Seat: 2})
		w.after(15 * time.Second)
		w.must(alice, table.Hold{Seat: 3})
		want := []table.Held{
			{Type: "held", Seat: 2, Name: "alice", MSLeft: 20_000},
			{Type: "held", Seat: 2, Name: "alice"},
			{Type: "held", Seat: 3, Name: "alice", MSLeft: 20_000},
		}
		if got := holds(bob); !slices.Equal(got, want) {
			t.Errorf("bob is told %+v, want %+v", got, want)
		}
		w.must(bob, table.Hold{Seat: 2})
	})
}

func TestHold_OfTheSameSeatAgainStartsItsTimeAnew(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		w.must(alice, table.Hold{Seat: 2})
		w.after(15 * time.Second)
		w.must(alice, table.Hold{Seat: 2})
		w.after(20*time.Second - time.Millisecond)
		if err := w.do(bob, table.Hold{Seat: 2}); !errors.Is(err, table.ErrSeatTaken) {
			t.Errorf("a millisecond before the end: %v, want %v", err, table.ErrSeatTaken)
		}
		w.after(time.Millisecond)
		w.must(bob, table.Hold{Seat: 2})
		for _, h := range holds(bob) {
			if h.MSLeft == 0 && h.Name != "alice" {
				t.Errorf("bob is told %+v", h)
			}
		}
	})
}

func TestHold_StaysAsLongAsItsAccountHasAConnection(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		phone, laptop, bob := w.join("alice"), w.join("alice"), w.join("bob")
		w.must(phone, table.Hold{Seat: 0})
		w.table.Leave(phone)
		w.after(0)
		if err := w.do(bob, table.Hold{Seat: 0}); !errors.Is(err, table.ErrSeatTaken) {
			t.Errorf("while alice is there on a second device: %v, want %v", err, table.ErrSeatTaken)
		}
		w.table.Leave(laptop)
		w.after(0)
		w.must(bob, table.Hold{Seat: 0})
	})
}

func TestHold_OutlastsASitThatWasRefused(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.join("alice")
		w.must(alice, table.Hold{Seat: 4})
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: table.ErrNotEnoughChips} })
		if err := w.do(alice, table.Sit{BuyIn: 50}); !errors.Is(err, table.ErrNotEnoughChips) {
			t.Fatalf("with an empty wallet: %v", err)
		}
		w.log.Behave(nil)
		if err := w.do(alice, table.Sit{BuyIn: 1}); err != (table.BuyInError{Min: 40, Max: 100}) {
			t.Fatalf("with one chip: %v", err)
		}
		if v := w.view("bob"); len(v.Held) != 1 || v.Held[0].Seat != 4 {
			t.Errorf("held are %+v, want seat 4", v.Held)
		}
		w.must(alice, table.Sit{BuyIn: 50})
		if v := w.view("alice"); v.You.Seat != 4 {
			t.Errorf("alice sits at %d, want at the seat that was held", v.You.Seat)
		}
	})
}

func TestHold_EndsWhenItsAccountSitsElsewhere(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		five := table.Seat(5)
		w.must(alice, table.Hold{Seat: 4})
		w.must(alice, table.Sit{Seat: &five, BuyIn: 50})
		if got, want := heldMessage(w, bob), (table.Held{Type: "held", Seat: 4, Name: "alice"}); got != want {
			t.Errorf("bob is told %+v, want %+v", got, want)
		}
		four := table.Seat(4)
		w.must(bob, table.Sit{Seat: &four, BuyIn: 50})
	})
}

func TestHold_IsToldToWhoResumes(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		w.seat("alice", 0)
		bob, carol := w.join("bob"), w.join("carol")
		w.must(bob, table.Hold{Seat: 3})
		w.after(4 * time.Second)
		w.rejoin(carol, 1)
		var synced table.Synced
		m, ok := carol.Last("synced")
		if !ok {
			t.Fatal("carol did not resume")
		}
		m.Decode(&synced)
		if want := []table.HeldSeat{{Seat: 3, Name: "bob", MSLeft: 16_000}}; !slices.Equal(synced.Held, want) {
			t.Errorf("synced has %+v, want %+v", synced.Held, want)
		}
	})
}

func TestHold_IsInNoLog(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		alice := w.join("alice")
		w.must(alice, table.Hold{Seat: 0})
		if log := w.log.All(w.cfg.ID); len(log) != 0 {
			t.Errorf("the log has %d records, want none", len(log))
		}
		w.reopen()
		if v := w.view("bob"); len(v.Held) != 0 {
			t.Errorf("after a restart %+v is held", v.Held)
		}
		w.must(w.join("bob"), table.Hold{Seat: 0})
	})
}

func TestHold_IsForThoseWhoMaySit(t *testing.T) {
	inWorld(t, housekeeping, func(t *testing.T, w *world) {
		guest := tabletest.NewWatcher("guest")
		w.rejoin(guest, 0)
		if err := w.do(guest, table.Hold{Seat: 0}); !errors.Is(err, table.ErrForbidden) {
			t.Errorf("who may only watch: %v, want %v", err, table.ErrForbidden)
		}
	})
}

func TestHold_NeverKeepsABotOrAHandWaiting(t *testing.T) {
	bots := func(c *table.Config) {
		housekeeping(c)
		c.Settings.Seats, c.Settings.Bots, c.Settings.BotLevel = 3, 1, "calling"
	}
	inWorld(t, bots, func(t *testing.T, w *world) {
		alice, bob := w.join("alice"), w.join("bob")
		if err := w.do(alice, table.Hold{Seat: botSeat(w)}); !errors.Is(err, table.ErrSeatTaken) {
			t.Errorf("the bot's seat: %v, want %v", err, table.ErrSeatTaken)
		}
		w.must(alice, table.Sit{BuyIn: 50})
		for i := range table.Seat(3) {
			if w.do(bob, table.Hold{Seat: i}) == nil {
				break
			}
		}
		w.after(2 * w.cfg.Beat)
		if v := w.view("carol"); len(v.Held) != 1 || v.Hand == nil {
			t.Errorf("held is %+v and the hand is %v, want a held seat and a hand", v.Held, v.Hand)
		}
	})
}

// botSeat is where the bot sits.
func botSeat(w *world) table.Seat {
	w.t.Helper()
	for _, s := range w.view("looker").Seats {
		if s.Bot != "" {
			return s.Seat
		}
	}
	w.t.Fatal("no bot sits here")
	return table.NoSeat
}
