package table_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// delayed shows hands to watchers when they are over.
func delayed(c *table.Config) {
	hosted(c)
	banked(c)
	c.Settings.Delay = true
	c.Away, c.Hold = 30*time.Second, 20*time.Second
}

// numbered are the events that a player got, in the order in which it got them. A gap or a repetition is a fault, but a
// snapshot may begin anew.
func (w *world) numbered(p *tabletest.Player) (kinds []string) {
	w.t.Helper()
	var seq int64
	for _, m := range p.Messages() {
		switch {
		case m.Type == "snapshot":
			seq = m.Seq
		case m.Type == "synced":
			if m.Seq != seq {
				w.t.Errorf("%s is synced at %d after event %d", p.Name(), m.Seq, seq)
			}
		case m.Seq > 0:
			if m.Seq != seq+1 {
				w.t.Errorf("%s gets event %d after %d: %s", p.Name(), m.Seq, seq, m.Raw)
			}
			seq = m.Seq
			kinds = append(kinds, m.Type)
		}
	}
	return kinds
}

// hint finds something of the running first hand in what a watcher was told.
func hint(messages []tabletest.Message) string {
	for _, m := range messages {
		if m.Type == "snapshot" && !(strings.Contains(m.Raw, `"hand":null`) && strings.Contains(m.Raw, `"turn":null`)) {
			return m.Raw
		}
		for _, word := range []string{"tbl-1", `"dealt"`, `"moved"`, `"banking"`, `"ms_left":1`, `"bank_ms":1`, `"type":"turn"`, "presence"} {
			if strings.Contains(m.Raw, word) {
				return word + " in " + m.Raw
			}
		}
	}
	return ""
}

func TestDelay_NothingOfARunningHandReachesAWatcher(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		carol := w.join("carol")
		alice, bob := w.seat("alice", 0), w.seat("bob", 1)
		before := len(carol.Messages())
		w.after(w.cfg.Beat) // dealt
		turn := w.turn(alice)
		w.must(alice, table.Bank{Hand: turn.Hand, Turn: turn.Turn})
		w.must(bob, table.SitOut{})
		w.must(bob, table.ComeBack{})
		w.table.Leave(bob)
		w.rejoin(bob, 0)
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Err: errors.New("no answer")} })
		_ = w.do(alice, w.pass(alice)) // the table freezes
		w.log.Behave(nil)
		w.after(3 * time.Second)
		w.must(alice, w.pass(alice))
		late := w.join("dave") // a snapshot
		w.rejoin(late, 2)      // and a resume
		w.must(carol, table.Say{Text: "what happens?"})
		w.must(alice, table.Say{Text: "a lot"})
		for _, p := range []*tabletest.Player{carol, late} {
			told := p.Messages()
			if p == carol {
				told = p.Since(before)
			}
			if found := hint(told); found != "" {
				t.Errorf("%s is told %s", p.Name(), found)
			}
		}
		wantHeard(t, carol, "carol: what happens?", "alice: a lot") // chat is not late
		if tell(carol, "frozen") != 2 {
			t.Errorf("carol is told %q, want that the table froze", types(carol.Since(before)))
		}
		w.must(bob, w.pass(bob))
		for _, p := range []*tabletest.Player{carol, late} {
			if kinds := strings.Join(w.numbered(p), " "); !strings.Contains(kinds, "dealt turn sat_out came_back moved turn moved taken") {
				t.Errorf("afterwards %s has seen %s", p.Name(), kinds)
			}
		}
		if a, b := w.view("carol"), w.view("erin"); a.Turn != nil || fmt.Sprint(a.Seats) != fmt.Sprint(b.Seats) {
			t.Error("after the hand a snapshot is not that of now")
		}
	})
}

func TestDelay_AWatcherIsServedTheTableBeforeTheHand(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.playOut(alice, bob)
		snapshot := func() string {
			p := w.join("carol")
			m, _ := p.Last("snapshot")
			w.table.Leave(p)
			synctest.Wait()
			return m.Raw
		}
		before := snapshot()
		w.after(w.cfg.Beat) // the second hand
		w.must(alice, table.SitOut{})
		if got := tell(alice, "dealt"); got != 2 {
			t.Fatalf("%d hands are dealt, want 2", got)
		}
		clockless := strings.Replace(before, `"next_hand_ms":1000`, `"next_hand_ms":0`, 1)
		if got := snapshot(); got != clockless {
			t.Errorf("in the hand:\n%s\nbefore it:\n%s", got, clockless)
		}
		for range 2 { // and a restart changes nothing of that
			w.reopen()
			w.rejoin(alice, 0)
			w.rejoin(bob, 0)
			p := w.join("carol")
			m, _ := p.Last("snapshot")
			if strings.Contains(m.Raw, "tbl-2") || !strings.Contains(clockless, fmt.Sprintf(`"seq":%d,`, m.Seq)) {
				t.Errorf("after a restart: %s", m.Raw)
			}
		}
	})
}

func TestDelay_WhoSitsDownGetsWhatItHasNotSeenAtOnce(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		carol := w.join("carol")
		alice, bob := w.deal()
		w.must(alice, w.pass(alice))
		if strings.Contains(fmt.Sprint(w.numbered(carol)), "dealt") {
			t.Fatal("she has seen the hand before she sits")
		}
		w.must(carol, table.Sit{BuyIn: 50})
		if got := fmt.Sprint(w.numbered(carol)); got != "[sat sat dealt turn moved turn sat]" {
			t.Errorf("carol has seen %s", got)
		}
		w.must(bob, w.pass(bob))
		if got := fmt.Sprint(w.numbered(carol)); !strings.Contains(got, "sat moved taken") {
			t.Errorf("then carol sees %s", got)
		}
	})
}

func TestDelay_WhoStandsUpInAHandKeepsWhatItHasSeenAndSeesTheRestLater(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.seat("carol", 2) // not dealt in
		w.must(carol, table.Stand{})
		got := w.numbered(carol)
		if got[len(got)-1] != "stood" {
			t.Errorf("carol has seen %q, want herself standing up last", got)
		}
		w.must(alice, w.pass(alice))
		if now := w.numbered(carol); len(now) != len(got) {
			t.Errorf("then carol sees %q of the running hand", now[len(got):])
		}
		again := tabletest.NewPlayer("carol")
		w.rejoin(again, carol.Messages()[len(carol.Messages())-1].Seq) // no way to it through a new connection
		if found := hint(again.Messages()); found != "" {
			t.Errorf("on a new connection carol is told %s", found)
		}
		w.must(bob, w.pass(bob))
		for _, p := range []*tabletest.Player{carol, again} {
			if now := fmt.Sprint(w.numbered(p)); !strings.Contains(now, "stood moved turn moved taken") {
				t.Errorf("after the hand carol has seen %s", now)
			}
		}
	})
}

func TestDelay_ALongHandEndsInASnapshot(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		carol := w.join("carol")
		alice, bob := w.deal()
		for range 600 { // more than the table keeps
			w.must(bob, table.SitOut{})
			w.must(bob, table.ComeBack{})
		}
		before := tell(carol, "snapshot")
		w.playOut(alice, bob)
		w.numbered(carol)
		if got := tell(carol, "snapshot"); got != before+1 {
			t.Errorf("%d snapshots, want one more than %d", got, before)
		}
	})
}

func TestDelay_IsTheSameAfterARestart(t *testing.T) {
	inWorld(t, delayed, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		carol := w.join("carol")
		w.must(alice, w.pass(alice))
		w.reopen()
		for _, p := range []*tabletest.Player{alice, bob, carol} {
			w.rejoin(p, 0)
		}
		n := len(carol.Messages())
		if found := hint(carol.Since(n - 1)); found != "" {
			t.Errorf("carol is told %s", found)
		}
		w.must(bob, w.pass(bob))
		if got := fmt.Sprint(w.numbered(carol)); !strings.Contains(got, "dealt turn moved turn moved taken") {
			t.Errorf("afterwards carol has seen %s", got)
		}
	})
}
