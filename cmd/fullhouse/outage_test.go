package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/internal/redisstore/redistest"
	"example.com/fullhouse/internal/store/pgtest"
)

// failing is a row of the README's table of how each layer fails: what it answers without Redis and without the database.
type failing struct{ layer, withoutRedis, withoutDatabase string }

func readmeFailures(t *testing.T) (rows []failing) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "### How each layer fails")
	section, _, _ = strings.Cut(section, "\n### ")
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-zA-Z][^|]*) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$`).FindAllStringSubmatch(section, -1) {
		if row[1] != "layer" {
			rows = append(rows, failing{row[1], row[2], row[3]})
		}
	}
	return rows
}

// outage is a server whose stores can be taken away, with somebody at a table.
type outage struct {
	*running
	t      *testing.T
	table  string
	seat   *socket // of somebody who plays
	bob    *person // is somebody, and asks
	hasty  *person // asks too often
	asked  int     // commands at the table
	frozen bool    // what the table has said last of its clock
}

const outageSlots = 8

func newOutage(t *testing.T, redis, database string) *outage {
	t.Helper()
	o := &outage{t: t, running: begin(t, "REDIS_URL", redis, "DATABASE_URL", database, "REDIS_TIMEOUT", "250ms", "HEARTBEAT", "5m",
		"MAX_INFLIGHT", fmt.Sprint(outageSlots), "REQUEST_TIMEOUT", "1s", "CPU_PERMITS_HASH", "1", "CPU_WAIT", "0s",
		"RATE_READ", "100000/min", "RATE_ODDS", "100000/min", "RATE_CREATE", "100000/min", "RATE_DEFAULT", "4/h",
		"QUOTA_ODDS", "guest:100000,account:100000")}
	alice := o.person(t)
	o.bob, o.hasty = o.person(t), o.person(t)
	for _, p := range []*person{alice, o.bob, o.hasty} {
		p.guest()
	}
	o.table = alice.createTable(map[string]any{"bots": 1})
	o.seat, _ = alice.join(o.table)
	o.seat.takeSeat(0, 5000)
	return o
}

// probes ask each layer of the table for its answer: the status and the code, or a word where nothing is asked.
func (o *outage) probes() map[string]func() string {
	bob := func(method, path string, body any) func() string {
		return func() string { return o.bob.answer(method, path, body) }
	}
	return map[string]func() string{
		"probes and static files": o.static,
		"in-flight requests":      o.whileFull,
		"request deadline":        o.late,
		"rates per caller":        func() string { return o.hasty.answer("GET", "/nothing", nil) }, // of its class nobody else is
		"session":                 bob("GET", "/api/me", nil),
		"daily quota":             bob("POST", "/api/odds", riverOdds()),
		"live tables, to create":  bob("POST", "/api/tables", map[string]any{"private": true}),
		"sockets, to open":        bob("GET", "/api/lobby/socket", nil),
		"sockets that are open":   o.stillOpen,
		"CPU permits":             o.hashing,
		"tables that play":        o.playing,
	}
}

func TestServe_EachLayerFailsAsTheReadmeSays(t *testing.T) {
	redis, postgres := redistest.Start(t), pgtest.Start(t)
	o := newOutage(t, redis.URL(), postgres.Database(t))
	defer o.load()()
	rows := readmeFailures(t)
	if len(rows) != len(o.probes()) {
		t.Errorf("the README has %d rows, and there are %d probes", len(rows), len(o.probes()))
	}
	for _, phase := range []struct {
		name   string
		change func()
		want   func(failing) string
	}{
		{"without Redis", func() { redis.Stop() }, func(f failing) string { return f.withoutRedis }},
		{"without the database", func() { redis.Start(); postgres.Kill(t) }, func(f failing) string { return f.withoutDatabase }},
		// With both, all is as without Redis, but for how soon one is too fast.
		{"with both again", func() { postgres.Restart(t) }, func(f failing) string { return f.withoutRedis }},
	} {
		phase.change()
		probes := o.probes()
		for _, row := range rows {
			probe, ok := probes[row.layer]
			if !ok {
				t.Errorf("%s: there is no probe of that layer", row.layer)
				continue
			}
			if got, want := settled(probe, phase.want(row)), phase.want(row); got != want {
				t.Errorf("%s, %s: %s, want %s", phase.name, row.layer, got, want)
			}
		}
	}
}

// settled is a probe's answer, once it is the one that is wanted: an outage takes a moment to be found out, and so does its end.
// A 500 is never right.
func settled(probe func() string, want string) (got string) {
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); {
		if got = probe(); got == want || strings.HasPrefix(got, "500") {
			return got
		}
	}
	return got
}

// load asks for this and that without a pause until it is stopped, and fails the test at the first fault of the server.
func (o *outage) load() (stop func()) {
	ended := make(chan struct{})
	var all sync.WaitGroup
	for range 2 {
		p := o.person(o.t)
		p.guest()
		all.Go(func() {
			for {
				for _, path := range []string{"/api/me", "/api/tables", "/api/lobby/socket", "/t/" + o.table, "/api/odds"} {
					select {
					case <-ended:
						return
					default:
					}
					method, body := "GET", any(nil)
					if path == "/api/odds" {
						method, body = "POST", riverOdds()
					}
					if got := p.answer(method, path, body); strings.HasPrefix(got, "500") {
						o.t.Errorf("%s: %s; the log: %s", path, got, regexp.MustCompile(`.*request failed.*`).FindString(o.log.String()))
					}
				}
			}
		})
	}
	return sync.OnceFunc(func() {
		close(ended)
		all.Wait()
	})
}

func (o *outage) static() string {
	page, err := o.bob.http.Get(o.url + "/")
	if err != nil {
		return err.Error()
	}
	defer page.Body.Close()
	text, _ := io.ReadAll(page.Body)
	paths := []string{"/healthz", "/readyz", string(regexp.MustCompile(`/static/[^"]+\.js`).Find(text))}
	for _, path := range paths {
		if got := o.bob.answer("GET", path, nil); got != "200" {
			return path + ": " + got
		}
	}
	return "200"
}

// whileFull asks while every slot hangs.
func (o *outage) whileFull() string {
	for range outageSlots {
		conn := o.hang(o.t)
		defer conn.Close()
	}
	return o.bob.answer("GET", "/api/tables", nil)
}

// late is what a request is told that does not come to an end.
func (o *outage) late() string {
	conn := o.hang(o.t)
	defer conn.Close()
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err.Error()
	}
	return answerOf(o.t, res)
}

func (o *outage) stillOpen() string {
	o.seat.send(map[string]any{"type": "ping", "stamp": 1})
	for {
		if m := o.hear(); m.Type == "pong" || m.Type == "" {
			return map[bool]string{true: "open", false: "closed"}[m.Type == "pong"]
		}
	}
}

// heard is a message at the table, as far as it matters here.
type heard struct {
	Type   string
	Frozen bool
	Code   string
}

// hear is the next message at the table, without a type when the socket has ended. Whether the clock stands still is said once,
// whoever listens.
func (o *outage) hear() (m heard) {
	message, err := o.seat.next()
	if err != nil {
		return m
	}
	_ = json.Unmarshal(message.raw, &m)
	if m.Type == "frozen" {
		o.frozen = m.Frozen
	}
	return m
}

// hashing is what one of a few is told who sign in at the same moment, where there is one permit.
func (o *outage) hashing() string {
	answers := make(chan string, 4)
	var all sync.WaitGroup
	for range cap(answers) {
		p := o.person(o.t)
		all.Go(func() {
			answers <- p.answer("POST", "/api/login", map[string]string{"name": "Nobody", "password": "a guess at random"})
		})
	}
	all.Wait()
	close(answers)
	last := ""
	for answer := range answers {
		if last = answer; answer != "401 bad_credentials" {
			break
		}
	}
	return last
}

// playing is whether a table does what its players ask, or has stopped its clock.
func (o *outage) playing() string {
	o.asked++
	o.seat.send(map[string]any{"type": []string{"come_back", "sit_out"}[o.asked%2], "id": fmt.Sprint("outage-", o.asked)})
	for {
		switch m := o.hear(); {
		case m.Type == "ack":
			return "plays"
		case m.Type == "error" && o.frozen || m.Type == "frozen" && m.Frozen:
			return "frozen"
		case m.Type == "error" || m.Type == "":
			return m.Code
		}
	}
}

// answer is an answer's status, and the code of a refusal.
func (p *person) answer(method, path string, body any) string {
	p.t.Helper()
	content, _ := json.Marshal(body)
	r, _ := http.NewRequest(method, p.url+path, bytes.NewReader(content))
	r.Header.Set("Content-Type", "application/json")
	res, err := p.http.Do(r)
	if err != nil {
		return err.Error()
	}
	return answerOf(p.t, res)
}

func answerOf(t *testing.T, res *http.Response) string {
	t.Helper()
	defer res.Body.Close()
	var problem struct{ Code string }
	if text, err := io.ReadAll(res.Body); err == nil && strings.Contains(res.Header.Get("Content-Type"), "problem+json") {
		_ = json.Unmarshal(text, &problem)
	}
	return strings.TrimSpace(fmt.Sprint(res.StatusCode, " ", problem.Code))
}
