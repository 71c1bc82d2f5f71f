package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"example.com/fullhouse/capacity"
)

// statementLimit is how long the database may take for a statement, or for a whole transaction of HTTP.
const statementLimit = 5 * time.Second

// pool is some connections and the gate before them.
type pool struct {
	*sql.DB
	gate *capacity.Gate // nil: as many as come
}

// enter takes a permit, which is to be held for as long as a connection of the pool is.
func (p pool) enter(ctx context.Context) (release func(), err error) {
	if p.gate == nil {
		return func() {}, nil
	}
	return p.gate.Acquire(ctx)
}

// row reads one row for HTTP into dest. It reports false when there is none.
func (s *Store) row(ctx context.Context, text string, args []any, dest ...any) (found bool, err error) {
	err = s.read(ctx, s.http, func(t *tx) (err error) {
		found, err = t.row(text, args, dest...)
		return err
	})
	return found, err
}

// each reads rows for HTTP and calls scan for each. A permit is held meanwhile: scan must not ask the store for anything.
func (s *Store) each(ctx context.Context, scan func(*sql.Rows) error, text string, args ...any) error {
	return s.read(ctx, s.http, func(t *tx) error { return t.each(scan, text, args...) })
}

// read runs one query. With more than one the rows may be of different moments: that is what snapshot is for.
func (s *Store) read(ctx context.Context, p pool, do func(*tx) error) error {
	release, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := within(ctx, statementLimit)
	defer cancel()
	return explain(do(&tx{ctx: ctx, dialect: s.dialect, on: p.DB}))
}

// snapshot runs queries that all see the database as it was at one moment.
func (s *Store) snapshot(ctx context.Context, p pool, limit time.Duration, do func(*tx) error) error {
	return s.together(ctx, p, &s.dialect.snapshot, limit, do, nil)
}

// look runs queries in a transaction that is given up in the end: it has nothing to commit, and so nobody can be unsure of it.
func (s *Store) look(ctx context.Context, p pool, limit time.Duration, do func(*tx) error) error {
	return s.together(ctx, p, nil, limit, do, nil)
}

// transact writes in a transaction of its own on a connection of the pool.
func (s *Store) transact(ctx context.Context, p pool, limit time.Duration, do func(*tx) error) error {
	return s.together(ctx, p, nil, limit, do, func(t *sql.Tx) error {
		if err := t.Commit(); err != nil {
			return unsure{err}
		}
		return nil
	})
}

// together runs do in a transaction, which end, if it is not nil, makes last.
func (s *Store) together(ctx context.Context, p pool, options *sql.TxOptions, limit time.Duration, do func(*tx) error, end func(*sql.Tx) error) error {
	release, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := within(ctx, limit)
	defer cancel()
	t, err := p.BeginTx(ctx, options)
	if err != nil {
		return explain(ended(ctx, err))
	}
	defer func() { _ = t.Rollback() }() // it is an error when there is nothing to undo any more
	if err := do(&tx{ctx: ctx, dialect: s.dialect, on: t}); err != nil || end == nil {
		return explain(err)
	}
	return end(t)
}

// Ping reports whether the database answers, and takes writes if there is a doubt about that. It takes no permit, because a busy
// server is not one without a database. Under Postgres it also takes the lock again if its connection was lost; the error is a
// LockedError when another has it by now.
func (s *Store) Ping(ctx context.Context) error {
	ctx, cancel := within(ctx, statementLimit)
	defer cancel()
	if err := s.ping(ctx); err != nil {
		return fmt.Errorf("ask the database: %w", explain(ended(ctx, err)))
	}
	if !s.writer.doubtful.Load() {
		return nil
	}
	if err := s.ask(ctx, touch, func() {}); err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}

// touch writes where the tables do and takes it away again. What leaves nothing to write would not touch the disk.
func touch(t *tx) error {
	if _, err := t.exec(`INSERT INTO table_log (table_id, seq, kind, schema, body, at) VALUES ('', 1, 'touch', 1, '{}', 0)`); err != nil {
		return err
	}
	_, err := t.exec(`DELETE FROM table_log WHERE table_id = '' AND seq = 1`)
	return err
}

// readSomething asks an embedded database.
func (s *Store) readSomething(ctx context.Context) error {
	var minted int64
	return s.read(ctx, pool{DB: s.play.DB}, func(t *tx) error {
		_, err := t.row(`SELECT amount FROM balances WHERE account = 'mint'`, nil, &minted)
		return err
	})
}
