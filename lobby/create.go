package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// undoLimit is how long taking a table back may take.
const undoLimit = 5 * time.Second

// Create opens a new table for a caller. The refusals are ErrDraining, a SettingError, the game's own, capacity.FullError with
// CodeFull or CodeTooMany, *quota.ExhaustedError, and those of the store. The allowance is charged last, with the row: whoever
// is refused has used up nothing.
func (l *Lobby) Create(ctx context.Context, by quota.Caller, s table.Settings) (*table.Table, error) {
	if l.isDraining() {
		return nil, ErrDraining
	}
	s, err := l.cfg.complete(s)
	if err != nil {
		return nil, err
	}
	if _, err := l.cfg.Table.NewGame(s.Game, nil); err != nil {
		return nil, fmt.Errorf("settings of the game: %w", err)
	}
	guard, err := l.bounds.acquire(by)
	if err != nil {
		return nil, err
	}
	row := Row{ID: newID(), Creator: by.Account, Address: by.Address, Settings: s, Epoch: 1}
	e, err := l.begin(row.ID, guard)
	if err != nil {
		return nil, err
	}
	// From here on the entry holds the guard. Either the table's goroutine takes it over, or it goes back now.
	started, clean := false, false
	defer func() {
		switch {
		case started:
		case clean:
			l.end(e)
		default: // also when something has panicked
			l.undo(ctx, e, row)
		}
	}()
	if err := l.write(ctx, by, &row); err != nil {
		clean = ctx.Err() == nil && hasCode(err)
		return nil, fmt.Errorf("create table: %w", err)
	}
	t, err := l.open(e, row, nil)
	started = err == nil
	return t, err
}

func (l *Lobby) isDraining() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.draining
}

// write keeps the row together with what it uses up, and leaves the charges in it.
func (l *Lobby) write(ctx context.Context, by quota.Caller, row *Row) error {
	if l.cfg.Quota == nil {
		return l.tables.Create(ctx, *row)
	}
	return l.cfg.Quota.Spend(quota.Tables, by, func(charges []quota.Charge) error {
		row.Charges = charges
		return l.tables.Create(ctx, *row)
	})
}

// hasCode reports whether an error is a refusal, after which it is certain that nothing was written.
func hasCode(err error) bool {
	_, ok := errors.AsType[interface {
		error
		Code() string
	}](err)
	return ok
}

// undo takes back what the store has, or may have, of a table that does not run, and then ends its entry. A request that is
// over does not wait for it; the guard does, and so does a drain. What can't be taken back is restored at the next start, as a
// table that nobody joins.
func (l *Lobby) undo(ctx context.Context, e *entry, row Row) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer l.end(e)
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoLimit)
		defer cancel()
		found, err := l.tables.Undo(ctx, row)
		if err != nil {
			l.cfg.Table.Log.Error("table not taken back", "table", row.ID, "error", err)
		}
		if found && l.cfg.Quota != nil {
			l.cfg.Quota.Returned(quota.Tables)
		}
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// newID is 26 characters that carry 130 unguessable bits. It is no permission: who may enter a private table is in doors.go.
func newID() string { return strings.ToLower(rand.Text()) }

// begin registers a table that is about to run and takes over its guard.
func (l *Lobby) begin(id string, guard func()) (*entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		guard()
		return nil, ErrDraining
	}
	l.opened++
	l.running++
	return &entry{age: l.opened, id: id, guard: guard}, nil
}

// open starts a table's goroutine, which ends the entry when it ends itself.
func (l *Lobby) open(e *entry, row Row, log []table.Record) (*table.Table, error) {
	private := row.Settings.Private
	var reason string // written and read by the table's goroutine, and before it starts
	cfg := l.cfg.Table
	cfg.ID, cfg.Epoch, cfg.Host, cfg.Settings = row.ID, row.Epoch, row.Creator, row.Settings
	cfg.Changed = func(s table.Summary) {
		reason = s.Closed
		if !private && s.Closed == "" { // a table that closes is gone in a moment
			l.feed.changed(e.age, s)
		}
	}
	cfg.Failed = func(why string) {
		reason = table.Quarantined
		l.quarantine(l.given, row, why)
	}
	cfg.Release = func() {
		if !private {
			l.feed.gone(row.ID, l.whyGone(reason)) // before the slot is free, or a watcher could hear of that alone
		}
		l.end(e)
	}
	t, err := table.Open(cfg, log)
	if err != nil {
		return nil, fmt.Errorf("open table: %w", err)
	}
	l.list(e, t)
	l.feed.poke() // also a private table takes a slot
	return t, nil
}

// whyGone is what watchers are told: a table that stops without having closed stops with the server, or by a fault.
func (l *Lobby) whyGone(closed string) string {
	if closed != "" {
		return closed
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		return string(ErrDraining)
	}
	return "internal"
}

// list makes a running table findable, unless it has ended already or must end now.
func (l *Lobby) list(e *entry, t *table.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.ended {
		return
	}
	e.table = t
	l.live[e.id] = e
	l.order = append(l.order, e)
	if l.draining {
		t.Stop()
	}
}

// end unlists an entry and gives its guard back.
func (l *Lobby) end(e *entry) {
	e.guard() // first: when a drain is over, every slot is free
	l.mu.Lock()
	e.ended = true
	delete(l.live, e.id)
	l.order = slices.DeleteFunc(l.order, func(o *entry) bool { return o == e })
	l.running--
	if l.draining && l.running == 0 {
		close(l.empty)
	}
	l.mu.Unlock()
	l.feed.poke() // there is a free slot now
}
