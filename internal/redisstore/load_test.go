package redisstore

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/internal/redisstore/redistest"
	"example.com/fullhouse/ratelimit"
)

// load is callers who call all the time, each decision of whom is held to what must never happen.
type load struct {
	stop    chan struct{}
	all     sync.WaitGroup
	callers [8]struct {
		admitted atomic.Int64
		refused  [ratelimit.DegradedMode + 1]atomic.Int64
	}
	slowest atomic.Int64
}

func startLoad(t testing.TB, l *ratelimit.Limiter) *load {
	ld := &load{stop: make(chan struct{})}
	for n := range ld.callers {
		who := caller(t, n, fmt.Sprint("cookie", n))
		ld.all.Go(func() {
			for {
				select {
				case <-ld.stop:
					return
				default:
					ld.call(t, l, n, who)
				}
			}
		})
	}
	return ld
}

func (ld *load) call(t testing.TB, l *ratelimit.Limiter, n int, who ratelimit.Caller) {
	begun := time.Now()
	res, err := l.Allow(t.Context(), "read", who, 1)
	raise(&ld.slowest, time.Since(begun))
	switch {
	case err == nil:
		ld.callers[n].admitted.Add(1)
	case errors.Is(err, ratelimit.ErrRateLimited):
		ld.callers[n].refused[res.Mode].Add(1)
	default:
		t.Errorf("%+v, %v, want a decision", res, err)
	}
}

// raise keeps the longest.
func raise(slowest *atomic.Int64, took time.Duration) {
	for {
		if old := slowest.Load(); old >= int64(took) || slowest.CompareAndSwap(old, int64(took)) {
			return
		}
	}
}

// awaitRefused waits until every caller has used up what they get in the mode.
func (ld *load) awaitRefused(t testing.TB, mode ratelimit.Mode) {
	t.Helper()
	for n := range ld.callers {
		tally := &ld.callers[n].refused[mode]
		before := tally.Load()
		await(t, "a refusal", func() bool { return tally.Load() > before })
	}
}

// end stops the load and judges it by how many calls of each caller were admitted.
func (ld *load) end(t testing.TB, timeout time.Duration, least, most int64) {
	t.Helper()
	close(ld.stop)
	ld.all.Wait()
	for n := range ld.callers {
		if got := ld.callers[n].admitted.Load(); got > most || got < least {
			t.Errorf("caller %d got %d calls, want %d to %d: somebody passed unmetered, or was shut out", n, got, least, most)
		}
	}
	if got := time.Duration(ld.slowest.Load()); got > timeout+slack {
		t.Errorf("the slowest decision took %v, want at most %v and some slack", got, timeout)
	}
	t.Logf("the slowest decision took %v", time.Duration(ld.slowest.Load()))
}

func TestStore_KilledInMidLoadNobodyIsUnmeteredNothingFailsAndItComesBackByItself(t *testing.T) {
	server := redistest.Start(t)
	const timeout = time.Second
	s, log := open(t, Config{URL: server.URL(), Timeout: timeout})
	log.wait(saysShared)
	l := limiter(t, s)
	ld := startLoad(t, l)
	server.Stop()
	log.wait(saysDegraded)
	if st := s.Stats(); st.Mode != ratelimit.DegradedMode || st.Problem == "" || st.Changes != 1 {
		t.Errorf("%+v, want it degraded and why", st)
	}
	ld.awaitRefused(t, ratelimit.DegradedMode)
	server.Start()
	log.wait(saysShared)
	ld.awaitRefused(t, ratelimit.SharedMode)
	// The degraded share, and a burst of the store that has forgotten; before that, another one, or what was left time for.
	ld.end(t, timeout, 75+300, 300+75+300+3)
	if st := s.Stats(); st.Mode != ratelimit.SharedMode || st.Problem != "" || st.Errors == 0 || st.Degraded == 0 || st.Changes != 2 {
		t.Errorf("%+v, want it shared again, two changes and what it cost", st)
	}
}

func TestStore_StalledInMidLoadNobodyWaitsLongerThanTheTimeout(t *testing.T) {
	server := redistest.Start(t)
	const timeout = 100 * time.Millisecond
	s, log := open(t, Config{URL: server.URL(), Timeout: timeout})
	log.wait(saysShared)
	l := limiter(t, s)
	ld := startLoad(t, l)
	ld.awaitRefused(t, ratelimit.SharedMode)
	server.Pause()
	ld.awaitRefused(t, ratelimit.DegradedMode)
	server.Resume()
	await(t, "the store", func() bool { return s.Stats().Mode == ratelimit.SharedMode })
	ld.awaitRefused(t, ratelimit.SharedMode)
	ld.end(t, timeout, 300+75, 300+75+3) // the store has forgotten nothing
}

func tallied(l *ratelimit.Limiter, mode, result string) (n int64) {
	for _, tally := range l.Tallies() {
		if tally.Mode == mode && tally.Result == result {
			n += tally.N
		}
	}
	return n
}

// await looks until it is so.
func await(t testing.TB, what string, so func() bool) {
	t.Helper()
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for end := time.Now().Add(mind); !so(); <-ticker.C {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func TestStore_NothingIsReplayedWhenItComesBack(t *testing.T) {
	server := redistest.Start(t)
	s, log := open(t, Config{URL: server.URL(), Timeout: 200 * time.Millisecond})
	log.wait(saysShared)
	l := limiter(t, s)
	server.Pause()
	for n := 0; s.Stats().Mode == ratelimit.SharedMode; n++ {
		calls(t, l, 1, "write", caller(t, 1, ""), 1)
		if n > broken {
			t.Fatalf("%d calls without an answer, and still asking", n)
		}
	}
	log.wait(saysDegraded)
	begun := time.Now()
	for n := range 50 { // nobody waits any more
		calls(t, l, 1, "write", caller(t, 100+n, ""), 1)
	}
	if took := time.Since(begun); took > slack {
		t.Errorf("50 calls took %v while the store was known to be stalled", took)
	}
	server.Resume()
	log.wait(saysShared)
	if keys := strings.Fields(server.CLI("KEYS", "*:a:*")); len(keys) > 1 {
		t.Errorf("%d buckets in the store, want at most that of the caller who was under way: %q", len(keys), keys)
	}
}

func TestStore_ACrowdAtAStalledStoreIsDecidedAboutInTime(t *testing.T) {
	server := redistest.Start(t)
	const timeout = 100 * time.Millisecond
	s, log := open(t, Config{URL: server.URL(), Timeout: timeout})
	log.wait(saysShared)
	l := limiter(t, s)
	server.Pause()
	defer server.Resume()
	var slowest atomic.Int64
	var all sync.WaitGroup
	begun := time.Now()
	for n := range 3000 { // more than the library's queue holds
		who := caller(t, n, "")
		all.Go(func() {
			calls(t, l, 1, "write", who, 1)
			raise(&slowest, time.Since(begun))
		})
	}
	all.Wait()
	if got := time.Duration(slowest.Load()); got > timeout+slack {
		t.Errorf("the slowest of 3000 decisions took %v", got)
	}
	if got := tallied(l, "degraded", "allowed"); got != 3000 {
		t.Errorf("%d were admitted by this process, want all 3000", got)
	}
}
