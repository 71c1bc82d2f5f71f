package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web/api"
)

// mounted is a server on whose socket addresses the given handlers serve instead.
func mounted(t *testing.T, table http.HandlerFunc, timeout time.Duration) (*api.Server, api.Deps) {
	t.Helper()
	cfg, deps := parts(t)
	cfg.RequestTimeout = timeout
	server := build(t, cfg, deps)
	server.Mount(table, table, noSockets)
	return server, deps
}

// once is a ResponseWriter that notes every status it is given.
type once struct {
	*httptest.ResponseRecorder
	statuses []int
}

func (w *once) WriteHeader(status int) {
	w.statuses = append(w.statuses, status)
	w.ResponseRecorder.WriteHeader(status)
}

func TestDeadline_OneAnswerWhateverTheHandlerDoesAtThatInstant(t *testing.T) {
	const timeout = 5 * time.Second
	hello := func(w http.ResponseWriter) { _, _ = io.WriteString(w, "hello") }
	for _, c := range []struct {
		what    string
		handler http.HandlerFunc
		want    int
	}{
		{"returns when its context ends", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 503},
		{"answers when its context ends", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done(); hello(w) }, 200},
		{"answers at the instant of the deadline", func(w http.ResponseWriter, _ *http.Request) { time.Sleep(timeout); hello(w) }, 200},
		{"returns at the instant of the deadline", func(http.ResponseWriter, *http.Request) { time.Sleep(timeout) }, 503},
		{"returns a moment before", func(http.ResponseWriter, *http.Request) { time.Sleep(timeout - 1) }, 0},
		{"has begun its answer long before", func(w http.ResponseWriter, r *http.Request) { hello(w); <-r.Context().Done() }, 200},
		{"panics when its context ends", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done(); panic("late") }, 500},
	} {
		synctest.Test(t, func(t *testing.T) {
			server, deps := mounted(t, c.handler, timeout)
			w := &once{ResponseRecorder: httptest.NewRecorder()}
			began := time.Now()
			server.ServeHTTP(w, httptest.NewRequest("GET", "/api/lobby/socket", nil))
			if c.want != 0 && (len(w.statuses) != 1 || w.statuses[0] != c.want) {
				t.Errorf("one who %s: statuses %v, want only %d", c.what, w.statuses, c.want)
			}
			if c.want == 0 && len(w.statuses) != 0 {
				t.Errorf("one who %s: statuses %v, want none of ours", c.what, w.statuses)
			}
			if c.want == 503 {
				problem(t, w.Result(), 503, "request_timeout")
			} else if body := w.Body.String(); strings.Contains(body, "request_timeout") {
				t.Errorf("one who %s: two answers: %s", c.what, body)
			}
			if took := time.Since(began); took > timeout {
				t.Errorf("one who %s: took %v, want the deadline", c.what, took)
			}
			if got := deps.Inflight.Stats().InUse; got != 0 {
				t.Errorf("one who %s: %d slots in use", c.what, got)
			}
		})
	}
}

func TestDeadline_TheSlotIsHeldUntilAHandlerThatDoesNotListenHasReturned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server, deps := mounted(t, func(http.ResponseWriter, *http.Request) { time.Sleep(7 * time.Second) }, 5*time.Second)
		w := httptest.NewRecorder()
		var asking sync.WaitGroup
		asking.Go(func() { server.ServeHTTP(w, httptest.NewRequest("GET", "/api/lobby/socket", nil)) })
		time.Sleep(6 * time.Second)
		if got := deps.Inflight.Stats().InUse; got != 1 {
			t.Errorf("a second after the deadline %d slots are in use, want 1: the work goes on", got)
		}
		asking.Wait()
		problem(t, w.Result(), 503, "request_timeout")
		if got, want := server.Counts(), (api.Counts{Timeouts: 1, Overruns: 1}); got != want {
			t.Errorf("counts = %+v, want %+v", got, want)
		}
	})
}

// stuck is an Accounts whose database answers nobody before they give up.
type stuck struct{ people }

func (stuck) Session(ctx context.Context, _ string) (auth.Identity, error) {
	<-ctx.Done()
	return auth.Identity{}, fmt.Errorf("find session: %w", ctx.Err())
}

func TestDeadline_UpgradesThatHangAreAllAnsweredAndTheirSlotsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, deps := parts(t)
		deps.Accounts = stuck{}
		server := build(t, cfg, deps)
		socket := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, err := server.CallerOf(r)
			server.Refuse(w, err)
		})
		server.Mount(socket, socket, noSockets)
		began := time.Now()
		var hanging sync.WaitGroup
		for range 4 {
			hanging.Go(func() {
				res := knock(t, server, office, "GET", "/api/lobby/socket", "Upgrade", "websocket", "Cookie", "fullhouse=token-alice")
				problem(t, res, 503, "request_timeout")
			})
		}
		synctest.Wait()
		problem(t, list(t, server, office, ""), 503, "server_busy")
		hanging.Wait()
		if took := time.Since(began); took != cfg.RequestTimeout {
			t.Errorf("took %v, want exactly the deadline", took)
		}
		if got := list(t, server, office, "").StatusCode; got != 200 {
			t.Errorf("afterwards: %d, want 200", got)
		}
		if got := deps.Inflight.Stats().InUse; got != 0 {
			t.Errorf("%d slots in use, want 0", got)
		}
	})
}

// slowBody opens a connection and sends a request whose body never ends: a byte at a time.
func slowBody(t *testing.T, address, path string) (answer *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nCookie: fullhouse=token-alice\r\nContent-Type: application/json\r\n"+
		"Content-Length: 1000\r\n\r\n{", path)
	var dripping sync.WaitGroup
	dripping.Go(func() {
		for {
			time.Sleep(10 * time.Millisecond) // real: it is the client's pace
			if _, err := conn.Write([]byte(" ")); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		conn.Close()
		dripping.Wait()
	})
	return bufio.NewReader(conn)
}

func TestDeadline_ABodyThatDripsGivesItsSlotBack(t *testing.T) {
	cfg, deps := parts(t)
	cfg.RequestTimeout = 300 * time.Millisecond
	client := start(t, cfg, deps)
	began := time.Now()
	var answers []*bufio.Reader
	for range 4 {
		answers = append(answers, slowBody(t, strings.TrimPrefix(client.base, "http://"), "/api/tables"))
	}
	for _, answer := range answers {
		res, err := http.ReadResponse(answer, nil)
		if err != nil {
			t.Fatal(err)
		}
		problem(t, res, 503, "request_timeout")
		if !res.Close {
			t.Error("the connection stays open for the rest of the body")
		}
	}
	if took := time.Since(began); took < cfg.RequestTimeout || took > 10*cfg.RequestTimeout {
		t.Errorf("took %v, want about %v", took, cfg.RequestTimeout)
	}
	client.stop()
	if got := deps.Inflight.Stats(); got.InUse != 0 || got.Peak != 4 {
		t.Errorf("slots = %+v, want four taken and given back", got)
	}
	if got, want := client.api.Counts(), (api.Counts{Timeouts: 4}); got != want {
		t.Errorf("counts = %+v, want %+v", got, want)
	}
}

// After a timeout the connection goes on: what follows on it must not be taken for a request whose client has gone.
func TestDeadline_TheNextRequestOnTheConnectionIsServed(t *testing.T) {
	cfg, deps := parts(t)
	cfg.RequestTimeout = 100 * time.Millisecond
	late := false
	deps.Lobby = lateHouse{house{}, func(ctx context.Context) {
		if late {
			<-ctx.Done()
			time.Sleep(30 * time.Millisecond) // real: a read deadline that was left behind would have been noticed by then
		}
	}}
	client := start(t, cfg, deps)
	client.do("POST", "/api/guest", "")
	for _, body := range []string{"", `{"name":"Night"}`} {
		late = true
		problem(t, client.do("POST", "/api/tables", body), 503, "request_timeout")
		late = false
		problem(t, client.do("POST", "/api/tables", body), 500, "internal") // what a house says by itself
		var out struct{ Tables []json.RawMessage }
		if res := client.do("GET", "/api/tables", ""); res.StatusCode != 200 || json.NewDecoder(res.Body).Decode(&out) != nil {
			t.Errorf("with the body %q: the next request is answered %d", body, res.StatusCode)
		}
	}
}

// lateHouse is a house that waits before it creates.
type lateHouse struct {
	house
	wait func(context.Context)
}

func (h lateHouse) Create(ctx context.Context, by quota.Caller, settings table.Settings) (*table.Table, error) {
	h.wait(ctx)
	return h.house.Create(ctx, by, settings)
}
