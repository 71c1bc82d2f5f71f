package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// over reports whether the table's goroutine has ended.
func (w *world) over() bool {
	synctest.Wait()
	select {
	case <-w.table.Done():
		return true
	default:
		return false
	}
}

func TestFinish_PlaysTheRunningHandToItsEndAndDealsNoOther(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.table.Finish()
		if w.over() {
			t.Fatal("ended in mid-hand")
		}
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		if !w.over() || alice.Ended() != "" {
			t.Errorf("after the hand: ended %v, alice heard %q; want the end and no word", w.over(), alice.Ended())
		}
		log := w.log.All("tbl")
		if last := log[len(log)-1].Kind; last != table.KindCheckpoint {
			t.Errorf("the log ends with %q, want the end of the hand", last)
		}
	})
}

func TestFinish_LeavesAHandThatNobodyLooksAtToTheLog(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.table.Leave(alice)
		w.table.Leave(bob)
		w.table.Finish()
		if !w.over() {
			t.Error("a table without a connection waits for its players")
		}
	})
}

func TestFinish_EndsBetweenHandsAtOnce(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.seat("alice", 0)
		w.table.Finish()
		if !w.over() {
			t.Error("a table without a hand goes on")
		}
	})
}

func TestFinish_WaitsForTheAppendUnderWay(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.log.Behave(hold)
		if got := w.do(alice, table.SitOut{}); got != errPending {
			t.Fatalf("sit out: %v, want no answer yet", got)
		}
		w.table.Finish()
		if w.over() {
			t.Fatal("ended with an append under way")
		}
		w.log.Release()
		if got := alice.Answers(); !w.over() || got[len(got)-1].Err != nil {
			t.Errorf("ended %v, alice heard %v; want the end after the answer", w.over(), got)
		}
	})
}

func TestClock_ASlowAppendIsSaidAndItsTimeGivenBack(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.join("carol")
		w.after(5 * time.Second)
		w.log.Behave(hold)
		two := table.Seat(2)
		if got := w.do(carol, table.Sit{Seat: &two, BuyIn: 100}); got != errPending {
			t.Fatalf("sit: %v, want no answer yet", got)
		}
		w.after(time.Second - time.Millisecond)
		if m, ok := bob.Last("frozen"); ok {
			t.Fatalf("said before a second was over: %s", m.Raw)
		}
		w.after(time.Millisecond)
		if got, want := frozen(t, bob), (table.Frozen{Type: "frozen", Frozen: true, MSLeft: 10_000}); got != want {
			t.Errorf("after a second: %+v, want %+v", got, want)
		}
		w.after(30 * time.Second)
		if v := w.view("dave"); !v.Frozen || v.Turn == nil || v.Turn.MSLeft != 10_000 {
			t.Errorf("a newcomer sees frozen %v, turn %+v; want frozen with 10 s left", v.Frozen, v.Turn)
		}
		w.log.Behave(nil)
		w.log.Release()
		synctest.Wait()
		if got, want := frozen(t, alice), (table.Frozen{Type: "frozen", MSLeft: 9_900}); got != want { // a usual append holds no clock
			t.Errorf("after the answer: %+v, want %+v", got, want)
		}
	})
}

// frozen is the last that a player was told of the clock standing still.
func frozen(t *testing.T, p *tabletest.Player) (f table.Frozen) {
	t.Helper()
	m, ok := p.Last("frozen")
	if !ok {
		t.Fatalf("%s was told nothing of the clock", p.Name())
	}
	m.Decode(&f)
	return f
}
