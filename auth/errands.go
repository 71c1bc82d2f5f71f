package auth

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	maxErrands = 32               // at once; each is a few milliseconds of the database
	errandTime = 10 * time.Second // for one, so that close does not wait for ever
)

// errands are what is done after the caller was answered, so that the answer's time tells nothing. They fail closed: with too
// many under way, a new one is refused, whatever it is about.
type errands struct {
	log   *slog.Logger
	slots chan struct{} // holds one element for each errand under way

	mu     sync.RWMutex // orders begin and close
	closed bool         // guarded by mu
	all    sync.WaitGroup
}

func newErrands(log *slog.Logger) *errands {
	return &errands{log: log, slots: make(chan struct{}, maxErrands)}
}

// begin starts an errand and reports whether there was room.
func (e *errands) begin(what string, do func(context.Context) error) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return false
	}
	select {
	case e.slots <- struct{}{}:
	default:
		return false
	}
	e.all.Go(func() {
		defer func() { <-e.slots }()
		ctx, cancel := context.WithTimeout(context.Background(), errandTime)
		defer cancel()
		if err := do(ctx); err != nil {
			e.log.Error("errand failed", "what", what, "error", err)
		}
	})
	return true
}

// close waits for those under way.
func (e *errands) close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.all.Wait()
}
