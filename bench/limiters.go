package bench

import (
	"context"
	"net/http"
	"sync"
	"time"

	"example.com/fullhouse/ratelimit"
	"github.com/go-chi/httprate"
	juju "github.com/juju/ratelimit"
	golimiter "github.com/sethvargo/go-limiter/memorystore"
	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
	xrate "golang.org/x/time/rate"
)

// limit is the policy of a run, the same for all: so many calls an hour, all at once if one likes.
type limit int64

const (
	generous limit = 1_000_000_000 // a benchmark never reaches it
	strict   limit = 1             // the second call is refused
)

// check decides about one call of the nth caller.
type check func(n int) (admitted bool)

// contestant is a limiter under its name.
type contestant struct {
	name string
	// build makes one with room for so many callers, if it has such a bound.
	build func(per limit, callers int) (check, error)
}

// contestants are in the order of the table.
var contestants = []contestant{
	{"fullhouse", twoBuckets},
	{"throttled", func(per limit, callers int) (check, error) { return throttledIn(callers, per) }},
	{"throttled-map", func(per limit, _ int) (check, error) { return throttledIn(0, per) }},
	{"x-time-rate", func(per limit, _ int) (check, error) {
		return inMap(func() *xrate.Limiter { return xrate.NewLimiter(xrate.Limit(float64(per)/3600), int(per)) }, (*xrate.Limiter).Allow), nil
	}},
	{"juju", func(per limit, _ int) (check, error) {
		every := max(1, time.Hour/time.Duration(per))
		return inMap(func() *juju.Bucket { return juju.NewBucket(every, int64(per)) },
			func(b *juju.Bucket) bool { return b.TakeAvailable(1) == 1 }), nil
	}},
	{"go-limiter", goLimiter},
	{"httprate", httpRate},
}

// twoBuckets is ours, as the server calls it.
func twoBuckets(per limit, callers int) (check, error) {
	l, err := newLimiter(per, callers*2)
	if err != nil {
		return nil, err
	}
	who, ctx := ourNames(), context.Background()
	return func(n int) bool {
		_, err := l.Allow(ctx, "read", who[n], 1)
		return err == nil
	}, nil
}

// newLimiter has a quarter more room than keys: it calls itself full at four fifths.
func newLimiter(per limit, keys int) (*ratelimit.Limiter, error) {
	store, err := ratelimit.NewLocal(keys*5/4 + 1000)
	if err != nil {
		return nil, err
	}
	policy := ratelimit.Policy{Limit: int64(per), Window: time.Hour, Burst: int64(per)}
	classes := []ratelimit.Class{{Name: "read", Policy: policy}}
	// With the multiplier at 1 it is the address that refuses, which is the dearer way: the session is looked at as well.
	return ratelimit.New(ratelimit.Config{Classes: classes, AddressMultiplier: 1}, store)
}

// throttledIn keeps at most so many keys by forgetting, as its README shows, or every key for ever when that is 0.
func throttledIn(keys int, per limit) (check, error) {
	store, err := memstore.NewCtx(keys)
	if err != nil {
		return nil, err
	}
	quota := throttled.RateQuota{MaxRate: throttled.PerDuration(int(per), time.Hour), MaxBurst: int(per) - 1}
	l, err := throttled.NewGCRARateLimiterCtx(store, quota)
	if err != nil {
		return nil, err
	}
	who, ctx := names(), context.Background()
	return func(n int) bool {
		limited, _, err := l.RateLimitCtx(ctx, who[n], 1)
		return err == nil && !limited
	}, nil
}

// inMap is what one writes around a limiter that knows no keys.
func inMap[L any](create func() L, allow func(L) bool) check {
	who, all := names(), map[string]L{}
	var mu sync.Mutex
	return func(n int) bool {
		mu.Lock()
		l, ok := all[who[n]]
		if !ok {
			l = create()
			all[who[n]] = l
		}
		mu.Unlock()
		return allow(l)
	}
}

func goLimiter(per limit, _ int) (check, error) {
	l, err := golimiter.New(&golimiter.Config{Tokens: uint64(per), Interval: time.Hour})
	if err != nil {
		return nil, err
	}
	who, ctx := names(), context.Background()
	return func(n int) bool {
		_, _, _, ok, err := l.Take(ctx, who[n])
		return ok && err == nil
	}, nil
}

// httpRate knows only requests; it writes no header fields here.
func httpRate(per limit, _ int) (check, error) {
	l := httprate.NewRateLimiter(int(per), time.Hour, httprate.WithResponseHeaders(httprate.ResponseHeaders{}))
	r, err := http.NewRequest(http.MethodGet, "/", nil)
	if err != nil {
		return nil, err
	}
	who := names()
	return func(n int) bool { return !l.OnLimit(nil, r, who[n]) }, nil
}
