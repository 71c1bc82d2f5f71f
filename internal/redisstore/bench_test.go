package redisstore

import (
	"testing"

	"example.com/fullhouse/internal/redisstore/redistest"
	"example.com/fullhouse/ratelimit"
)

func benchmarkStore(b *testing.B, parallel int) {
	server := redistest.Start(b)
	s, _ := open(b, Config{URL: server.URL(), Timeout: patient})
	p := ratelimit.Policy{Limit: 1_000_000, Window: 1e9, Burst: 1_000_000}
	who := caller(b, 1, "alice")
	c := ratelimit.Call{Class: "read", Cost: 1, Address: ratelimit.Bucket{Key: who.Address, Policy: p}, Session: ratelimit.Bucket{Key: who.Session, Policy: p}}
	b.ReportAllocs()
	b.SetParallelism(parallel)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if v, err := s.Count(b.Context(), c); err != nil || v.Mode != ratelimit.SharedMode {
				b.Error(v, err)
				return
			}
		}
	})
}

// Both buckets, one round trip, by a server on the same machine.
func BenchmarkStore_FewAtOnce(b *testing.B)      { benchmarkStore(b, 1) }
func BenchmarkStore_AHundredAtOnce(b *testing.B) { benchmarkStore(b, 50) }

func BenchmarkStore_Degraded(b *testing.B) {
	server := redistest.Start(b)
	s, log := open(b, Config{URL: server.URL(), Timeout: patient})
	log.wait(saysShared)
	server.Stop()
	log.wait(saysDegraded)
	who, p := caller(b, 1, "alice"), policy(b, "300/min")
	c := ratelimit.Call{Class: "read", Cost: 1, Proven: true, Address: ratelimit.Bucket{Key: who.Address, Degraded: p}, Session: ratelimit.Bucket{Key: who.Session, Degraded: p}}
	b.ReportAllocs()
	for b.Loop() {
		s.Count(b.Context(), c)
	}
}
