package table_test

import (
	"encoding/json"
	"errors"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// show is what Draw knows to do when a hand is over.
func show(hand table.HandID) table.After {
	return table.After{Hand: hand, Move: json.RawMessage(`"show"`)}
}

func TestAfter_ShowsToEveryoneWhatIsShownWhenAHandIsOver(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		if err := w.do(alice, show("tbl-1")); !errors.Is(err, table.ErrTooLate) {
			t.Errorf("in mid-hand: %v, want %v", err, table.ErrTooLate)
		}
		mine := number(t, w.view("alice"))
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		carol := w.join("carol")
		w.must(alice, show("tbl-1"))
		for _, p := range []*tabletest.Player{bob, carol} {
			m, _ := p.Last("revealed")
			var got tabletest.Revealed
			m.Decode(&got)
			if want := (tabletest.Revealed{Seat: 0, Number: mine}); got != want || m.Seq == 0 {
				t.Errorf("%s is told %+v as event %d, want %+v", p.Name(), got, m.Seq, want)
			}
		}
	})
}

func TestAfter_IsOverWithTheNextHandAndForThoseWhoDidNotPlay(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.seat("carol", 2)
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		for name, c := range map[string]struct {
			by   *tabletest.Player
			hand table.HandID
			want error
		}{
			"who was not dealt in": {carol, "tbl-1", table.ErrTooLate},
			"another hand":         {alice, "tbl-0", table.ErrTooLate},
			"a watcher":            {w.join("dave"), "tbl-1", table.ErrNotSeated},
		} {
			if err := w.do(c.by, show(c.hand)); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		w.after(w.cfg.Beat)
		if err := w.do(alice, show("tbl-1")); !errors.Is(err, table.ErrTooLate) {
			t.Errorf("in the next hand: %v, want %v", err, table.ErrTooLate)
		}
	})
}

func TestAfter_IsTheSameToWhoResumesAfterARestart(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.must(alice, w.pass(alice))
		w.must(bob, w.pass(bob))
		w.must(alice, table.SitOut{})
		w.must(alice, show("tbl-1"))
		m, _ := bob.Last("revealed")
		w.reopen()
		again := tabletest.NewPlayer("bob")
		w.rejoin(again, m.Seq-1)
		if got, _ := again.Last("revealed"); got.Raw != m.Raw {
			t.Errorf("after a restart the event is\n%s\nand was\n%s", got.Raw, m.Raw)
		}
		w.rejoin(alice, 0)
		if err := w.do(alice, show("tbl-1")); err == nil {
			t.Error("the hand can still be shown by a game that does not know it any more")
		}
	})
}
