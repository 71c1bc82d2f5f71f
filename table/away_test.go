package table_test

import (
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// patient deals a lost player in for half a minute.
func patient(c *table.Config) { c.Away = 30 * time.Second }

func presence(w *world, p *tabletest.Player) (got table.Presence) {
	w.t.Helper()
	m, ok := p.Last("presence")
	if !ok {
		w.t.Fatalf("%s heard nothing of a connection", p.Name())
	}
	m.Decode(&got)
	return got
}

func TestAway_ALostPlayerSitsOutWhenTheReconnectBudgetIsSpent(t *testing.T) {
	inWorld(t, patient, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		w.table.Leave(alice)
		w.after(0)
		if got, want := presence(w, bob), (table.Presence{Type: "presence", Away: true, MSLeft: 30_000}); got != want {
			t.Errorf("told %+v, want %+v", got, want)
		}
		w.after(10 * time.Second)
		if got := w.view("bob").Seats[0]; !got.Away || got.AwayMS != 20_000 {
			t.Errorf("the seat is %+v, want 20 s of being away left", got)
		}
		w.after(20*time.Second - time.Millisecond)
		if _, out := bob.Last("sat_out"); out {
			t.Fatal("sat out too early")
		}
		w.after(time.Millisecond)
		var out table.SatOut
		m, _ := bob.Last("sat_out")
		m.Decode(&out)
		if want := (table.SatOut{Seat: 0, Why: "away"}); out != want {
			t.Errorf("sat out: %+v, want %+v", out, want)
		}
		w.rejoin(alice, 0)
		if got := w.view("alice").Seats[0]; got.Chips == 0 || got.Away || !got.SittingOut {
			t.Errorf("back at the table the seat is %+v, want its chips, sitting out", got)
		}
		w.must(alice, table.ComeBack{})
	})
}

func TestAway_ComingBackInTimeKeepsTheSeatInPlay(t *testing.T) {
	inWorld(t, patient, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 3 { // each loss has the whole budget
			w.table.Leave(alice)
			w.after(29 * time.Second)
			w.rejoin(alice, 0)
			if got, want := presence(w, bob), (table.Presence{Type: "presence"}); got != want {
				t.Errorf("told %+v, want %+v", got, want)
			}
			if turn := w.view("alice").Turn; turn != nil && turn.Seat == 0 {
				w.must(alice, w.pass(alice))
			}
			w.after(time.Minute)
		}
		if _, out := bob.Last("sat_out"); out {
			var so table.SatOut
			m, _ := bob.Last("sat_out")
			m.Decode(&so)
			if so.Why == "away" {
				t.Error("sat out although the connection came back in time")
			}
		}
	})
}

func TestAway_ATurnIsPlayedAtOnceWhenTheBudgetIsSpent(t *testing.T) {
	longer := func(c *table.Config) {
		patient(c)
		c.Settings.BankMS = 5 * 60_000
	}
	inWorld(t, longer, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.table.Leave(alice)
		w.after(30*time.Second - time.Millisecond)
		if _, moved := bob.Last("moved"); moved {
			t.Fatal("played while she may come back and has time in the bank")
		}
		w.after(time.Millisecond)
		var moved tabletest.Moved
		m, _ := bob.Last("moved")
		m.Decode(&moved)
		if want := (tabletest.Moved{Seat: 0, Why: table.ByAway}); moved != want {
			t.Errorf("moved: %+v, want %+v", moved, want)
		}
	})
}

func TestAway_ARestartGivesEveryoneTheWholeBudget(t *testing.T) {
	inWorld(t, patient, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.table.Leave(alice)
		w.after(29 * time.Second)
		w.reopen()
		w.after(10 * time.Second)
		for _, s := range w.view("looker").Seats {
			if !s.Away || s.AwayMS != 20_000 || s.SittingOut {
				t.Errorf("ten seconds after a restart seat %d is %+v, want 20 s left", s.Seat, s)
			}
		}
	})
}

func TestAway_NobodyIsWaitedForWhereTurnsAreNotTimed(t *testing.T) {
	untimed := func(c *table.Config) {
		patient(c)
		c.Settings.NoClock, c.Turn = true, time.Hour
	}
	inWorld(t, untimed, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.table.Leave(alice)
		w.after(30 * time.Second)
		if _, moved := bob.Last("moved"); !moved {
			t.Error("the hand waits for somebody who is gone")
		}
	})
}
