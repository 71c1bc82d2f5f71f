package capacity

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Gate bounds how much is computed at once. It fails closed after its patience: who gets no permit within the wait is
// refused. The wait is for ordinary contention, which clears in milliseconds; it is no queue.
//
// Never hold a permit across a network write or while waiting for another guard: permits are for work that ends by itself.
type Gate struct {
	// Observe, when it is set before the first use, sees how long each caller has waited, those who were refused included.
	Observe func(time.Duration)

	code    Error
	wait    time.Duration
	permits chan struct{} // holds one element for each permit in use
	inUse   atomic.Int64  // never above cap(permits): counted up after taking a permit, down before giving it back
	peak    atomic.Int64
	refused atomic.Int64
}

// NewGate returns a gate with the given number of permits, whose refusal carries code and comes after wait.
func NewGate(code Error, permits int, wait time.Duration) *Gate {
	return &Gate{code: code, wait: wait, permits: make(chan struct{}, permits)}
}

// Acquire takes a permit, waiting no longer than the gate's own patience. The error is the gate's refusal if that has run
// out, or the cause of the end of ctx if the caller gave up before. Release gives the permit back; only its first call counts.
func (g *Gate) Acquire(ctx context.Context) (release func(), err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx) // nobody is there to use it
	}
	select {
	case g.permits <- struct{}{}: // the usual case needs no timer
		g.waited(0)
		return g.held(), nil
	default:
	}
	since := time.Now()
	defer func() { g.waited(time.Since(since)) }()
	waiting, cancel := context.WithTimeoutCause(ctx, g.wait, g.code)
	defer cancel()
	select {
	case g.permits <- struct{}{}:
		return g.held(), nil
	case <-waiting.Done():
		if ctx.Err() == nil {
			g.refused.Add(1)
		}
		return nil, context.Cause(waiting)
	}
}

func (g *Gate) waited(d time.Duration) {
	if g.Observe != nil {
		g.Observe(d)
	}
}

func (g *Gate) held() func() {
	raise(&g.peak, g.inUse.Add(1))
	return sync.OnceFunc(func() {
		g.inUse.Add(-1)
		<-g.permits
	})
}

// Stats reports how the permits are used.
func (g *Gate) Stats() Stats {
	return Stats{InUse: g.inUse.Load(), Peak: g.peak.Load(), Limit: int64(cap(g.permits)), Refused: g.refused.Load()}
}
