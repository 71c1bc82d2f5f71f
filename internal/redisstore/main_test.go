package redisstore

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"example.com/fullhouse/ratelimit"
)

func TestMain(m *testing.M) {
	// The client of a cluster looks at its nodes again up to a second later, closed or not.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/redis/rueidis.(*call).DelayDo.func1"))
}

// mind is as long as anything in these tests may take on a busy machine.
const mind = 20 * time.Second

// events is a log that hands its lines to the test.
type events struct {
	slog.Handler
	t     testing.TB
	lines chan string
}

func newEvents(t testing.TB) *events {
	return &events{Handler: slog.DiscardHandler, t: t, lines: make(chan string, 1000)}
}

func (e *events) Enabled(context.Context, slog.Level) bool { return true }
func (e *events) WithAttrs([]slog.Attr) slog.Handler       { return e }

func (e *events) Handle(_ context.Context, r slog.Record) error {
	line := r.Level.String() + " " + r.Message
	r.Attrs(func(a slog.Attr) bool { line += " " + a.String(); return true })
	e.lines <- line
	return nil
}

// wait waits for the next line, which has to contain the text.
func (e *events) wait(text string) {
	e.t.Helper()
	select {
	case line := <-e.lines:
		if !strings.Contains(line, text) {
			e.t.Fatalf("logged %q, want %q", line, text)
		}
	case <-time.After(mind):
		e.t.Fatalf("nothing was logged, want %q", text)
	}
}

const (
	saysShared   = "INFO callers are counted in the shared store"
	saysDegraded = "WARN the shared store does not answer"
)

func newLocal(t testing.TB) *ratelimit.Local {
	t.Helper()
	local, err := ratelimit.NewLocal(10_000)
	if err != nil {
		t.Fatal(err)
	}
	return local
}

// open makes a store that is closed with the test, and its log.
func open(t testing.TB, cfg Config) (*Store, *events) {
	t.Helper()
	log := newEvents(t)
	s, err := New(cfg, newLocal(t), slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, log
}

func policy(t testing.TB, text string) ratelimit.Policy {
	t.Helper()
	p, err := ratelimit.ParsePolicy(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// limiter has the classes that the tests need.
func limiter(t testing.TB, counter ratelimit.Counter) *ratelimit.Limiter {
	t.Helper()
	l, err := ratelimit.New(ratelimit.Config{AddressMultiplier: 10, Classes: []ratelimit.Class{
		{Name: "auth", Policy: policy(t, "5/min:3"), AddressIsLimit: true},
		{Name: "read", Policy: policy(t, "300/h"), KeepsBurst: true},
		{Name: "write", Policy: policy(t, "30/h")},
		{Name: "odds", Policy: policy(t, "20/h")},
	}}, counter)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// caller is the nth address, with a session unless the cookie is empty.
func caller(t testing.TB, n int, cookie string) ratelimit.Caller {
	t.Helper()
	home, err := ratelimit.AddressKey(netip.MustParseAddr(fmt.Sprintf("2001:db8:%x::1", n)))
	if err != nil {
		t.Fatal(err)
	}
	return ratelimit.Caller{Address: home, Session: ratelimit.NewSessions([]byte("secret")).Key(cookie)}
}
