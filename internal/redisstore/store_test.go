package redisstore

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/internal/redisstore/redistest"
	"example.com/fullhouse/ratelimit"
)

// patient is a timeout for tests that are not about it.
const patient = mind

// slack is how much later than the timeout a decision may come on a busy machine, with the race detector.
const slack = time.Second

// calls calls n times and counts what was admitted. Nothing but a refusal may go wrong.
func calls(t testing.TB, l *ratelimit.Limiter, n int, class string, who ratelimit.Caller, cost int64) (admitted int) {
	t.Helper()
	for range n {
		if _, err := l.Allow(t.Context(), class, who, cost); err == nil {
			admitted++
		} else if !errors.Is(err, ratelimit.ErrRateLimited) {
			t.Errorf("a call of %s: %v, want a decision", class, err)
		}
	}
	return admitted
}

func TestStore_TwoProcessesWithOneStoreAdmitOneProcesssWorth(t *testing.T) {
	server := redistest.Start(t)
	var admitted atomic.Int64
	var all sync.WaitGroup
	for range 2 {
		s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
		l := limiter(t, s)
		for range 8 {
			all.Go(func() { admitted.Add(int64(calls(t, l, 20, "write", caller(t, 1, "alice"), 1))) })
		}
		t.Cleanup(func() {
			for _, tally := range l.Tallies() {
				if tally.Mode != "shared" {
					t.Errorf("%+v, want every decision shared", tally)
				}
			}
		})
	}
	all.Wait()
	if got := admitted.Load(); got != 30 {
		t.Errorf("two processes admitted %d calls together, want one burst of 30", got)
	}
}

func TestStore_WithoutAStoreEachProcessAdmitsItsOwn(t *testing.T) {
	admitted := 0
	for range 2 {
		admitted += calls(t, limiter(t, newLocal(t)), 100, "write", caller(t, 1, "alice"), 1)
	}
	if admitted != 60 {
		t.Errorf("two processes by themselves admitted %d calls, want two bursts of 30", admitted)
	}
}

func TestStore_ChargesTheAddressWhateverTheSessionSays(t *testing.T) {
	server := redistest.Start(t)
	s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
	l := limiter(t, s)
	if got := calls(t, l, 200, "write", caller(t, 1, "alice"), 1); got != 30 {
		t.Errorf("alice got %d calls, want her burst of 30", got)
	}
	got := 0
	for i := range 200 {
		got += calls(t, l, 1, "write", caller(t, 1, fmt.Sprint(i)), 1)
	}
	if got != 100 {
		t.Errorf("fresh cookies got %d more calls, want 100: alice's 200 are charged to the address's 300", got)
	}
	if got := calls(t, l, 40, "write", caller(t, 2, "bob"), 1); got != 30 {
		t.Errorf("bob elsewhere got %d calls, want 30", got)
	}
	res, err := l.Allow(t.Context(), "write", caller(t, 2, "bob"), 1)
	if !errors.Is(err, ratelimit.ErrRateLimited) || res.By != ratelimit.SessionKind || res.Mode != ratelimit.SharedMode || res.Retry < time.Minute || res.Retry > 2*time.Minute {
		t.Errorf("bob again: %+v, %v, want the exact wait of up to two minutes", res, err)
	}
}

func TestStore_AnAccountsKeyIsSharedToo(t *testing.T) {
	server := redistest.Start(t)
	account := ratelimit.NewSessions([]byte("secret")).Named("alice")
	admitted := 0
	for range 2 {
		s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
		l := limiter(t, s)
		for range 5 {
			res, err := l.AllowKey(t.Context(), "auth", account, 1)
			if err == nil {
				admitted++
			} else if !errors.Is(err, ratelimit.ErrRateLimited) || res.By != ratelimit.AccountKind {
				t.Errorf("%+v, %v, want a decision about the account", res, err)
			}
		}
	}
	if admitted != 3 {
		t.Errorf("two processes admitted %d tries at one account, want 3", admitted)
	}
}

func TestStore_SurvivesAFlushOfItsScripts(t *testing.T) {
	server := redistest.Start(t)
	s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
	l := limiter(t, s)
	got := 0
	for range 10 {
		got += calls(t, l, 4, "write", caller(t, 1, "alice"), 1)
		server.CLI("SCRIPT", "FLUSH")
	}
	if st := s.Stats(); got != 30 || st.Errors != 0 || st.Mode != ratelimit.SharedMode {
		t.Errorf("%d calls were admitted, %+v, want 30 and no error", got, st)
	}
}

func TestStore_DegradesWhenTheStoreAnswersWithErrors(t *testing.T) {
	server := redistest.Start(t)
	s, log := open(t, Config{URL: server.URL(), Timeout: patient})
	log.wait(saysShared)
	l := limiter(t, s)
	server.CLI("CONFIG", "SET", "maxmemory", "1") // full, and it evicts nothing
	if got := calls(t, l, 100, "write", caller(t, 1, "alice"), 1); got != 1 {
		t.Errorf("%d calls were admitted, want 1: the degraded burst", got)
	}
	log.wait("OOM")
	server.CLI("CONFIG", "SET", "maxmemory", "0")
	log.wait(saysShared)
	if got := calls(t, l, 100, "write", caller(t, 1, "alice"), 1); got != 30 {
		t.Errorf("then %d calls were admitted, want 30", got)
	}
}

func TestStore_ALostConnectionIsNoticedBeforeACallerDoes(t *testing.T) {
	server := redistest.Start(t)
	s, log := open(t, Config{URL: server.URL(), Timeout: patient})
	log.wait(saysShared)
	server.CLI("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
	log.wait(saysDegraded)
	log.wait(saysShared)
	if got := calls(t, limiter(t, s), 1, "read", caller(t, 1, ""), 1); got != 1 || s.Stats().Errors != 0 {
		t.Errorf("%d calls were admitted, %+v, want 1 and no error", got, s.Stats())
	}
}

func TestStore_AnUnreachableStoreAtTheStartDegradesAndIsFoundLater(t *testing.T) {
	server := redistest.Start(t)
	server.Stop()
	begun := time.Now()
	s, log := open(t, Config{URL: server.URL(), Timeout: patient})
	if took := time.Since(begun); took > startTimeout+slack {
		t.Errorf("the start took %v", took)
	}
	log.wait(saysDegraded)
	l := limiter(t, s)
	if got := calls(t, l, 100, "read", caller(t, 1, ""), 1); got != 100 {
		t.Errorf("%d calls were admitted, want 100 of the degraded 750", got)
	}
	server.Start()
	log.wait(saysShared)
	if res, err := l.Allow(t.Context(), "read", caller(t, 1, ""), 1); err != nil || res.Mode != ratelimit.SharedMode || res.Policy != policy(t, "3000/h") {
		t.Errorf("after it came up: %+v, %v, want it shared, by the whole policy", res, err)
	}
}

func TestStore_ASilentStoreStopsNeitherTheStartNorTheEnd(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	log, begun := newEvents(t), time.Now()
	s, err := New(Config{URL: "redis://" + l.Addr().String()}, newLocal(t), slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	log.wait(saysDegraded + ": each process counts callers by itself, to a share of their limits error=no answer in time")
	s.Close()
	if took := time.Since(begun); took > startTimeout+2*slack {
		t.Errorf("start and end took %v", took)
	}
	if v, err := s.Count(t.Context(), ratelimit.Call{Cost: 1, Address: ratelimit.Bucket{Key: caller(t, 1, "").Address,
		Policy: policy(t, "60/min"), Degraded: policy(t, "1/min")}}); err != nil || v.Mode != ratelimit.DegradedMode || !v.Address.Allowed {
		t.Errorf("a call after the end: %+v, %v, want it decided here", v, err)
	}
}

func TestStore_AWrongPasswordDegradesAndIsNeverRepeated(t *testing.T) {
	server := redistest.Start(t, "--requirepass", "right")
	s, log := open(t, Config{URL: "redis://:sesame@" + server.Addr(), Timeout: patient})
	log.wait("WRONGPASS")
	if st := s.Stats(); st.Mode != ratelimit.DegradedMode || strings.Contains(st.Problem, "sesame") {
		t.Errorf("%+v, want it degraded, without the password", st)
	}
	if got := s.reason(errors.New("unknown command HELLO, with args: 3 AUTH default sesame")); strings.Contains(got, "sesame") {
		t.Errorf("the reason is %q", got)
	}
	_, log = open(t, Config{URL: "redis://default:right@" + server.Addr() + "/3", Timeout: patient})
	log.wait(saysShared)
}

func TestStore_WorksOnACluster(t *testing.T) {
	server := redistest.Start(t, "--cluster-enabled", "yes")
	server.CLI("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
	await(t, "the cluster", func() bool { return strings.Contains(server.CLI("CLUSTER", "INFO"), "cluster_state:ok") })
	s, log := open(t, Config{URL: server.URL(), Timeout: patient})
	log.wait(saysShared)
	l := limiter(t, s)
	if got := calls(t, l, 100, "write", caller(t, 1, "alice"), 1); got != 30 || s.Stats().Errors != 0 {
		t.Errorf("%d calls were admitted, %+v, want 30 by both buckets", got, s.Stats())
	}
	server.Stop()
	if got := calls(t, l, 100, "write", caller(t, 1, "alice"), 1); got != 1 {
		t.Errorf("then %d calls were admitted, want the degraded burst of 1", got)
	}
}

func TestStore_HangingUpIsNoFaultOfTheStore(t *testing.T) {
	server := redistest.Start(t)
	s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
	ctx, hangUp := context.WithCancel(t.Context())
	hangUp()
	l := limiter(t, s)
	for range 10 {
		if res, err := l.Allow(ctx, "read", caller(t, 1, ""), 1); err != nil || res.Mode != ratelimit.SharedMode {
			t.Fatalf("%+v, %v, want it decided by the store", res, err)
		}
	}
}

func TestStore_WhatNoStoreCanDecideIsAnErrorAndDegradesNothing(t *testing.T) {
	server := redistest.Start(t)
	s, _ := open(t, Config{URL: server.URL(), Timeout: patient})
	for range 10 {
		v, err := s.Count(t.Context(), ratelimit.Call{Class: "x", Cost: 6, Address: ratelimit.Bucket{Key: caller(t, 1, "").Address, Policy: policy(t, "5/min")}})
		if !errors.Is(err, ratelimit.ErrOverflow) || v != (ratelimit.Verdict{}) {
			t.Fatalf("%+v, %v, want an error", v, err)
		}
	}
	if st := s.Stats(); st.Errors != 0 || st.Degraded != 0 || st.Mode != ratelimit.SharedMode {
		t.Errorf("%+v, want no error of the store's", st)
	}
}

func TestStore_SaysHowLongEachCallTook(t *testing.T) {
	server := redistest.Start(t)
	var observed atomic.Int64
	s, log := open(t, Config{URL: server.URL(), Timeout: patient, Observe: func(d time.Duration) {
		if d <= 0 || d > patient {
			t.Errorf("a call took %v", d)
		}
		observed.Add(1)
	}})
	log.wait(saysShared)
	calls(t, limiter(t, s), 7, "read", caller(t, 1, "alice"), 1)
	if st := s.Stats(); observed.Load() != 7 || st.Asked != 7 || st.Changes != 0 || st.Since.IsZero() {
		t.Errorf("observed %d calls, %+v, want 7", observed.Load(), st)
	}
}
