package ws_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ws"
)

// seldom lets so many sockets in at once, and one more every hour.
func seldom(burst int64) func(*ws.Config) {
	return func(c *ws.Config) { c.ReconnectRate = ratelimit.Policy{Limit: 1, Window: time.Hour, Burst: burst} }
}

func TestChurn_ConnectingAndClosingIsLimitedAsWellAsConcurrency(t *testing.T) {
	var refusals []error
	w := newWorld(t, options{cfg: seldom(10), deps: keep(&refusals)})
	for i := range 8 {
		_ = w.dial(lobbyPath, fmt.Sprint("stranger", i)).conn.CloseNow()
		w.free() // never more than one at once
	}
	if got := w.try(lobbyPath, "another"); got != "sockets_full" {
		t.Errorf("the ninth in a row: %q, want sockets_full", got)
	}
	rush, ok := errors.AsType[*ws.RushError](refusals[0])
	if !ok || rush.Wait <= 59*time.Minute || rush.Wait > time.Hour {
		t.Errorf("refused with %v, want a RushError with what is left of the hour", refusals[0])
	}
	if got := w.denied("rate"); got != 1 {
		t.Errorf("counted %d times, want once", got)
	}
	if got := w.hub.Stats().Sockets; got.Peak != 1 || got.Refused != 0 {
		t.Errorf("slots = %+v, want one at a time and none refused for want of a slot", got)
	}
}

func TestChurn_TheLastFifthOfTheBurstIsForTheSeated(t *testing.T) {
	w := newWorld(t, options{cfg: seldom(6)})
	tbl := w.table(0)
	alice := w.seated(tbl, "alice") // comes as a stranger
	for i := range 3 {
		w.dial(lobbyPath, fmt.Sprint("stranger", i)).until("lobby")
	}
	for why, c := range map[string]struct{ path, who string }{
		"a stranger at her table": {w.tablePath(tbl), "bob"}, "she in the lobby": {lobbyPath, "alice"},
	} {
		if got := w.try(c.path, c.who); got != "sockets_full" {
			t.Errorf("%s: %q, want sockets_full", why, got)
		}
	}
	_ = alice.conn.CloseNow()
	for range 2 { // the second time in the place of the first, which costs as much
		w.dial(w.tablePath(tbl), "alice").until("snapshot")
	}
	if got := w.try(w.tablePath(tbl), "alice"); got != "sockets_full" {
		t.Errorf("beyond the whole burst: %q, want sockets_full", got)
	}
}

func TestChurn_PlainRequestsAndThoseThatAnotherBoundRefusesTakeNothingFromIt(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) {
		seldom(3)(c)
		c.MaxSocketsPerAccount = 1
	}})
	w.dial(lobbyPath, "alice").until("lobby")
	for range 20 {
		if got := w.try(lobbyPath, "alice"); got != "too_many_sockets" {
			t.Fatalf("her second: %q, want too_many_sockets", got)
		}
		if _, got := w.plain(lobbyPath, "bob"); got != "upgrade_required" {
			t.Fatalf("a plain request: %q, want upgrade_required", got)
		}
	}
	w.dial(lobbyPath, "bob").until("lobby")
	if _, got := w.plain(lobbyPath, "carol"); got != "sockets_full" {
		t.Errorf("a plain request while too many come: %q, want sockets_full", got)
	}
}

func TestChurn_OneMoreIsLetInAfterAWhile(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) {
		c.ReconnectRate = ratelimit.Policy{Limit: 20, Window: time.Second, Burst: 1}
	}})
	began := time.Now()
	for i := range 5 {
		who := fmt.Sprint("stranger", i)
		w.eventually(func() bool { return w.try(lobbyPath, who) == "" }, who+" to be let in")
	}
	if took := time.Since(began); took < 200*time.Millisecond {
		t.Errorf("five were let in within %v, want 50 ms between them", took)
	}
}
