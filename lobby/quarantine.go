package lobby

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/table"
)

// storePause is how long to wait before asking a store again that does not answer.
const storePause = time.Second

// unsure is an error after which nobody knows whether a change was made: the database went away before it said so.
type unsure interface {
	error
	Unsure()
}

// quarantine takes a table that can't go on out of play: it is closed, and each seat's chips of the running hand's beginning go
// back. The table's slot is held meanwhile. A store that does not answer is asked again until ctx ends; then the table is left to the
// next start, which finds out the same.
func (l *Lobby) quarantine(ctx context.Context, row Row, why string) {
	l.quarantined.Add(1)
	log := l.cfg.Table.Log.With("table", row.ID, "cause", why)
	tries := 0
	err := persist(ctx, func(ctx context.Context) error {
		tries++
		return l.tables.Quarantine(ctx, row, why)
	})
	if done := tries > 1 && errors.Is(err, table.ErrFenced); err != nil && !done { // done by the try whose answer was lost
		log.Error("table not quarantined", "error", err)
		return
	}
	log.Error("table quarantined, its chips given back: see fullhouse quarantine")
}

// Quarantined is how many tables have been taken out of play since the start.
func (l *Lobby) Quarantined() int64 { return l.quarantined.Load() }

// persist calls do until it ends otherwise than by a database that does not answer, or whose answer was lost. It gives up when
// ctx ends.
func persist(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if _, lost := errors.AsType[unsure](err); !lost && !errors.Is(err, table.ErrUnavailable) {
			return err
		}
		select {
		case <-time.After(storePause):
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", context.Cause(ctx), err)
		}
	}
}
