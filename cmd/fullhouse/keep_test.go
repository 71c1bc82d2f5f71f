package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// attic is a database with things to forget.
type attic struct {
	records, sessions, guests, hands, doors, reports int

	before, ended time.Time // of the records and hands that are to go
	calls         []time.Time
	fail          error
}

func (a *attic) take(left *int, limit int) (int, error) {
	a.calls = append(a.calls, time.Now())
	n := min(*left, limit)
	*left -= n
	return n, a.fail
}

func (a *attic) Compact(_ context.Context, before time.Time, limit int) (int, error) {
	a.before = before
	return a.take(&a.records, limit)
}

func (a *attic) ForgetSessions(_ context.Context, _ time.Time, limit int) (int, error) {
	return a.take(&a.sessions, limit)
}

func (a *attic) ForgetGuests(_ context.Context, _ time.Time, limit int) (int, error) {
	return a.take(&a.guests, limit)
}

func (a *attic) ForgetHands(_ context.Context, before time.Time, limit int) (int, error) {
	a.ended = before
	return a.take(&a.hands, limit)
}

func (a *attic) ForgetDoors(_ context.Context, _ time.Time, limit int) (int, error) {
	return a.take(&a.doors, limit)
}

func (a *attic) ForgetReports(_ context.Context, _ time.Time, limit int) (int, error) {
	return a.take(&a.reports, limit)
}

// kept lets a keeper run for so long.
func kept(t *testing.T, a *attic, during time.Duration) *keeper {
	t.Helper()
	k := &keeper{db: a, retention: time.Hour, history: 2 * time.Hour, log: slog.New(slog.DiscardHandler)}
	ctx, stop := context.WithTimeout(t.Context(), during)
	defer stop()
	k.run(ctx)
	return k
}

func TestKeeper_RemovesAllThereIsALittleAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &attic{records: 2*keepBatch + 1, sessions: 1, hands: keepBatch + 1}
		began := time.Now()
		k := kept(t, a, 2*keepFirst)
		if a.records+a.sessions != 0 || k.records.Load() != 2*keepBatch+1 || k.sessions.Load() != 1 || k.guests.Load() != 0 {
			t.Errorf("left %d records and %d sessions, counted %d, %d and %d", a.records, a.sessions, k.records.Load(), k.sessions.Load(), k.guests.Load())
		}
		if a.hands != 0 || k.hands.Load() != keepBatch+1 {
			t.Errorf("left %d hands, counted %d", a.hands, k.hands.Load())
		}
		if want := began.Add(keepFirst - 2*time.Hour); a.ended.Sub(want).Abs() > time.Minute {
			t.Errorf("hands before %v were removed, want before %v", a.ended, want)
		}
		if want := began.Add(keepFirst - time.Hour); !a.before.Equal(want) {
			t.Errorf("records before %v were removed, want before %v", a.before, want)
		}
		if slices.IsSortedFunc(a.calls, func(x, y time.Time) int { return int(y.Sub(x) - keepPause) }) {
			t.Errorf("no pause between the writes: %v", a.calls)
		}
	})
}

func TestKeeper_ComesBackAfterItsPauseAlsoWhenTheDatabaseWasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &attic{fail: errors.New("gone")}
		kept(t, a, keepFirst+2*keepEvery+time.Second)
		if len(a.calls) != 3*6 {
			t.Errorf("asked %d times, want each of six kinds at the start and twice more", len(a.calls))
		}
	})
}
