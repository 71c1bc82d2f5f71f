package ws_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come.
const patience = 10 * time.Second

// rows is a lobby.Tables that forgets.
type rows struct{}

func (rows) Create(context.Context, lobby.Row) error { return nil }

func (rows) Undo(context.Context, lobby.Row) (bool, error) { return false, nil }

func (rows) Quarantine(context.Context, lobby.Row, string) error { return nil }

func (rows) Open(context.Context) ([]lobby.Row, error) { return nil, nil }

// world is a server with real sockets and real tables that play Draw.
type world struct {
	*testing.T
	hub      *ws.Hub
	lobby    *lobby.Lobby
	inflight *capacity.Slots
	server   *httptest.Server
	origin   string
	dialer   net.Dialer
	http     *http.Client
}

// options change a world before it begins.
type options struct {
	cfg         func(*ws.Config)
	deps        func(*ws.Deps)
	hub         func(*ws.Hub)
	lobby       func(*lobby.Config)
	tables      lobby.Tables // nil: none are open at the start
	inflight    int
	smallBuffer bool // the network holds only a few kilobytes
}

func newWorld(t *testing.T, o options) *world {
	t.Helper()
	w := &world{T: t, inflight: capacity.NewSlots("server_busy", max(o.inflight, 64))}
	if o.inflight > 0 {
		w.inflight = capacity.NewSlots("server_busy", o.inflight)
	}
	w.openLobby(o)
	w.server = httptest.NewUnstartedServer(nil)
	if o.smallBuffer {
		w.server.Listener = narrow{w.server.Listener}
		w.dialer.Control = narrowReads
	}
	transport := &http.Transport{DialContext: w.dialer.DialContext}
	t.Cleanup(transport.CloseIdleConnections)
	w.http = &http.Client{Transport: transport}
	w.origin = "http://" + w.server.Listener.Addr().String()
	cfg := ws.Config{
		Build: "test", Origins: []string{w.origin}, MaxSockets: 100, MaxSocketsPerAccount: 100, MaxSocketsPerAddress: 100,
		MaxWatchers: 100, MaxMessageBytes: 4096, QueueMessages: 64,
		QueueBytes: 262144, Heartbeat: 15 * time.Second, Reconnect: 30 * time.Second, RetryAfter: time.Second,
		Actions:       ratelimit.Policy{Limit: 1000, Window: time.Second, Burst: 1000},
		Chat:          ratelimit.Policy{Limit: 1000, Window: time.Second, Burst: 1000},
		ReconnectRate: ratelimit.Policy{Limit: 1000000, Window: time.Second, Burst: 1000000},
		Handshake:     patience,
	}
	deps := ws.Deps{Lobby: w.lobby, CallerOf: callerOf, Admitted: w.admitted, Refuse: refuse, Log: slog.New(slog.DiscardHandler)}
	if o.cfg != nil {
		o.cfg(&cfg)
	}
	if o.deps != nil {
		o.deps(&deps)
	}
	hub, err := ws.New(cfg, deps)
	if err != nil {
		t.Fatal(err)
	}
	if o.hub != nil {
		o.hub(hub)
	}
	w.hub = hub
	mux := http.NewServeMux()
	mux.Handle("GET /api/tables/{id}/socket", hub.Table())
	mux.Handle("GET /api/lobby/socket", hub.Lobby())
	w.server.Config.Handler = w.guarded(mux)
	w.server.Start()
	t.Cleanup(w.close)
	return w
}

func (w *world) openLobby(o options) {
	cfg := lobby.Config{
		MaxTables: 100, ActionClock: time.Minute, BotLevels: []string{"any"},
		Table: table.Config{
			NewGame: tabletest.NewDraw, Recorder: tabletest.NewLog(), Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
			Inbox: 256, Idle: time.Minute, Unjoined: time.Minute, Beat: time.Millisecond,
		},
	}
	if o.lobby != nil {
		o.lobby(&cfg)
	}
	if o.tables == nil {
		o.tables = rows{}
	}
	if cfg.Doors == nil {
		cfg.Doors = rows{}
	}
	l, err := lobby.New(cfg, o.tables)
	if err != nil {
		w.Fatal(err)
	}
	w.lobby = l
	ctx, cancel := context.WithCancel(context.Background())
	var feed sync.WaitGroup
	feed.Go(func() { l.Run(ctx) })
	w.Cleanup(func() {
		cancel()
		feed.Wait()
	})
}

// close drains in the order of the real server and looks for what was left behind.
func (w *world) close() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := errors.Join(w.lobby.Drain(ctx, 0), w.hub.Shutdown(ctx)); err != nil {
		w.Error(err)
	}
	w.server.Close()
	w.free()
	w.eventually(func() bool { return w.inflight.Stats().InUse == 0 }, "all requests to be over")
}

// guarded is the in-flight guard in front of the real server's routes.
func (w *world) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		release, err := w.inflight.TryAcquire()
		if err != nil {
			refuse(rw, err)
			return
		}
		defer release()
		defer func() {
			if recover() != nil {
				refuse(rw, errors.New("panic"))
			}
		}()
		next.ServeHTTP(rw, r)
	})
}

// callerOf believes what it is told: an account, and where it is after an @. All of it names the session. Guests are those
// whose account says so.
func callerOf(r *http.Request) (ws.Caller, error) {
	who := r.Header.Get("X-Account")
	switch who {
	case "":
		return ws.Caller{}, ws.Error("unauthenticated")
	case "panic":
		panic("session store")
	}
	account, address, _ := strings.Cut(who, "@")
	return ws.Caller{
		Account: account, Name: strings.ToUpper(account[:1]) + account[1:], Guest: strings.HasPrefix(account, "guest"),
		Session: who, Address: address,
	}, nil
}

func refuse(w http.ResponseWriter, err error) {
	code := proto.CodeInternal
	if m, known := proto.NewError("", err); known {
		code = m.Code
	}
	status := http.StatusServiceUnavailable
	if code == "upgrade_required" {
		status = http.StatusUpgradeRequired
	}
	http.Error(w, code, status)
}

// free waits until no socket holds anything.
func (w *world) free() {
	w.Helper()
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 0 && w.hub.Counted() == 0 }, "all that sockets take to be given back")
}

func (w *world) eventually(ok func() bool, what string) {
	w.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.Fatalf("waited %v for %s: %+v", patience, what, w.hub.Stats())
		}
	}
}

// ended is how many sockets have ended in a way.
func (w *world) ended(name string) int64 {
	for _, e := range w.hub.Stats().Ends {
		if e.Name == name {
			return e.Count
		}
	}
	w.Fatalf("no end is called %s", name)
	return 0
}

func (w *world) table(bots int) *table.Table {
	w.Helper()
	t, err := w.lobby.Create(context.Background(), quota.Caller{Account: "host"}, table.Settings{
		Name: "Test table", Seats: 6, BuyInMin: 10, BuyInMax: 1000, Bots: bots,
	})
	if err != nil {
		w.Fatal(err)
	}
	return t
}

func (w *world) tablePath(t *table.Table) string { return "/api/tables/" + t.ID() + "/socket" }

// request is a socket's request by hand.
func (w *world) request(path, account string) (http.Header, string) {
	header := http.Header{"Origin": {w.origin}}
	if account != "" {
		header.Set("X-Account", account)
	}
	return header, w.server.URL + path
}

// refused opens a socket and returns the code with which it was not let in.
func (w *world) refused(path string, header http.Header, protocols ...string) string {
	w.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, response, err := websocket.Dial(ctx, w.server.URL+path, &websocket.DialOptions{
		HTTPClient: w.http, HTTPHeader: header, Subprotocols: protocols,
	})
	if err == nil {
		_ = conn.CloseNow()
		return ""
	}
	if response == nil {
		w.Fatalf("dial %s: %v", path, err)
	}
	body := make([]byte, 100)
	n, _ := response.Body.Read(body)
	return strings.TrimSpace(string(body[:n]))
}

// plain asks a socket's address without Upgrade.
func (w *world) plain(path, account string) (status int, code string) {
	w.Helper()
	r, err := http.NewRequest(http.MethodGet, w.server.URL+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("X-Account", account)
	response, err := w.http.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer response.Body.Close()
	body := make([]byte, 100)
	n, _ := response.Body.Read(body)
	return response.StatusCode, strings.TrimSpace(string(body[:n]))
}

// narrow is a listener whose connections take little that the client has not read.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	conn, err := n.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(4096)
	}
	return conn, err
}

// narrowReads is the same for the client's end. It has to be set before the connection is made.
func narrowReads(_, _ string, c syscall.RawConn) (err error) {
	controlled := c.Control(func(fd uintptr) { err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
	return errors.Join(controlled, err)
}
