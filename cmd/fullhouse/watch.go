package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	pingEvery = time.Second
	// pingWait is for one answer. Less would take a slow database for one that is gone, and give up the connection that holds
	// the lock on it, for others to take.
	pingWait = 5 * time.Second
	// pingGrace is how long the database may be gone before visitors are sent elsewhere. Tables wait for it with their clocks
	// stopped, and most outages are over before anybody could do anything about them.
	pingGrace = 10 * time.Second
)

// watch asks the database in the background whether it is there, so that the readiness probe itself takes no connection.
type watch struct {
	ping func(context.Context) error
	set  func(why string) // "" is ready
	log  *slog.Logger
}

// run asks until ctx ends. The server is taken for ready when it begins. Time passes while an answer is waited for.
func (w watch) run(ctx context.Context) {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	answers := make(chan error, 1)
	var asking sync.WaitGroup
	defer asking.Wait()
	waits, lastGood, ready := false, time.Now(), true
	var err error // the last answer
	for {
		select {
		case <-ctx.Done():
			return
		case err = <-answers:
			waits = false
			if err != nil {
				break
			}
			lastGood = time.Now()
			if !ready {
				w.log.Info("the database answers again")
				ready = true
				w.set("")
			}
		case <-ticks.C:
			if !waits {
				waits = true
				asking.Go(func() { answers <- w.once(ctx) })
			}
		}
		if gone := time.Since(lastGood); ready && gone >= pingGrace {
			w.log.Error("the database does not answer: not ready", "for", gone.Round(time.Second), "error", err)
			ready = false
			w.set("database")
		}
	}
}

func (w watch) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingWait)
	defer cancel()
	return w.ping(ctx)
}

// ledgerEvery is how often the ledger is added up.
const ledgerEvery = time.Minute

// watchLedger adds the ledger up until ctx ends. A ledger that is off is the worst that can happen here, so it is said each time.
func (a *app) watchLedger(ctx context.Context) {
	ticks := time.NewTicker(ledgerEvery)
	defer ticks.Stop()
	for {
		off, err := a.db.Imbalance(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Warn("the ledger was not added up", "error", err)
		default:
			a.imbalance.Store(int64(off))
			if off != 0 {
				a.log.Error("chips do not add up", "off", off)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}
