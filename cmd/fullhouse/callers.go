package main

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/redisstore"
	"example.com/fullhouse/ratelimit"
)

// callers is what holds each caller to their rates, and what it counts in.
type callers struct {
	limiter *ratelimit.Limiter
	keys    *ratelimit.Local         // what this process remembers: all there is without a shared store, else what it degrades to
	shared  *redisstore.Store        // nil without REDIS_URL
	waits   *prometheus.HistogramVec // what callers were told to wait, by class
	asked   *prometheus.HistogramVec // how long the shared store took
}

func newCallers(cfg *config, log *slog.Logger) (c callers, err error) {
	if c.keys, err = ratelimit.NewLocal(cfg.RateMaxKeys); err != nil {
		return c, err
	}
	c.asked = newSeconds("ratelimit_store_seconds", "How long the shared store of the limiter took for a decision.")
	took := observe(c.asked.WithLabelValues())
	counter := ratelimit.Counter(c.keys)
	if cfg.RedisURL != "" {
		settings := redisstore.Config{URL: cfg.RedisURL, Timeout: cfg.RedisTimeout, Observe: took}
		if c.shared, err = redisstore.New(settings, c.keys, log); err != nil {
			return c, fmt.Errorf("REDIS_URL: %w", err)
		}
		counter = c.shared
	}
	if c.limiter, err = ratelimit.New(cfg.rates(), counter); err != nil {
		c.close()
		return c, err
	}
	c.waits = newWaits(c.limiter.Classes())
	return c, nil
}

func (c callers) close() {
	if c.shared != nil {
		c.shared.Close()
	}
}

// mode says who counts just now.
func (c callers) mode() ratelimit.Mode {
	if c.shared == nil {
		return ratelimit.LocalMode
	}
	return c.shared.Stats().Mode
}

// newWaits makes the histogram of what callers are told to wait.
func newWaits(classes []ratelimit.Class) *prometheus.HistogramVec {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Name: "ratelimit_wait_seconds", Help: "What callers who were too fast were told to wait.",
		Buckets: []float64{0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3600},
	}, []string{"class"})
	for _, class := range classes {
		waits.WithLabelValues(class.Name) // so that each is there before it is needed
	}
	return waits
}

// waited notes what a caller was told to wait.
func (c callers) waited(class string, wait time.Duration) {
	c.waits.WithLabelValues(class).Observe(wait.Seconds())
}

// meter shows what callers are held to.
func (c callers) meter(m meters) {
	m.guard("ratelimit_keys", "Callers remembered", func() capacity.Stats {
		s := c.keys.Stats()
		return capacity.Stats{InUse: s.InUse, Peak: s.Peak, Limit: s.Limit}
	})
	m.counters("ratelimit_decisions_total", "Decisions about callers, by class, whose bucket, result and who counted.",
		[]string{"class", "key", "result", "mode"}, func(emit func(int64, ...string)) {
			for _, t := range c.limiter.Tallies() {
				emit(t.N, t.Class, t.Key, t.Result, t.Mode)
			}
		})
	m.gauges("ratelimit_policy_limit", "What one caller may do in a policy's window.", []string{"class"},
		func(emit func(int64, ...string)) {
			for _, class := range c.limiter.Classes() {
				emit(class.Policy.Limit, class.Name)
			}
		})
	m.counter("ratelimit_store_errors_total", "Decisions that the shared store did not make, or not in time.", func() int64 {
		if c.shared == nil {
			return 0
		}
		return c.shared.Stats().Errors
	})
	m.MustRegister(c.waits, c.asked)
}
