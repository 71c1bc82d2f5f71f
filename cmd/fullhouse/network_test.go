package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// wire is the way from a client to a server through a place that can go silent: nothing more gets through, and nothing is closed.
type wire struct {
	listener net.Listener
	silent   chan struct{} // closed when nothing gets through any more
	pumps    sync.WaitGroup
}

// newWire leads to a running server. It ends with the test.
func newWire(t *testing.T, r *running) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, silent: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	w.pumps.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
			if err != nil {
				client.Close()
				continue
			}
			context.AfterFunc(ctx, func() { client.Close(); server.Close() })
			w.pumps.Go(func() { w.pump(ctx, server, client) })
			w.pumps.Go(func() { w.pump(ctx, client, server) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		cancel()
		w.pumps.Wait()
	})
	return w
}

// pump carries bytes one way, and holds on to them without a word once the wire is silent.
func (w *wire) pump(ctx context.Context, to, from net.Conn) {
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		select {
		case <-w.silent:
			<-ctx.Done()
			return
		default:
		}
		if err != nil {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// through is somebody who comes by a wire.
func (w *wire) through(r *running, t *testing.T) *person {
	p := r.person(t)
	p.url = "http://localhost:" + fmt.Sprint(w.listener.Addr().(*net.TCPAddr).Port)
	return p
}

func TestF13_AHalfOpenClientIsFoundByPing(t *testing.T) {
	t.Parallel()
	r := begin(t, "HEARTBEAT", "1s", "ACTION_CLOCK", "4s", "HAND_PAUSE", "10ms", "DRAIN_TIMEOUT", "3s")
	alice := r.person(t)
	alice.guest()
	table := alice.createTable(map[string]any{"bots": 0})
	a, _ := alice.join(table)
	a.takeSeat(0, 5000)
	w := newWire(t, r)
	bob := w.through(r, t)
	bob.guest()
	b, _ := bob.dial("/api/tables/"+table+"/socket", "Origin", r.url)
	b.await("snapshot")
	b.takeSeat(1, 5000)
	b.await("turn")
	close(w.silent)
	away, byClock := false, false
	for !away || !byClock {
		m, err := a.next()
		if err != nil {
			t.Fatalf("alice hears no more: %v (bob away %v, played for by the clock %v)", err, away, byClock)
		}
		var said struct {
			Seat   int
			Away   bool
			Reason string
			Hand   string
			Turn   int
			Price  int64
		}
		if err := json.Unmarshal(m.raw, &said); err != nil {
			t.Fatal(err)
		}
		a.send(map[string]any{"type": "ping", "stamp": 1}) // she is there
		switch {
		case m.Type == "presence" && said.Seat == 1:
			away = said.Away
		case m.Type == "acted" && said.Seat == 1 && said.Reason == "clock":
			byClock = true
		case m.Type == "turn" && said.Seat == 0:
			move := map[string]any{"do": "check"}
			if said.Price > 0 {
				move["do"] = "call"
			}
			a.send(map[string]any{"type": "act", "id": fmt.Sprint(said.Hand, said.Turn), "hand": said.Hand, "turn": said.Turn, "price": said.Price, "move": move})
		case m.Type == "pong":
			time.Sleep(100 * time.Millisecond) // a pace for the pings, nothing is waited for
		}
	}
	r.waitFor(t, "fullhouse_sockets_in_use", "1")
}

// reluctant reads from its connection as slowly as it likes.
type reluctant struct {
	net.Conn
	pause time.Duration // before each byte, once it is told to stop
	stop  chan struct{}
	over  <-chan struct{} // the test's end
}

func (c reluctant) Read(p []byte) (int, error) {
	select {
	case <-c.stop:
	default:
		return c.Conn.Read(p)
	}
	select {
	case <-time.After(c.pause):
	case <-c.over:
	}
	return c.Conn.Read(p[:1])
}

func TestF14_AClientThatStopsReadingOrReadsAByteAtATimeIsClosedAlone(t *testing.T) {
	t.Parallel()
	for name, pause := range map[string]time.Duration{"stops reading": time.Hour, "a byte at a time": 50 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := begin(t, "SOCKET_QUEUE_BYTES", "32768", "SOCKET_QUEUE_MESSAGES", "8", "RATE_ACTIONS", "1000000/s:1000000", "BOT_PACE", "1ms",
				"HAND_PAUSE", "1ms", "ACTION_CLOCK", "30s", "DRAIN_TIMEOUT", "3s")
			alice, rude := r.person(t), r.person(t)
			alice.guest()
			rude.guest()
			table := alice.createTable(map[string]any{"bots": 3})
			stop := make(chan struct{})
			rude.http.Transport = resident{&http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := new(net.Dialer).DialContext(ctx, network, address)
				if err == nil {
					_ = conn.(*net.TCPConn).SetReadBuffer(4096)
				}
				return reluctant{conn, pause, stop, t.Context().Done()}, err
			}}, r.address()}
			slow, _ := rude.join(table)
			close(stop)
			a, _ := alice.join(table)
			a.takeSeat(0, 5000)
			var asking sync.WaitGroup
			asking.Go(func() { // for more than it reads, until it is thrown out
				for {
					ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
					err := slow.conn.Write(ctx, 1, []byte(`{"type":"snapshot"}`))
					cancel()
					if err != nil {
						return
					}
				}
			})
			r.waitFor(t, "fullhouse_slow_consumers_total", "1")
			_ = slow.conn.CloseNow()
			asking.Wait()
			r.waitFor(t, `fullhouse_ws_closes_total{code="4002"}`, "1") // fell_behind
			a.send(map[string]any{"type": "sit_out", "id": "still-here"})
			for last := int64(0); ; { // and nothing of all that was kept from her
				m, err := a.next()
				if err != nil {
					t.Fatal(err)
				}
				var event struct {
					Seq int64
					ID  string
				}
				_ = json.Unmarshal(m.raw, &event) // it was read before
				if m.Type == "ack" && event.ID == "still-here" {
					break
				}
				if event.Seq > 0 && m.Type != "snapshot" {
					if last > 0 && event.Seq != last+1 {
						t.Fatalf("event %d follows %d", event.Seq, last)
					}
					last = event.Seq
				}
			}
		})
	}
}

func TestF15_WhoSendsAByteAtATimeIsCutAndOthersAreServed(t *testing.T) {
	t.Parallel()
	r := begin(t, "HANDSHAKE_TIMEOUT", "1s", "REQUEST_TIMEOUT", "2s", "MAX_INFLIGHT", "2")
	alice := r.person(t)
	alice.guest()
	var dripping sync.WaitGroup
	for _, request := range map[string]struct{ at, drips string }{
		"headers":    {"GET /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.18.9.1\r\n", "X-Slow: "},
		"a body":     {"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.18.9.2\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n", " "},
		"an upgrade": {"GET /api/lobby/socket HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.18.9.3\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n", "Sec-WebSocket-Key: "},
	} {
		dripping.Go(func() {
			conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(30 * time.Second)) // of the test
			_, err = io.WriteString(conn, request.at)
			cut := make(chan struct{})
			go func() {
				defer close(cut)
				_, _ = io.Copy(io.Discard, conn) // until the server closes
			}()
			for err == nil {
				select {
				case <-cut:
					return
				case <-time.After(50 * time.Millisecond):
					_, err = io.WriteString(conn, request.drips[:1])
				}
			}
			<-cut
		})
	}
	for range 20 {
		if got := alice.answer("GET", "/healthz", nil); got != "200" {
			t.Errorf("a probe meanwhile: %s", got)
		}
	}
	start := time.Now()
	dripping.Wait()
	if took := time.Since(start); took > 25*time.Second {
		t.Errorf("they were cut after %v, want by the server's deadlines", took)
	}
	r.waitFor(t, "fullhouse_inflight_in_use", "0")
	if got := alice.answer("GET", "/api/me", nil); got != "200" {
		t.Errorf("afterwards: %s, want 200", got)
	}
}
