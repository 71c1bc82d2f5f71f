package main

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/web/api"
)

// meters shows what the parts count.
func (a *app) meters() meters {
	m := newMeters(a.site.Build())
	m.MustRegister(a.actions)
	m.guard("inflight", "Requests being served", a.inflight.Stats)
	m.guard("live_tables", "Live tables", a.lobby.Slots)
	m.guard("sockets", "Open sockets", func() capacity.Stats { return a.hub.Stats().Sockets })
	m.guard("cpu_bots", "Bots thinking", a.gate.Stats)
	m.counters("refusals_total", "Requests, commands and work refused, by what refused and the code.", []string{"layer", "code"},
		func(emit func(int64, ...string)) {
			for _, r := range a.api.Refusals() {
				emit(r.Count, r.Layer, r.Code)
			}
			for _, r := range a.hub.Stats().Refusals {
				emit(r.Count, r.Layer, r.Code)
			}
			emit(a.bots.Stats().Fallbacks, "cpu_bots", "bot_fallback")
		})
	a.meterLimits(m)
	m.counters("hands_total", "Hands that have ended, by how.", []string{"result"}, func(emit func(int64, ...string)) {
		emit(a.hands.played.Load(), "played")
	})
	m.counter("slow_consumers_total", "Sockets closed because their client fell behind.", func() int64 { return a.hub.Stats().Slow })
	m.counters("ws_closes_total", "Sockets ended, by close code.", []string{"code"}, func(emit func(int64, ...string)) {
		for _, end := range a.hub.Stats().Ends {
			emit(end.Count, strconv.Itoa(end.Code))
		}
	})
	return m
}

// meterLimits shows what callers are held to.
func (a *app) meterLimits(m meters) {
	m.guard("ratelimit_keys", "Callers remembered", func() capacity.Stats {
		s := a.keys.Stats()
		return capacity.Stats{InUse: s.InUse, Peak: s.Peak, Limit: s.Limit}
	})
	m.counters("ratelimit_decisions_total", "Decisions about callers, by class, whose bucket, result and who counted.",
		[]string{"class", "key", "result", "mode"}, func(emit func(int64, ...string)) {
			for _, t := range a.limiter.Tallies() {
				emit(t.N, t.Class, t.Key, t.Result, t.Mode)
			}
		})
	m.gauges("ratelimit_policy_limit", "What one caller may do in a policy's window.", []string{"class"},
		func(emit func(int64, ...string)) {
			for _, class := range a.limiter.Classes() {
				emit(class.Policy.Limit, class.Name)
			}
		})
	m.MustRegister(a.waits)
	counts := func(read func(api.Counts) int64) func() int64 { return func() int64 { return read(a.api.Counts()) } }
	m.counter("untrusted_forwarded_total", "Requests with X-Forwarded-For from a peer that is not declared as a proxy.",
		counts(func(c api.Counts) int64 { return c.UntrustedForwarded }))
	m.counter("request_timeouts_total", "Requests whose answer was not ready in time.",
		counts(func(c api.Counts) int64 { return c.Timeouts }))
	m.counter("deadline_overruns_total", "Handlers that did not return within 100 ms of their deadline.",
		counts(func(c api.Counts) int64 { return c.Overruns }))
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
func (a *app) waited(class string, wait time.Duration) {
	a.waits.WithLabelValues(class).Observe(wait.Seconds())
}
