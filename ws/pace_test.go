package ws_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

// slowly lets a socket send three messages, and one more an hour later.
func slowly(c *ws.Config) { c.Actions = ratelimit.Policy{Limit: 1, Window: time.Hour, Burst: 3} }

func TestPace_MessagesThatComeTooFastAreRefusedAndChangeNothing(t *testing.T) {
	w := newWorld(t, options{cfg: slowly})
	path := w.tablePath(w.table(0))
	a := w.dial(path, "alice")
	a.until("snapshot")
	for range 3 {
		a.send(`{"type":"ping","stamp":1}`)
		a.until("pong")
	}
	for i, text := range []string{
		`{"type":"sit","id":"x0","buy_in":1000}`, `{"type":"dance","id":"x1"}`, `{"type":"snapshot"}`, `{"type":"ping","stamp":1}`,
	} {
		want := fmt.Sprint("x", i)
		if i > 1 {
			want = ""
		}
		a.send(text)
		m := a.next()
		var refused proto.Error
		if err := json.Unmarshal(m.raw, &refused); err != nil {
			t.Fatal(err)
		}
		if refused.Type != "error" || refused.Code != "rate_limited" || refused.ID != want {
			t.Errorf("%s: answered %s, want rate_limited to %q", text, m.raw, want)
		}
		if ms := refused.RetryMS; ms < 3_500_000 || ms > 3_600_000 {
			t.Errorf("%s: retry_ms = %d, want what is left of the hour", text, ms)
		}
	}
	b := w.dial(path, "bob")
	if m := b.until("snapshot"); strings.Contains(string(m.raw), "Alice") {
		t.Errorf("somebody sits after a refused command: %s", m.raw)
	}
	if got := w.refusals()["socket_messages rate_limited"]; got != 4 {
		t.Errorf("%d messages counted as too fast, want 4", got)
	}
	a.send("no message at all")
	a.wantClosed(proto.CloseProtocol)
}

func TestPace_ANewSocketOfAnotherAccountIsNotHeldToIt(t *testing.T) {
	w := newWorld(t, options{cfg: slowly})
	path := w.tablePath(w.table(0))
	for _, who := range []string{"alice", "bob"} {
		c := w.dial(path, who)
		c.until("snapshot")
		for range 3 {
			c.send(`{"type":"ping","stamp":1}`)
			c.until("pong")
		}
	}
	if got := w.refusals(); len(got) != 0 {
		t.Errorf("refused: %v, want nothing", got)
	}
}

func TestNew_RefusesARateThatMakesNoSense(t *testing.T) {
	for why, forget := range map[string]func(*ws.Config){
		"messages": func(c *ws.Config) { c.Actions = ratelimit.Policy{} },
		"chat":     func(c *ws.Config) { c.Chat = ratelimit.Policy{} },
		"sockets":  func(c *ws.Config) { c.ReconnectRate = ratelimit.Policy{} },
	} {
		cfg := smallest()
		forget(&cfg)
		if _, err := ws.New(cfg, ws.Deps{}); err == nil {
			t.Errorf("a rate of no %s: no error", why)
		}
	}
}
