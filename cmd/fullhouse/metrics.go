package main

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"example.com/fullhouse/capacity"
)

// namespace begins the name of every metric.
const namespace = "fullhouse"

// meters collects metrics into one registry. Packages count for themselves and are read when somebody asks; nothing here
// is counted up and down beside the truth, so no gauge can drift from what it shows.
type meters struct{ *prometheus.Registry }

func newMeters(build string) meters {
	m := meters{prometheus.NewRegistry()}
	m.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	commit, _ := revision()
	m.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1: its labels say which build this is.",
		ConstLabels: prometheus.Labels{"commit": commit, "page": build, "go": runtime.Version()},
	}, func() float64 { return 1 }))
	return m
}

// guard shows one bound: how much of it is in use, the most since the start, and the limit.
func (m meters) guard(name, what string, stats func() capacity.Stats) {
	gauge := func(suffix, help string, read func(capacity.Stats) int64) {
		m.gauge(name+suffix, help, func() int64 { return read(stats()) })
	}
	gauge("_in_use", what+" now.", func(s capacity.Stats) int64 { return s.InUse })
	gauge("_peak", what+": the most at once since the start.", func(s capacity.Stats) int64 { return s.Peak })
	gauge("_limit", what+": the most allowed at once.", func(s capacity.Stats) int64 { return s.Limit })
}

// newActionSeconds is the histogram of the time that matters most to players. Its buckets are fine around the 50 ms that no
// more than one action in a hundred should take.
func newActionSeconds() prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: namespace, Name: "action_seconds",
		Help:    "From a command's arrival at its table, over its being durable, to its events being handed to the sockets.",
		Buckets: []float64{.0005, .001, .002, .005, .01, .02, .035, .05, .075, .1, .2, .5, 1, 2, 5},
	})
}

// newGroups is the histogram of what one flush of the disk pays for.
func newGroups() prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: namespace, Name: "append_batch_rows", Help: "Writes in one transaction of the database's writer.",
		Buckets: []float64{1, 2, 4, 8, 16, 32, 64, 128, 256},
	})
}

// gauge shows a number that another package keeps.
func (m meters) gauge(name, help string, read func() int64) {
	m.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: namespace, Name: name, Help: help},
		func() float64 { return float64(read()) }))
}

// counter shows a count that another package keeps.
func (m meters) counter(name, help string, read func() int64) {
	m.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help},
		func() float64 { return float64(read()) }))
}

// counters shows a family of counts that another package keeps: read calls emit with each count and its labels' values.
func (m meters) counters(name, help string, labels []string, read func(emit func(n int64, values ...string))) {
	m.MustRegister(newFamily(prometheus.CounterValue, name, help, labels, read))
}

// gauges is the same for numbers that are no counts.
func (m meters) gauges(name, help string, labels []string, read func(emit func(n int64, values ...string))) {
	m.MustRegister(newFamily(prometheus.GaugeValue, name, help, labels, read))
}

func newFamily(kind prometheus.ValueType, name, help string, labels []string, read func(emit func(n int64, values ...string))) family {
	return family{kind, prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, labels, nil), read}
}

// family is a prometheus.Collector over numbers kept elsewhere.
type family struct {
	kind prometheus.ValueType
	desc *prometheus.Desc
	read func(emit func(n int64, values ...string))
}

func (f family) Describe(to chan<- *prometheus.Desc) { to <- f.desc }

func (f family) Collect(to chan<- prometheus.Metric) {
	f.read(func(n int64, values ...string) {
		to <- prometheus.MustNewConstMetric(f.desc, f.kind, float64(n), values...)
	})
}
