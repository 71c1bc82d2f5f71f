package main

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/fullhouse/internal/crashpoint"
	"example.com/fullhouse/table"
)

// recorder watches what tables write into their logs: how long it takes to be durable, and the hands that have become so.
type recorder struct {
	table.Recorder
	took   prometheus.Observer
	played atomic.Int64
}

// Append implements table.Recorder.
func (r *recorder) Append(b table.Batch, done func(error)) {
	ends := slices.ContainsFunc(b.Records, func(r table.Record) bool { return r.Kind == table.KindCheckpoint })
	since := time.Now()
	crashpoint.Reach(crashpoint.BeforeAppend)
	r.Recorder.Append(b, func(err error) {
		r.took.Observe(time.Since(since).Seconds())
		if err == nil && ends {
			r.played.Add(1)
		}
		crashpoint.Reach(crashpoint.BeforeBroadcast)
		done(err)
	})
}
