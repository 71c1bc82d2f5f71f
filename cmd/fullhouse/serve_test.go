package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// running is a whole server in this process.
type running struct {
	url   string // of the public listener
	admin string // of the other one
	log   *transcript
	stop  func() (code int) // asks it to end and waits; once is enough

	people atomic.Int32 // how many have come
}

// begin starts a server with its own ports and, unless the settings say otherwise, its own data. It stands behind a declared
// proxy, so that each person of a test can have an address of their own and the limits per caller stay as shipped.
func begin(t *testing.T, settings ...string) *running {
	t.Helper()
	env := environ(append([]string{"ADDR", "127.0.0.1:0", "ADMIN_ADDR", "127.0.0.1:0", "DATA_DIR", t.TempDir(),
		"TRUSTED_PROXIES", "127.0.0.1,::1"}, settings...)...)
	r, open := launch(t, func(ctx context.Context, stdout, stderr io.Writer) int { return run(ctx, nil, env, stdout, stderr) })
	if !open {
		t.Fatalf("the server did not open; it said:\n%s", r.log)
	}
	return r
}

// launch starts a server by a function that serves until its context ends, and waits until it is open or has ended. One that
// has opened must end well.
func launch(t *testing.T, serve func(ctx context.Context, stdout, stderr io.Writer) (code int)) (r *running, open bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r = &running{log: new(transcript)}
	out, said := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		code := serve(ctx, said, r.log)
		said.Close()
		ended <- code
	}()
	r.stop = sync.OnceValue(func() int {
		cancel()
		return <-ended
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	if r.url, open = strings.CutPrefix(strings.TrimSpace(line), "Fullhouse is open: "); !open {
		r.stop()
		return r, false
	}
	t.Cleanup(func() {
		if code := r.stop(); code != exitGood {
			t.Errorf("the server ended with %d; it said:\n%s", code, r.log)
		}
	})
	r.admin = "http://" + r.log.attribute(t, "admin")
	return r, true
}

// transcript is a log that is written by one goroutine and read by another.
type transcript struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *transcript) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *transcript) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// attribute is the first value of an attribute in the log.
func (l *transcript) attribute(t *testing.T, name string) string {
	t.Helper()
	found := regexp.MustCompile(`"` + name + `":"([^"]*)"`).FindStringSubmatch(l.String())
	if found == nil {
		t.Fatalf("the log has no %s:\n%s", name, l)
	}
	return found[1]
}

// person is someone with a browser's cookies.
type person struct {
	t    *testing.T
	url  string
	http *http.Client
}

// person is somebody new, at an address where nobody else is.
func (r *running) person(t *testing.T) *person {
	t.Helper()
	return r.personAt(t, r.address())
}

// address is one where nobody else is.
func (r *running) address() string {
	n := r.people.Add(1)
	return fmt.Sprintf("198.18.%d.%d", n/256, n%256)
}

// personAt is somebody new at an address. Without one they come from where the test runs.
func (r *running) personAt(t *testing.T, address string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(transport.CloseIdleConnections)
	return &person{t, r.url, &http.Client{Jar: jar, Transport: resident{transport, address}, Timeout: 10 * time.Second}}
}

// resident is the way in for somebody at an address: what the proxy in front of the server would add.
type resident struct {
	http.RoundTripper
	address string
}

// RoundTrip implements http.RoundTripper.
func (a resident) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.address != "" {
		r = r.Clone(r.Context())
		r.Header.Set("X-Forwarded-For", a.address)
	}
	return a.RoundTripper.RoundTrip(r)
}

// ask sends a request and reads the answer's JSON into answer, which may be nil.
func (p *person) ask(method, path string, body, answer any) *http.Response {
	p.t.Helper()
	content := []byte{}
	if body != nil {
		content, _ = json.Marshal(body)
	}
	r, err := http.NewRequest(method, p.url+path, bytes.NewReader(content))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := p.http.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	if answer != nil && len(text) > 0 {
		if err := json.Unmarshal(text, answer); err != nil {
			p.t.Fatalf("%s %s: %d %s: %v", method, path, res.StatusCode, text, err)
		}
	}
	return res
}

// guest makes p a guest and returns the account's id. On a slow disk it may take more than one try.
func (p *person) guest() string {
	p.t.Helper()
	var body struct{ Account struct{ ID string } }
	for range 10 {
		res := p.ask("POST", "/api/guest", nil, &body)
		if res.StatusCode == 201 {
			return body.Account.ID
		}
		if res.StatusCode != 503 {
			p.t.Fatalf("guest: %d, want 201", res.StatusCode)
		}
	}
	p.t.Fatal("guest: 503 ten times, want 201")
	return ""
}

func TestServe_AGuestsSessionSurvivesARestart(t *testing.T) {
	data := t.TempDir()
	first := begin(t, "DATA_DIR", data)
	alice := first.person(t)
	id := alice.guest()
	if code := first.stop(); code != exitGood {
		t.Fatalf("the first server ended with %d", code)
	}
	second := begin(t, "DATA_DIR", data)
	old, _ := url.Parse(first.url)
	now, _ := url.Parse(second.url)
	alice.http.Jar.SetCookies(now, alice.http.Jar.Cookies(old))
	alice.url = second.url
	var body struct {
		Account struct {
			ID    string
			Chips int64
		}
	}
	if res := alice.ask("GET", "/api/me", nil, &body); res.StatusCode != 200 || body.Account.ID != id || body.Account.Chips != 10000 {
		t.Errorf("after the restart: %d %+v, want %s with 10000 chips", res.StatusCode, body, id)
	}
}

func TestServe_SaysEachBoundWithItsValueAndSource(t *testing.T) {
	r := begin(t, "MAX_LIVE_TABLES", "7")
	for name, field := range variables() {
		if _, bound := field.Tag.Lookup("bound"); !bound {
			continue
		}
		said := r.log.attribute(t, prefix+name)
		want := " (provisional)"
		switch name {
		case "MAX_LIVE_TABLES":
			want = "7 (set)"
		case "MAX_TABLES_PER_ADDRESS":
			want = "7 (lowered to MAX_LIVE_TABLES)"
		}
		if !strings.HasSuffix(said, want) {
			t.Errorf("%s: said %q, want %q", name, said, want)
		}
	}
}

func TestServe_AdminListenerHasMetricsAndThePublicOneHasNot(t *testing.T) {
	r := begin(t, "MAX_LIVE_TABLES", "1")
	alice := r.person(t)
	alice.guest()
	alice.ask("POST", "/api/tables", nil, nil)
	alice.ask("POST", "/api/tables", nil, nil) // refused
	for _, path := range []string{"/metrics", "/debug/pprof/", "/ops"} {
		if res := alice.ask("GET", path, nil, nil); res.StatusCode != 404 {
			t.Errorf("public %s: %d, want 404", path, res.StatusCode)
		}
	}
	metrics := r.metrics(t)
	for name, want := range map[string]string{
		"fullhouse_live_tables_in_use": "1", "fullhouse_live_tables_peak": "1", "fullhouse_live_tables_limit": "1",
		"fullhouse_inflight_in_use": "0", "fullhouse_inflight_peak": "1", "fullhouse_inflight_limit": "256",
		"fullhouse_cpu_bots_in_use": "0", "fullhouse_sockets_in_use": "0", "fullhouse_sockets_limit": "1500",
		`fullhouse_refusals_total{code="server_full",layer="live_tables"}`: "1",
		`fullhouse_refusals_total{code="not_found",layer="route"}`:         "3",
		`fullhouse_refusals_total{code="server_busy",layer="inflight"}`:    "0",
	} {
		if got := metrics[name]; got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

// metrics reads the admin listener's metrics, by name and labels.
func (r *running) metrics(t *testing.T) map[string]string {
	t.Helper()
	admin := r.person(t)
	admin.url = r.admin
	res, err := admin.http.Get(r.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	all := map[string]string{}
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), " "); ok && name != "#" {
			all[name] = value
		}
	}
	return all
}

func TestServe_AdminListenerAnswersOnlyUnderALoopbackName(t *testing.T) {
	r := begin(t)
	request, _ := http.NewRequest("GET", r.admin+"/metrics", nil)
	request.Host = "rebound.example.org"
	res, err := r.person(t).http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("asked as another host: %d, want %d", res.StatusCode, http.StatusMisdirectedRequest)
	}
}

func TestServe_APortInUseIsSaidPlainly(t *testing.T) {
	r := begin(t)
	taken := strings.Replace(strings.TrimPrefix(r.url, "http://"), "localhost", "127.0.0.1", 1)
	code, _, errs := called(t, environ("ADDR", taken, "DATA_DIR", t.TempDir()), "serve")
	if code != exitNot || !strings.Contains(errs, "FULLHOUSE_ADDR") || !strings.Contains(errs, "in use") {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
}

func TestServe_MoreSocketsThanDescriptorsIsRefused(t *testing.T) {
	code, _, errs := called(t, environ("ADDR", "127.0.0.1:0", "ADMIN_ADDR", "127.0.0.1:0", "DATA_DIR", t.TempDir(),
		"MAX_SOCKETS", "10000000"), "serve")
	if code != exitNot || !strings.Contains(errs, "MAX_SOCKETS is 10000000") {
		t.Errorf("exit %d, stderr %q", code, errs)
	}
}
