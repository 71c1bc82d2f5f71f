package capacity_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/fullhouse/capacity"
)

const errMany = capacity.Error("too_many_tables")

func TestKeyed_RefusesOneOwnerAndNotTheOthers(t *testing.T) {
	k := capacity.NewKeyed(errMany, 2)
	first, _ := k.TryAcquire("alice")
	if _, err := k.TryAcquire("alice"); err != nil {
		t.Fatal(err)
	}
	_, err := k.TryAcquire("alice")
	full, ok := errors.AsType[*capacity.FullError](err)
	if !ok || !errors.Is(err, errMany) {
		t.Fatalf("error = %v, want %v", err, errMany)
	}
	if used, limit := full.Usage(); used != 2 || limit != 2 {
		t.Errorf("%d of %d used, want 2 of 2", used, limit)
	}
	if _, err := k.TryAcquire("bob"); err != nil {
		t.Errorf("another owner: %v", err)
	}
	first()
	first() // harmless
	if _, err := k.TryAcquire("alice"); err != nil {
		t.Errorf("after a release: %v", err)
	}
	if _, err := k.TryAcquire("alice"); !errors.Is(err, errMany) {
		t.Errorf("a second release has counted: error = %v", err)
	}
	if got := k.Refused(); got != 2 {
		t.Errorf("refused %d times, want 2", got)
	}
}

func TestKeyed_CountsWhatExistsAlreadyAndForgetsWhoHoldsNothing(t *testing.T) {
	k := capacity.NewKeyed(errMany, 1)
	first, second := k.Overbook("alice"), k.Overbook("alice")
	if got := k.InUse("alice"); got != 2 {
		t.Errorf("in use = %d, want 2", got)
	}
	first()
	if _, err := k.TryAcquire("alice"); !errors.Is(err, errMany) {
		t.Errorf("error = %v, want %v", err, errMany)
	}
	second()
	if got := k.Owners(); got != 0 {
		t.Errorf("%d owners remembered, want none", got)
	}
}

func TestKeyed_NeverExceedsTheLimitOfAnOwnerUnderARace(t *testing.T) {
	const limit = 3
	k := capacity.NewKeyed(errMany, limit)
	var live, most atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 200 {
				release, err := k.TryAcquire("alice")
				if err != nil {
					continue
				}
				n := live.Add(1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				live.Add(-1)
				release()
			}
		})
	}
	all.Wait()
	if got := most.Load(); got > limit {
		t.Errorf("%d at once, want at most %d", got, limit)
	}
	if got := k.Owners(); got != 0 {
		t.Errorf("%d owners remembered, want none", got)
	}
}
