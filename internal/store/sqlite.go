package store

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"example.com/fullhouse/migrations"
	"example.com/fullhouse/table"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// embedded is the dialect of SQLite. Its statements are not interrupted: one that is takes the whole group's transaction with
// it, and only the disk can make it wait.
func embedded() *dialect {
	return &dialect{
		schema:   migrations.SQLite,
		rebind:   func(text string) string { return text },
		today:    "unixepoch() / 86400",
		begin:    "BEGIN IMMEDIATE",
		snapshot: sql.TxOptions{ReadOnly: true},
	}
}

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
	if errors.Is(err, sql.ErrConnDone) || errors.Is(err, errSlow) || errors.Is(err, errClosed) || isOutage(err) {
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
