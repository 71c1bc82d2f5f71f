package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"example.com/fullhouse/table"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// openSQLite opens a pool of at most n connections, each with the pragmas. The write-ahead log lets them read beside the
// writer. The busy timeout covers the short locks SQLite takes when a database is opened or its log is folded in.
func openSQLite(file string, n int, pragmas ...string) (*sql.DB, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	options := url.Values{"_pragma": append([]string{"busy_timeout(5000)", "journal_mode(WAL)"}, pragmas...)}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// explain gives errors that say "the database can't, just now" the code for it. Others are left alone: they are faults of
// this program, and must not look like a bad day of the disk.
func explain(err error) error {
	if err == nil || errors.Is(err, table.ErrUnavailable) {
		return err
	}
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, errClosed) || isOutage(err) {
		return fmt.Errorf("%w: %w", table.ErrUnavailable, err)
	}
	return err
}

func isOutage(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch e.Code() & 0xff { // the primary code; the rest tells which call failed
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB:
		return true
	}
	return false
}

// row reads one row into dest. It reports false when there is none.
func (s *Store) row(ctx context.Context, query string, args []any, dest ...any) (bool, error) {
	err := s.reads.QueryRowContext(ctx, query, args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, explain(err)
}
