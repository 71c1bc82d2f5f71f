package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"os"
	"path/filepath"

	"example.com/fullhouse/migrations"
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
func (c *Config) openSQLite(file string, n int, pragmas ...string) (*sql.DB, error) {
	connector, err := newSQLiteFile(file, url.Values{"_pragma": append([]string{"busy_timeout(5000)", "journal_mode(WAL)"}, pragmas...)})
	if err != nil {
		return nil, err
	}
	return c.pool(connector, n), nil
}

// sqliteFile makes connections to a file, named as the driver wants it.
type sqliteFile struct{ name string }

func newSQLiteFile(file string, options url.Values) (sqliteFile, error) {
	path, err := filepath.Abs(file)
	return sqliteFile{(&url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}).String()}, err
}

// Driver implements driver.Connector.
func (f sqliteFile) Driver() driver.Driver { return &sqlite.Driver{} }

// Connect implements driver.Connector.
func (f sqliteFile) Connect(context.Context) (driver.Conn, error) { return f.Driver().Open(f.name) }

// Names of the files in the data folder.
const (
	databaseFile = "fullhouse.db"
	lockFile     = "fullhouse.lock"

	ownerOnly = 0o600 // of every file in the folder
)

// openEmbedded fills s with connections to the file in the data folder, which no other process may have open.
func (s *Store) openEmbedded(ctx context.Context, cfg Config) (err error) {
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return err
	}
	lock, err := acquire(ctx, filepath.Join(cfg.Dir, lockFile), cfg.LockWait)
	if err != nil {
		return err
	}
	s.lock = lock
	file := filepath.Join(cfg.Dir, databaseFile)
	if err := keepPrivate(file); err != nil {
		return err
	}
	s.dialect, s.ping = embedded(), s.readSomething
	if s.writes.DB, err = cfg.openSQLite(file, 1, "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"); err != nil {
		return err
	}
	if err := migrations.Up(ctx, s.dialect.schema, s.writes.DB); err != nil {
		return explain(err)
	}
	if s.http.DB, err = cfg.openSQLite(file, cfg.HTTPConns, "query_only(1)"); err != nil {
		return err
	}
	s.play.DB, err = cfg.openSQLite(file, cfg.PlayConns-1, "query_only(1)")
	return err
}

// isDiskOutage reports whether the file can't be read or written, just now. One that is damaged stays so: trying again would not
// help, and must not keep the tables waiting that are not.
func isDiskOutage(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch e.Code() & 0xff { // the primary code; the rest tells which call failed
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN:
		return true
	}
	return false
}

// isFull reports whether there was no room for a write. What a COMMIT writes last is what makes all the rest count, so that one
// that failed like this has written nothing.
func isFull(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_FULL
}

// keepPrivate sees to it that only this user can read the database: it holds the cards of running hands. SQLite would make it
// readable by everyone, which matters when the folder was there before us. Its other files get the mode of the database; those
// that a server left behind are tightened here.
func keepPrivate(database string) error {
	made, err := os.OpenFile(database, os.O_RDWR|os.O_CREATE, ownerOnly)
	if err != nil {
		return err
	}
	if err := made.Close(); err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		file := database + suffix
		if info, err := os.Stat(file); errors.Is(err, os.ErrNotExist) || err == nil && info.Mode().Perm() == ownerOnly {
			continue
		}
		if err := os.Chmod(file, ownerOnly); err != nil {
			return err
		}
	}
	return nil
}
