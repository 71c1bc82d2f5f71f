package table_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// clumsy is a player whose connection panics when it is given something, as often as it says.
type clumsy struct {
	*tabletest.Player
	panics int
}

func (c *clumsy) Deliver(messages ...[]byte) {
	if c.panics > 0 {
		c.panics--
		panic("a fault in the connection")
	}
	c.Player.Deliver(messages...)
}

// clumsyAt brings a watcher to the table whose connection will panic.
func (w *world) clumsyAt(panics int) *clumsy {
	w.t.Helper()
	c := &clumsy{Player: tabletest.NewPlayer("carol")}
	if err := w.table.Join(c, 0); err != nil {
		w.t.Fatal(err)
	}
	synctest.Wait()
	c.panics = panics
	return c
}

func TestFault_AMoveThatWasDurableStandsWhenItsBroadcastPanics(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.clumsyAt(1)
		seen := len(bob.Messages())
		if got := w.do(alice, w.pass(alice)); got != errPending {
			t.Errorf("alice heard %v, want nothing: the table failed before it could tell her", got)
		}
		w.after(time.Second) // the look at the log
		var snapshots int
		for _, m := range bob.Since(seen) {
			if m.Type == "snapshot" {
				snapshots++
			}
		}
		if v := w.view("dave"); snapshots != 1 || v.Turn == nil || v.Turn.Seat != 1 || v.Turn.MSLeft != clock.Milliseconds() || v.Frozen {
			t.Errorf("bob got %d snapshots, the turn is %+v, frozen %v; want one, and bob's with all his time", snapshots, v.Turn, v.Frozen)
		}
		if err := w.doAs(alice, fmt.Sprintf("c%d", w.commands), table.Act{}); err != nil {
			t.Errorf("alice's move sent again: %v, want that it has taken effect", err)
		}
		w.must(bob, w.pass(bob))
		w.money()
	})
}

func TestFault_WithAnAppendUnderWayTheLogDecidesWhatBecameOfIt(t *testing.T) {
	for _, written := range []bool{true, false} {
		inWorld(t, nil, func(t *testing.T, w *world) {
			alice, _ := w.deal()
			w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Write: written, Hold: true} })
			if got := w.do(alice, w.pass(alice)); got != errPending {
				t.Fatalf("alice heard %v before the log has answered", got)
			}
			w.clumsyAt(0).panics = 1
			w.rejoin(tabletest.NewPlayer("bob"), 0) // bob's presence is told to everyone, and that fails
			w.log.Behave(nil)
			w.after(5 * time.Second)
			if got := len(alice.Answers()); got != 1 { // to sitting down; the move is open
				t.Fatalf("alice has %d answers while the append is under way", got)
			}
			w.log.Release()
			w.after(time.Second)
			want := map[bool]error{true: nil, false: table.ErrUnavailable}[written]
			if got := alice.Answers(); got[len(got)-1].Err != want {
				t.Errorf("written %v: alice heard %v, want %v", written, got[len(got)-1].Err, want)
			}
			w.money()
		})
	}
}

func TestFault_AConnectionThatAlwaysPanicsCostsItsTableAlone(t *testing.T) {
	failed := ""
	inWorld(t, func(c *table.Config) { c.Failed = func(why string) { failed = why } }, func(t *testing.T, w *world) {
		alice, _ := w.deal()
		w.clumsyAt(1000)
		_ = w.do(alice, w.pass(alice))
		w.after(time.Second)
		<-w.table.Done()
		if failed == "" || w.released != 1 || alice.Ended() != table.Quarantined {
			t.Errorf("failed %q, released %d times, alice heard %q; want it given up and its slot back", failed, w.released, alice.Ended())
		}
	})
}
