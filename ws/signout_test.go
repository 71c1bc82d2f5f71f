package ws_test

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

// session matches one session.
func session(id string) func(ws.Caller) bool {
	return func(c ws.Caller) bool { return c.Session == id }
}

func TestSignOut_ClosesTheSocketsOfThatSessionAtTheTableAndInTheLobbyWithinASecond(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(0)
	ended := []*client{w.dial(w.tablePath(tbl), "alice@phone"), w.dial(lobbyPath, "alice@phone"), w.dial(lobbyPath, "alice@phone")}
	others := []*client{w.dial(lobbyPath, "alice@desk"), w.dial(w.tablePath(tbl), "bob@phone")}
	for _, c := range append(ended, others...) {
		c.until("hello")
	}
	began := time.Now()
	w.hub.SignOut(session("alice@phone"))
	for _, c := range ended {
		c.wantClosed(proto.CloseSignedOut)
	}
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 2 }, "the sockets to be gone")
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %v, want a second at most", took)
	}
	for _, c := range others {
		c.send(`{"type":"ping","stamp":1}`)
		c.until("pong")
	}
	if got := w.ended("signed_out"); got != 3 {
		t.Errorf("%d ends counted, want 3", got)
	}
}

// deaf opens sockets for mallory, who reads nothing, and returns the one at the table once what is written to it gets stuck.
func (w *world) deaf(tbl *table.Table) net.Conn {
	w.Helper()
	conns := []net.Conn{w.handshake(w.tablePath(tbl), "mallory"), w.handshake(lobbyPath, "mallory")}
	w.Cleanup(func() { _ = errors.Join(conns[0].Close(), conns[1].Close()) })
	w.seated(tbl, "alice").play(0, 300)
	return conns[0]
}

// patient is a world in which nobody falls behind.
func patient(t *testing.T) *world {
	return newWorld(t, options{smallBuffer: true, cfg: func(c *ws.Config) { c.QueueMessages, c.QueueBytes = 1<<20, 1<<30 }})
}

// Whoever has stolen a session may do as little as they like about its end.
func TestSignOut_CutsWhoNeitherReadsNorAnswersWithinASecond(t *testing.T) {
	w := patient(t)
	w.deaf(w.table(1))
	began := time.Now()
	w.hub.SignOut(session("mallory"))
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "the sockets to be gone")
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %v, want a second at most", took)
	}
}

func TestSignOut_NothingThatComesAfterwardsIsDone(t *testing.T) {
	w := patient(t)
	tbl := w.table(1)
	conn := w.deaf(tbl)
	w.hub.SignOut(session("mallory"))
	late := `{"type":"sit","id":"late","buy_in":1000}`
	_, _ = conn.Write(append([]byte{0x81, 0x80 | byte(len(late)), 0, 0, 0, 0}, late...)) // masked, as a client must
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "the sockets to be gone")
	w.dial(w.tablePath(tbl), "bob").until("snapshot") // a table takes what comes in order: it would have seated mallory by now
	if got, want := tbl.Summary().People, 1; got != want {
		t.Errorf("%d people sit, want only alice", got)
	}
}

func TestSignOut_RefusesASocketWhoseSessionEndedWhileItWasLookedUp(t *testing.T) {
	looking, ended := make(chan struct{}), make(chan struct{})
	var once sync.Once
	w := newWorld(t, options{deps: func(d *ws.Deps) {
		d.CallerOf = func(r *http.Request) (ws.Caller, error) {
			caller, err := callerOf(r) // the session is still good
			once.Do(func() {
				close(looking)
				<-ended
			})
			return caller, err
		}
	}})
	go func() {
		<-looking
		w.hub.SignOut(session("alice"))
		close(ended)
	}()
	if got := w.try(w.tablePath(w.table(0)), "alice"); got != "unauthenticated" {
		t.Errorf("%q, want unauthenticated", got)
	}
	w.free()
	w.dial(lobbyPath, "alice").until("lobby") // word of it is not kept for those who come later
}

// hijacked does something just before a request becomes a socket.
type hijacked struct {
	http.ResponseWriter
	before func()
}

// Hijack implements http.Hijacker.
func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	h.before()
	return http.NewResponseController(h.ResponseWriter).Hijack()
}

func TestSignOut_ClosesASocketWhoseSessionEndedWhileItWasUpgraded(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(0)
	header, _ := w.request("", "alice@phone")
	desk := w.dial(w.tablePath(tbl), "alice@desk")
	desk.until("snapshot")
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		r.SetPathValue("id", tbl.ID())
		w.hub.Table().ServeHTTP(hijacked{rw, func() { w.hub.SignOut(session("alice@phone")) }}, r)
	}))
	defer server.Close()
	conn, _, err := websocket.Dial(t.Context(), server.URL, &websocket.DialOptions{
		HTTPClient: w.http, HTTPHeader: header, Subprotocols: []string{proto.Protocol},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	c := &client{world: w, conn: conn}
	m, err := c.read()
	if got, want := int(websocket.CloseStatus(err)), int(proto.CloseSignedOut); got != want {
		t.Errorf("was sent %s and closed with %d, want nothing and %d", m.raw, got, want)
	}
	w.eventually(func() bool { return w.ended("signed_out") == 1 }, "the end to be counted")
	desk.send(`{"type":"ping","stamp":1}`)
	desk.until("pong") // a socket of an ended session replaces nobody
}
