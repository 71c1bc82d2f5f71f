package main

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// How what is no longer needed is removed: now and then, and a little at a time, so that play does not notice.
const (
	keepFirst = time.Minute // after the start, when there is most to do for others
	keepEvery = 10 * time.Minute
	keepBatch = 500              // rows in one write
	keepPause = time.Second / 10 // between two writes
)

// keeping is a database that forgets. *store.Store is one.
type keeping interface {
	Compact(ctx context.Context, before time.Time, limit int) (deleted int, err error)
	ForgetSessions(ctx context.Context, now time.Time, limit int) (deleted int, err error)
	ForgetGuests(ctx context.Context, now time.Time, limit int) (removed int, err error)
	ForgetHands(ctx context.Context, before time.Time, limit int) (deleted int, err error)
	ForgetDoors(ctx context.Context, now time.Time, limit int) (deleted int, err error)
	ForgetReports(ctx context.Context, before time.Time, limit int) (deleted int, err error)
}

// keeper removes what nobody will ask for again: records of hands that are long over, hands that are old, sessions that have
// ended, guests to whose accounts nobody can come back, who might enter tables that are closed, and reports that were looked
// after.
type keeper struct {
	db        keeping
	retention time.Duration // of records, and of reports that are closed
	history   time.Duration // of hands
	log       *slog.Logger

	records, sessions, guests, hands, doors, reports atomic.Int64 // removed since the start
}

// run removes now and then until ctx ends.
func (k *keeper) run(ctx context.Context) {
	next := time.NewTimer(keepFirst)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
		}
		k.once(ctx)
		next.Reset(keepEvery)
	}
}

// once removes all there is to remove by now.
func (k *keeper) once(ctx context.Context) {
	now := time.Now()
	for _, kind := range []struct {
		name    string
		removed *atomic.Int64
		some    func() (int, error)
	}{
		{"records", &k.records, func() (int, error) { return k.db.Compact(ctx, now.Add(-k.retention), keepBatch) }},
		{"sessions", &k.sessions, func() (int, error) { return k.db.ForgetSessions(ctx, now, keepBatch) }},
		{"guests", &k.guests, func() (int, error) { return k.db.ForgetGuests(ctx, now, keepBatch) }},
		{"hands", &k.hands, func() (int, error) { return k.db.ForgetHands(ctx, now.Add(-k.history), keepBatch) }},
		{"doors", &k.doors, func() (int, error) { return k.db.ForgetDoors(ctx, now, keepBatch) }},
		{"reports", &k.reports, func() (int, error) { return k.db.ForgetReports(ctx, now.Add(-k.retention), keepBatch) }},
	} {
		n, err := drained(ctx, kind.some)
		kind.removed.Add(n)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			k.log.Warn("not all was removed that could be", "kind", kind.name, "removed", n, "error", err)
		case n > 0:
			k.log.Info("removed", "kind", kind.name, "count", n)
		}
	}
}

// drained calls some until it removes nothing more, with pauses, and tells how much it was altogether.
func drained(ctx context.Context, some func() (int, error)) (all int64, err error) {
	for {
		n, err := some()
		all += int64(n)
		if n == 0 || err != nil {
			return all, err
		}
		select {
		case <-time.After(keepPause):
		case <-ctx.Done():
			return all, context.Cause(ctx)
		}
	}
}
