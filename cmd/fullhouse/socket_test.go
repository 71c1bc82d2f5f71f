package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/ws/proto"
)

// socket is an open socket that remembers what it was sent.
type socket struct {
	t        *testing.T
	conn     *websocket.Conn
	messages []message // not looked at yet
}

// message is one object from the server.
type message struct {
	Type string
	raw  json.RawMessage
}

// dial opens a socket as a browser at the right address would. The answer is the server's refusal when it is not let in.
func (p *person) dial(path string, header ...string) (*socket, *http.Response) {
	p.t.Helper()
	s, res, err := p.tryDial(path, header...)
	if err != nil && res == nil {
		p.t.Fatal(err)
	}
	return s, res
}

// tryDial is dial for a server that may be gone.
func (p *person) tryDial(path string, header ...string) (*socket, *http.Response, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Second)
	defer cancel()
	h := http.Header{"Origin": {p.url}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	conn, res, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+path, &websocket.DialOptions{
		HTTPClient: &http.Client{Jar: p.http.Jar, Transport: p.http.Transport}, HTTPHeader: h, Subprotocols: []string{proto.Protocol},
	})
	if err != nil {
		return nil, res, err
	}
	conn.SetReadLimit(1 << 20)
	p.t.Cleanup(func() { _ = conn.CloseNow() })
	return &socket{t: p.t, conn: conn}, res, nil
}

// join opens a table's socket and reads up to the snapshot.
func (p *person) join(table string) (*socket, message) {
	p.t.Helper()
	s, res := p.dial("/api/tables/" + table + "/socket")
	if s == nil {
		p.t.Fatalf("join: %d", res.StatusCode)
	}
	s.await("hello")
	return s, s.await("snapshot")
}

// next is the next message, or the error that ended the socket.
func (s *socket) next() (message, error) {
	for len(s.messages) == 0 {
		ctx, cancel := context.WithTimeout(s.t.Context(), 30*time.Second)
		_, frame, err := s.conn.Read(ctx)
		cancel()
		if err != nil {
			return message{}, err
		}
		var objects []json.RawMessage
		if err := json.Unmarshal(frame, &objects); err != nil {
			return message{}, fmt.Errorf("a frame that is no array: %s", frame)
		}
		for _, raw := range objects {
			m := message{raw: raw}
			if err := json.Unmarshal(raw, &m); err != nil {
				return message{}, err
			}
			s.messages = append(s.messages, m)
		}
	}
	m := s.messages[0]
	s.messages = s.messages[1:]
	return m, nil
}

// await skips messages until one of the kind comes.
func (s *socket) await(kind string) message {
	s.t.Helper()
	for {
		m, err := s.next()
		if err != nil {
			s.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if m.Type == kind {
			return m
		}
	}
}

// send sends a message.
func (s *socket) send(m any) {
	s.t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.Write(s.t.Context(), websocket.MessageText, text); err != nil {
		s.t.Fatal(err)
	}
}

// createTable makes a table and returns its id.
func (p *person) createTable(settings any) string {
	p.t.Helper()
	var summary struct{ ID string }
	if res := p.ask("POST", "/api/tables", settings, &summary); res.StatusCode != 201 {
		p.t.Fatalf("create: %d, want 201", res.StatusCode)
	}
	return summary.ID
}

func TestServe_RefusesCreateAndServesJoinsWhenFull(t *testing.T) {
	r := begin(t, "MAX_LIVE_TABLES", "2", "MAX_INFLIGHT", "4")
	alice := r.person(t)
	alice.guest()
	ids := []string{alice.createTable(nil), alice.createTable(nil)} // each has room for fifty who only watch
	for i := range 100 {
		p := r.person(t)
		p.guest()
		var problem struct {
			Code        string
			Used, Limit int
		}
		if res := p.ask("POST", "/api/tables", nil, &problem); res.StatusCode != 503 || problem.Code != "server_full" ||
			problem.Used != 2 || problem.Limit != 2 || res.Header.Get("Retry-After") == "" {
			t.Fatalf("create: %d %+v, want 503 server_full with 2 of 2", res.StatusCode, problem)
		}
		p.join(ids[i%2])
	}
	// A hundred open sockets hold no slot of the four: ordinary requests are served.
	if res := alice.ask("GET", "/api/tables", nil, nil); res.StatusCode != 200 {
		t.Errorf("the list beside 100 sockets: %d, want 200", res.StatusCode)
	}
	metrics := r.metrics(t)
	for name, want := range map[string]string{
		"fullhouse_sockets_in_use": "100", "fullhouse_inflight_in_use": "0", "fullhouse_live_tables_in_use": "2",
		`fullhouse_refusals_total{code="server_full",layer="live_tables"}`: "100",
	} {
		if got := metrics[name]; got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

func TestServe_SocketsAreRefusedBeforeTheUpgrade(t *testing.T) {
	r := begin(t, "MAX_SOCKETS", "1")
	alice, bob, stranger := r.person(t), r.person(t), r.person(t)
	alice.guest()
	bob.guest()
	table := "/api/tables/" + alice.createTable(nil) + "/socket"
	ask := func(p *person, path string) string { // a plain GET tells what the upgrade would have been told
		var problem struct{ Code string }
		p.ask("GET", path, nil, &problem)
		return problem.Code
	}
	if got, want := ask(bob, table), "upgrade_required"; got != want {
		t.Errorf("with room: %q, want %q", got, want)
	}
	first, _ := alice.dial(table)
	first.await("snapshot")
	for _, c := range []struct {
		who    *person
		path   string
		header []string
		status int
		code   string
	}{
		{bob, table, nil, 503, "sockets_full"},
		{bob, "/api/lobby/socket", nil, 503, "sockets_full"},
		{stranger, table, nil, 401, "unauthenticated"},
		{stranger, "/api/lobby/socket", nil, 401, "unauthenticated"},
		{bob, "/api/tables/nothing/socket", nil, 404, "not_found"},
		{bob, table, []string{"Origin", "https://evil.example"}, 403, "forbidden"},
		{bob, table, []string{"Origin", r.url + ".evil.example"}, 403, "forbidden"},
		{bob, table, []string{"Origin", "null"}, 403, "forbidden"},
		{bob, table, []string{"Origin", ""}, 403, "forbidden"},
	} {
		s, res := c.who.dial(c.path, c.header...)
		if s != nil || res.StatusCode != c.status {
			t.Errorf("%s %v: %d, want %d", c.path, c.header, res.StatusCode, c.status)
		}
		if got := ask(c.who, c.path); c.header == nil && got != c.code {
			t.Errorf("plain GET %s: %q, want %q", c.path, got, c.code)
		}
	}
	if got := r.metrics(t)["fullhouse_sockets_in_use"]; got != "1" {
		t.Errorf("%s sockets in use, want 1", got)
	}
}

func TestServe_TellsSocketsToComeBackWhenItStops(t *testing.T) {
	r := begin(t)
	alice := r.person(t)
	alice.guest()
	atTable, _ := alice.join(alice.createTable(nil))
	atLobby, _ := alice.dial("/api/lobby/socket")
	atLobby.await("lobby")
	stopped := make(chan int)
	go func() { stopped <- r.stop() }()
	for name, s := range map[string]*socket{"table": atTable, "lobby": atLobby} {
		var err error
		for err == nil {
			_, err = s.next()
		}
		if got, want := websocket.CloseStatus(err), websocket.StatusCode(proto.CloseDraining); got != want {
			t.Errorf("%s: closed with %d (%v), want %d", name, got, err, want)
		}
	}
	if code := <-stopped; code != exitGood {
		t.Errorf("exit %d, want %d", code, exitGood)
	}
}

func TestServe_AHandGoesOnAfterARestart(t *testing.T) {
	data := t.TempDir()
	settings := []string{"DATA_DIR", data, "BOT_PACE", "1ms", "HAND_PAUSE", "10ms"}
	first := begin(t, settings...)
	alice := first.person(t)
	alice.guest()
	id := alice.createTable(map[string]any{"bots": 2, "action_ms": 60000})
	s, _ := alice.join(id)
	s.send(map[string]any{"type": "sit", "id": "1", "buy_in": 5000})
	before := s.snapshot()
	for before.Table.Turn == nil || before.Table.Turn.Seat != before.Table.You.Seat { // her turn lasts a minute
		s.await("turn")
		before = s.snapshot()
	}
	_ = s.conn.CloseNow() // nobody would read the server's farewell
	first.stop()

	second := begin(t, settings...)
	from, _ := url.Parse(first.url)
	to, _ := url.Parse(second.url)
	alice.http.Jar.SetCookies(to, alice.http.Jar.Cookies(from))
	alice.url = second.url
	_, joined := alice.join(id)
	if diff := cmp.Diff(before, joined.view(t)); diff != "" {
		t.Errorf("the table after the restart (-before +after):\n%s", diff)
	}
	var hand struct {
		Table struct {
			Hand struct {
				Hand, Commitment string
				Openings         []deck.Proof
			}
		}
	}
	if err := json.Unmarshal(joined.raw, &hand); err != nil {
		t.Fatal(err)
	}
	shown := hand.Table.Hand
	if err := deck.Verify(shown.Commitment, shown.Hand, shown.Openings...); err != nil || len(shown.Openings) < 2 {
		t.Errorf("the %d cards opened after the restart against the commitment: %v", len(shown.Openings), err)
	}
}

// tableView is what a snapshot tells of a table, without its clocks.
type tableView struct {
	Seq   int64
	Table struct {
		Hand  map[string]any
		Seats []map[string]any
		You   struct{ Seat int }
		Turn  *struct {
			Hand              string
			Turn, Seat, Price int
		}
	}
}

// snapshot asks for one.
func (s *socket) snapshot() tableView {
	s.t.Helper()
	s.send(map[string]any{"type": "snapshot"})
	return s.await("snapshot").view(s.t)
}

func (m message) view(t *testing.T) (v tableView) {
	t.Helper()
	if err := json.Unmarshal(m.raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
