package lobby

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Create opens a new table for a caller. The refusals are a SettingError, the game's own, capacity.FullError with
// CodeFull, ErrDraining, and those of the store.
func (l *Lobby) Create(ctx context.Context, by quota.Caller, s table.Settings) (*table.Table, error) {
	s, err := l.cfg.complete(s)
	if err != nil {
		return nil, err
	}
	if _, err := l.cfg.Table.NewGame(s.Game, nil); err != nil {
		return nil, fmt.Errorf("settings of the game: %w", err)
	}
	slot, err := l.slots.TryAcquire()
	if err != nil {
		return nil, err
	}
	row := Row{ID: newID(), Creator: by.Account, Address: by.Address, Settings: s, Epoch: 1}
	e, err := l.begin(row.ID, slot)
	if err != nil {
		return nil, err
	}
	// From here on the entry holds the slot. Either the table's goroutine takes it over, or it goes back now.
	started := false
	defer func() {
		if !started {
			l.end(e)
		}
	}()
	if err := l.tables.Create(ctx, row); err != nil {
		return nil, fmt.Errorf("create table: %w", err)
	}
	t, err := l.open(e, row, nil)
	started = err == nil
	return t, err
}

// newID is 26 characters that carry 130 unguessable bits: knowing the id of a table is the permission to join it.
func newID() string { return strings.ToLower(rand.Text()) }

// begin registers a table that is about to run and takes over its slot.
func (l *Lobby) begin(id string, slot func()) (*entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.draining {
		slot()
		return nil, ErrDraining
	}
	l.opened++
	l.running++
	return &entry{age: l.opened, id: id, slot: slot}, nil
}

// open starts a table's goroutine, which ends the entry when it ends itself.
func (l *Lobby) open(e *entry, row Row, log []table.Record) (*table.Table, error) {
	private := row.Settings.Private
	var reason string // written and read by the table's goroutine, and before it starts
	cfg := l.cfg.Table
	cfg.ID, cfg.Epoch, cfg.Settings = row.ID, row.Epoch, row.Settings
	cfg.Changed = func(s table.Summary) {
		reason = s.Closed
		if !private && s.Closed == "" { // a table that closes is gone in a moment
			l.feed.changed(e.age, s)
		}
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

// end unlists an entry and gives its slot back.
func (l *Lobby) end(e *entry) {
	e.slot() // first: when a drain is over, every slot is free
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
