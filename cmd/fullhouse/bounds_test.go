package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/ws/proto"
)

// Every bound is set to a tiny value in turn, while the others are as shipped: what it bounds is refused by its own code, it
// moves its own metric, and nothing else refuses anything.
func TestServe_EachBoundRefusesWithItsOwnCodeAndMovesItsOwnMetric(t *testing.T) {
	all, tests := proofs(), string(allTests(t))
	for name, field := range variables() {
		p, ok := all[name]
		delete(all, name)
		switch _, bound := field.Tag.Lookup("bound"); {
		case bound != ok:
			t.Errorf("%s: a bound is %v, with a proof is %v", name, bound, ok)
		case !bound:
		case p.test != "":
			if !strings.Contains(tests, "func "+p.test+"(") {
				t.Errorf("%s: there is no test %s", name, p.test)
			}
		default:
			t.Run(name, func(t *testing.T) {
				r := begin(t, append([]string{name}, p.settings...)...)
				code := p.provoke(r, t)
				wanted := strings.Contains(p.metric, `"`+code+`"`) || code == "rate_limited" && strings.Contains(p.metric, `"refused"`) ||
					code == "bad_request" // of a socket: it is closed, too
				if !wanted {
					t.Errorf("refused with %q, want the code of %s", code, p.metric)
				}
				moved := r.metrics(t)
				if n := moved[p.metric]; n == "" || n == "0" {
					t.Errorf("%s = %q, want it to have moved", p.metric, n)
				}
				for metric, n := range moved {
					expected := n == "0" || strings.Contains(metric, `"`+code+`"`) || strings.Contains(metric, `"not_found"`) ||
						strings.Contains(metric, `"bad_credentials"`) // what signing in as nobody is for
					if strings.HasPrefix(metric, "fullhouse_refusals_total") && !expected {
						t.Errorf("%s = %s: another layer has refused something", metric, n)
					}
				}
			})
		}
	}
	for name := range all {
		t.Errorf("%s has a proof, but is no setting", name)
	}
}

// hang begins a request that does not go on.
func (r *running) hang(t *testing.T) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", r.host())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n"+
		"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{", r.address())
	return conn
}

// host is where the server listens.
func (r *running) host() string {
	return strings.TrimPrefix(strings.Replace(r.url, "localhost", "127.0.0.1", 1), "http://")
}

// lobbySocket opens a socket for somebody new.
func (r *running) lobbySocket(t *testing.T) *socket {
	t.Helper()
	alice := r.person(t)
	alice.guest()
	return alice.inLobby()
}

// told is the code with which a message is refused.
func (s *socket) told(m any) string {
	s.t.Helper()
	s.send(m)
	var refusal struct{ Code string }
	if err := json.Unmarshal(s.await("error").raw, &refusal); err != nil {
		s.t.Fatal(err)
	}
	return refusal.Code
}

func TestServe_OpenSocketsHoldNoSlotAndHangingRequestsKeepNewOnesOut(t *testing.T) {
	const slots = 4
	r := begin(t, "MAX_INFLIGHT", fmt.Sprint(slots), "REQUEST_TIMEOUT", "1m")
	for range 100 {
		r.lobbySocket(t)
	}
	alice := r.person(t)
	alice.guest() // a fifth request beside a hundred sockets
	r.waitFor(t, "fullhouse_inflight_in_use", "0")
	var hanging []net.Conn
	for range slots {
		hanging = append(hanging, r.hang(t))
	}
	r.waitFor(t, "fullhouse_inflight_in_use", fmt.Sprint(slots))
	if s, res := alice.dial("/api/lobby/socket"); s != nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("an upgrade while all slots hang: %d, want 503", res.StatusCode)
	}
	if got, want := alice.codeOf("GET", "/api/lobby/socket", nil), "server_busy"; got != want {
		t.Errorf("asked why: %q, want %q", got, want)
	}
	for _, conn := range hanging {
		conn.Close()
	}
	r.waitFor(t, "fullhouse_inflight_in_use", "0")
	if s, res := alice.dial("/api/lobby/socket"); s == nil {
		t.Errorf("an upgrade afterwards: %d, want it let in", res.StatusCode)
	}
}

// waitFor waits until a metric has a value.
func (r *running) waitFor(t *testing.T, metric, want string) {
	t.Helper()
	got := ""
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if got = r.metrics(t)[metric]; got == want {
			return
		}
	}
	t.Fatalf("%s = %q, want %q", metric, got, want)
}

func TestServe_WhatASocketThatWasNotLetInHadTakenComesBack(t *testing.T) {
	r := begin(t, "RATE_UPGRADE", "1000/min", "RATE_READ", "1000/min")
	alice := r.person(t)
	alice.guest()
	table := "/api/tables/" + alice.createTable(nil) + "/socket"
	for range 20 {
		for _, path := range []string{table, "/api/lobby/socket"} {
			if got, want := alice.codeOf("GET", path, nil), "upgrade_required"; got != want {
				t.Errorf("plain GET: %q, want %q", got, want)
			}
			for _, bad := range [][]string{
				{"Origin", "https://evil.example"}, {"Sec-WebSocket-Version", "12"}, {"Sec-WebSocket-Key", "short"}, {"Connection", "close"},
			} {
				if res := alice.upgrade(path, bad...); res.StatusCode < 400 {
					t.Errorf("%s with %q: %d, want it refused", path, bad, res.StatusCode)
				}
			}
		}
	}
	r.waitFor(t, "fullhouse_inflight_in_use", "0")
	metrics := r.metrics(t)
	if metrics["fullhouse_sockets_in_use"] != "0" || metrics["fullhouse_sockets_peak"] == "0" {
		t.Errorf("sockets: %s in use, at most %s, want some taken and all given back", metrics["fullhouse_sockets_in_use"],
			metrics["fullhouse_sockets_peak"])
	}
}

// upgrade asks for a socket by hand, with a header changed.
func (p *person) upgrade(path string, header ...string) *http.Response {
	p.t.Helper()
	r, err := http.NewRequest("GET", p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, h := range [][]string{{"Origin", p.url}, {"Connection", "Upgrade"}, {"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"},
		{"Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="}, {"Sec-WebSocket-Protocol", proto.Protocol}, header} {
		r.Header.Set(h[0], h[1])
	}
	res, err := p.http.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	res.Body.Close()
	return res
}

func TestServe_AnOpenedSocketIsToldItsRateToo(t *testing.T) {
	r := begin(t)
	alice := r.person(t)
	alice.guest()
	_, res := alice.dial("/api/lobby/socket")
	if got, want := res.Header.Get("RateLimit"), `"upgrade";r=29;t=2`; res.StatusCode != http.StatusSwitchingProtocols || got != want {
		t.Errorf("%d with RateLimit %q, want 101 with %q", res.StatusCode, got, want)
	}
}

func TestServe_ASocketOutlivesTheRequestTimeout(t *testing.T) {
	const timeout = 100 * time.Millisecond
	r := begin(t, "REQUEST_TIMEOUT", timeout.String(), "RATE_ACTIONS", "1000/s")
	s := r.lobbySocket(t)
	for end := time.Now().Add(5 * timeout); time.Now().Before(end); time.Sleep(timeout / 10) { // real: the server's deadline is
		s.send(map[string]any{"type": "ping", "stamp": 1})
		s.await("pong")
	}
	if err := s.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Errorf("the socket did not end well: %v", err)
	}
}
