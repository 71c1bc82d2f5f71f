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

	servers := []*http.Server{a.httpServer(a.api), a.httpServer(adminHandler(a.meters()))}
	ended := make(chan error, len(servers))
	for i, listener := range []net.Listener{public, admin} {
		running.Go(func() { ended <- servers[i].Serve(listener) })
	}
	a.say(admin, restored, failed)
	a.ready.Set("")
	fmt.Fprintf(stdout, "Fullhouse is open: %s\n", a.place.url)

	select {
	case <-ctx.Done():
	case err = <-ended: // a listener broke
	}
	return errors.Join(err, a.shutDown(context.WithoutCancel(ctx), servers))
}

// httpServer is a server with the patience of a busy box. Sockets leave it behind when they are upgraded.
func (a *app) httpServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// shutDown ends everything within the drain's time, in the order in which each part can still rely on the next: nobody
// new, the tables with their last writes, the sockets that hear of it, the requests under way. The database is closed
// after it by whoever opened it.
func (a *app) shutDown(ctx context.Context, servers []*http.Server) error {
	ctx, cancel := context.WithTimeoutCause(ctx, a.cfg.DrainTimeout, errors.New("the drain took too long"))
	defer cancel()
	a.log.Info("draining")
	a.ready.Set("draining")
	err := errors.Join(a.lobby.Drain(ctx), a.hub.Shutdown(ctx))
	for _, server := range servers {
		if e := server.Shutdown(ctx); e != nil {
			err = errors.Join(err, e, server.Close())
		}
	}
	a.log.Info("stopped")
	return err
}

// say tells once, at the start, what this server is and what bounds it runs with.
func (a *app) say(admin net.Listener, restored, failed int) {
	commit, _ := revision()
	a.log.Info("serving", "commit", commit, "url", a.place.url.String(), "admin", admin.Addr().String(), "data", a.cfg.DataDir, "tables_restored", restored,
		"tables_not_restored", failed)
	a.log.Info("bounds", a.cfg.bounds()...)
	if a.cfg.MaxSockets < socketsPerTable*a.cfg.MaxLiveTables {
		a.log.Warn("sockets run out before tables do", "max_sockets", a.cfg.MaxSockets, "max_live_tables", a.cfg.MaxLiveTables)
	}
}

// socketsPerTable is how many sockets a full table of the usual size needs.
const socketsPerTable = 6
