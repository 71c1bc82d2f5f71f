package table_test

import (
	"errors"
	"testing"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// ahead is a pass in advance in the running hand.
func ahead(w *world, p *tabletest.Player) table.Plan {
	return table.Plan{Hand: w.turn(p).Hand, Move: tabletest.Pass}
}

// told is what a player was last told of its plan.
func told(w *world, p *tabletest.Player) (m table.Planned) {
	w.t.Helper()
	got, ok := p.Last("planned")
	if !ok {
		w.t.Fatalf("%s was told of no plan", p.Name())
	}
	got.Decode(&m)
	return m
}

func TestPlan_IsPlayedShortlyAfterItsTurnHasBegun(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		if got := told(w, bob); got.Plan == nil || got.Plan.Hand != "tbl-1" || string(got.Plan.Move) != string(tabletest.Pass) {
			t.Errorf("bob is told %+v, want his plan", got)
		}
		if _, ok := alice.Last("planned"); ok {
			t.Error("alice knows that bob has a plan")
		}
		w.must(alice, w.pass(alice))
		w.after(300*time.Millisecond - time.Millisecond)
		if m, _ := bob.Last("moved"); m.Seq == 0 || moveOf(m).Seat == 1 {
			t.Fatal("bob's plan was played before it could be taken back")
		}
		w.after(time.Millisecond)
		m, _ := alice.Last("moved")
		if got, want := moveOf(m), (tabletest.Moved{Seat: 1, Why: table.ByPlan}); got != want {
			t.Errorf("moved: %+v, want %+v", got, want)
		}
	})
}

func moveOf(m tabletest.Message) (moved tabletest.Moved) {
	m.Decode(&moved)
	return moved
}

func TestPlan_CanBeTakenBackUntilItIsPlayed(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		w.must(alice, w.pass(alice))
		w.after(200 * time.Millisecond)
		w.must(bob, table.Unplan{})
		if got := told(w, bob); got.Plan != nil || got.Why != "" {
			t.Errorf("bob is told %+v, want no plan", got)
		}
		w.after(time.Second)
		if m, _ := bob.Last("moved"); moveOf(m).Seat == 1 {
			t.Error("a plan that was taken back was played")
		}
		w.must(bob, w.pass(bob))
	})
}

func TestPlan_GivesWayToAMoveByHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		w.must(alice, w.pass(alice))
		act := w.pass(bob)
		act.Move = tabletest.DropOut
		w.must(bob, act)
		m, _ := bob.Last("moved")
		if got, want := moveOf(m), (tabletest.Moved{Seat: 1, Fold: true}); got != want {
			t.Errorf("moved: %+v, want %+v", got, want)
		}
		w.after(w.cfg.Beat + time.Second) // the next hand: the plan was for the last
		if m, _ := bob.Last("moved"); moveOf(m).Why == table.ByPlan {
			t.Error("the plan was played in another hand")
		}
	})
}

func TestPlan_IsRefusedWhenItMeansNothingNow(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.seat("carol", 2)
		good := ahead(w, bob)
		for name, c := range map[string]struct {
			by   *tabletest.Player
			edit func(*table.Plan)
		}{
			"another hand":      {bob, func(p *table.Plan) { p.Hand = "tbl-2" }},
			"another price":     {bob, func(p *table.Plan) { p.Price = 1 }},
			"no move":           {bob, func(p *table.Plan) { p.Move = []byte(`"castle"`) }},
			"on turn":           {alice, func(*table.Plan) {}},
			"not in this hand":  {carol, func(*table.Plan) {}},
			"without any money": {bob, func(p *table.Plan) { p.Price = -1 }},
		} {
			cmd := good
			c.edit(&cmd)
			if err := w.do(c.by, cmd); !errors.Is(err, table.ErrStaleAction) {
				t.Errorf("%s: %v, want %v", name, err, table.ErrStaleAction)
			}
		}
		w.must(bob, good)
	})
}

func TestPlan_IsShownToItsPlayerAloneAfterComingBack(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		if v := w.view("bob"); v.You.Plan == nil {
			t.Error("bob's snapshot has no plan")
		}
		if v := w.view("alice"); v.You.Plan != nil {
			t.Error("alice's snapshot has bob's plan")
		}
		again := tabletest.NewPlayer("bob")
		w.rejoin(again, 1)
		m, _ := again.Last("synced")
		var synced table.Synced
		m.Decode(&synced)
		if synced.Plan == nil {
			t.Error("bob resumes without his plan")
		}
		w.must(alice, table.Stand{}) // which passes at once
		w.after(time.Second)
		if m, _ := alice.Last("moved"); moveOf(m).Why != table.ByPlan {
			t.Errorf("moved: %+v, want bob's plan", moveOf(m))
		}
	})
}

func TestPlan_CountsAsTheTurnOfWhoIsThere(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 3 { // bob misses every other turn
			w.must(alice, w.pass(alice))
			w.after(clock)
			w.after(w.cfg.Beat)
			w.must(bob, ahead(w, bob))
			w.must(alice, w.pass(alice))
			w.after(time.Second)
			w.after(w.cfg.Beat)
		}
		if _, out := alice.Last("sat_out"); out {
			t.Error("bob sits out although he never missed two turns in a row")
		}
	})
}

// slowly has whatever becomes durable from now on held back until the log is released.
func slowly(w *world) {
	w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Write: true, Hold: true} })
}

func TestPlan_GivesWayToWhatItsPlayerSentWhileSomethingElseWasMadeDurable(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		dropping := ahead(w, bob)
		dropping.Move = tabletest.DropOut
		w.must(bob, dropping)
		w.must(alice, w.pass(alice))
		slowly(w)
		if err := w.do(alice, table.Wish{Wish: tabletest.WishDouble, On: true}); err != errPending {
			t.Fatalf("alice's wish: %v, want it on its way", err)
		}
		w.after(100 * time.Millisecond)
		if err := w.do(bob, w.pass(bob)); err != errPending {
			t.Fatalf("bob's move: %v, want it to wait", err)
		}
		w.after(400 * time.Millisecond) // his plan is due by now
		w.log.Behave(nil)
		w.log.Release()
		w.after(0)
		m, _ := bob.Last("moved")
		if got, want := moveOf(m), (tabletest.Moved{Seat: 1}); got != want {
			t.Errorf("moved: %+v, want %+v", got, want)
		}
	})
}

func TestPlan_CanBeTakenBackWhileSomethingElseIsMadeDurable(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		w.must(alice, w.pass(alice))
		slowly(w)
		_ = w.do(alice, table.Wish{Wish: tabletest.WishDouble, On: true})
		w.after(100 * time.Millisecond)
		_ = w.do(bob, table.Unplan{})
		w.after(400 * time.Millisecond)
		w.log.Behave(nil)
		w.log.Release()
		w.after(time.Second)
		if m, _ := bob.Last("moved"); moveOf(m).Seat == 1 {
			t.Errorf("moved: %+v, although the plan was taken back in time", moveOf(m))
		}
		w.must(bob, w.pass(bob))
	})
}

func TestPlan_ThatWasPlayedIsToldToBeGoneAndNotToHaveChanged(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		w.must(alice, w.pass(alice))
		w.after(300 * time.Millisecond)
		if got := told(w, bob); got.Plan != nil || got.Why != "" {
			t.Errorf("bob is told %+v, want no plan and no reason", got)
		}
	})
}

func TestPlan_IsForgottenWithItsHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.seat("alice", 0)
		bob := w.seat("bob", 1)
		carol := w.seat("carol", 2)
		w.after(w.cfg.Beat)
		w.must(carol, ahead(w, carol))
		w.must(carol, table.Stand{})
		if got := told(w, carol); got.Plan != nil || got.Why != "changed" {
			t.Errorf("carol, who has left, is told %+v; want that the plan is gone", got)
		}
		if err := w.do(carol, ahead(w, carol)); !errors.Is(err, table.ErrStaleAction) {
			t.Errorf("a plan of who has left: %v, want %v", err, table.ErrStaleAction)
		}
		w.must(bob, ahead(w, bob))
	})
}

func TestPlan_IsForgottenByARestartAndByAFault(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(bob, ahead(w, bob))
		w.clumsyAt(1)
		_ = w.do(alice, w.pass(alice)) // which the table fails to tell
		w.after(2 * time.Second)
		if v := w.view("bob"); v.You.Plan != nil || v.Turn == nil || v.Turn.Seat != 1 {
			t.Errorf("after a fault bob's plan is %+v and the turn %+v; want no plan, and his turn", v.You.Plan, v.Turn)
		}
		w.must(bob, w.pass(bob))
		w.after(w.cfg.Beat)
		w.must(bob, ahead(w, bob))
		w.reopen()
		if v := w.view("bob"); v.You.Plan != nil {
			t.Errorf("after a restart bob's plan is %+v, want none", v.You.Plan)
		}
	})
}
