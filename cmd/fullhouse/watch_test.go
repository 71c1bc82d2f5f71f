package main

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/web/api"
)

func TestWatch_TheServerIsNotReadyTenSecondsAfterTheDatabaseHasGoneAndReadyAsSoonAsItIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gone atomic.Bool
		ready := new(api.Ready)
		ready.Set("")
		w := watch{log: slog.New(slog.DiscardHandler), set: ready.Set, ping: func(ctx context.Context) error {
			if gone.Load() {
				<-ctx.Done() // it does not even refuse
				return errors.New("no answer")
			}
			return nil
		}}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.run(ctx)
		}()
		at := func(wait time.Duration, want string) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if got := ready.Why(); got != want {
				t.Errorf("not ready because of %q, want %q", got, want)
			}
		}
		at(30500*time.Millisecond, "")
		gone.Store(true)
		at(9*time.Second, "")
		at(3*time.Second, "database")
		gone.Store(false)
		at(pingWait+pingEvery, "")
		cancel()
		<-ended
	})
}
