package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// serve answers on both listeners until ctx ends, and then shuts everything down in order.
func (a *app) serve(ctx context.Context, public, admin net.Listener, stdout io.Writer) error {
	restored, failed, err := a.lobby.Restore(ctx)
	if err != nil {
		return err
	}
	var running sync.WaitGroup
	defer running.Wait()
	feed, stopFeed := context.WithCancel(context.WithoutCancel(ctx)) // goes on while the tables are stopped
	defer stopFeed()
	running.Go(func() { a.lobby.Run(feed) })

	servers := []*http.Server{a.httpServer(a.api), a.httpServer(adminHandler(a.meters(), a.debugLimits, a.cfg.AdminToken))}
	ended := make(chan error, len(servers))
	for i, listener := range []net.Listener{public, admin} {
		running.Go(func() { ended <- servers[i].Serve(listener) })
	}
	a.say(admin, restored, failed)
	a.ready.Set("")
	watching, stopWatch := context.WithCancel(context.WithoutCancel(ctx))
	var watched sync.WaitGroup
	watched.Go(func() { watch{a.db.Ping, a.ready.Set, a.log}.run(watching) })
	watched.Go(func() { a.watchLedger(watching) })
	fmt.Fprintf(stdout, "Fullhouse is open: %s\n", a.place.url)

	select {
	case <-ctx.Done():
	case err = <-ended: // a listener broke
	}
	stopWatch()
	watched.Wait() // what it says of the database must not come after what is said of the drain
	return errors.Join(err, a.shutDown(context.WithoutCancel(ctx), servers))
}

// How long one connection may take, so that nobody holds a request's slot for longer. They are far above what a phone on a
// bad line needs, since an answer counts as written once the system has it in its buffers.
const (
	readTimeout  = 10 * time.Second // of a whole request; one that is given a deadline has that instead
	writeTimeout = 10 * time.Second // beyond that deadline: a body that came too slowly still gets its answer
	idleTimeout  = 2 * time.Minute
)

// httpServer is a server with the patience of a busy box. Sockets leave it and its deadlines behind when they are upgraded,
// and profiles ask for as much more time as they take.
func (a *app) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: a.cfg.HandshakeTimeout,
		ReadTimeout:       max(readTimeout, a.cfg.HandshakeTimeout),
		WriteTimeout:      a.cfg.RequestTimeout + writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    16 << 10,
	}
}

// shutDown ends everything within the drain's time, in the order in which each part can still rely on the next: everyone hears
// of it and nobody new comes, the hands that can still be finished, the tables with their last writes, the sockets, the requests
// under way. The database is closed after it by whoever opened it.
func (a *app) shutDown(ctx context.Context, servers []*http.Server) error {
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
	err = errors.Join(err, a.stopHTTP(ctx, servers))
	a.log.Info("stopped")
	return err
}

// requestsGrace is how long requests under way may go on when all else has stopped. They take milliseconds.
const requestsGrace = 3 * time.Second

// stopHTTP lets the requests under way end, and cuts those that don't. That is no failure: nothing of ours was lost, and
// whoever sends half a body or reads no answer must not decide how this server ends.
func (a *app) stopHTTP(ctx context.Context, servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, min(requestsGrace, a.cfg.DrainTimeout/2))
	defer cancel()
	errs := make([]error, len(servers))
	var stopping sync.WaitGroup
	for i, server := range servers {
		stopping.Go(func() {
			err := server.Shutdown(ctx)
			if errors.Is(err, context.DeadlineExceeded) {
				a.log.Warn("connections cut", "in_flight", a.inflight.Stats().InUse)
				err = server.Close()
			}
			errs[i] = err
		})
	}
	stopping.Wait()
	return errors.Join(errs...)
}

// say tells once, at the start, what this server is and what bounds it runs with.
func (a *app) say(admin net.Listener, restored, failed int) {
	commit, _ := revision()
	a.log.Info("serving", "commit", commit, "url", a.place.url.String(), "admin", admin.Addr().String(), "database", a.cfg.databaseKind(), "tables_restored", restored,
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
