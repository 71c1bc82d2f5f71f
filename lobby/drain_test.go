package lobby_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// playing is a table with a hand that waits for the one of two players who is returned.
func playing(t *testing.T, l *lobby.Lobby, name string) (tbl *table.Table, onTurn *tabletest.Player) {
	t.Helper()
	tbl = create(t, l, settings(name))
	onTurn = tabletest.NewPlayer("alice")
	for _, p := range []*tabletest.Player{onTurn, tabletest.NewPlayer("bob")} {
		if err := tbl.Join(p, 0); err != nil {
			t.Fatal(err)
		}
		if err := tbl.Do(p, "sit", table.Sit{BuyIn: 50}); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Second) // virtual: the pause before the deal
	synctest.Wait()
	if _, ok := onTurn.Last("turn"); !ok {
		t.Fatal("no hand is running")
	}
	return tbl, onTurn
}

func TestDrain_LetsHandsFinishForAsLongAsPatienceLasts(t *testing.T) {
	for _, c := range []struct{ patience, want time.Duration }{
		{time.Minute, 30 * time.Second}, // both players run out of their 15 s
		{20 * time.Second, 20 * time.Second},
		{0, 0},
	} {
		run(t, tables(9), func(t *testing.T, l *lobby.Lobby, s *store) {
			tbl, _ := playing(t, l, "Playing")
			began := time.Now()
			if err := l.Drain(t.Context(), c.patience); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took != c.want {
				t.Errorf("the drain took %v with a patience of %v, want %v", took, c.patience, c.want)
			}
			if why := s.Closed(tbl.ID()); why != "" {
				t.Errorf("the log ended with %q, want it open for the next start", why)
			}
		})
	}
}

// faulty is Draw with a fault: no move can be played.
type faulty struct{ table.Game }

func (f faulty) Clone(table.Game) table.Game { return faulty{f.Game.Clone(nil)} }

func (faulty) Act(table.Seat, json.RawMessage, table.Why) ([]table.Event, error) {
	panic("a fault in the rules")
}

func breaks(s *store) lobby.Config {
	cfg := config(s, 9)
	cfg.Table.NewGame = func(settings, saved json.RawMessage) (table.Game, error) {
		g, err := tabletest.NewDraw(settings, saved)
		return faulty{g}, err
	}
	return cfg
}

func TestQuarantine_ATableThatFailsTwiceLeavesTheListWithItsReason(t *testing.T) {
	run(t, breaks, func(t *testing.T, l *lobby.Lobby, s *store) {
		w := new(watcher)
		l.Watch(w)
		tbl, _ := playing(t, l, "Broken")
		<-tbl.Done() // the clock plays, the rules panic, the log is read, the clock plays again
		var gone []lobby.Gone
		time.Sleep(time.Second) // virtual: the feed's pace
		for _, m := range w.take() {
			gone = append(gone, m.Gone...)
		}
		if len(gone) != 1 || gone[0] != (lobby.Gone{ID: tbl.ID(), Reason: table.Quarantined}) {
			t.Errorf("watchers heard of %+v, want %s quarantined", gone, tbl.ID())
		}
		if len(s.quarantined) != 1 || l.Slots().InUse != 0 {
			t.Errorf("%d quarantined and %d slots in use, want 1 and 0", len(s.quarantined), l.Slots().InUse)
		}
	})
}

func TestQuarantine_WaitsForItsStoreUntilTheDrain(t *testing.T) {
	run(t, breaks, func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl, _ := playing(t, l, "Broken")
		s.mu.Lock()
		s.fail = func() error { return table.ErrUnavailable }
		s.mu.Unlock()
		time.Sleep(time.Hour) // virtual
		select {
		case <-tbl.Done():
			t.Fatal("the table has ended, and is not quarantined")
		default:
		}
		if err := l.Drain(context.Background(), time.Second); err != nil {
			t.Errorf("drain: %v", err)
		}
		<-tbl.Done()
	})
}
