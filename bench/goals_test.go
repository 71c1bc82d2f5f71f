package bench

import (
	"slices"
	"testing"
)

// rounds is how often two benchmarks are run against each other: one after the other, so that a busy machine slows both.
const rounds = 15

// ratio is the median over the rounds of what a takes to what b takes.
func ratio(a, b func(*testing.B)) float64 {
	var all []float64
	for range rounds {
		x, y := testing.Benchmark(a), testing.Benchmark(b)
		all = append(all, float64(x.T)/float64(x.N)/(float64(y.T)/float64(y.N)))
	}
	slices.Sort(all)
	return all[rounds/2]
}

func named(name string, run func(*testing.B, contestant)) func(*testing.B) {
	c := contestants[slices.IndexFunc(contestants, func(c contestant) bool { return c.name == name })]
	return func(b *testing.B) { run(b, c) }
}

func TestFullhouse_TwoBucketsCostAtMostHalfOfOneCheckOfThrottled(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of measuring, which wants a quiet machine")
	}
	got := ratio(named("fullhouse", hotKey), named("throttled", hotKey))
	t.Logf("%.2f of one check", got)
	if got > 0.5 {
		t.Errorf("two buckets cost %.2f of one check of throttled, want at most 0.5", got)
	}
}

func TestFullhouse_RefusingIsNotDearerThanAdmitting(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of measuring, which wants a quiet machine")
	}
	got := ratio(named("fullhouse", refused), named("fullhouse", hotKey))
	t.Logf("%.2f of admitting", got)
	if got > 1 {
		t.Errorf("refusing costs %.2f of admitting, want at most 1", got)
	}
}

func TestFullhouse_AllocatesNothing(t *testing.T) {
	for _, per := range []limit{generous, strict} {
		allow := build(t, contestants[0], per, 1)
		if got := testing.AllocsPerRun(10_000, func() { allow(0) }); got != 0 {
			t.Errorf("%v allocations a call at %d an hour", got, per)
		}
	}
}
