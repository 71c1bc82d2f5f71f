package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// impatient is far less than people get, so that tests need not wait.
const impatient = 300 * time.Millisecond

// hurried is an app whose servers a test can change before they listen. Its lobby runs.
func hurried(t *testing.T, settings ...string) *app {
	t.Helper()
	cfg, err := configFrom(environ(append(settings, "PUBLIC_URL", "http://localhost")...))
	if err != nil {
		t.Fatal(err)
	}
	cfg.DataDir = t.TempDir()
	a, err := newApp(cfg, slog.New(slog.DiscardHandler), &net.TCPAddr{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.openStore(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.db.Close() })
	if err := a.wire(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	running.Go(func() { a.lobby.Run(ctx) })
	t.Cleanup(func() {
		_ = a.hub.Shutdown(context.Background())
		stop()
		running.Wait()
	})
	return a
}

// listen serves until the test's end and returns the address.
func listen(t *testing.T, server *http.Server) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		server.Close()
		running.Wait()
	})
	return listener.Addr().String()
}

func TestHTTPServer_CutsWhoReadsNothingAndLeavesSocketsAlone(t *testing.T) {
	a := hurried(t, "MAX_INFLIGHT", "1")
	server := a.httpServer(a.api)
	if server.ReadTimeout == 0 || server.WriteTimeout <= server.ReadTimeout {
		t.Fatalf("reads get %v and writes %v, want bounds, and an answer for those who send too slowly", server.ReadTimeout, server.WriteTimeout)
	}
	server.ReadTimeout, server.WriteTimeout = impatient, impatient
	address := listen(t, server)
	alice := (&running{url: "http://" + address}).person(t)
	alice.guest()
	socket, _ := alice.dial("/api/lobby/socket", "Origin", "http://localhost")
	socket.await("lobby")

	rude, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer rude.Close()
	_ = rude.(*net.TCPConn).SetReadBuffer(4096)
	_ = rude.SetDeadline(time.Now().Add(20 * time.Second)) // of the test, not of the server
	for err == nil {
		_, err = io.WriteString(rude, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("who reads nothing was not cut")
	}
	if res := alice.ask("GET", "/api/tables", nil, nil); res.StatusCode != 200 {
		t.Errorf("the only slot afterwards: %d, want 200", res.StatusCode)
	}
	// The socket is older than the connection that was cut: had it a deadline, it would be over.
	socket.send(map[string]any{"type": "ping", "stamp": 1})
	socket.await("pong")
}

func TestHTTPServer_LetsAProfileRunForAsLongAsItTakes(t *testing.T) {
	a := hurried(t)
	server := a.httpServer(adminHandler(a.meters(), a.debugLimits, a.debugReports, ""))
	server.ReadTimeout, server.WriteTimeout = impatient, impatient
	address := listen(t, server)
	start := time.Now()
	res, err := (&running{}).person(t).http.Get("http://" + address + "/debug/pprof/trace?seconds=0.8")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	trace, err := io.ReadAll(res.Body)
	if took := time.Since(start); err != nil || res.StatusCode != 200 || len(trace) == 0 || took < 800*time.Millisecond {
		t.Errorf("after %v: %d, %d bytes, %v; want a trace of 800ms", took, res.StatusCode, len(trace), err)
	}
}

func TestServe_NobodyHoldsUpTheEnd(t *testing.T) {
	const drain = 3 * time.Second
	r := begin(t, "DRAIN_TIMEOUT", drain.String())
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.18.0.1\r\nContent-Type: application/json\r\n"+
		"Content-Length: 10\r\nExpect: 100-continue\r\n\r\n")
	if line, _ := bufio.NewReader(conn).ReadString('\n'); !strings.Contains(line, "100") { // said when the handler reads
		t.Fatalf("answer %q, want it to go on", line)
	}
	fmt.Fprint(conn, "{") // and nine more that never come
	start := time.Now()
	if code := r.stop(); code != exitGood {
		t.Errorf("exit %d, want %d; the log:\n%s", code, exitGood, r.log)
	}
	if took := time.Since(start); took >= drain {
		t.Errorf("the end took %v, want less than %v", took, drain)
	}
	if !strings.Contains(r.log.String(), `"connections cut"`) {
		t.Errorf("the log does not tell of it:\n%s", r.log)
	}
}
