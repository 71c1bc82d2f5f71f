package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// tx runs statements in one transaction. Their texts are in the SQL that the databases share (see dialect). After a
// statement has failed no other may follow: the function that got the error returns it, and everything is undone.
type tx struct {
	ctx     context.Context
	limit   time.Duration // for each statement; 0: only what ctx says
	dialect *dialect
	on      runner
}

// runner is what statements run on: a transaction, or the writer's connection.
type runner interface {
	ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// exec runs a statement and tells how many rows it changed.
func (t *tx) exec(text string, args ...any) (changed int64, err error) {
	ctx, cancel := within(t.ctx, t.limit)
	defer cancel()
	res, err := t.on.ExecContext(ctx, t.dialect.rebind(text), args...)
	if err != nil {
		return 0, ended(ctx, err)
	}
	return res.RowsAffected()
}

// each runs a query and calls scan for each row.
func (t *tx) each(scan func(*sql.Rows) error, text string, args ...any) error {
	ctx, cancel := within(t.ctx, t.limit)
	defer cancel()
	rows, err := t.on.QueryContext(ctx, t.dialect.rebind(text), args...)
	if err != nil {
		return ended(ctx, err)
	}
	return ended(ctx, eachRow(rows, scan))
}

// row reads one row into dest. It reports false when there is none.
func (t *tx) row(text string, args []any, dest ...any) (found bool, err error) {
	err = t.each(func(rows *sql.Rows) error {
		found = true
		return rows.Scan(dest...)
	}, text, args...)
	return found && err == nil, err
}

// eachRow reads rows to their end and closes them.
func eachRow(rows *sql.Rows, scan func(*sql.Rows) error) error {
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// errSlow is the end of our own patience with the database.
var errSlow = errors.New("the database does not answer in time")

// within is ctx with a limit of our own.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, limit, errSlow)
}

// ended puts why ctx ended in the place of what the driver makes of it.
func ended(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%w (%w)", context.Cause(ctx), err)
}

// prepared runs statements on the writer's connection. Each text is prepared once and kept: the texts are constants of this
// package, so there are few.
type prepared struct {
	conn  *sql.Conn
	texts map[string]*sql.Stmt
}

func (p *prepared) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	st, err := p.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(ctx, args...)
}

func (p *prepared) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	st, err := p.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(ctx, args...)
}

func (p *prepared) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if st, ok := p.texts[text]; ok {
		return st, nil
	}
	st, err := p.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	p.texts[text] = st
	return st, nil
}

// close gives the statements and the connection back. Statements of a single connection are nobody else's, and one left open
// would keep SQLite from folding its write-ahead log in when the database is closed.
func (p *prepared) close() error {
	var errs []error
	for _, st := range p.texts {
		errs = append(errs, st.Close())
	}
	return errors.Join(append(errs, p.conn.Close())...)
}
