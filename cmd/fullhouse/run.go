package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
)

// serve lets the front answer in earnest until ctx ends, and then shuts everything down in order.
func (a *app) serve(ctx context.Context, front *front, stdout io.Writer) error {
	restored, failed, err := a.lobby.Restore(ctx)
	if err != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.cfg.DrainTimeout)
		defer cancel()
		return errors.Join(err, a.lobby.Drain(late, 0))
	}
	var running sync.WaitGroup
	defer running.Wait()
	feed, stopFeed := context.WithCancel(context.WithoutCancel(ctx)) // goes on while the tables are stopped
	defer stopFeed()
	running.Go(func() { a.lobby.Run(feed) })

	front.public.set(a.api)
	front.admin.set(adminHandler(a.meters(), a.debugLimits, a.debugReports, a.cfg.AdminToken))
	a.say(restored, failed)
	a.ready.Set("")
	watching, stopWatch := context.WithCancel(context.WithoutCancel(ctx))
	var watched sync.WaitGroup
	watched.Go(func() { watch{a.db.Ping, a.ready.Set, a.log}.run(watching) })
	watched.Go(func() { a.watchLedger(watching) })
	watched.Go(func() { a.watchReports(watching) })
	watched.Go(func() { a.keeper.run(watching) })
	fmt.Fprintf(stdout, "Fullhouse is open: %s\n", a.place.url)

	select {
	case <-ctx.Done():
	case err = <-front.broken: // a listener broke
	}
	stopWatch()
	watched.Wait() // what it says of the database must not come after what is said of the drain
	return errors.Join(err, a.shutDown(context.WithoutCancel(ctx), front))
}

// shutDown ends everything within the drain's time, in the order in which each part can still rely on the next: everyone hears
// of it and nobody new comes, the hands that can still be finished, the tables with their last writes, the sockets, the requests
// under way. The database is closed after it by whoever opened it.
func (a *app) shutDown(ctx context.Context, front *front) error {
	ctx, cancel := context.WithTimeoutCause(ctx, a.cfg.DrainTimeout, errors.New("the drain took too long"))
	defer cancel()
	hands := a.cfg.DrainTimeout * 2 / 3 // the rest is for writing and saying goodbye
	a.log.Info("draining", "hands_finish_within", hands.String())
	a.ready.Set("draining")
	a.hub.Announce(hands)
	err := a.lobby.Drain(ctx, hands)
	if cut := a.hub.Shutdown(ctx); cut != nil { // whoever answers no close frame must not decide how this server ends
		a.log.Warn("sockets cut", "error", cut)
	}
	err = errors.Join(err, front.stop(ctx, a.cfg.DrainTimeout))
	a.log.Info("stopped")
	return err
}

// say tells once, at the start, what this server is and what bounds it runs with.
func (a *app) say(restored, failed int) {
	commit, _ := revision()
	a.log.Info("serving", "commit", commit, "url", a.place.url.String(), "database", a.cfg.databaseKind(), "tables_restored", restored,
		"tables_not_restored", failed)
	a.log.Info("bounds", a.cfg.bounds()...)
	if a.cfg.RedisURL == "" {
		a.log.Info("caller limits are per process", "keys", a.cfg.RateMaxKeys)
	}
	a.log.Info("callers are known by their address", "trusted_proxies", fmt.Sprint(a.cfg.proxies))
	if need := socketsPerTable*a.cfg.MaxLiveTables + a.cfg.reserve(); a.cfg.MaxSockets < need {
		a.log.Warn("sockets run out before tables do", "max_sockets", a.cfg.MaxSockets, "all_tables_would_need", need)
	}
}

// socketsPerTable is how many sockets a full table of the usual size needs.
const socketsPerTable = 6
