package capacity_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/capacity"
)

const errBusy capacity.Error = "cpu_busy"

func TestGate_RefusesExactlyAfterItsPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := capacity.NewGate(errBusy, 1, 250*time.Millisecond)
		release := pass(t, g)
		defer release()
		start := time.Now()
		_, err := g.Acquire(t.Context())
		if !errors.Is(err, errBusy) {
			t.Errorf("err = %v, want %v", err, errBusy)
		}
		if got, want := time.Since(start), 250*time.Millisecond; got != want {
			t.Errorf("refused after %v, want %v", got, want)
		}
		if got, want := g.Stats(), (capacity.Stats{InUse: 1, Peak: 1, Limit: 1, Refused: 1}); got != want {
			t.Errorf("stats = %+v, want %+v", got, want)
		}
	})
}

func TestGate_AdmitsWhoWaitsWhenAPermitComesBackInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := capacity.NewGate(errBusy, 1, 250*time.Millisecond)
		release := pass(t, g)
		time.AfterFunc(100*time.Millisecond, release)
		start := time.Now()
		pass(t, g)()
		if got, want := time.Since(start), 100*time.Millisecond; got != want {
			t.Errorf("waited %v, want %v", got, want)
		}
		if got := g.Stats(); got.Refused != 0 || got.InUse != 0 {
			t.Errorf("stats = %+v, want nothing refused and nothing in use", got)
		}
	})
}

func TestGate_ReportsTheCallersCauseWhenTheCallerGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := capacity.NewGate(errBusy, 1, time.Second)
		defer pass(t, g)()
		gone := errors.New("the table has ended")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*time.Millisecond, func() { cancel(gone) })
		if _, err := g.Acquire(ctx); !errors.Is(err, gone) {
			t.Errorf("waiting: err = %v, want %v", err, gone)
		}
		if _, err := g.Acquire(ctx); !errors.Is(err, gone) {
			t.Errorf("asking after the end: err = %v, want %v", err, gone)
		}
		if got := g.Stats().Refused; got != 0 {
			t.Errorf("refused = %d, want 0: the gate refused nobody", got)
		}
	})
}

func TestGate_AGateWithoutPatienceStillGivesOutAFreePermit(t *testing.T) {
	g := capacity.NewGate(errBusy, 1, 0)
	for range 100 {
		pass(t, g)()
	}
}

func TestGate_ADoubleReleaseIsHarmless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := capacity.NewGate(errBusy, 1, time.Millisecond)
		release := pass(t, g)
		release()
		release() // a second receive from the channel would block for ever, or free the next holder's permit
		defer pass(t, g)()
		if _, err := g.Acquire(t.Context()); !errors.Is(err, errBusy) {
			t.Errorf("second permit of one: err = %v, want %v", err, errBusy)
		}
	})
}

func TestGate_SixtyFourRacersNeverPassThePermits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const permits = 3
		g := capacity.NewGate(errBusy, permits, 5*time.Millisecond)
		var wg sync.WaitGroup
		for range 64 {
			wg.Go(func() {
				for range 20 {
					release, err := g.Acquire(t.Context())
					if err != nil {
						continue
					}
					if got := g.Stats().InUse; got > permits {
						t.Errorf("in use = %d, there are %d permits", got, permits)
					}
					time.Sleep(time.Millisecond) // virtual: the work
					release()
				}
			})
		}
		wg.Wait()
		if got := g.Stats(); got.InUse != 0 || got.Peak != permits || got.Refused == 0 {
			t.Errorf("stats = %+v, want none in use, a peak of %d, and some refused", got, permits)
		}
	})
}

func pass(t *testing.T, g *capacity.Gate) (release func()) {
	t.Helper()
	release, err := g.Acquire(t.Context())
	if err != nil {
		t.Fatalf("Acquire: %v, want a permit", err)
	}
	return release
}
