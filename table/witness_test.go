package table_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestWitness_TellsWhoIsThereAndWhoseANameIs(t *testing.T) {
	inWorld(t, func(c *table.Config) { c.Settings.Bots, c.Settings.BotLevel = 1, "any" }, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.join("carol")
		w.table.Leave(alice) // her seat stays
		synctest.Wait()
		bot := w.view("carol").Seats[1].Name
		for _, c := range []struct {
			by, name string
			want     table.Witness
		}{
			{"alice", "carol", table.Witness{Here: true, Account: "carol"}},
			{"carol", "alice", table.Witness{Here: true, Account: "alice"}},
			{"dave", "alice", table.Witness{Account: "alice"}},
			{"alice", "nobody", table.Witness{Here: true}},
			{"alice", bot, table.Witness{Here: true, Bot: true}},
		} {
			got, err := w.table.Witness(t.Context(), c.by, c.name)
			if diff := cmp.Diff(c.want, got); err != nil || diff != "" {
				t.Errorf("%s about %s: %v (-want +got):\n%s", c.by, c.name, err, diff)
			}
		}
	})
}

func TestWitness_OfATableThatHasEndedOrWithoutPatienceTellsNothing(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := w.table.Witness(gone, "alice", "bob"); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("without patience: %v", err)
		}
		w.table.Stop()
		<-w.table.Done()
		if _, err := w.table.Witness(t.Context(), "alice", "bob"); !errors.Is(err, table.ErrTableClosed) {
			t.Errorf("after the end: %v, want ErrTableClosed", err)
		}
	})
}

func TestWatch_WhoMayNotPlayTakesNoSeatAndHoldsNone(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		p := tabletest.NewWatcher("dave")
		if err := w.table.Join(p, 0); err != nil {
			t.Fatal(err)
		}
		for _, c := range []table.Command{table.Sit{BuyIn: 100}, table.Hold{Seat: 1}} {
			if err := w.table.Do(p, "c", c); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		for _, a := range p.Answers() {
			if !errors.Is(a.Err, table.ErrForbidden) {
				t.Errorf("answer = %v, want ErrForbidden", a.Err)
			}
		}
		if m, _ := p.Last("snapshot"); !strings.Contains(m.Raw, `"watch":true}`) {
			t.Errorf("the snapshot does not tell: %s", m.Raw)
		}
		if len(p.Answers()) != 2 || w.table.Summary().Taken != 0 {
			t.Errorf("%d answers and %d seats taken, want two and none", len(p.Answers()), w.table.Summary().Taken)
		}
	})
}
