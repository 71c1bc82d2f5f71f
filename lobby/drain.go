package lobby

import (
	"context"
	"fmt"

	"example.com/fullhouse/table"
)

// Restore reopens the tables that the store lists as open, past the cap if there are more. One that can't be rebuilt is
// reported and skipped; it stays in the store as it is. The error is that of the store's list.
func (l *Lobby) Restore(ctx context.Context) (restored, failed int, err error) {
	rows, err := l.tables.Open(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("list open tables: %w", err)
	}
	for _, row := range rows {
		if err := l.restore(ctx, row); err != nil {
			if ctx.Err() != nil {
				return restored, failed, fmt.Errorf("restore tables: %w", context.Cause(ctx))
			}
			l.cfg.Table.Log.Error("table not restored", "table", row.ID, "error", err)
			failed++
			continue
		}
		restored++
	}
	return restored, failed, nil
}

func (l *Lobby) restore(ctx context.Context, row Row) (err error) {
	log, err := l.cfg.Table.Recorder.Records(ctx, row.ID)
	if err != nil {
		return fmt.Errorf("read its log: %w", err)
	}
	e, err := l.begin(row.ID, l.bounds.overbook(row))
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil { // a damaged log must cost one table, not the server
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			l.end(e)
		}
	}()
	_, err = l.open(e, row, log)
	return err
}

// Drain refuses new tables from now on, stops all of them and waits until the last has written what it had to. Their logs
// stay open: the next start goes on with them.
func (l *Lobby) Drain(ctx context.Context) error {
	for _, t := range l.refuseCreates() {
		t.Stop()
	}
	l.feed.poke()
	select {
	case <-l.empty:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("drain tables: %w", context.Cause(ctx))
	}
}

// refuseCreates begins the drain and returns the tables to stop; those that are just starting stop themselves in list.
func (l *Lobby) refuseCreates() []*table.Table {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.draining {
		l.draining = true
		if l.running == 0 {
			close(l.empty)
		}
	}
	var running []*table.Table
	for _, e := range l.order {
		running = append(running, e.table)
	}
	return running
}
