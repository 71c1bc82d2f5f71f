package capacity_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/fullhouse/capacity"
)

const errFull capacity.Error = "server_full"

func TestSlots_RefuseAtTheLimitAndAdmitAgainAfterARelease(t *testing.T) {
	s := capacity.NewSlots(errFull, 2)
	first := take(t, s)
	take(t, s)
	_, err := s.TryAcquire()
	if !errors.Is(err, errFull) {
		t.Fatalf("third slot of two: err = %v, want %v", err, errFull)
	}
	first()
	take(t, s)
	want := capacity.Stats{InUse: 2, Peak: 2, Limit: 2, Refused: 1}
	if got := s.Stats(); got != want {
		t.Errorf("stats = %+v, want %+v", got, want)
	}
}

func TestSlots_ARefusalTellsItsCodeAndHowFullItIs(t *testing.T) {
	s := capacity.NewSlots("sockets_full", 1)
	take(t, s)
	_, err := s.TryAcquire()
	full, ok := errors.AsType[*capacity.FullError](err)
	if !ok || full.Code() != "sockets_full" {
		t.Fatalf("err = %v, want one with code sockets_full", err)
	}
	if used, limit := full.Usage(); used != 1 || limit != 1 {
		t.Errorf("usage = %d of %d, want 1 of 1", used, limit)
	}
}

func TestSlots_KeepSomeFreeForThoseWhoMayTakeTheLast(t *testing.T) {
	s := capacity.NewSlots(errFull, 4)
	leaving := func() error {
		_, err := s.TryAcquireLeaving(1)
		return err
	}
	for i := range 3 {
		if err := leaving(); err != nil {
			t.Fatalf("slot %d of the three that are open to all: %v", i+1, err)
		}
	}
	err := leaving()
	full, ok := errors.AsType[*capacity.FullError](err)
	if !ok {
		t.Fatalf("the last one: err = %v, want %v", err, errFull)
	}
	if used, limit := full.Usage(); used != 3 || limit != 3 {
		t.Errorf("usage = %d of %d, want 3 of the 3 open to all", used, limit)
	}
	last := take(t, s)
	if err := leaving(); !errors.Is(err, errFull) {
		t.Errorf("with all taken: err = %v, want %v", err, errFull)
	}
	last()
	if err := leaving(); !errors.Is(err, errFull) {
		t.Errorf("with the last one free again: err = %v, want %v", err, errFull)
	}
}

func TestSlots_ADoubleReleaseIsHarmless(t *testing.T) {
	s := capacity.NewSlots(errFull, 3)
	release := take(t, s)
	take(t, s)
	release()
	release()
	if got := s.Stats().InUse; got != 1 {
		t.Errorf("in use = %d, want 1", got)
	}
}

func TestSlots_OverbookingCountsPastTheLimitAndKeepsNewcomersOut(t *testing.T) {
	s := capacity.NewSlots(errFull, 1)
	releases := []func(){s.Overbook(), s.Overbook(), s.Overbook()}
	for i, release := range releases {
		if _, err := s.TryAcquire(); !errors.Is(err, errFull) {
			t.Fatalf("with %d overbooked: err = %v, want %v", len(releases)-i, err, errFull)
		}
		release()
	}
	take(t, s)
	want := capacity.Stats{InUse: 1, Peak: 3, Limit: 1, Refused: 3}
	if got := s.Stats(); got != want {
		t.Errorf("stats = %+v, want %+v", got, want)
	}
}

// The cap is never exceeded even for a moment: every holder looks at the counter while it holds.
func TestSlots_SixtyFourRacersNeverPassTheCap(t *testing.T) {
	const limit, racers, rounds = 7, 64, 500
	s := capacity.NewSlots(errFull, limit)
	var inside, admitted atomic.Int64
	var wg sync.WaitGroup
	for range racers {
		wg.Go(func() {
			for range rounds {
				release, err := s.TryAcquire()
				if err != nil {
					continue
				}
				admitted.Add(1)
				if n := inside.Add(1); n > limit {
					t.Errorf("%d inside, the cap is %d", n, limit)
				}
				if st := s.Stats(); st.InUse > limit {
					t.Errorf("in use = %d, the cap is %d", st.InUse, limit)
				}
				inside.Add(-1)
				release()
				release()
			}
		})
	}
	wg.Wait()
	got := s.Stats()
	if got.InUse != 0 || got.Peak > limit || got.Peak < 1 {
		t.Errorf("stats = %+v, want none in use and a peak of 1 to %d", got, limit)
	}
	if admitted.Load()+got.Refused != racers*rounds {
		t.Errorf("admitted %d + refused %d, want %d together", admitted.Load(), got.Refused, racers*rounds)
	}
}

func TestSlots_RacersForTheLastSlotHaveOneWinner(t *testing.T) {
	for range 200 {
		s := capacity.NewSlots(errFull, 1)
		var winners atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := s.TryAcquire(); err == nil {
					winners.Add(1)
				}
			})
		}
		wg.Wait()
		if got := winners.Load(); got != 1 {
			t.Fatalf("%d racers got the last slot, want 1", got)
		}
	}
}

func take(t *testing.T, s *capacity.Slots) (release func()) {
	t.Helper()
	release, err := s.TryAcquire()
	if err != nil {
		t.Fatalf("TryAcquire: %v, want a slot", err)
	}
	return release
}

func BenchmarkSlots_TryAcquire(b *testing.B) {
	s := capacity.NewSlots(errFull, 1)
	b.ReportAllocs()
	for b.Loop() {
		release, _ := s.TryAcquire()
		release()
	}
}
