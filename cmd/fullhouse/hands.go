package main

import (
	"slices"
	"sync/atomic"

	"example.com/fullhouse/table"
)

// handCounter counts the hands that have become durable, on their way into the log.
type handCounter struct {
	table.Recorder
	played atomic.Int64
}

// Append implements table.Recorder.
func (h *handCounter) Append(b table.Batch, done func(error)) {
	ends := slices.ContainsFunc(b.Records, func(r table.Record) bool { return r.Kind == table.KindCheckpoint })
	h.Recorder.Append(b, func(err error) {
		if err == nil && ends {
			h.played.Add(1)
		}
		done(err)
	})
}
