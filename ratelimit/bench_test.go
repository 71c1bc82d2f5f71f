package ratelimit

import (
	"sync/atomic"
	"testing"
)

// benchLimiter has one class of the policy, and room for maxKeys keys.
func benchLimiter(b *testing.B, text string, maxKeys int) *Limiter {
	b.Helper()
	l, err := New(Config{Classes: []Class{{Name: "read", Policy: policy(b, text)}}}, newLocal(b, maxKeys))
	if err != nil {
		b.Fatal(err)
	}
	return l
}

func BenchmarkDecide(b *testing.B) {
	p, tat, now := policy(b, "300/min"), int64(0), int64(0)
	for b.Loop() {
		now += 1e9
		d, _ := Decide(p, tat, now, 1)
		tat = d.TAT
	}
}

func BenchmarkLimiter_HotKey(b *testing.B) {
	l, who := benchLimiter(b, "1000000/s:1000000000", 131_072), caller(b, "192.0.2.1", "alice")
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Allow(ctx, "read", who, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLimiter_Refused(b *testing.B) {
	l, who := benchLimiter(b, "1/h", 131_072), caller(b, "192.0.2.1", "alice")
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		l.Allow(ctx, "read", who, 1)
	}
}

func BenchmarkLimiter_Parallel(b *testing.B) {
	l := benchLimiter(b, "1000000/s:1000000000", 131_072)
	var callers atomic.Uint64
	ctx := b.Context()
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		c := player(callers.Add(1), Policy{})
		who := Caller{Address: c.Address.Key, Session: c.Session.Key}
		for pb.Next() {
			if _, err := l.Allow(ctx, "read", who, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A million keys are live, and each call is of another one of them: every look-up misses the cache.
func BenchmarkLocal_AMillionLiveKeys(b *testing.B) {
	const live = 1_000_000
	l, p, n := newLocal(b, live*5/4), policy(b, "1/h:1000000"), uint64(0)
	for n < live {
		l.count(0, stranger(n, p))
		n++
	}
	b.ReportAllocs()
	for b.Loop() {
		if v, err := l.count(0, stranger(n*0x9E3779B97F4A7C15>>32%live, p)); err != nil || v.Full {
			b.Fatal(v, err)
		}
		n++
	}
}

func BenchmarkLocal_AStrangerAtAFullMap(b *testing.B) {
	l, p, n := newLocal(b, 131_072), policy(b, "1/h"), uint64(0)
	for l.full.Load() < 10_000 {
		l.count(0, stranger(n, p))
		n++
	}
	b.ReportAllocs()
	for b.Loop() {
		l.count(0, stranger(n, p))
		n++
	}
}

func BenchmarkLocal_StatsOfAMillion(b *testing.B) {
	l := newLocal(b, 1_000_000)
	for b.Loop() {
		l.Stats()
	}
}

func BenchmarkSessions_Key(b *testing.B) {
	sessions, cookie := NewSessions([]byte("secret")), "an id of 256 random bits and its MAC, in base64url, is 86 characters: as many as these."
	b.ReportAllocs()
	for b.Loop() {
		sessions.Key(cookie)
	}
}
