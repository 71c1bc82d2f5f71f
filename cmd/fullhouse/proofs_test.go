package main

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"

	"example.com/fullhouse/ws/proto"
)

// proof shows what one bound does when it is tiny.
type proof struct {
	settings []string // the tiny value, and what else it takes
	provoke  func(*running, *testing.T) (code string)
	metric   string // which must not be 0 afterwards
	test     string // or the test that shows it, where it takes more than a few requests
}

func refused(layer, code string) string {
	return fmt.Sprintf(`fullhouse_refusals_total{code="%s",layer="%s"}`, code, layer)
}

func decided(class, key, result string) string {
	return fmt.Sprintf(`fullhouse_ratelimit_decisions_total{class="%s",key="%s",mode="local",result="%s"}`, class, key, result)
}

// codeOf asks once and returns the refusal's code, or "" if there is none.
func (p *person) codeOf(method, path string, body any) string {
	p.t.Helper()
	var problem struct{ Code string }
	if res := p.ask(method, path, body, &problem); res.StatusCode < 400 {
		return ""
	}
	return problem.Code
}

// twice asks two times as one guest; the first time must pass.
func twice(method, path string) func(*running, *testing.T) string {
	return func(r *running, t *testing.T) string {
		alice := r.person(t)
		alice.guest()
		if code := alice.codeOf(method, path, nil); code != "" && code != "not_found" {
			t.Errorf("the first %s %s: refused with %s", method, path, code)
		}
		return alice.codeOf(method, path, nil)
	}
}

// proofs has every bound.
func proofs() map[string]proof {
	all := map[string]proof{}
	for _, group := range []map[string]proof{boxProofs(), socketProofs(), sizeProofs(), rateProofs(), quotaProofs()} {
		maps.Copy(all, group)
	}
	return all
}

func boxProofs() map[string]proof {
	return map[string]proof{
		"MAX_INFLIGHT": {[]string{"1"}, func(r *running, t *testing.T) string {
			r.hang(t)
			r.waitFor(t, "fullhouse_inflight_in_use", "1")
			return r.person(t).codeOf("GET", "/api/tables", nil)
		}, refused("inflight", "server_busy"), ""},
		"REQUEST_TIMEOUT": {[]string{"50ms"}, func(r *running, t *testing.T) string {
			conn := r.hang(t)
			answer := make([]byte, 4096)
			n, _ := conn.Read(answer)
			if strings.Contains(string(answer[:n]), `"code":"request_timeout"`) {
				return "request_timeout"
			}
			return string(answer[:n])
		}, refused("deadline", "request_timeout"), ""},
		"HANDSHAKE_TIMEOUT":      {test: "TestServe_AConnectionThatSaysNothingIsClosed"},
		"DB_POOL_HTTP":           {[]string{"1", "DB_WAIT", "1us"}, crowd("GET", "/api/me"), refused("database", "db_busy"), ""},
		"DB_WAIT":                {[]string{"1us", "DB_POOL_HTTP", "1"}, crowd("GET", "/api/me"), refused("database", "db_busy"), ""},
		"DB_POOL_PLAY":           {test: "TestPlay_WaitsForItsOwnConnectionsAndIsNeverRefused"},
		"MAX_LIVE_TABLES":        {[]string{"1"}, twice("POST", "/api/tables"), refused("live_tables", "server_full"), ""},
		"MAX_TABLES_PER_ACCOUNT": {[]string{"1"}, twice("POST", "/api/tables"), refused("live_tables", "too_many_tables"), ""},
		"MAX_TABLES_PER_ADDRESS": {[]string{"1"}, func(r *running, t *testing.T) (code string) {
			for range 2 {
				p := r.personAt(t, "198.51.100.1")
				p.guest()
				code = p.codeOf("POST", "/api/tables", nil)
			}
			return code
		}, refused("live_tables", "too_many_tables"), ""},
		"CPU_PERMITS_HASH": {[]string{"1", "CPU_WAIT", "0s"}, strangers("POST", "/api/login",
			map[string]string{"name": "nobody", "password": "not the password"}), refused("cpu", "cpu_busy"), ""},
		"CPU_PERMITS_ODDS": {[]string{"1", "CPU_WAIT", "0s"}, strangers("POST", "/api/odds",
			map[string][]string{"hands": {"AsAh", "KdKc"}}), refused("cpu", "cpu_busy"), ""},
		"CPU_PERMITS_BOTS": {test: "TestThink_PlaysTheDefaultMoveWhenNoPermitComes"},
		"CPU_WAIT": {[]string{"0s", "CPU_PERMITS_ODDS", "1"}, strangers("POST", "/api/odds",
			map[string][]string{"hands": {"AsAh", "KdKc"}}), refused("cpu", "cpu_busy"), ""},
	}
}

func socketProofs() map[string]proof {
	return map[string]proof{
		"MAX_SOCKETS": {[]string{"1"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			s, _ := alice.dial("/api/lobby/socket")
			s.await("lobby")
			return alice.codeOf("GET", "/api/lobby/socket", nil)
		}, refused("sockets", "sockets_full"), ""},
		"MAX_SOCKETS_PER_ACCOUNT": {[]string{"1"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			alice.inLobby()
			return alice.codeOf("GET", "/api/lobby/socket", nil)
		}, refused("sockets", "too_many_sockets"), ""},
		"MAX_SOCKETS_PER_ADDRESS": {[]string{"1"}, func(r *running, t *testing.T) string {
			alice, bob := r.personAt(t, "198.51.100.1"), r.personAt(t, "198.51.100.1")
			alice.guest()
			bob.guest()
			alice.inLobby()
			return bob.codeOf("GET", "/api/lobby/socket", nil)
		}, refused("sockets", "too_many_sockets"), ""},
		"SOCKETS_FOR_SEATED": {[]string{"2", "MAX_SOCKETS", "3"}, func(r *running, t *testing.T) string {
			alice, bob := r.person(t), r.person(t)
			alice.guest()
			bob.guest()
			id := alice.createTable(nil)
			a, _ := alice.join(id) // of those for everybody there is one
			a.takeSeat(0, 5000)
			if code := bob.codeOf("GET", "/api/lobby/socket", nil); code != "sockets_full" {
				return code
			}
			alice.join(id) // a seat lets her in again
			return bob.codeOf("GET", "/api/tables/"+id+"/socket", nil)
		}, refused("sockets", "sockets_full"), ""},
		"MAX_WATCHERS_PER_TABLE": {[]string{"1"}, func(r *running, t *testing.T) string {
			alice, bob := r.person(t), r.person(t)
			alice.guest()
			bob.guest()
			id := alice.createTable(nil)
			alice.join(id)
			return bob.codeOf("GET", "/api/tables/"+id+"/socket", nil)
		}, refused("watchers", "watchers_full"), ""},
		"RECONNECT_RATE": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice, bob := r.person(t), r.person(t)
			alice.guest()
			bob.guest()
			alice.inLobby()
			if s, _ := bob.dial("/api/lobby/socket"); s != nil {
				return "let in"
			}
			return bob.codeOf("GET", "/api/lobby/socket", nil)
		}, refused("sockets", "sockets_full"), ""},
	}
}

func sizeProofs() map[string]proof {
	return map[string]proof{
		"MAX_BODY_BYTES": {[]string{"1024"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			return alice.codeOf("POST", "/api/tables", map[string]string{"name": strings.Repeat("x", 2000)})
		}, refused("request", "bad_request"), ""},
		"MAX_MESSAGE_BYTES": {[]string{"256"}, func(r *running, t *testing.T) string {
			s := r.lobbySocket(t)
			code := s.told(map[string]any{"type": "ping", "stamp": strings.Repeat("1", 300)})
			_, _ = s.next() // the end, which has to be answered before it counts
			r.waitFor(t, fmt.Sprintf(`fullhouse_ws_closes_total{code="%d"}`, proto.CloseProtocol), "1")
			return code
		}, fmt.Sprintf(`fullhouse_ws_closes_total{code="%d"}`, proto.CloseProtocol), ""},

		"TABLE_INBOX":           {test: "TestDurable_AFullInboxRefusesWithoutBlocking"},
		"APPEND_QUEUE":          {test: "TestWriter_RefusesAtOnceWhenTheQueueIsFull"},
		"SOCKET_QUEUE_MESSAGES": {test: "TestStream_ASlowReaderIsToldAndResumes"},
		"SOCKET_QUEUE_BYTES":    {test: "TestStream_ASlowReaderIsToldAndResumes"},
	}
}

func rateProofs() map[string]proof {
	return map[string]proof{
		"RATE_GUEST": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			return alice.codeOf("POST", "/api/guest", nil)
		}, decided("guest", "address", "refused"), ""},
		"RATE_INVITE":  {[]string{"1/h"}, twice("GET", "/api/invites/nothing"), decided("invite", "session", "refused"), ""},
		"RATE_READ":    {[]string{"1/h"}, twice("GET", "/api/tables"), decided("read", "session", "refused"), ""},
		"RATE_WRITE":   {[]string{"1/h", "RATE_ADDRESS_MULTIPLIER", "1"}, twice("POST", "/api/logout"), decided("write", "address", "refused"), ""},
		"RATE_CREATE":  {[]string{"1/h"}, twice("POST", "/api/tables"), decided("create", "session", "refused"), ""},
		"RATE_DEFAULT": {[]string{"1/h"}, twice("GET", "/nothing"), decided("default", "session", "refused"), ""},
		"RATE_UPGRADE": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			alice.dial("/api/lobby/socket")
			if _, res := alice.dial("/api/lobby/socket"); res.StatusCode == http.StatusTooManyRequests {
				return "rate_limited"
			}
			return "let in"
		}, decided("upgrade", "session", "refused"), ""},
		"RATE_ADDRESS_MULTIPLIER": {[]string{"1", "RATE_READ", "2/h"}, func(r *running, t *testing.T) (code string) {
			for range 3 { // each of them alone is not too fast
				p := r.personAt(t, "198.51.100.1")
				p.guest()
				code = p.codeOf("GET", "/api/tables", nil)
			}
			return code
		}, decided("read", "address", "refused"), ""},
		"RATE_MAX_KEYS": {[]string{"1", "RATE_GUEST", "1/h"}, func(r *running, t *testing.T) string {
			r.person(t).codeOf("POST", "/api/guest", nil) // remembered for an hour, where a read is forgotten in 20 ms
			return r.person(t).codeOf("POST", "/api/guest", nil)
		}, refused("ratelimit", "limiter_full"), ""},
		"RATE_ACTIONS": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			s := r.lobbySocket(t)
			s.send(map[string]any{"type": "ping", "stamp": 1})
			return s.told(map[string]any{"type": "ping", "stamp": 2})
		}, refused("socket_messages", "rate_limited"), ""},

		"RATE_CHAT": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			s, _ := alice.join(alice.createTable(nil))
			s.send(map[string]any{"type": "say", "id": "a1", "text": "hello"})
			s.await("ack")
			return s.told(map[string]any{"type": "say", "id": "a2", "text": "hello?"})
		}, refused("socket_messages", "rate_limited"), ""},
		"RATE_AUTH": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			body := map[string]string{"name": "nobody", "password": "not the password"}
			alice := r.person(t)
			if code := alice.codeOf("POST", "/api/login", body); code != "bad_credentials" {
				t.Errorf("the first try: %q, want bad_credentials", code)
			}
			return alice.codeOf("POST", "/api/login", body)
		}, decided("auth", "address", "refused"), ""},
		"RATE_REGISTER": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.register("Alice", "correct horse battery")
			return alice.codeOf("POST", "/api/register", map[string]string{"name": "Alice too", "password": "correct horse battery"})
		}, decided("register", "address", "refused"), ""},
		"RATE_FORGOT": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.codeOf("POST", "/api/forgot-password", map[string]string{"email": "alice@example.org"})
			return alice.codeOf("POST", "/api/forgot-password", map[string]string{"email": "alice@example.org"})
		}, decided("forgot", "address", "refused"), ""},
		"RATE_ODDS": {[]string{"1/h"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			alice.codeOf("POST", "/api/odds", riverOdds())
			return alice.codeOf("POST", "/api/odds", riverOdds())
		}, decided("odds", "session", "refused"), ""},
		"REDIS_TIMEOUT":       {test: "TestStore_StalledInMidLoadNobodyWaitsLongerThanTheTimeout"},
		"RATE_DEGRADED_SHARE": {test: "TestServe_WithoutItsStoreTheLimiterDegrades"},
	}
}

func quotaProofs() map[string]proof {
	exhausted := refused("quota", "quota_exhausted")
	return map[string]proof{
		"QUOTA_TABLES":  {[]string{"guest:1,account:50"}, twice("POST", "/api/tables"), exhausted, ""},
		"QUOTA_EXPORTS": {[]string{"guest:1,account:1"}, twice("GET", "/api/me/export"), exhausted, ""},
		"QUOTA_ODDS": {[]string{"guest:1,account:1"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			alice.codeOf("POST", "/api/odds", riverOdds())
			return alice.codeOf("POST", "/api/odds", riverOdds())
		}, exhausted, ""},
		"QUOTA_CHIPS": {[]string{"guest:0,account:0"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			return alice.codeOf("POST", "/api/chips", nil)
		}, exhausted, ""},
		"QUOTA_GUESTS": {[]string{"1"}, func(r *running, t *testing.T) string {
			r.personAt(t, "198.51.100.1").guest()
			return r.personAt(t, "198.51.100.1").codeOf("POST", "/api/guest", nil)
		}, exhausted, ""},
		"QUOTA_REPORTS": {[]string{"guest:0,account:0"}, func(r *running, t *testing.T) string {
			alice := r.person(t)
			alice.guest()
			id := alice.createTable(nil)
			alice.join(id)
			return alice.codeOf("POST", "/api/tables/"+id+"/reports", map[string]string{"who": "Somebody", "reason": "chat"})
		}, exhausted, ""},
		"QUOTA_MAILS": {test: "TestForgot_SendsNoMoreThanTheDayAllowsAndLeavesTheLastLinkGood"},
	}
}

// riverOdds is the cheapest question there is.
func riverOdds() any {
	return map[string]any{"hands": []string{"AsAh", "KdKc"}, "board": "2c7d9hJsQc"}
}

// crowd asks with many requests at once, as one guest, until one of them is refused.
func crowd(method, path string) func(*running, *testing.T) string {
	return func(r *running, t *testing.T) string {
		alice := r.person(t)
		alice.guest()
		return together(16, func(int) string { return alice.codeOf(method, path, nil) })
	}
}

// strangers ask at once, each a guest at an address of their own, until one of them is refused.
func strangers(method, path string, body any) func(*running, *testing.T) string {
	return func(r *running, t *testing.T) string {
		people := make([]*person, 8)
		for i := range people {
			people[i] = r.person(t)
			people[i].guest()
		}
		return together(len(people), func(i int) string {
			code := people[i].codeOf(method, path, body)
			if code == "bad_credentials" {
				return "" // what it was to be when nobody was in the way
			}
			return code
		})
	}
}

// together does something n times at once and returns a code that came of it; again when there was none, for who comes at
// once is not always there at once.
func together(n int, do func(int) string) (code string) {
	for try := 0; try < 20 && code == ""; try++ {
		codes := make(chan string, n)
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { codes <- do(i) })
		}
		all.Wait()
		close(codes)
		for one := range codes {
			code = cmp.Or(code, one)
		}
	}
	return code
}

// inLobby opens a socket in the lobby.
func (p *person) inLobby() *socket {
	p.t.Helper()
	s, res := p.dial("/api/lobby/socket")
	if s == nil {
		p.t.Fatalf("the lobby: %d", res.StatusCode)
	}
	s.await("lobby")
	return s
}

// register gives p an account with a password.
func (p *person) register(name, password string) {
	p.t.Helper()
	if code := p.codeOf("POST", "/api/register", map[string]string{"name": name, "password": password}); code != "" {
		p.t.Fatalf("register %s: %s", name, code)
	}
}
