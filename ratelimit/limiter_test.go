package ratelimit

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// classes is a table as a server would have it.
func classes(t testing.TB) []Class {
	t.Helper()
	return []Class{
		{Name: "auth", Policy: policy(t, "5/min:3"), AddressIsLimit: true},
		{Name: "read", Policy: policy(t, "300/min")},
		{Name: "write", Policy: policy(t, "30/min")},
		{Name: "odds", Policy: policy(t, "20/min")},
	}
}

func newLimiter(t testing.TB, multiplier int64) *Limiter {
	t.Helper()
	l, err := New(Config{Classes: classes(t), AddressMultiplier: multiplier}, newLocal(t, 10_000))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// caller comes from an address, with a session unless the cookie is empty.
func caller(t testing.TB, from, cookie string) Caller {
	t.Helper()
	return Caller{Address: address(t, from), Session: NewSessions([]byte("secret")).Key(cookie)}
}

// times calls n times and counts what was admitted.
func times(t testing.TB, l *Limiter, n int, class string, who Caller, cost int64) (admitted int) {
	t.Helper()
	for range n {
		_, err := l.Allow(t.Context(), class, who, cost)
		if err == nil {
			admitted++
		} else if !errors.Is(err, ErrRateLimited) {
			t.Fatal(err)
		}
	}
	return admitted
}

func TestLimiter_TheSessionsRefusalStillChargesTheAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 3)
		alice, bob := caller(t, "192.0.2.1", "alice"), caller(t, "192.0.2.1", "bob")
		if got := times(t, l, 80, "write", alice, 1); got != 30 {
			t.Errorf("alice got %d of 80 calls, want her burst of 30", got)
		}
		if got := times(t, l, 30, "write", bob, 1); got != 10 {
			t.Errorf("bob got %d of 30 calls, want 10: alice's 80 calls are charged to the address's 90", got)
		}
	})
}

func TestLimiter_TheAddressesRefusalDoesNotChargeTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 1)
		times(t, l, 30, "write", caller(t, "192.0.2.1", ""), 1)
		if got := times(t, l, 30, "write", caller(t, "192.0.2.1", "alice"), 1); got != 0 {
			t.Fatalf("alice got %d calls from an address that is used up", got)
		}
		if got := times(t, l, 40, "write", caller(t, "192.0.2.2", "alice"), 1); got != 30 {
			t.Errorf("from another address alice got %d calls, want all of her 30", got)
		}
	})
}

func TestLimiter_OneOfABusyAddressCannotRefuseTheOthersWithinTheMultiplier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 0) // ten
		rude := caller(t, "192.0.2.1", "rude")
		if got := times(t, l, 100, "write", rude, 1); got != 30 {
			t.Errorf("one session got %d calls, want 30", got)
		}
		if got := times(t, l, 30, "write", caller(t, "192.0.2.1", "alice"), 1); got != 30 {
			t.Errorf("the neighbour got %d calls, want 30", got)
		}
	})
}

func TestLimiter_RotatingCookiesNeverGetsPastTheAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, got := newLimiter(t, 0), 0
		for i := range 1000 {
			got += times(t, l, 1, "write", caller(t, "192.0.2.1", "cookie"+string(rune(i))), 1)
		}
		if got != 300 {
			t.Errorf("a thousand sessions of one address got %d calls, want ten times 30", got)
		}
	})
}

func TestLimiter_WhereTheAddressIsTheLimitACookieChangesNothing(t *testing.T) {
	for _, cookies := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			l := newLimiter(t, 0)
			for i := range 4 {
				who := caller(t, "192.0.2.1", "")
				if cookies {
					who = caller(t, "192.0.2.1", "cookie"+string(rune(i)))
				}
				res, err := l.Allow(t.Context(), "auth", who, 1)
				if refused := errors.Is(err, ErrRateLimited); refused != (i == 3) || res.By != AddressKind {
					t.Errorf("login %d at once, cookies %t: %+v, %v, want only the fourth refused, by the address", i+1, cookies, res, err)
				}
			}
		})
	}
}

func TestLimiter_ClassesDoNotShareBuckets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, who := newLimiter(t, 1), caller(t, "192.0.2.1", "alice")
		times(t, l, 100, "write", who, 1)
		if got := times(t, l, 100, "odds", who, 1); got != 20 {
			t.Errorf("after using up write, odds admitted %d calls, want 20", got)
		}
	})
}

func TestLimiter_WaitingExactlyRetryAdmitsByBothBuckets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		random := rand.New(rand.NewPCG(3, 4))
		tested := make(map[Kind]int)
		for range 300 {
			l := newLimiter(t, 1+random.Int64N(3))
			who := []Caller{caller(t, "192.0.2.1", "alice"), caller(t, "192.0.2.1", "bob"), caller(t, "192.0.2.2", "alice"), caller(t, "192.0.2.1", "")}
			for range 60 {
				cost := 1 + random.Int64N(20)
				w := who[random.IntN(len(who))]
				res, err := l.Allow(t.Context(), "odds", w, cost)
				if err == nil {
					time.Sleep(time.Duration(random.Int64N(int64(5 * time.Second))))
					continue
				}
				tested[res.By]++
				if res.Retry < 1 {
					t.Fatalf("%+v, %v, want a wait", res, err)
				}
				again := w
				time.Sleep(res.Retry - 1)
				if !wouldRefuse(t, l, again, cost) {
					t.Fatalf("%+v: admitted a moment before", res)
				}
				time.Sleep(time.Nanosecond)
				if res, err := l.Allow(t.Context(), "odds", again, cost); err != nil {
					t.Fatalf("after exactly the wait: %+v, %v, want it admitted", res, err)
				}
			}
		}
		if tested[AddressKind] < 100 || tested[SessionKind] < 100 {
			t.Errorf("refusals tested: %v, want many of both", tested)
		}
	})
}

// wouldRefuse says what the buckets would decide, and charges nothing.
func wouldRefuse(t testing.TB, l *Limiter, who Caller, cost int64) bool {
	t.Helper()
	c := l.named("odds")
	proven := c.own(&who)
	var r request
	c.ready(&r, &who, proven, cost)
	for _, a := range []*ask{&r.address, &r.session} {
		if a.rule == nil {
			continue
		}
		var d Decision
		if err := l.local.peek(l.local.now(), a, cost, &d); err != nil {
			t.Fatal(err)
		}
		if !d.Allowed {
			return true
		}
	}
	return false
}

func TestLimiter_SpeaksOfTheBucketThatHasLessLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 2)
		alice, bob := caller(t, "192.0.2.1", "alice"), caller(t, "192.0.2.1", "bob")
		res, _ := l.Allow(t.Context(), "write", alice, 1)
		if want := (Result{Class: "write", By: SessionKind, Policy: policy(t, "30/min"), Remaining: 29, Next: 2 * time.Second}); res != want {
			t.Errorf("the first call: %+v, want %+v", res, want)
		}
		times(t, l, 49, "write", alice, 1)
		res, _ = l.Allow(t.Context(), "write", bob, 1)
		if want := (Result{Class: "write", By: AddressKind, Policy: policy(t, "60/min"), Remaining: 9, Next: time.Second}); res != want {
			t.Errorf("a neighbour's first call: %+v, want %+v", res, want)
		}
		res, err := l.Allow(t.Context(), "write", alice, 1)
		if want := (Result{Class: "write", By: SessionKind, Policy: policy(t, "30/min"), Next: 2 * time.Second, Retry: 2 * time.Second}); res != want || !errors.Is(err, ErrRateLimited) {
			t.Errorf("alice again: %+v, %v, want %+v", res, err, want)
		}
	})
}

func TestLimiter_AStrangerInAFullMapIsRefusedByACodeOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := New(Config{Classes: classes(t)}, newLocal(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		times(t, l, 1, "write", caller(t, "192.0.2.1", ""), 1)
		res, err := l.Allow(t.Context(), "write", caller(t, "192.0.2.2", "alice"), 1)
		if !errors.Is(err, ErrLimiterFull) || res.Retry != 0 || res.Remaining != 0 {
			t.Errorf("%+v, %v, want ErrLimiterFull and no promise", res, err)
		}
	})
}

func TestLimiter_ACostAboveTheBurstIsRefusedAndChargesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, who := newLimiter(t, 1), caller(t, "192.0.2.1", "alice")
		res, err := l.Allow(t.Context(), "odds", who, 21)
		if e, ok := errors.AsType[*CostError](err); !ok || e.Code() != "cost_too_high" || res.Class != "odds" || res.By != NoKind {
			t.Errorf("a cost of 21: %+v, %v, want a CostError", res, err)
		}
		if err := l.Check("odds", 21); err == nil {
			t.Error("a route with a fixed cost of 21 may start")
		}
		if err := l.Check("odds", 20); err != nil {
			t.Errorf("a route with a fixed cost of 20: %v", err)
		}
		if got := times(t, l, 2, "odds", who, 20); got != 1 {
			t.Errorf("then %d calls of 20 are admitted, want 1", got)
		}
	})
}

func TestLimiter_WhatCannotBeDecidedIsNotAdmitted(t *testing.T) {
	broken := errors.New("no answer")
	l, err := New(Config{Classes: classes(t)}, counterFunc(func(Call) (Verdict, error) { return Verdict{}, broken }))
	if err != nil {
		t.Fatal(err)
	}
	home := caller(t, "192.0.2.1", "")
	for _, c := range []struct {
		class string
		who   Caller
		cost  int64
		want  error
	}{
		{"write", home, 1, broken},
		{"nothing", home, 1, ErrUnknownClass},
		{"write", home, 0, ErrBadCost},
		{"write", Caller{}, 1, ErrNoAddress},
		{"write", Caller{Session: home.Session}, 1, ErrNoAddress},
		{"write", Caller{Address: NewSessions(nil).Key("cookie")}, 1, ErrNoAddress},
	} {
		res, err := l.Allow(t.Context(), c.class, c.who, c.cost)
		if !errors.Is(err, c.want) || res.By != NoKind {
			t.Errorf("class %q, cost %d: %+v, %v, want %v", c.class, c.cost, res, err, c.want)
		}
	}
	if err := l.Check("nothing", 1); !errors.Is(err, ErrUnknownClass) {
		t.Errorf("a route of no class: %v, want ErrUnknownClass", err)
	}
}

// counterFunc is a Counter that stands in for another store.
type counterFunc func(Call) (Verdict, error)

func (f counterFunc) Count(_ context.Context, c Call) (Verdict, error) { return f(c) }

func TestLimiter_AsksTheStoreOnceForBothBuckets(t *testing.T) {
	var calls []Call
	l, err := New(Config{Classes: classes(t), AddressMultiplier: 10}, counterFunc(func(c Call) (Verdict, error) {
		calls = append(calls, c)
		return Verdict{Address: Decision{Allowed: true, Remaining: 9}, HasSession: true, Session: Decision{Allowed: true, Remaining: 5}, Mode: SharedMode}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	who := caller(t, "192.0.2.1", "alice")
	res, err := l.Allow(t.Context(), "odds", who, 5)
	want := Call{
		Class: "odds", Cost: 5, Proven: true,
		Address: Bucket{who.Address.in(3), policy(t, "200/min"), policy(t, "50/min:10")},
		Session: Bucket{who.Session.in(3), policy(t, "20/min"), policy(t, "5/min:1")},
	}
	if len(calls) != 1 || calls[0] != want || err != nil || res.Mode != SharedMode || res.Remaining != 5 {
		t.Errorf("asked %+v, want once %+v; told %+v, %v", calls, want, res, err)
	}
	l.Allow(t.Context(), "auth", who, 1)
	if got := calls[1]; got.Session != (Bucket{}) || !got.Proven || got.Address.Policy != policy(t, "5/min:3") {
		t.Errorf("where the address is the limit: %+v, want no session, but proven", got)
	}
}

func TestLimiter_CountsWhatItDecided(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := New(Config{Classes: classes(t), AddressMultiplier: 2}, newLocal(t, 3))
		if err != nil {
			t.Fatal(err)
		}
		alice := caller(t, "192.0.2.1", "alice")
		times(t, l, 65, "write", alice, 1) // the session refuses from 31 on, the address from 61 on
		for _, from := range []string{"192.0.2.2", "192.0.2.3"} {
			l.Allow(t.Context(), "write", caller(t, from, ""), 1)
		}
		want := []Tally{
			{"write", "address", "allowed", "local", 60},
			{"write", "address", "refused", "local", 5},
			{"write", "address", "full", "local", 2},
			{"write", "session", "allowed", "local", 30},
			{"write", "session", "refused", "local", 30},
		}
		if got := l.Tallies(); !slices.Equal(got, want) {
			t.Errorf("tallies = %v, want %v", got, want)
		}
		if got := l.Classes(); !slices.Equal(got, classes(t)) {
			t.Errorf("classes = %v, want them as configured", got)
		}
	})
}

func TestNew_RefusesATableThatMakesNoSense(t *testing.T) {
	good := policy(t, "30/min")
	for _, cfg := range []Config{
		{Classes: []Class{{Name: "", Policy: good}}},
		{Classes: []Class{{Name: `a"b`, Policy: good}}},
		{Classes: []Class{{Name: "Read", Policy: good}}},
		{Classes: []Class{{Name: "read", Policy: good}, {Name: "read", Policy: good}}},
		{Classes: []Class{{Name: "read", Policy: good}}, AddressMultiplier: -1},
		{Classes: []Class{{Name: "read", Policy: good}}, AddressMultiplier: 1 << 60},
		{Classes: []Class{{Name: "read", Policy: Policy{}, AddressIsLimit: true}}},
		{Classes: make([]Class, 257)},
	} {
		if _, err := New(cfg, newLocal(t, 1)); err == nil {
			t.Errorf("New(%.200v): want a refusal", cfg)
		}
	}
}

func TestLimiter_SixtyFourCallersAtOnceGetExactlyTheBurst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the clock stands still while anybody runs
		l, who := newLimiter(t, 1), caller(t, "192.0.2.1", "alice")
		var admitted atomic.Int64
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() { admitted.Add(int64(times(t, l, 20, "read", who, 1))) })
		}
		all.Wait()
		if got := admitted.Load(); got != 300 {
			t.Errorf("%d calls were admitted at once, want the burst of 300", got)
		}
	})
}

func TestLimiter_AllocatesNothing(t *testing.T) {
	l, sessions := newLimiter(t, 1), NewSessions([]byte("secret"))
	addr, ctx := netip.MustParseAddr("2001:db8::1"), t.Context()
	cookie := "an id of 256 random bits and its MAC, in base64url, is 86 characters: as many as these."
	for _, class := range []string{"read", "auth"} {
		n := 0
		got := testing.AllocsPerRun(1000, func() { // admitted at first, then refused
			key, _ := AddressKey(addr)
			if _, err := l.Allow(ctx, class, Caller{key, sessions.Key(cookie)}, 1); err == nil {
				n++
			}
		})
		if got != 0 || n == 0 || n == 1001 {
			t.Errorf("%s: %v allocations a call, %d admitted, want none, and some refused", class, got, n)
		}
	}
}
