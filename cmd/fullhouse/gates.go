package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/fullhouse/capacity"
)

// gates are the bounds with a timed wait: how much is computed at once, and how many have a database connection. Each kind of
// work has its own, so that they can't starve each other.
type gates struct {
	hash, odds, bots *capacity.Gate
	http, play       *capacity.Gate
	cpuWaits         *prometheus.HistogramVec // by gate
	dbWaits          *prometheus.HistogramVec // by pool
}

// playWait is how long a table waits for a database connection: its clock is stopped meanwhile, and it has nowhere else to go.
const playWait = 30 * time.Second

func newGates(cfg *config) gates {
	g := gates{
		hash: capacity.NewGate("cpu_busy", cfg.CPUPermitsHash, cfg.CPUWait),
		odds: capacity.NewGate("cpu_busy", cfg.CPUPermitsOdds, cfg.CPUWait),
		bots: capacity.NewGate("cpu_busy", cfg.CPUPermitsBots, cfg.CPUWait),
		http: capacity.NewGate("db_busy", cfg.DBPoolHTTP, cfg.DBWait),
		play: capacity.NewGate("database_unavailable", cfg.DBPoolPlay, playWait),

		cpuWaits: newSeconds("cpu_wait_seconds", "How long work waited for its CPU permit, in vain or not.", "gate"),
		dbWaits:  newSeconds("db_wait_seconds", "How long work waited for a database connection, in vain or not.", "pool"),
	}
	for name, gate := range map[string]*capacity.Gate{"hash": g.hash, "odds": g.odds, "bots": g.bots} {
		gate.Observe = observe(g.cpuWaits.WithLabelValues(name))
	}
	for name, gate := range map[string]*capacity.Gate{"http": g.http, "play": g.play} {
		gate.Observe = observe(g.dbWaits.WithLabelValues(name))
	}
	return g
}

// meter shows the gates.
func (g gates) meter(m meters) {
	m.guard("cpu_hash", "Passwords being hashed", g.hash.Stats)
	m.guard("cpu_odds", "Questions about odds being worked on", g.odds.Stats)
	m.guard("cpu_bots", "Bots thinking", g.bots.Stats)
	m.guard("db_http", "Database connections that requests have", g.http.Stats)
	m.guard("db_play", "Database connections that tables have", g.play.Stats)
	m.MustRegister(g.cpuWaits, g.dbWaits)
}

// newSeconds is a histogram of waits from microseconds to seconds.
func newSeconds(name, help string, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Name: name, Help: help,
		Buckets: []float64{.0001, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
	}, labels)
}

// observe notes times in a histogram.
func observe(h prometheus.Observer) func(time.Duration) {
	return func(d time.Duration) { h.Observe(d.Seconds()) }
}
