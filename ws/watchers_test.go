package ws_test

import (
	"errors"
	"fmt"
	"testing"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ws"
)

func fewWatchers(c *ws.Config) { c.MaxWatchers = 2 }

func TestWatchers_OneTooManyIsRefusedAtThatTableAlone(t *testing.T) {
	var refusals []error
	w := newWorld(t, options{cfg: fewWatchers, deps: keep(&refusals)})
	tbl, other := w.table(0), w.table(0)
	first := w.dial(w.tablePath(tbl), "bob")
	w.dial(w.tablePath(tbl), "carol").until("snapshot")
	if got := w.try(w.tablePath(tbl), "dave"); got != "watchers_full" {
		t.Errorf("the third watcher: %q, want watchers_full", got)
	}
	full, ok := errors.AsType[*capacity.FullError](refusals[0])
	if !ok {
		t.Fatalf("refused with %v, want a FullError", refusals[0])
	}
	if used, limit := full.Usage(); used != 2 || limit != 2 {
		t.Errorf("usage = %d of %d, want 2 of 2", used, limit)
	}
	if _, got := w.plain(w.tablePath(tbl), "dave"); got != "watchers_full" {
		t.Errorf("asked why: %q, want watchers_full", got)
	}
	w.dial(w.tablePath(other), "dave").until("snapshot")
	w.dial(lobbyPath, "dave").until("lobby")
	want := capacity.Stats{InUse: 2, Peak: 2, Limit: 2, Refused: 2}
	if got := w.hub.Stats().Watchers; got != want {
		t.Errorf("watchers = %+v, want those of the fullest table: %+v", got, want)
	}
	_ = first.conn.CloseNow()
	w.eventually(func() bool { return w.hub.Stats().Watchers.InUse == 1 }, "a watcher to be gone")
	w.dial(w.tablePath(tbl), "dave").until("snapshot")
}

func TestWatchers_WhoSitsDownMakesRoomForAnother(t *testing.T) {
	w := newWorld(t, options{cfg: fewWatchers})
	tbl := w.table(0)
	path := w.tablePath(tbl)
	for i := range 4 { // each comes as a watcher, and is none any more when the next one comes
		w.seated(tbl, fmt.Sprint("player", i))
	}
	w.dial(path, "bob").until("snapshot")
	w.dial(path, "carol").until("snapshot")
	if got := w.try(path, "dave"); got != "watchers_full" {
		t.Errorf("the third who only watches: %q, want watchers_full", got)
	}
	if got, want := w.hub.Stats().Watchers, (capacity.Stats{InUse: 2, Peak: 2, Limit: 2, Refused: 1}); got != want {
		t.Errorf("watchers = %+v, want %+v", got, want)
	}
}

func TestWatchers_WhoHoldsASeatIsNeverOneTooMany(t *testing.T) {
	w := newWorld(t, options{cfg: fewWatchers})
	tbl := w.table(0)
	alice := w.seated(tbl, "alice")
	_ = alice.conn.CloseNow()
	w.free()
	for _, who := range []string{"bob", "carol"} {
		w.dial(w.tablePath(tbl), who).until("snapshot")
	}
	w.dial(w.tablePath(tbl), "alice").until("snapshot")
}

func TestWatchers_WhoStandsUpStaysAndCounts(t *testing.T) {
	w := newWorld(t, options{cfg: fewWatchers})
	tbl := w.table(0)
	alice := w.seated(tbl, "alice")
	for _, who := range []string{"bob", "carol"} {
		w.dial(w.tablePath(tbl), who).until("snapshot")
	}
	alice.send(`{"type":"stand","id":"up"}`)
	alice.until("ack")
	w.eventually(func() bool { return w.hub.Stats().Watchers.InUse == 3 }, "her to be counted as a watcher")
	alice.send(`{"type":"ping","stamp":1}`)
	alice.until("pong")
	if got := w.try(w.tablePath(tbl), "dave"); got != "watchers_full" {
		t.Errorf("another watcher: %q, want watchers_full", got)
	}
	if got := w.hub.Stats().Watchers.Peak; got != 3 {
		t.Errorf("peak = %d, want 3", got)
	}
}
