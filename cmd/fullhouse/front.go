package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

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

// front is what is listened with: one server for everybody and one for the operator, which answer from before there is a
// database until after the last table has stopped.
type front struct {
	log     *slog.Logger
	public  answering
	admin   answering
	servers []*http.Server
	serving sync.WaitGroup
	broken  chan error // why a server has stopped
}

// answering is a handler that can be exchanged while it serves.
type answering struct{ now atomic.Pointer[http.Handler] }

func (a *answering) set(h http.Handler) { a.now.Store(&h) }

// ServeHTTP implements http.Handler.
func (a *answering) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	(*a.now.Load()).ServeHTTP(w, r)
}

// newFront begins to answer on both listeners, with the handlers given.
func (a *app) newFront(public, admin net.Listener, forAll, forOperator http.Handler) *front {
	f := &front{log: a.log}
	f.public.set(forAll)
	f.admin.set(forOperator)
	f.servers = []*http.Server{a.httpServer(&f.public), a.httpServer(&f.admin)}
	f.broken = make(chan error, len(f.servers))
	for i, listener := range []net.Listener{public, admin} {
		f.serving.Go(func() { f.broken <- f.servers[i].Serve(listener) })
	}
	return f
}

// requestsGrace is how long requests under way may go on when all else has stopped. They take milliseconds.
const requestsGrace = 3 * time.Second

// stop lets the requests under way end, and cuts those that don't. That is no failure: nothing of ours was lost, and whoever
// sends half a body or reads no answer must not decide how this server ends. Stopping twice is harmless.
func (f *front) stop(ctx context.Context, drain time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, min(requestsGrace, drain/2))
	defer cancel()
	errs := make([]error, len(f.servers))
	var stopping sync.WaitGroup
	for i, server := range f.servers {
		stopping.Go(func() {
			err := server.Shutdown(ctx)
			if errors.Is(err, context.DeadlineExceeded) {
				f.log.Warn("connections cut")
				err = server.Close()
			}
			errs[i] = err
		})
	}
	stopping.Wait()
	f.serving.Wait()
	return errors.Join(errs...)
}
