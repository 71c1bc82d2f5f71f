package lobby_test

import (
	"fmt"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func TestFeed_ANewcomerGetsTheWholeListAndThenTheChanges(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		create(t, l, settings("Before"))
		w := &watcher{}
		w.take()
		l.Watch(w)
		got := w.take()
		if len(got) != 1 || got[0].Type != "lobby" || len(got[0].Tables) != 1 || got[0].Tables[0].Settings.Name != "Before" {
			t.Fatalf("received %+v, want the list with Before", got)
		}
		if want := (lobby.CapacityView{Used: 1, Cap: 9, Create: lobby.CreateOpen}); got[0].Cap != want {
			t.Errorf("capacity = %+v, want %+v", got[0].Cap, want)
		}

		time.Sleep(time.Second)
		tbl := create(t, l, settings("After"))
		got = w.take()
		if len(got) != 1 || got[0].Type != "tables" || len(got[0].Changed) != 1 || got[0].Changed[0].ID != tbl.ID() {
			t.Fatalf("received %+v, want After", got)
		}

		time.Sleep(time.Second)
		_ = tbl.Close("draining") // an error says that it has closed
		<-tbl.Done()
		got = w.take()
		if len(got) != 1 || len(got[0].Gone) != 1 || got[0].Gone[0] != (lobby.Gone{ID: tbl.ID(), Reason: "draining"}) {
			t.Fatalf("received %+v, want After gone because of draining", got)
		}
	})
}

func TestFeed_SendsAtMostTwiceASecondAndLosesNothing(t *testing.T) {
	run(t, tables(99), func(t *testing.T, l *lobby.Lobby, _ *store) {
		w := &watcher{}
		l.Watch(w)
		w.take()
		for i := range 50 {
			create(t, l, settings(fmt.Sprint("Table ", i)))
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Second)
		seen := map[string]bool{}
		var last time.Time
		for _, r := range w.take() {
			if gap := r.at.Sub(last); gap < 500*time.Millisecond {
				t.Errorf("two messages %v apart, want at least 500ms", gap)
			}
			last = r.at
			for _, s := range r.Changed {
				seen[s.ID] = true
			}
		}
		if len(seen) != 50 {
			t.Errorf("heard of %d tables, want 50", len(seen))
		}
	})
}

func TestFeed_ManyChangesOfOneTableAreOne(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		tbl := create(t, l, settings("Busy"))
		w := &watcher{}
		l.Watch(w)
		w.take()
		for range 20 { // within the half second after the creation went out
			if err := tbl.Join(tabletest.NewPlayer("guest"), 0); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(500 * time.Millisecond)
		got := w.take()
		if len(got) != 1 || len(got[0].Changed) != 1 || got[0].Changed[0].Watchers != 20 {
			t.Errorf("received %+v, want one change to 20 watchers", got)
		}
	})
}

func TestFeed_EncodesTheListOnceForEverybody(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		create(t, l, settings("Shared"))
		a, b := &watcher{}, &watcher{}
		a.take()
		l.Watch(a)
		first := a.take()
		l.Watch(b)
		second := b.take()
		if &first[0].raw[0] != &second[0].raw[0] {
			t.Error("two newcomers got two encodings, want the same bytes")
		}
	})
}

func TestFeed_NeverMentionsAPrivateTableButCountsIt(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
		w := &watcher{}
		l.Watch(w)
		w.take()
		hidden := settings("Hidden")
		hidden.Private = true
		tbl := create(t, l, hidden)
		got := w.take()
		if len(got) != 1 || len(got[0].Changed) != 0 || got[0].Cap.Create != lobby.CreateFull {
			t.Errorf("received %+v, want only that the server is full", got)
		}
		time.Sleep(time.Second)
		tbl.Stop()
		<-tbl.Done()
		got = w.take()
		if len(got) != 1 || len(got[0].Gone) != 0 || got[0].Cap.Create != lobby.CreateOpen {
			t.Errorf("received %+v, want only that there is room", got)
		}
	})
}

func TestFeed_SendsNothingAfterUnwatch(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		w := &watcher{}
		l.Watch(w)
		l.Unwatch(w)
		w.take()
		create(t, l, settings("Unseen"))
		if got := w.take(); len(got) != 0 {
			t.Errorf("received %+v, want nothing", got)
		}
	})
}

func TestFeed_SaysDrainingForTablesThatGoOnAfterTheRestart(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		create(t, l, settings("Goes on"))
		w := &watcher{}
		l.Watch(w)
		time.Sleep(time.Second)
		w.take()
		if err := l.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		var reason string
		var last lobby.CapacityView
		for _, r := range w.take() {
			last = r.Cap
			for _, g := range r.Gone {
				reason = g.Reason
			}
		}
		if reason != "draining" || last.Create != lobby.CreateDraining {
			t.Errorf("gone because of %q with create %q, want draining and draining", reason, last.Create)
		}
	})
}

var _ lobby.Watcher = table.Player(nil) // a connection watches as it plays
