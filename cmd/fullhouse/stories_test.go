package main

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestServe_AThousandGuestsOfOneAddressGetTenGuestsWorth(t *testing.T) {
	r := begin(t, "QUOTA_GUESTS", "1000", "RATE_GUEST", "100000/min", "RATE_CREATE", "100000/min", "RATE_WRITE", "100000/min",
		"RATE_ODDS", "100000/min", "QUOTA_ODDS", "guest:2,account:200", "QUOTA_CHIPS", "guest:1,account:3", "STARTING_CHIPS", "1000",
		"DB_WAIT", "4s") // a slow disk is not what it is about
	var opened, answered atomic.Int64
	refusals := sync.Map{}
	var guests sync.WaitGroup
	people := make(chan struct{}, 16) // at once
	for range 1000 {
		people <- struct{}{}
		p := r.personAt(t, "203.0.113.7")
		guests.Go(func() {
			defer func() { <-people }()
			defer p.http.CloseIdleConnections()
			p.guest()
			for _, try := range []struct {
				path  string
				body  any
				count *atomic.Int64
			}{{"/api/tables", nil, &opened}, {"/api/odds", riverOdds(), &answered}} {
				if code := p.codeOf("POST", try.path, try.body); code == "" {
					try.count.Add(1)
				} else {
					refusals.Store(try.path+" "+code, true)
				}
			}
		})
	}
	guests.Wait()
	if got := opened.Load(); got != 20 {
		t.Errorf("%d tables at once, want 20", got)
	}
	if got := answered.Load(); got != 20 {
		t.Errorf("%d answers about odds, want those of ten guests: 20", got)
	}
	for _, want := range []string{"/api/tables too_many_tables", "/api/odds quota_exhausted"} {
		if _, seen := refusals.LoadAndDelete(want); !seen {
			t.Errorf("nobody was refused with %s", want)
		}
	}
	refusals.Range(func(other, _ any) bool {
		t.Errorf("somebody was refused with %v", other)
		return true
	})
}

// A hundred strangers try to sign in while a table plays. The tables' clocks have a core to themselves whatever is hashed,
// because no more is hashed at once than there are permits.
func TestServe_APasswordFloodHashesNoMoreThanItsPermits(t *testing.T) {
	r := begin(t, "CPU_PERMITS_HASH", "1", "MAX_INFLIGHT", "1000", "DB_WAIT", "4s") // a slow disk is not what it is about
	alice := r.person(t)
	alice.guest()
	a, _ := alice.join(alice.createTable(map[string]any{"bots": 1}))
	a.takeSeat(0, 5000)
	a.await("hand_started")
	var flood sync.WaitGroup
	var busy, wrong atomic.Int64
	for i := range 100 {
		p := r.person(t)
		body := map[string]string{"name": fmt.Sprint("Nobody ", i), "password": "a guess at random"}
		flood.Go(func() {
			for range 3 { // as many as its address may
				switch code := p.codeOf("POST", "/api/login", body); code {
				case "cpu_busy":
					busy.Add(1)
				case "bad_credentials":
					wrong.Add(1)
				default:
					t.Errorf("signing in: %q", code)
				}
			}
		})
	}
	if a := a.ask(`{"type":"sit_out","id":"still-here"}`); a.Code != "" {
		t.Errorf("a command at the table meanwhile: %s", a.Code)
	}
	flood.Wait()
	if busy.Load() == 0 || wrong.Load() == 0 {
		t.Errorf("%d found no permit and %d were hashed: want some of both", busy.Load(), wrong.Load())
	}
	metrics := r.metrics(t)
	if peak, limit := metrics["fullhouse_cpu_hash_peak"], metrics["fullhouse_cpu_hash_limit"]; peak != "1" || limit != "1" {
		t.Errorf("at most %s hashed at once, of %s: want 1 of 1", peak, limit)
	}
}

// Everything that can be taken from outside is taken: requests hang on every slot, the only table and the only socket are
// somebody's, and strangers keep each CPU permit and each database connection busy until the slots are gone.
func TestServe_ReadyWhileAllPoolsGatesAndSlotsAreHeld(t *testing.T) {
	r := begin(t, "MAX_INFLIGHT", "3", "MAX_SOCKETS", "1", "MAX_LIVE_TABLES", "1", "REQUEST_TIMEOUT", "1m", "DB_POOL_HTTP", "1",
		"CPU_PERMITS_ODDS", "1", "CPU_PERMITS_HASH", "1")
	alice := r.person(t)
	alice.guest()
	alice.createTable(nil)
	alice.inLobby()
	for range 2 {
		r.hang(t)
	}
	r.waitFor(t, "fullhouse_inflight_in_use", "2")
	var working sync.WaitGroup
	defer working.Wait()
	working.Go(func() { alice.codeOf("POST", "/api/odds", map[string][]string{"hands": {"AsAh", "KdKc"}}) }) // 50 ms of work
	fastest := time.Minute                                                                                   // of a few: this machine has other work, too
	for range 5 {
		began := time.Now()
		if res := r.person(t).ask("GET", "/readyz", nil, nil); res.StatusCode != http.StatusOK {
			t.Errorf("readyz: %d, want 200", res.StatusCode)
		}
		fastest = min(fastest, time.Since(began))
	}
	if fastest > 50*time.Millisecond {
		t.Errorf("readyz took %v at best, want less than 50 ms", fastest)
	}
}

func TestServe_AConnectionThatSaysNothingIsClosed(t *testing.T) {
	r := begin(t, "HANDSHAKE_TIMEOUT", "50ms")
	for _, said := range []string{"", "GET /api/lobby/socket HTTP/1.1\r\nUpgrade: webs"} {
		conn, err := net.Dial("tcp", r.host())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, said)
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		answer := make([]byte, 512)
		for err == nil {
			_, err = conn.Read(answer) // perhaps a 408 first
		}
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			t.Errorf("after %q the connection is still open", said)
		}
	}
}
