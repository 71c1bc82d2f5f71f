package ws_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

func TestSession_BeginsWithHelloAndASnapshot(t *testing.T) {
	w := newWorld(t, options{})
	c := w.dial(w.tablePath(w.table(0)), "alice")
	var hello proto.Hello
	if err := json.Unmarshal(c.next().raw, &hello); err != nil {
		t.Fatal(err)
	}
	if hello.Type != "hello" || hello.Protocol != "fullhouse.v1" || hello.Build != "test" || hello.HeartbeatMS != 15000 ||
		hello.ReconnectMS != 30000 || hello.Features == nil || hello.Name != "Alice" {
		t.Errorf("hello = %+v, want all of its fields", hello)
	}
	if got := c.next().Type; got != "snapshot" {
		t.Errorf("second message = %s, want snapshot", got)
	}
}

func TestSession_AnswersEveryCommandById(t *testing.T) {
	w := newWorld(t, options{})
	c := w.dial(w.tablePath(w.table(0)), "alice")
	c.until("snapshot")
	c.send(`{"type":"stand","id":"first"}`)
	if m := c.until("error"); m.ID != "first" || m.Code != "not_seated" {
		t.Errorf("answer = %+v, want not_seated to first", m)
	}
	c.send(`{"type":"sit","id":"second","buy_in":5}`)
	if m := c.until("error"); m.ID != "second" || m.Code != "bad_buy_in" || !strings.Contains(string(m.raw), `"min":10,"max":1000`) {
		t.Errorf("answer = %s, want bad_buy_in with its limits", m.raw)
	}
	c.send(`{"type":"sit","id":"third","buy_in":50}`)
	if m := c.until("ack"); m.ID != "third" {
		t.Errorf("answer = %+v, want an ack of third", m)
	}
}

func TestSession_AnswersPingsOnBothSockets(t *testing.T) {
	w := newWorld(t, options{})
	for _, path := range []string{w.tablePath(w.table(0)), "/api/lobby/socket"} {
		c := w.dial(path, "alice")
		c.send(`{"type":"ping","stamp":4711}`)
		if m := c.until("pong"); m.Stamp != 4711 {
			t.Errorf("%s: pong = %+v, want stamp 4711", path, m)
		}
	}
}

func TestSession_AnswersPingsOfTheWebSocketItself(t *testing.T) {
	w := newWorld(t, options{})
	conn := w.handshake("/api/lobby/socket", "alice")
	defer conn.Close()
	_, _ = conn.Write([]byte{0x89, 0x84, 0, 0, 0, 0, 'e', 'c', 'h', 'o'}) // masked, as a client must
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	var heard []byte
	for !bytes.Contains(heard, []byte{0x8a, 4, 'e', 'c', 'h', 'o'}) {
		some := make([]byte, 512)
		n, err := conn.Read(some)
		if err != nil {
			t.Fatalf("no pong in %q: %v", heard, err)
		}
		heard = append(heard, some[:n]...)
	}
}

func TestSession_SendsASnapshotWhenAsked(t *testing.T) {
	w := newWorld(t, options{})
	c := w.dial(w.tablePath(w.table(0)), "alice")
	c.until("snapshot")
	c.send(`{"type":"snapshot"}`)
	c.until("snapshot")
}

func TestSession_RefusesUnknownMessagesAndGoesOn(t *testing.T) {
	w := newWorld(t, options{})
	c := w.dial(w.tablePath(w.table(0)), "alice")
	for _, text := range []string{`{"type":"dance","id":"a1"}`, `{"type":"stand","id":"a1","extra":1}`, `{}`} {
		c.send(text)
		if m := c.until("error"); m.Code != "bad_request" {
			t.Errorf("%s: %s, want bad_request", text, m.raw)
		}
	}
	l := w.dial("/api/lobby/socket", "alice")
	l.send(`{"type":"stand","id":"a1"}`)
	if m := l.until("error"); m.Code != "bad_request" || m.ID != "a1" {
		t.Errorf("a command in the lobby: %s, want bad_request to a1", m.raw)
	}
	c.send(`{"type":"ping","stamp":1}`)
	c.until("pong")
	l.send(`{"type":"ping","stamp":1}`)
	l.until("pong")
}

func TestSession_ClosesWhoSendsSomethingElse(t *testing.T) {
	w := newWorld(t, options{})
	path := w.tablePath(w.table(0))
	ping := `{"type":"ping","stamp":1}`
	for _, c := range []struct {
		why, text string
		kind      websocket.MessageType
	}{
		{"no JSON", "hello", websocket.MessageText},
		{"an array", "[" + ping + "]", websocket.MessageText},
		{"bad UTF-8", "{\"type\":\"\xff\"}", websocket.MessageText},
		{"deep JSON", strings.Repeat("[", 2000) + strings.Repeat("]", 2000), websocket.MessageText},
		{"binary", ping, websocket.MessageBinary},
		{"one byte too long", ping + strings.Repeat(" ", 4097-len(ping)), websocket.MessageText},
		{"far too long", strings.Repeat("x", 100_000), websocket.MessageText},
	} {
		t.Run(c.why, func(t *testing.T) {
			a := w.dial(path, "alice")
			_ = a.conn.Write(t.Context(), c.kind, []byte(c.text)) // may fail: the server can be faster
			if m := a.until("error"); m.Code != "bad_request" {
				t.Errorf("%s, want bad_request", m.raw)
			}
			a.wantClosed(proto.CloseProtocol)
		})
	}
	a := w.dial(path, "alice")
	a.send(ping + strings.Repeat(" ", 4096-len(ping)))
	a.until("pong")
}

func TestSession_TheNewestSocketOfAnAccountWinsEvenWhenFull(t *testing.T) {
	w := newWorld(t, options{cfg: func(c *ws.Config) { c.MaxSockets = 1 }})
	tbl := w.table(0)
	old := w.seat(tbl, "alice")
	for i := range 5 {
		newer := w.dial(w.tablePath(tbl), "alice")
		newer.until("snapshot")
		old.wantClosed(proto.CloseReplaced)
		newer.send(`{"type":"sit_out","id":"x"}`)
		newer.until("ack")
		old = newer
		w.eventually(func() bool { return w.ended("replaced") == int64(i+1) && w.hub.Held() == 1 }, "the old socket to be gone")
	}
	if got := w.hub.Stats().Sockets; got.InUse != 1 || got.Peak != 1 {
		t.Errorf("slots = %+v, want never more than one", got)
	}
}

func TestSession_SocketsAtOtherTablesAndInTheLobbyAreNotReplaced(t *testing.T) {
	w := newWorld(t, options{})
	open := []*client{
		w.dial(w.tablePath(w.table(0)), "alice"), w.dial(w.tablePath(w.table(0)), "alice"),
		w.dial("/api/lobby/socket", "alice"), w.dial("/api/lobby/socket", "alice"),
	}
	for _, c := range open {
		c.send(`{"type":"ping","stamp":1}`)
		c.until("pong")
	}
}

func TestSession_ClosesASilentSocketAndKeepsOneThatPings(t *testing.T) {
	w := newWorld(t, options{hub: func(h *ws.Hub) { h.Hasten(300*time.Millisecond, time.Second, 100*time.Millisecond) }})
	path := w.tablePath(w.table(0))
	silent, alive := w.dial(path, "alice"), w.dial(path, "bob")
	began := time.Now()
	for i := 0; w.ended("idle") == 0 || i < 8; i++ {
		alive.send(`{"type":"ping","stamp":1}`)
		alive.until("pong")
		time.Sleep(50 * time.Millisecond) // real: the other side's deadline is
	}
	silent.wantClosed(proto.CloseIdle)
	if took := time.Since(began); took < 300*time.Millisecond {
		t.Errorf("closed after %v, want the whole time", took)
	}
	if got := w.ended("idle"); got != 1 {
		t.Errorf("%d sockets ended as idle, want only the silent one", got)
	}
}

// A peer that has lost its power answers nothing, not even the close frame. One that means harm announces an endless frame
// and drips: the close handshake must not read it to its end.
func TestSession_GetsRidOfPeersThatNeverAnswer(t *testing.T) {
	w := newWorld(t, options{hub: func(h *ws.Hub) { h.Hasten(100*time.Millisecond, time.Second, 100*time.Millisecond) }})
	for why, frame := range map[string][]byte{
		"half-open":          nil,
		"an endless frame":   {0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4},
		"an endless message": {0x01, 0x81, 1, 2, 3, 4, 'x'},
	} {
		t.Run(why, func(t *testing.T) {
			conn := w.handshake("/api/lobby/socket", "alice")
			stop := make(chan struct{})
			defer close(stop)
			go drip(conn, frame, stop)
			w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "the socket")
			w.free()
		})
	}
}

// drip sends a frame's beginning and then a byte at a time.
func drip(conn net.Conn, frame []byte, stop chan struct{}) {
	_, _ = conn.Write(frame)
	for {
		select {
		case <-stop:
			conn.Close()
			return
		case <-time.After(10 * time.Millisecond): // real: it is the peer's pace
			if frame != nil {
				_, _ = conn.Write([]byte{'x'})
			}
		}
	}
}

func TestSession_EndsWithItsTable(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(0)
	c := w.seat(tbl, "alice")
	_ = tbl.Close("idle") // an error says that it has closed
	if m := c.until("closed"); !strings.Contains(string(m.raw), `"reason":"idle"`) {
		t.Errorf("%s, want the reason idle", m.raw)
	}
	c.wantClosed(proto.CloseTableClosed)
	w.eventually(func() bool { return w.ended("table_closed") == 1 }, "the end to be counted")
}

func TestSession_GivesItsSlotBackHoweverItEnds(t *testing.T) {
	w := newWorld(t, options{deps: func(d *ws.Deps) { d.Lobby = panicky{d.Lobby.(*lobby.Lobby)} }})
	path := w.tablePath(w.table(0))
	for _, c := range []struct {
		why string
		end func(*client)
		as  string
	}{
		{"the client closes", func(c *client) { _ = c.conn.Close(websocket.StatusNormalClosure, "") }, "left"},
		{"the client is gone", func(c *client) { _ = c.conn.CloseNow() }, "gone"},
		{"no message", func(c *client) { c.send("x"); c.wantClosed(proto.CloseProtocol) }, "protocol"},
	} {
		before := w.ended(c.as)
		client := w.dial(path, "alice")
		client.until("snapshot")
		c.end(client)
		w.free()
		w.eventually(func() bool { return w.ended(c.as) == before+1 }, c.why+" to be counted as "+c.as)
	}
	fault := w.dial("/api/lobby/socket", "alice") // where a panic waits
	if code, _ := fault.closed(); int(code) != int(websocket.StatusInternalError) {
		t.Errorf("after a panic: closed with %d, want %d", code, websocket.StatusInternalError)
	}
	w.free()
}

// panicky is a lobby with a fault.
type panicky struct{ *lobby.Lobby }

func (panicky) Watch(lobby.Watcher) { panic("watch") }

func TestLobbySocket_ShowsTheListAndThenChanges(t *testing.T) {
	w := newWorld(t, options{})
	c := w.dial("/api/lobby/socket", "alice")
	if m := c.next(); m.Type != "hello" {
		t.Fatalf("first message %s, want hello", m.raw)
	}
	if m := c.next(); m.Type != "lobby" || !strings.Contains(string(m.raw), `"create":"open"`) {
		t.Fatalf("second message %s, want the list", m.raw)
	}
	tbl := w.table(0)
	if m := c.until("tables"); !strings.Contains(string(m.raw), tbl.ID()) {
		t.Errorf("%s, want the new table", m.raw)
	}
}

// handshake opens a socket without a library behind it.
func (w *world) handshake(path, account string) net.Conn {
	w.Helper()
	conn, err := w.dialer.Dial("tcp", w.server.Listener.Addr().String())
	if err != nil {
		w.Fatal(err)
	}
	header, _ := w.request(path, account)
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: %s\r\n", path, proto.Protocol)
	_ = header.Write(conn)
	_, _ = io.WriteString(conn, "\r\n")
	answer := make([]byte, len("HTTP/1.1 101"))
	if _, err := io.ReadFull(conn, answer); err != nil || !strings.HasSuffix(string(answer), fmt.Sprint(http.StatusSwitchingProtocols)) {
		w.Fatalf("handshake answered %q, %v", answer, err)
	}
	return conn
}
