package api_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/capacity"
)

// trouble is a handler that does what the request's query asks for.
func trouble(w http.ResponseWriter, r *http.Request) {
	switch r.URL.RawQuery {
	case "panic":
		panic("a fault")
	case "late":
		_, _ = io.WriteString(w, "half an answer")
		panic("a late fault")
	case "hang":
		<-r.Context().Done()
	case "body":
		_, _ = io.Copy(io.Discard, r.Body)
	default:
		_, _ = io.WriteString(w, "fine")
	}
}

func TestServer_EveryGaugeReturnsToZeroAfterPanicsCancelsHangUpsAndTimeouts(t *testing.T) {
	requests := 10_000
	if testing.Short() {
		requests = 1_000
	}
	cfg, deps := parts(t)
	cfg.RequestTimeout = 15 * time.Millisecond
	deps.Inflight = capacity.NewSlots("server_busy", 12) // fewer than there are clients
	deps.Limiter = limits(t, 1<<10, "create", "100/s")
	server := build(t, cfg, deps)
	server.Mount(http.HandlerFunc(trouble), http.HandlerFunc(trouble), noSockets)
	listener := httptest.NewUnstartedServer(server)
	listener.Config.ErrorLog = log.New(io.Discard, "", 0)
	listener.Start()
	defer listener.Close()
	host := listener.Listener.Addr().String()

	var clients sync.WaitGroup
	for range 16 {
		clients.Go(func() {
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			own := &http.Client{Transport: transport}
			for range requests / 16 {
				misbehave(own, host)
			}
		})
	}
	clients.Wait()
	listener.Close() // waits for what is under way
	stats := deps.Inflight.Stats()
	if stats.InUse != 0 || stats.Peak > 12 || stats.Peak < 2 {
		t.Errorf("slots = %+v, want none in use and never more than 12", stats)
	}
	counts := server.Counts()
	if counts.Timeouts == 0 {
		t.Error("nothing timed out: the test does not test it")
	}
	for _, refused := range server.Refusals() {
		if refused.Code == "internal" && refused.Count == 0 {
			t.Error("nothing panicked: the test does not test it")
		}
	}
	t.Logf("slots %+v, counts %+v", stats, counts)
}

// misbehave makes one request of some kind and does not care how it ends.
func misbehave(own *http.Client, host string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	method, path := http.MethodGet, "/api/lobby/socket?"+[]string{"panic", "late", "hang", "body", "fine", "fine"}[rand.N(6)]
	switch rand.N(8) {
	case 0:
		time.AfterFunc(rand.N(2*time.Millisecond), cancel) // real: somewhere in the middle
	case 1:
		hangUp(host)
		return
	case 2:
		method, path = http.MethodPost, "/api/tables"
	case 3:
		path = "/nothing"
	}
	r, _ := http.NewRequestWithContext(ctx, method, "http://"+host+path, nil)
	if rand.N(4) == 0 {
		r.Header.Set("Origin", "https://evil.example")
	}
	if res, err := own.Do(r); err == nil {
		_, _ = io.Copy(io.Discard, res.Body)
		res.Body.Close()
	}
}

// hangUp leaves in the middle of a request.
func hangUp(host string) {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return
	}
	defer conn.Close()
	text := "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n" + strings.Repeat(" ", 50)
	fmt.Fprint(conn, text[:rand.N(len(text))])
}
