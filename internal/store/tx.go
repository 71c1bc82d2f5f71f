package store

import (
	"context"
	"database/sql"
	"errors"
)

// tx runs statements in the writer's transaction. Each text is prepared once and kept: the texts are constants of this
// package, so there are few.
type tx struct {
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
}

// exec runs a statement and tells how many rows it changed. Statements get no context: an interrupted one would take the
// whole group's transaction with it.
func (t *tx) exec(query string, args ...any) (changed int64, err error) {
	st, err := t.prepare(query)
	if err != nil {
		return 0, err
	}
	res, err := st.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// each runs a query and calls scan for each row.
func (t *tx) each(scan func(*sql.Rows) error, query string, args ...any) error {
	st, err := t.prepare(query)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(context.Background(), args...)
	if err != nil {
		return err
	}
	return eachRow(rows, scan)
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

// close gives the statements back. Those of a single connection are nobody else's, and one left open would keep the
// database from folding its write-ahead log in when it is closed.
func (t *tx) close() error {
	var errs []error
	for _, st := range t.prepared {
		errs = append(errs, st.Close())
	}
	return errors.Join(errs...)
}

func (t *tx) prepare(query string) (*sql.Stmt, error) {
	if st, ok := t.prepared[query]; ok {
		return st, nil
	}
	st, err := t.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	t.prepared[query] = st
	return st, nil
}
