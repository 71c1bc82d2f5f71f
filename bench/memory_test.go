package bench

import (
	"runtime"
	"testing"
)

func heap() int64 {
	runtime.GC()
	runtime.GC() // what finalizers let go of is gone after the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// keys is how many keys a caller has in a limiter's store.
func (c contestant) keys() int {
	if c.name == "fullhouse" {
		return 2
	}
	return 1
}

// perKey is how many bytes a live key takes, with a million of them, not counting its name.
func perKey(tb testing.TB, c contestant) float64 {
	tb.Helper()
	ourNames()
	names()
	before := heap()
	callers := aMillion / c.keys()
	allow := build(tb, c, generous, callers)
	for n := range callers {
		allow(n)
	}
	bytes := heap() - before
	runtime.KeepAlive(allow)
	return float64(bytes) / aMillion
}

// growth is how many bytes the heap grows by while a million callers come once each, to a limiter with room for 50,000.
func growth(tb testing.TB, c contestant) int64 {
	tb.Helper()
	const room = 50_000
	ourNames()
	names()
	allow := build(tb, c, generous, room)
	for n := range room {
		allow(n)
	}
	before := heap()
	for n := range aMillion {
		allow(n)
	}
	grown := heap() - before
	runtime.KeepAlive(allow)
	return grown
}

func BenchmarkMemory(b *testing.B) {
	for _, c := range contestants {
		b.Run(c.name, func(b *testing.B) {
			bytes, grown := perKey(b, c), growth(b, c)
			for b.Loop() { // nothing: what is measured is not time
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(bytes, "B/key")
			b.ReportMetric(float64(max(grown, 0))/1e6, "MB-grown")
		})
	}
}

func TestFullhouse_TakesAtMost32BytesALiveKey(t *testing.T) {
	if got := perKey(t, contestants[0]); got > 32 {
		t.Errorf("%.1f bytes, want at most 32", got)
	}
}

func TestFullhouse_DoesNotGrowWhenCallersRotate(t *testing.T) {
	if got := growth(t, contestants[0]); got > 1<<16 {
		t.Errorf("the heap grew by %d bytes", got)
	}
}
