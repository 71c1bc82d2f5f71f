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
	release, err := p.enter(ctx)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := within(ctx, limit)
	defer cancel()
	t, err := p.BeginTx(ctx, &s.dialect.snapshot)
	if err != nil {
		return explain(ended(ctx, err))
	}
	defer func() { _ = t.Rollback() }() // it has only read
	return explain(do(&tx{ctx: ctx, dialect: s.dialect, on: t}))
}

// Ping reports whether the database answers. It takes no permit of HTTP: a busy server is not one without a database.
func (s *Store) Ping(ctx context.Context) error {
	var minted int64
	ask := pool{DB: s.play.DB}
	err := s.read(ctx, ask, func(t *tx) error {
		_, err := t.row(`SELECT amount FROM balances WHERE account = 'mint'`, nil, &minted)
		return err
	})
	if err != nil {
		return fmt.Errorf("ask the database: %w", err)
	}
	return nil
}
