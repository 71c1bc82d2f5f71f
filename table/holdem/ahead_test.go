package holdem_test

import (
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// beginHand seats three players at a real table and waits for their first hand: seat 0 speaks first, seat 2 has the big blind.
func beginHand(t *testing.T) *cardroom {
	t.Helper()
	r := openCardroom(t)
	r.sit(true, 0, 1, 2)
	time.Sleep(time.Second)
	synctest.Wait()
	if turn := r.turn(); turn.Seat != 0 || turn.Hand != "room-1" {
		t.Fatalf("turn = %+v, want seat 0's in the first hand", turn)
	}
	return r
}

// turn is the running one, as everybody hears of it.
func (r *cardroom) turn() (turn table.TurnStarted) {
	r.t.Helper()
	m, ok := r.people[0].Last("turn")
	if !ok {
		r.t.Fatal("no turn has begun")
	}
	m.Decode(&turn)
	return turn
}

func (r *cardroom) move(move string) {
	r.t.Helper()
	turn := r.turn()
	r.do(turn.Seat, table.Act{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price, Move: json.RawMessage(move)})
}

func (r *cardroom) plan(seat table.Seat, price table.Chips, do, street string) {
	r.t.Helper()
	r.do(seat, table.Plan{Hand: r.turn().Hand, Price: price, Move: chosen(do, street)})
}

// has checks what a seat was last told of its plan.
func (r *cardroom) has(seat table.Seat, plan bool, why string) {
	r.t.Helper()
	var got table.Planned
	if m, ok := r.people[seat].Last("planned"); ok {
		m.Decode(&got)
	}
	if (got.Plan != nil) != plan || got.Why != why {
		r.t.Errorf("seat %d was told %+v, want a plan: %t, reason %q", seat, got, plan, why)
	}
}

// acted is the last move.
func (r *cardroom) acted() (e holdem.Acted) {
	r.t.Helper()
	m, _ := r.people[0].Last("acted")
	m.Decode(&e)
	return e
}

func TestTable_ClearsAPlanWhenThePriceOrTheStreetChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := beginHand(t)
		r.plan(1, 50, "call", "preflop")
		r.plan(2, 0, "check_fold", "preflop")
		r.has(1, true, "")
		r.move(`{"do":"raise","to":300}`)
		r.has(1, false, "changed") // it would have cost 250
		r.has(2, true, "")         // whatever it costs
		r.move(`{"do":"call"}`)
		time.Sleep(299 * time.Millisecond)
		synctest.Wait()
		if got := r.acted(); got.Seat != 1 {
			t.Errorf("299 ms after the turn has begun: %+v", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if got := r.acted(); got.Seat != 2 || got.Do != holdem.Fold || got.Why != table.ByPlan {
			t.Errorf("acted: %+v, want that seat 2 folds as planned", got)
		}
		r.plan(0, 0, "call_any", "flop")
		r.move(`{"do":"bet","to":100}`)
		r.has(0, true, "")
		time.Sleep(300 * time.Millisecond)
		synctest.Wait()
		if got := r.acted(); got.Seat != 0 || got.Do != holdem.Call || got.Amount != 100 || got.Why != table.ByPlan {
			t.Errorf("acted: %+v, want that seat 0 calls 100 as planned", got)
		}
		r.has(0, false, "")
		r.plan(0, 0, "check", "turn")
		r.move(`{"do":"check"}`)
		time.Sleep(300 * time.Millisecond)
		synctest.Wait() // seat 0 has checked as planned, and the river is there
		r.plan(0, 0, "check", "river")
		r.move(`{"do":"fold"}`)
		r.has(0, false, "changed")
		r.stop()
	})
}

func TestTable_ClearsAPlanOfWhoHasPlayedWhenTheNextStreetComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := beginHand(t)
		r.move(`{"do":"call"}`)
		r.plan(0, 0, "call_any", "preflop") // should somebody raise
		r.move(`{"do":"call"}`)
		r.has(0, true, "")
		r.move(`{"do":"check"}`)
		r.has(0, false, "changed")
		r.stop()
	})
}

func TestTable_TellsTheSameOfWhatWasShownAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := beginHand(t)
		r.move(`{"do":"fold"}`)
		r.move(`{"do":"fold"}`)
		r.do(0, table.SitOut{}) // too few are left for another hand when the table comes back
		r.do(1, table.SitOut{})
		r.do(2, table.After{Hand: "room-1", Move: json.RawMessage(showBoth)})
		shown, ok := r.people[0].Last("showed")
		if !ok {
			t.Fatal("nobody is told what was shown")
		}
		chips := r.log.Sum()
		r.stop()
		r.reopen()
		again := tabletest.NewPlayer("p0")
		if err := r.table.Join(again, shown.Seq-1); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, _ := again.Last("showed"); got.Raw != shown.Raw {
			t.Errorf("after a restart the event is\n%s\nand was\n%s", got.Raw, shown.Raw)
		}
		if r.log.Sum() != chips {
			t.Error("chips have moved")
		}
		if err := r.table.Do(r.people[2], "late", table.After{Hand: "room-1", Move: json.RawMessage(showBoth)}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if answers := r.people[2].Answers(); !slices.Contains(answers, tabletest.Answer{ID: "late", Err: table.ErrTooLate}) {
			t.Errorf("showing again after a restart: %v, want %v", answers, table.ErrTooLate)
		}
		r.stop()
	})
}
