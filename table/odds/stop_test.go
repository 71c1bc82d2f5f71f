package odds

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// looked is a context that ends after a number of looks at it, and counts them.
type looked struct {
	context.Context
	cancel context.CancelCauseFunc
	looks  int
	most   int
}

var errEnough = errors.New("enough")

func newLooked(most int) *looked {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &looked{Context: ctx, cancel: cancel, most: most}
}

func (l *looked) Err() error {
	if l.looks++; l.looks == l.most {
		l.cancel(errEnough)
	}
	return l.Context.Err()
}

func (l *looked) Done() <-chan struct{}       { return l.Context.Done() }
func (l *looked) Deadline() (time.Time, bool) { return l.Context.Deadline() }

func TestExact_LooksAtItsContextOncePerChunk(t *testing.T) {
	ctx := newLooked(-1)
	r, err := Exact(ctx, hands(t, "AsAh KdKc"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := int(r.Boards) * 2 / chunk; ctx.looks < want || ctx.looks > want+1 {
		t.Errorf("looked %d times, want %d", ctx.looks, want)
	}
}

func TestExact_StopsAtTheNextLookAndGivesTheCause(t *testing.T) {
	ctx := newLooked(3)
	if r, err := Exact(ctx, hands(t, "AsAh KdKc"), nil); err != errEnough || r.Hands != nil {
		t.Errorf("Exact = %+v, %v, want nothing and the cause", r, err)
	}
	if ctx.looks > 4 { // context.Cause looks once more
		t.Errorf("looked %d times, want no chunk after the third look", ctx.looks)
	}
}

func TestMonteCarlo_GivesWhatItHasWhenStopped(t *testing.T) {
	ctx := newLooked(3)
	r, err := MonteCarlo(ctx, 1_000_000, rand.New(rand.NewPCG(1, 2)), hands(t, "AsAh KdKc"), nil)
	if err != errEnough {
		t.Fatalf("err = %v, want the cause", err)
	}
	if want := int64(2*chunk/2 + 1); r.Boards != want || r.Hands[0].Share < 0.79 || r.Hands[0].Share > 0.83 {
		t.Errorf("%+v, want a fair answer from %d boards", r, want)
	}
}

func TestOdds_CostNothingWhenAlreadyStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Exact(ctx, hands(t, "AsAh KdKc"), cards(t, "2c3c4d5h")); !errors.Is(err, context.Canceled) {
		t.Errorf("Exact: %v, want %v", err, context.Canceled)
	}
	r, err := MonteCarlo(ctx, 1_000, rand.New(rand.NewPCG(1, 2)), hands(t, "AsAh KdKc"), nil)
	if !errors.Is(err, context.Canceled) || r.Boards != 1 {
		t.Errorf("MonteCarlo: %d boards, %v, want one and %v", r.Boards, err, context.Canceled)
	}
}
