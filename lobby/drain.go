package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"example.com/fullhouse/table"
)

// Restore reopens the tables that the store lists as open, past the cap if there are more, and counts them. One whose log can't
// be read or relied on is quarantined: it has failed. A store that does not answer is waited for. The error is that of the store's list, or the end of ctx.
func (l *Lobby) Restore(ctx context.Context) (restored, failed int, err error) {
	var rows []Row
	if err := persist(ctx, func(ctx context.Context) (err error) {
		rows, err = l.tables.Open(ctx)
		return err
	}); err != nil {
		return 0, 0, fmt.Errorf("list open tables: %w", err)
	}
	// All logs are read before the first table runs: its clocks must not count while others keep people from coming back to it.
	var logs []logged
	for _, row := range rows {
		logs = append(logs, l.read(ctx, row))
	}
	for i, row := range rows {
		if err := l.restore(ctx, row, logs[i]); err != nil {
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

// logged is what the store has of a table's log: the records, or why they can't be had.
type logged struct {
	log     []table.Record
	damaged error
}

// read reads a table's log. A store that does not answer is waited for.
func (l *Lobby) read(ctx context.Context, row Row) (r logged) {
	if row.Damage != nil {
		return logged{damaged: row.Damage}
	}
	r.damaged = persist(ctx, func(ctx context.Context) (err error) {
		r.log, err = l.cfg.Table.Recorder.Records(ctx, row.ID)
		return err
	})
	return r
}

func (l *Lobby) restore(ctx context.Context, row Row, from logged) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if from.damaged != nil {
		l.quarantine(ctx, row, from.damaged.Error())
		return from.damaged
	}
	e, err := l.begin(row.ID, l.bounds.overbook(row))
	if err != nil {
		return err
	}
	if err = l.check(row, from.log); err == nil {
		_, err = l.open(e, row, from.log)
	}
	if err != nil {
		defer l.end(e)
		l.quarantine(ctx, row, err.Error())
	}
	return err
}

// check compares a log with what else the store knows of its table. A log that has lost its end, or says of its seats what the
// ledger does not, could be replayed: but its table could write nothing, or would play with chips that are not there.
func (l *Lobby) check(row Row, log []table.Record) error {
	last := int64(0)
	if len(log) > 0 {
		last = log[len(log)-1].Seq
	}
	if last != row.LastSeq {
		return fmt.Errorf("its log ends with record %d, want %d", last, row.LastSeq)
	}
	held, err := table.Holdings(row.ID, row.Settings, l.cfg.Table.NewGame, log)
	if err != nil {
		return err
	}
	if !slices.Equal(held, row.Held) {
		return fmt.Errorf("its seats hold %v by the log, and %v in the ledger", held, row.Held)
	}
	return nil
}

// Drain refuses new tables from now on, lets those that run finish their hands for as long as patience lasts, stops the others
// and waits until the last has written what it had to. Their logs stay open: the next start goes on with them.
func (l *Lobby) Drain(ctx context.Context, patience time.Duration) error {
	defer l.giveUp()
	for _, t := range l.refuseCreates() {
		t.Finish()
	}
	l.feed.poke()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-l.empty:
		return nil
	case <-late.C:
	case <-ctx.Done():
	}
	l.giveUp()
	for _, t := range l.refuseCreates() {
		t.Stop()
	}
	select {
	case <-l.empty:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("drain tables: %w", context.Cause(ctx))
	}
}

// refuseCreates begins the drain and returns the tables that run; those that are just starting stop themselves in list.
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
