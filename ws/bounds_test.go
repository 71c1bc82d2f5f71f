package ws_test

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

const lobbyPath = "/api/lobby/socket"

// smallest is a configuration in which everything is as small as it may be.
func smallest() ws.Config {
	once := ratelimit.Policy{Limit: 1, Window: time.Second, Burst: 1}
	return ws.Config{
		Origins: []string{"http://x"}, MaxSockets: 1, MaxSocketsPerAccount: 1, MaxSocketsPerAddress: 1, MaxWatchers: 1,
		MaxMessageBytes: 1, QueueMessages: 1, QueueBytes: 1, Heartbeat: time.Second, Reconnect: time.Second,
		RetryAfter: time.Second, Handshake: time.Second, Actions: once, Chat: once, ReconnectRate: once,
	}
}

func TestNew_RefusesBoundsThatLetNobodyIn(t *testing.T) {
	if _, err := ws.New(smallest(), ws.Deps{}); err != nil {
		t.Fatalf("the smallest that makes sense: %v", err)
	}
	for why, spoil := range map[string]func(*ws.Config){
		"no sockets":             func(c *ws.Config) { c.MaxSockets = 0 },
		"none of an account":     func(c *ws.Config) { c.MaxSocketsPerAccount = 0 },
		"none from an address":   func(c *ws.Config) { c.MaxSocketsPerAddress = 0 },
		"no watchers":            func(c *ws.Config) { c.MaxWatchers = 0 },
		"all for the seated":     func(c *ws.Config) { c.SeatedReserve = 1 },
		"fewer than none spared": func(c *ws.Config) { c.SeatedReserve = -1 },
		"no time to shake hands": func(c *ws.Config) { c.Handshake = 0 },
	} {
		cfg := smallest()
		spoil(&cfg)
		if _, err := ws.New(cfg, ws.Deps{}); err == nil {
			t.Errorf("%s: no error", why)
		}
	}
}

// try opens a socket and returns the code with which it was not let in.
func (w *world) try(path, account string) string {
	w.Helper()
	header, _ := w.request(path, account)
	return w.refused(path, header, proto.Protocol)
}

// denied is how often one bound has kept somebody out.
func (w *world) denied(bound string) int64 {
	for _, d := range w.hub.Stats().Denied {
		if d.Bound == bound {
			return d.Count
		}
	}
	w.Fatalf("no bound is called %s", bound)
	return 0
}

// keep collects the errors that requests were refused with.
func keep(errs *[]error) func(*ws.Deps) {
	return func(d *ws.Deps) {
		d.Refuse = func(w http.ResponseWriter, err error) {
			*errs = append(*errs, err)
			refuse(w, err)
		}
	}
}

func TestBounds_RefuseTheNewestOfTheirOwnerAloneAndSayHowMany(t *testing.T) {
	for _, c := range []struct {
		bound string
		set   func(*ws.Config)
		open  []string // up to the bound
		more  string   // one more of them
		other string   // somebody else
		limit int64
	}{
		{"account", func(c *ws.Config) { c.MaxSocketsPerAccount = 2 }, []string{"alice@home", "alice@work"}, "alice@train", "bob@home", 2},
		{"address", func(c *ws.Config) { c.MaxSocketsPerAddress = 2 }, []string{"alice@home", "bob@home"}, "carol@home", "carol@work", 2},
	} {
		t.Run(c.bound, func(t *testing.T) {
			var refusals []error
			w := newWorld(t, options{cfg: c.set, deps: keep(&refusals)})
			first := w.dial(lobbyPath, c.open[0])
			for _, who := range c.open[1:] {
				w.dial(lobbyPath, who).until("lobby")
			}
			if got := w.try(lobbyPath, c.more); got != "too_many_sockets" {
				t.Errorf("one more: %q, want too_many_sockets", got)
			}
			full, ok := errors.AsType[*capacity.FullError](refusals[0])
			if !ok {
				t.Fatalf("refused with %v, want a FullError", refusals[0])
			}
			if used, limit := full.Usage(); used != c.limit || limit != c.limit {
				t.Errorf("usage = %d of %d, want %[3]d of %[3]d", used, limit, c.limit)
			}
			if _, got := w.plain(lobbyPath, c.more); got != "too_many_sockets" {
				t.Errorf("asked why: %q, want too_many_sockets", got)
			}
			if got := w.denied(c.bound); got != 2 {
				t.Errorf("counted %d times, want 2", got)
			}
			if got := w.try(lobbyPath, c.other); got != "" {
				t.Errorf("somebody else: refused with %q, want let in", got)
			}
			_ = first.conn.CloseNow()
			w.eventually(func() bool { _, code := w.plain(lobbyPath, c.more); return code == "upgrade_required" }, "room to come back")
			w.dial(lobbyPath, c.more).until("lobby")
		})
	}
}

// Anybody may become a guest again, so a guest is a key that the caller chooses.
func TestBounds_AllGuestsAtOneAddressHaveTenTimesWhatOneAccountMayHave(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSocketsPerAccount = 1 }})
	for i := range 10 {
		w.dial(lobbyPath, fmt.Sprintf("guest%d@home", i)).until("lobby")
	}
	if got := w.try(lobbyPath, "guest10@home"); got != "too_many_sockets" {
		t.Errorf("the eleventh guest at one address: %q, want too_many_sockets", got)
	}
	if got := w.denied("guests"); got != 1 {
		t.Errorf("counted %d times, want once", got)
	}
	w.dial(lobbyPath, "alice@home").until("lobby") // an account that she can't have for nothing
	w.dial(lobbyPath, "guest10@work").until("lobby")
}

func TestBounds_TheNewestSocketAtATableInheritsAllThatTheOldOneHeldAtEveryCap(t *testing.T) {
	for why, cap := range map[string]func(*ws.Config){
		"all":     func(c *ws.Config) { c.MaxSockets = 1 },
		"account": func(c *ws.Config) { c.MaxSocketsPerAccount = 1 },
		"address": func(c *ws.Config) { c.MaxSocketsPerAddress = 1 },
		"watcher": func(c *ws.Config) { c.MaxWatchers = 1 },
		"every": func(c *ws.Config) {
			c.MaxSockets, c.MaxSocketsPerAccount, c.MaxSocketsPerAddress, c.MaxWatchers = 1, 1, 1, 1
		},
	} {
		t.Run(why, func(t *testing.T) {
			w := newWorld(t, options{cfg: cap})
			path := w.tablePath(w.table(0))
			old := w.dial(path, "guest@home")
			old.until("snapshot")
			for range 3 {
				newer := w.dial(path, "guest@home")
				newer.until("snapshot")
				old.wantClosed(proto.CloseReplaced)
				w.eventually(func() bool { return w.hub.Held() == 1 }, "the old socket to be gone")
				old = newer
			}
			st := w.hub.Stats()
			if st.Sockets.InUse != 1 || st.Sockets.Peak != 1 || st.Watchers.InUse != 1 || st.Watchers.Peak != 1 {
				t.Errorf("sockets %+v, watchers %+v, want one and never more", st.Sockets, st.Watchers)
			}
		})
	}
}

func TestBounds_OnlyThoseWithASeatAtTheTableTakeTheLastSockets(t *testing.T) {
	var refusals []error
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSockets, c.SeatedReserve = 4, 2 }, deps: keep(&refusals)})
	tbl, other := w.table(0), w.table(0)
	alice := w.seated(tbl, "alice")
	_ = alice.conn.CloseNow()
	w.free()
	for i := range 2 {
		w.dial(lobbyPath, fmt.Sprint("stranger", i)).until("lobby")
	}
	for why, path := range map[string]string{
		"a stranger": w.tablePath(tbl), "in the lobby": lobbyPath, "at another table": w.tablePath(other),
	} {
		who := "alice"
		if why == "a stranger" {
			who = "bob"
		}
		if got := w.try(path, who); got != "sockets_full" {
			t.Errorf("%s: %q, want sockets_full", why, got)
		}
		if _, got := w.plain(path, who); got != "sockets_full" {
			t.Errorf("%s, asked why: %q, want sockets_full", why, got)
		}
	}
	full, ok := errors.AsType[*capacity.FullError](refusals[0])
	if !ok {
		t.Fatalf("refused with %v, want a FullError", refusals[0])
	}
	if used, limit := full.Usage(); used != 2 || limit != 2 {
		t.Errorf("usage = %d of %d, want 2 of the 2 that are open to all", used, limit)
	}
	if _, got := w.plain(w.tablePath(tbl), "alice"); got != "upgrade_required" {
		t.Errorf("to her seat, asked first: %q, want upgrade_required", got)
	}
	w.dial(w.tablePath(tbl), "alice").until("snapshot")
}

// seated opens a socket, takes a seat and waits until the lobby could show it.
func (w *world) seated(t *table.Table, account string) *client {
	w.Helper()
	c := w.seat(t, account)
	w.eventually(func() bool { _, ok := t.Summary().Stacks[account]; return ok }, account+" to sit")
	return c
}

func TestBounds_EverySeatedPlayerGetsBackInWhileTwoHundredStrangersHammerAFullServer(t *testing.T) {
	const players, strangers = 12, 200
	w := newWorld(t, options{inflight: 1000, cfg: func(c *ws.Config) { c.MaxSockets, c.SeatedReserve = 30, players }})
	tables := []*table.Table{w.table(0), w.table(0)}
	at := func(i int) (string, *table.Table) { return fmt.Sprint("player", i), tables[i%2] }
	var open [players]*client
	for i := range players {
		who, tbl := at(i)
		open[i] = w.seated(tbl, who)
	}
	var over atomic.Bool
	var hammering sync.WaitGroup
	for i := range strangers {
		header, url := w.request([]string{lobbyPath, w.tablePath(tables[0])}[i%2], fmt.Sprint("stranger", i))
		hammering.Go(func() {
			for !over.Load() {
				conn, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{
					HTTPClient: w.http, HTTPHeader: header, Subprotocols: []string{proto.Protocol},
				})
				if err == nil {
					defer conn.CloseNow() // whoever is in stays, so that it is full
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	w.eventually(func() bool { st := w.hub.Stats().Sockets; return st.InUse >= 30-players && st.Refused > strangers }, "a full server")
	for range 3 {
		for i := range players {
			_ = open[i].conn.CloseNow()
		}
		for i := range players {
			who, tbl := at(i)
			open[i] = w.dial(w.tablePath(tbl), who) // must be let in, at the first try
			open[i].until("snapshot")
		}
	}
	over.Store(true)
	hammering.Wait()
	if got := w.hub.Stats().Sockets; got.Peak > 30 {
		t.Errorf("slots = %+v, want never more than 30", got)
	}
}

// Whatever a request takes on its way in, it gives back when it does not become a socket.
func TestBounds_FailedUpgradesForeignOriginsAndPlainRequestsGiveEverythingBack(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) {
		c.MaxSockets, c.MaxSocketsPerAccount, c.MaxSocketsPerAddress, c.MaxWatchers = 1, 1, 1, 1
	}})
	for _, path := range []string{lobbyPath, w.tablePath(w.table(0))} {
		for range 3 { // what stays taken would refuse the next one
			if _, got := w.plain(path, "guest@home"); got != "upgrade_required" {
				t.Errorf("%s: plain: %q, want upgrade_required", path, got)
			}
			header, _ := w.request(path, "guest@home")
			for field, bad := range map[string]string{
				"Origin": "https://evil.example", "Sec-WebSocket-Version": "12", "Sec-WebSocket-Key": "short", "Connection": "close",
			} {
				if status := w.upgrade(path, header, field, bad); status < 400 {
					t.Errorf("%s: %s: %s: status %d, want it refused", path, field, bad, status)
				}
			}
			if got := w.try(path, "panic"); got != "internal" {
				t.Errorf("%s: a panic: %q, want internal", path, got)
			}
			w.free()
		}
	}
	if st := w.hub.Stats(); st.Sockets.Peak != 1 || st.Watchers.Peak != 1 {
		t.Errorf("sockets %+v, watchers %+v, want one taken at a time", st.Sockets, st.Watchers)
	}
}

// upgrade asks for a socket by hand, with one field spoilt.
func (w *world) upgrade(path string, header http.Header, field, bad string) (status int) {
	w.Helper()
	r, err := http.NewRequest(http.MethodGet, w.server.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	r.Header = header.Clone()
	for _, h := range [][2]string{{"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"},
		{"Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="}, {"Sec-WebSocket-Protocol", proto.Protocol}, {field, bad}} {
		r.Header.Set(h[0], h[1])
	}
	res, err := w.http.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func TestBounds_SixtyFourRacingAdmissionsNeverExceedAnyCap(t *testing.T) {
	const sockets, account, address, watchers = 20, 3, 12, 8
	w := newWorld(t, options{inflight: 1000, cfg: func(c *ws.Config) {
		c.MaxSockets, c.MaxSocketsPerAccount, c.MaxSocketsPerAddress, c.MaxWatchers = sockets, account, address, watchers
	}})
	table := w.tablePath(w.table(0))
	open := map[string]*atomic.Int64{} // by what is bounded, as the clients see it: the server holds as many or more
	limits := map[string]int64{"all": sockets}
	for i := range 4 {
		limits[fmt.Sprint("home", i)] = address
	}
	for i := range 16 {
		limits[fmt.Sprint("player", i)] = account
	}
	for name := range limits {
		open[name] = new(atomic.Int64)
	}
	var admitted atomic.Int64
	var racing sync.WaitGroup
	for i := range 64 {
		who, home, path := fmt.Sprint("player", i%16), fmt.Sprint("home", i%4), lobbyPath
		holds := []string{"all", who, home}
		if i >= 32 { // two of each account replace each other, so their clients don't know what they hold
			path, holds = table, nil
		}
		header, url := w.request(path, who+"@"+home)
		racing.Go(func() {
			for range 30 {
				conn, _, err := websocket.Dial(t.Context(), url, &websocket.DialOptions{
					HTTPClient: w.http, HTTPHeader: header, Subprotocols: []string{proto.Protocol},
				})
				if err != nil {
					continue
				}
				admitted.Add(1)
				for _, name := range holds {
					if n := open[name].Add(1); n > limits[name] {
						t.Errorf("%s: %d open, want at most %d", name, n, limits[name])
					}
				}
				for _, name := range holds {
					open[name].Add(-1)
				}
				_ = conn.CloseNow()
			}
		})
	}
	racing.Wait()
	st := w.hub.Stats()
	if st.Sockets.Peak > sockets || st.Watchers.Peak > watchers {
		t.Errorf("sockets %+v, watchers %+v, want at most %d and %d", st.Sockets, st.Watchers, sockets, watchers)
	}
	if admitted.Load() == 0 || st.Sockets.Refused == 0 || w.denied("account") == 0 {
		t.Errorf("%d let in, %+v: want both let in and refused", admitted.Load(), st.Denied)
	}
	w.free()
}
