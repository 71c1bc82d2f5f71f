package redisstore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/internal/redisstore/redistest"
	"example.com/fullhouse/ratelimit"
)

// dial is a link to a store, without a watch.
func dial(t testing.TB, url string) *link {
	t.Helper()
	opt, _, err := optionsOf(url)
	if err != nil {
		t.Fatal(err)
	}
	l, err := connect(t.Context(), opt, func(*link) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	return l
}

// put asks a question that must be answered, by the clock that is told.
func (l *link) put(t testing.TB, c ratelimit.Call) (now int64, v ratelimit.Verdict) {
	t.Helper()
	q, err := questionOf(c)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := l.ask(q, mind)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = verdictOf(c, answer); err != nil {
		t.Fatal(err)
	}
	return answer[0], v
}

// model keeps instants in a map and decides by DecideIn, as Local does: the address always charged, the session only looked
// at when the address refuses.
type model map[string]int64

func (m model) count(t testing.TB, now int64, c ratelimit.Call) (v ratelimit.Verdict) {
	t.Helper()
	decide := func(b ratelimit.Bucket, kind string, charge bool) ratelimit.Decision {
		k := key(c.Class, kind, b.Key)
		tat := max(m[k], now)
		d, err := ratelimit.DecideIn(unit, b.Policy, tat, now, c.Cost)
		if err != nil {
			t.Fatal(err)
		}
		if !charge && d.Allowed {
			return ratelimit.Decision{Allowed: true, TAT: tat}
		}
		m[k] = d.TAT
		return d
	}
	v.Mode, v.HasSession = ratelimit.SharedMode, c.Session.Key != ratelimit.Key{}
	v.Address = decide(c.Address, addressKind, true)
	if v.HasSession {
		v.Session = decide(c.Session, sessionKind, v.Address.Allowed)
	}
	return v
}

// someone draws callers and calls; the classes' policies stay what they are for the whole history.
type someone struct {
	*rand.Rand
	policies []ratelimit.Policy
}

func newSomeone(seed uint64, limits, seconds int64) someone {
	s := someone{Rand: rand.New(rand.NewPCG(seed, seed))}
	for range 6 {
		s.policies = append(s.policies, ratelimit.Policy{Limit: 1 + s.Int64N(limits), Window: time.Duration(1+s.Int64N(seconds)) * time.Second, Burst: 1 + s.Int64N(20)})
	}
	return s
}

func (s someone) call(t testing.TB) ratelimit.Call {
	n := s.IntN(len(s.policies) / 2)
	who := caller(t, s.IntN(3), []string{"", "alice", "bob"}[s.IntN(3)])
	c := ratelimit.Call{Class: "class" + strconv.Itoa(n), Address: ratelimit.Bucket{Key: who.Address, Policy: s.policies[2*n]}}
	c.Cost = 1 + s.Int64N(c.Address.Policy.Burst)
	if who.Session != (ratelimit.Key{}) {
		c.Session = ratelimit.Bucket{Key: who.Session, Policy: s.policies[2*n+1]}
		c.Cost = min(c.Cost, c.Session.Policy.Burst)
	}
	return c
}

func TestScript_DecidesAsTheRuleDoesByAnyClock(t *testing.T) {
	server := miniredis.RunT(t)
	l := dial(t, "redis://"+server.Addr())
	refused := 0
	for seed := range uint64(20) {
		who, m := newSomeone(seed, 1000, 3600), make(model)
		server.FlushAll()
		now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
		for i := range 200 {
			now = now.Add(time.Duration(who.Int64N(int64(10*time.Second)) / (1 + who.Int64N(1000))))
			server.SetTime(now)
			c := who.call(t)
			at, got := l.put(t, c)
			if at != now.UnixMicro() {
				t.Fatalf("decided at %d, want the store's clock: %d", at, now.UnixMicro())
			}
			if diff := cmp.Diff(m.count(t, at, c), got); diff != "" {
				t.Fatalf("seed %d, call %d, %+v (-rule +script):\n%s", seed, i, c, diff)
			}
			if !got.Address.Allowed || got.HasSession && !got.Session.Allowed {
				refused++
			}
		}
	}
	if refused < 500 {
		t.Errorf("%d of 4000 calls were refused, want many", refused)
	}
}

func TestScript_DecidesAsTheRuleDoesOnARealServer(t *testing.T) {
	server := redistest.Start(t)
	l := dial(t, server.URL())
	refused, before := 0, int64(0)
	for seed := range uint64(10) {
		who, m := newSomeone(seed, 20_000, 3), make(model)
		server.CLI("FLUSHALL")
		for i := range 400 {
			c := who.call(t)
			at, got := l.put(t, c)
			if at < before {
				t.Fatalf("decided at %d, after %d", at, before)
			}
			before = at
			if diff := cmp.Diff(m.count(t, at, c), got); diff != "" {
				t.Fatalf("seed %d, call %d, %+v (-rule +script):\n%s", seed, i, c, diff)
			}
			if !got.Address.Allowed || got.HasSession && !got.Session.Allowed {
				refused++
			}
		}
	}
	if refused < 100 {
		t.Errorf("%d of 4000 calls were refused, want many", refused)
	}
	if off := time.Since(time.UnixMicro(before)); off > mind || off < -mind {
		t.Errorf("the last decision was %v ago, by the clock of a server on this machine", off)
	}
}

func TestScript_EveryKeyGoesWhenItsDebtIsPaid(t *testing.T) {
	server := redistest.Start(t)
	l := dial(t, server.URL())
	for _, text := range []string{"1/h:3", "1000000/s", "5/min:3", "7/min", "1/24h:3"} {
		p := policy(t, text)
		who := caller(t, 1, "alice")
		c := ratelimit.Call{Class: "x", Cost: 2, Address: ratelimit.Bucket{Key: who.Address, Policy: p}, Session: ratelimit.Bucket{Key: who.Session, Policy: p}}
		server.CLI("FLUSHALL")
		now, v := l.put(t, c)
		keys := strings.Fields(server.CLI("KEYS", "*"))
		if len(keys) != 2 {
			t.Fatalf("%s: keys %q, want the address's and the session's", text, keys)
		}
		for _, k := range keys {
			at, err := strconv.ParseInt(server.CLI("PEXPIRETIME", k), 10, 64)
			paid := v.Address.TAT / 1000
			if err != nil || at < paid || at > paid+int64(mind/time.Millisecond) {
				t.Errorf("%s: %s goes at %d (%v), decided at %d, want it a second or so after %d", text, k, at, err, now/1000, paid)
			}
			if !strings.HasPrefix(k, "fullhouse:{x}:") {
				t.Errorf("key %s: want the class in braces, so that a cluster has both buckets in one place", k)
			}
		}
	}
}

func TestScript_AnInstantBeyondTheHorizonIsBroughtBack(t *testing.T) {
	server := miniredis.RunT(t)
	l := dial(t, "redis://"+server.Addr())
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	server.SetTime(now)
	c := ratelimit.Call{Class: "x", Cost: 1, Address: ratelimit.Bucket{Key: caller(t, 1, "").Address, Policy: policy(t, "60/min:10")}}
	for range 10 {
		l.put(t, c)
	}
	now = now.Add(-time.Hour) // another node with another clock has taken over
	server.SetTime(now)
	if _, v := l.put(t, c); v.Address.Allowed || v.Address.Wait != time.Second {
		t.Fatalf("an hour earlier: %+v, want what it said before: to wait a second", v.Address)
	}
	server.SetTime(now.Add(time.Second - time.Microsecond))
	if _, v := l.put(t, c); v.Address.Allowed || v.Address.Wait != time.Microsecond {
		t.Errorf("a moment before that: %+v, want to wait for it", v.Address)
	}
	server.SetTime(now.Add(time.Second))
	if _, v := l.put(t, c); !v.Address.Allowed {
		t.Errorf("after that: %+v, want it admitted", v.Address)
	}
}

func TestScript_WhatCannotBeAskedIsTheCallersFaultAndNotTheStores(t *testing.T) {
	home := caller(t, 1, "").Address
	for _, c := range []ratelimit.Call{
		{Cost: 0, Address: ratelimit.Bucket{Key: home, Policy: policy(t, "5/min")}},
		{Cost: 6, Address: ratelimit.Bucket{Key: home, Policy: policy(t, "5/min")}},
		{Cost: 1, Address: ratelimit.Bucket{Key: home}},
		{Cost: 1, Address: ratelimit.Bucket{Key: home, Policy: ratelimit.Policy{Limit: 1, Window: time.Hour, Burst: 1_277_000}}}, // 145 years
		{Cost: 1, Address: ratelimit.Bucket{Key: home, Policy: policy(t, "5/min")}, Session: ratelimit.Bucket{Key: home}},
	} {
		if q, err := questionOf(c); !isCallError(err) {
			t.Errorf("%+v: asks %q, %v, want an error of the call", c, q, err)
		}
	}
}

func isCallError(err error) bool { _, ok := errors.AsType[callError](err); return ok }

func TestScript_AnAnswerThatContradictsItselfIsNotBelieved(t *testing.T) {
	who := caller(t, 1, "alice")
	one := ratelimit.Call{Cost: 1, Address: ratelimit.Bucket{Key: who.Address, Policy: policy(t, "60/min:2")}}
	two := one
	two.Session = ratelimit.Bucket{Key: who.Session, Policy: policy(t, "60/min:2")}
	for _, c := range []struct {
		call   ratelimit.Call
		answer []int64
	}{
		{one, nil}, {one, []int64{1}}, {one, []int64{1, 1, 0, 1, 0}}, {two, []int64{1, 1, 0}},
		{one, []int64{1, 0, 0}}, {one, []int64{1, 1, 1_000_001}}, {one, []int64{1, 1, -1}}, {one, []int64{-1, 1, 0}},
		{one, []int64{1, 0, 1 << 62}}, {two, []int64{1, 1, 0, 0, 0}}, {two, []int64{1, 0, 0, 1, 0}},
	} {
		if v, err := verdictOf(c.call, c.answer); !errors.Is(err, errNonsense) {
			t.Errorf("%v: %+v, %v, want errNonsense", c.answer, v, err)
		}
	}
	if v, err := verdictOf(two, []int64{1, 0, 2_000_000, 1, 0}); err != nil || v.Address.Wait != time.Second || v.Session.Wait != 0 {
		t.Errorf("the address refuses: %+v, %v, want its wait alone", v, err)
	}
}

func TestKey_IsOnTheNodeOfItsClass(t *testing.T) {
	who := caller(t, 1, "alice")
	address, session := key("read", addressKind, who.Address), key("read", sessionKind, who.Session)
	tag := func(k string) string { return k[strings.IndexByte(k, '{'):strings.IndexByte(k, '}')] }
	if tag(address) != tag(session) || address == session || tag(address) == tag(key("write", addressKind, who.Address)) {
		t.Errorf("keys %s and %s: want two keys in one place, and another class elsewhere", address, session)
	}
	if strings.Contains(fmt.Sprint(session), "alice") {
		t.Errorf("key %s tells the cookie", session)
	}
}
