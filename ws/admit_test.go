package ws_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

func TestAdmit_MoreSocketsAreOpenThanRequestsMayBeInFlight(t *testing.T) {
	w := newWorld(t, options{inflight: 4})
	tbl := w.table(0)
	for range 20 {
		w.dial(w.tablePath(tbl), "alice").until("snapshot")
		w.dial("/api/lobby/socket", "alice").until("lobby")
	}
	if status, code := w.plain("/api/lobby/socket", "alice"); status != http.StatusUpgradeRequired {
		t.Errorf("an ordinary request among them: %d %s, want it served", status, code)
	}
}

func TestAdmit_RefusesOtherOriginsBeforeLookingAtTheSession(t *testing.T) {
	var looked atomic.Int64
	w := newWorld(t, options{deps: func(d *ws.Deps) {
		d.CallerOf = func(r *http.Request) (ws.Caller, error) {
			looked.Add(1)
			return callerOf(r)
		}
	}})
	for why, origins := range map[string][]string{
		"foreign":           {"https://evil.example"},
		"null":              {"null"},
		"missing":           nil,
		"suffix":            {w.origin + ".evil.example"},
		"prefix":            {"http://evil.example?" + w.origin},
		"other scheme":      {"https" + w.origin[len("http"):]},
		"trailing slash":    {w.origin + "/"},
		"ours and another":  {w.origin, "https://evil.example"},
		"both in one field": {w.origin + ", https://evil.example"},
	} {
		header := http.Header{"X-Account": {"victim"}}
		if origins != nil {
			header["Origin"] = origins
		}
		if got := w.refused("/api/lobby/socket", header, proto.Protocol); got != "forbidden" {
			t.Errorf("%s origin: %q, want forbidden", why, got)
		}
	}
	if got := looked.Load(); got != 0 {
		t.Errorf("the session was looked up %d times, want never", got)
	}
	w.free()
}

func TestAdmit_ReadsTheSessionOnlyWhenNothingCheaperRefuses(t *testing.T) {
	var looked atomic.Int64
	w := newWorld(t, options{deps: func(d *ws.Deps) {
		d.CallerOf = func(r *http.Request) (ws.Caller, error) {
			looked.Add(1)
			return callerOf(r)
		}
	}})
	path := w.tablePath(w.table(0))
	header, _ := w.request(path, "")
	for _, c := range []struct {
		why, path string
		protocols []string
		want      string
		looked    int64
	}{
		{"no subprotocol", path, nil, "bad_request", 0},
		{"no such table", "/api/tables/nowhere/socket", []string{proto.Protocol}, "not_found", 0},
		{"a resume from no number", path + "?after=x", []string{proto.Protocol}, "bad_request", 0},
		{"no session", path, []string{proto.Protocol}, "unauthenticated", 1},
		{"no session in the lobby", "/api/lobby/socket", []string{proto.Protocol}, "unauthenticated", 2},
	} {
		if got := w.refused(c.path, header, c.protocols...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if got := looked.Load(); got != c.looked {
			t.Errorf("%s: sessions were read %d times by then, want %d", c.why, got, c.looked)
		}
	}
}

func TestAdmit_LetsNativeClientsInWithoutAnOriginWhenToldTo(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.AllowMissingOrigin = true }})
	header := http.Header{"X-Account": {"alice"}}
	if got := w.refused("/api/lobby/socket", header, proto.Protocol); got != "" {
		t.Errorf("without an origin: refused with %q, want let in", got)
	}
	header.Set("Origin", "null")
	if got := w.refused("/api/lobby/socket", header, proto.Protocol); got != "forbidden" {
		t.Errorf("with the origin null: %q, want forbidden", got)
	}
}

func TestAdmit_RefusesWithTheReasonAndHoldsNothing(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.table(0))
	ours := func(account string) http.Header {
		h, _ := w.request(path, account)
		return h
	}
	for _, c := range []struct {
		why, path string
		header    http.Header
		protocols []string
		want      string
	}{
		{"no session", path, ours(""), []string{proto.Protocol}, "unauthenticated"},
		{"no such table", "/api/tables/nowhere/socket", ours("alice"), []string{proto.Protocol}, "not_found"},
		{"no subprotocol", path, ours("alice"), nil, "bad_request"},
		{"another subprotocol", path, ours("alice"), []string{"fullhouse.v2"}, "bad_request"},
		{"a resume from no number", path + "?after=x", ours("alice"), []string{proto.Protocol}, "bad_request"},
		{"a resume from a negative number", path + "?after=-1", ours("alice"), []string{proto.Protocol}, "bad_request"},
		{"a panic on the way in", path, ours("panic"), []string{proto.Protocol}, "internal"},
	} {
		if got := w.refused(c.path, c.header, c.protocols...); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if got := w.hub.Stats().Sockets.InUse; got != 0 {
			t.Errorf("%s: %d slots in use afterwards, want 0", c.why, got)
		}
	}
}

func TestAdmit_AFailedUpgradeGivesTheSlotBack(t *testing.T) {
	w := newWorld(t, options{})
	header, url := w.request("/api/lobby/socket", "alice")
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	r.Header.Set("Upgrade", "websocket")
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Sec-WebSocket-Protocol", proto.Protocol)
	r.Header.Set("Sec-WebSocket-Version", "12")
	response, err := w.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("status = %d, want 400", response.StatusCode)
	}
	if got := w.hub.Stats().Sockets; got.InUse != 0 || got.Peak != 1 {
		t.Errorf("slots = %+v, want one taken and given back", got)
	}
}

func TestAdmit_APlainRequestIsToldWhatASocketWouldBeTold(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSockets = 1 }})
	tbl := w.table(0)
	for _, c := range []struct{ why, path, account, want string }{
		{"would be let in", w.tablePath(tbl), "alice", "upgrade_required"},
		{"lobby", "/api/lobby/socket", "alice", "upgrade_required"},
		{"no session", w.tablePath(tbl), "", "unauthenticated"},
		{"no table", "/api/tables/nowhere/socket", "alice", "not_found"},
	} {
		if _, got := w.plain(c.path, c.account); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	w.free()
	only := w.dial(w.tablePath(tbl), "alice")
	only.until("snapshot")
	if _, got := w.plain(w.tablePath(tbl), "bob"); got != "sockets_full" {
		t.Errorf("at the cap: %q, want sockets_full", got)
	}
	if _, got := w.plain(w.tablePath(tbl), "alice"); got != "upgrade_required" {
		t.Errorf("at the cap, for the account that has the socket: %q, want upgrade_required", got)
	}
	if got := w.hub.Stats().Sockets; got.InUse != 1 {
		t.Errorf("slots = %+v, want one in use", got)
	}
	only.send(`{"type":"ping","stamp":1}`)
	only.until("pong")
}

func TestAdmit_RefusesTheNewestAtTheCapAndAdmitsAgainAfterwards(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSockets = 2 }})
	first := w.dial("/api/lobby/socket", "alice")
	w.dial("/api/lobby/socket", "bob").until("lobby")
	header, _ := w.request("", "carol")
	if got := w.refused("/api/lobby/socket", header, proto.Protocol); got != "sockets_full" {
		t.Errorf("third of two: %q, want sockets_full", got)
	}
	_ = first.conn.CloseNow()
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "a slot to come back")
	w.dial("/api/lobby/socket", "carol").until("lobby")
	if got := w.hub.Stats().Sockets; got.Peak != 2 || got.Refused != 1 {
		t.Errorf("slots = %+v, want a peak of 2 and one refused", got)
	}
}

func TestAdmit_ManySocketsOfOneAccountAtOnceLeaveOneAndOneSlot(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSockets = 3 }})
	path := w.tablePath(w.table(0))
	header, url := w.request(path, "alice")
	var dialing sync.WaitGroup
	for range 32 {
		dialing.Go(func() {
			conn, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{
				HTTPClient: w.http, HTTPHeader: header, Subprotocols: []string{proto.Protocol},
			})
			if err != nil {
				return // refused: those before it had not gone yet
			}
			for err == nil {
				_, _, err = conn.Read(t.Context())
			}
			_ = conn.CloseNow()
		})
	}
	w.eventually(func() bool {
		st := w.hub.Stats()
		return st.Sockets.Refused+w.ended("replaced") == 31 && st.Sockets.InUse == 1
	}, "all but one to be refused or replaced")
	if got := w.hub.Stats().Sockets.Peak; got > 3 {
		t.Errorf("peak = %d, want at most 3", got)
	}
	w.dial(path, "alice").until("snapshot")
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "the slot to have been handed on")
	dialing.Wait()
}

func TestAdmit_ASlowWayInEndsWithTheHandshake(t *testing.T) {
	w := newWorld(t, options{
		cfg: func(c *ws.Config) { c.Handshake = 50 * time.Millisecond },
		deps: func(d *ws.Deps) {
			d.CallerOf = func(r *http.Request) (ws.Caller, error) {
				<-r.Context().Done() // the database takes longer than there is
				return ws.Caller{}, ws.Error("request_timeout")
			}
		},
	})
	began := time.Now()
	if got := w.try(lobbyPath, "alice"); got != "request_timeout" {
		t.Errorf("%q, want request_timeout", got)
	}
	if took := time.Since(began); took < 50*time.Millisecond || took > time.Second {
		t.Errorf("answered after %v, want 50 ms", took)
	}
}

func TestAdmit_AFirstMessageThatWouldComeTooLateIsNotWaitedFor(t *testing.T) {
	w := newWorld(t, options{
		cfg: func(c *ws.Config) { c.Handshake = 50 * time.Millisecond },
		deps: func(d *ws.Deps) {
			d.CallerOf = func(r *http.Request) (ws.Caller, error) {
				<-r.Context().Done()
				return callerOf(r)
			}
		},
	})
	c := w.dial(lobbyPath, "alice")
	if m, err := c.read(); err == nil {
		t.Errorf("was sent %s, want nothing", m.raw)
	}
	w.free()
}
