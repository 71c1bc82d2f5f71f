package table_test

import (
	"errors"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// banked gives everyone a time bank of 20 s, which each hand refills by two.
func banked(c *table.Config) { c.Settings.BankMS, c.Settings.RefillMS = 20_000, 2_000 }

// bankOf is what a seat's time bank holds.
func bankOf(w *world, at table.Seat) time.Duration {
	w.t.Helper()
	for _, s := range w.view("looker").Seats {
		if s.Seat == at {
			return time.Duration(s.BankMS) * time.Millisecond
		}
	}
	w.t.Fatalf("nobody sits at %d", at)
	return 0
}

// banking is the last word of a time bank that a player was told.
func banking(w *world, p *tabletest.Player) (b table.Banking) {
	w.t.Helper()
	m, ok := p.Last("banking")
	if !ok {
		w.t.Fatalf("%s heard of no time bank", p.Name())
	}
	m.Decode(&b)
	return b
}

func TestBank_IsDrawnWhenTheClockHasRunOut(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		if turn := w.turn(bob); turn.BankMS != 20_000 || turn.ClockMS != clock.Milliseconds() {
			t.Errorf("the turn has %d ms and a bank of %d, want %v and 20 s", turn.ClockMS, turn.BankMS, clock)
		}
		w.after(clock)
		if _, moved := bob.Last("moved"); moved {
			t.Fatal("the clock played while there was time in the bank")
		}
		if got, want := banking(w, bob), (table.Banking{Type: "banking", Hand: "tbl-1", Turn: 1, MSLeft: 20_000}); got != want {
			t.Errorf("told %+v, want %+v", got, want)
		}
		w.after(7 * time.Second)
		w.must(alice, w.pass(alice))
		if got, want := bankOf(w, 0), 13*time.Second; got != want {
			t.Errorf("after seven seconds of it the bank holds %v, want %v", got, want)
		}
	})
}

func TestBank_RunsOutAndThenTheClockPlays(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		_, bob := w.deal()
		w.after(clock + 20*time.Second - time.Millisecond)
		if _, moved := bob.Last("moved"); moved {
			t.Fatal("the clock played before the bank was empty")
		}
		w.after(time.Millisecond)
		if _, moved := bob.Last("moved"); !moved {
			t.Fatal("the turn went on with an empty bank")
		}
		if got := bankOf(w, 0); got != 0 {
			t.Errorf("the bank holds %v, want nothing", got)
		}
	})
}

func TestBank_IsRefilledByEachHandAndNeverBeyondItsMost(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.after(clock + 7*time.Second)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		w.after(w.cfg.Beat)
		if got, want := bankOf(w, 0), 15*time.Second; got != want {
			t.Errorf("the next hand has made it %v, want %v", got, want)
		}
		if got, want := bankOf(w, 1), 20*time.Second; got != want {
			t.Errorf("a full one has become %v, want %v", got, want)
		}
	})
}

func TestBank_GivesFifteenSecondsByHandAndTakesOnlyWhatWasUsed(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		turn := w.turn(alice)
		draw := table.Bank{Hand: turn.Hand, Turn: turn.Turn}
		w.after(5 * time.Second)
		w.must(alice, draw)
		if got := banking(w, bob); got.MSLeft != 25_000 || got.BankMS != 5_000 {
			t.Errorf("told %+v, want 25 s left and 5 s in the bank", got)
		}
		w.must(alice, draw) // the rest
		if got := banking(w, bob); got.MSLeft != 30_000 || got.BankMS != 0 {
			t.Errorf("told %+v, want 30 s left and nothing in the bank", got)
		}
		if err := w.do(alice, draw); !errors.Is(err, table.ErrNoBank) {
			t.Errorf("a third time: %v, want %v", err, table.ErrNoBank)
		}
		w.after(9 * time.Second) // a second before the action clock's end
		w.must(alice, w.pass(alice))
		if got, want := bankOf(w, 0), 20*time.Second; got != want {
			t.Errorf("the bank holds %v, want all of %v: none was used", got, want)
		}
	})
}

func TestBank_IsRefusedToOthersAndForAnotherTurn(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		turn := w.turn(alice)
		for name, c := range map[string]struct {
			by   *tabletest.Player
			cmd  table.Bank
			want error
		}{
			"another's turn": {bob, table.Bank{Hand: turn.Hand, Turn: turn.Turn}, table.ErrNotYourTurn},
			"another hand":   {alice, table.Bank{Hand: "tbl-7", Turn: turn.Turn}, table.ErrStaleAction},
			"a later turn":   {alice, table.Bank{Hand: turn.Hand, Turn: turn.Turn + 1}, table.ErrStaleAction},
			"a watcher":      {w.join("carol"), table.Bank{Hand: turn.Hand, Turn: turn.Turn}, table.ErrNotSeated},
		} {
			if err := w.do(c.by, c.cmd); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
	})
}

func TestBank_IsKeptByWhoDrawsAloneUntilTheConnectionIsLost(t *testing.T) {
	for _, lost := range []bool{false, true} {
		inWorld(t, banked, func(t *testing.T, w *world) {
			alice, bob := w.deal()
			w.must(alice, table.AutoBank{On: false})
			if v := w.view("alice"); v.You.AutoBank {
				t.Error("alice's view says that it is drawn by itself")
			}
			if lost {
				w.table.Leave(alice)
			}
			w.after(clock)
			if _, moved := bob.Last("moved"); moved == lost {
				t.Errorf("with the connection lost = %v the clock has played = %v", lost, moved)
			}
		})
	}
}

func TestBank_SurvivesARestartAsItWasWhenTheTurnBegan(t *testing.T) {
	inWorld(t, banked, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.after(clock + 7*time.Second)
		w.must(alice, w.pass(alice))
		w.must(bob, table.AutoBank{On: false})
		w.after(clock / 2)
		w.reopen()
		v := w.view("bob")
		if v.Turn == nil || v.Turn.MSLeft != clock.Milliseconds() || v.Turn.BankMS != 20_000 || v.You.AutoBank {
			t.Errorf("bob's turn is %+v with auto bank %v, want a fresh clock, 20 s and false", v.Turn, v.You.AutoBank)
		}
		if got, want := bankOf(w, 0), 13*time.Second; got != want {
			t.Errorf("alice's bank holds %v, want %v", got, want)
		}
	})
}

func TestNoClock_TimesATurnOnlyByItsLimit(t *testing.T) {
	untimed := func(c *table.Config) {
		banked(c)
		c.Settings.NoClock, c.Turn = true, 10*time.Minute
	}
	inWorld(t, untimed, func(t *testing.T, w *world) {
		_, bob := w.deal()
		if turn := w.turn(bob); turn.ClockMS != 0 || turn.MSLeft != 0 || turn.BankMS != 0 {
			t.Errorf("the turn shows a clock: %+v", turn)
		}
		w.after(10*time.Minute - time.Millisecond)
		if _, moved := bob.Last("moved"); moved {
			t.Fatal("the clock played")
		}
		w.after(time.Millisecond)
		if _, moved := bob.Last("moved"); !moved {
			t.Error("the turn hangs")
		}
	})
}
