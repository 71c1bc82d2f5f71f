package bench

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func build(tb testing.TB, c contestant, per limit, callers int) check {
	tb.Helper()
	allow, err := c.build(per, callers)
	if err != nil {
		tb.Fatalf("%s: %v", c.name, err)
	}
	return allow
}

// each runs a benchmark once for every limiter.
func each(b *testing.B, run func(b *testing.B, c contestant)) {
	for _, c := range contestants {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			run(b, c)
		})
	}
}

func BenchmarkHotKey(b *testing.B) { each(b, hotKey) }

func hotKey(b *testing.B, c contestant) {
	allow := build(b, c, generous, 1)
	for b.Loop() {
		if !allow(0) {
			b.Fatal("refused")
		}
	}
}

func BenchmarkRefused(b *testing.B) { each(b, refused) }

func refused(b *testing.B, c contestant) {
	allow := build(b, c, strict, 1)
	allow(0)
	for b.Loop() {
		if allow(0) {
			b.Fatal("admitted")
		}
	}
}

// A million keys are live, and each call is of others: every look-up misses the cache. Ours has half as many callers, since
// each has two keys.
func BenchmarkMillionKeys(b *testing.B) {
	each(b, func(b *testing.B, c contestant) {
		callers := aMillion
		if c.name == "fullhouse" {
			callers /= 2
		}
		allow := build(b, c, generous, callers)
		for n := range callers {
			allow(n)
		}
		n := uint64(0)
		for b.Loop() {
			n++
			if !allow(int(n * 0x9E3779B97F4A7C15 >> 32 % uint64(callers))) {
				b.Fatal("refused")
			}
		}
	})
}

// Every processor calls for callers of its own.
func BenchmarkParallel(b *testing.B) {
	each(b, func(b *testing.B, c contestant) {
		const each = 64
		allow := build(b, c, generous, each*runtime.GOMAXPROCS(0))
		var processors atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			first := int(processors.Add(1)-1) * each
			for n := 0; pb.Next(); n++ {
				if !allow(first + n%each) {
					b.Error("refused")
					return
				}
			}
		})
	})
}
