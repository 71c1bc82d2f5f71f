package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/migrations"
)

// Config says where the database is and what it may hold up.
type Config struct {
	Dir      string        // the data folder; made when it is missing
	LockWait time.Duration // how long to wait for another process to let go of the folder; 0: not at all
	Queue    int           // the most writes that wait for the writer; 0: 8192

	HTTP *capacity.Gate // one permit for each read or write of HTTP while it is under way; nil: as many as come
	Play *capacity.Gate // the same for the tables: the writer has one of its permits, recovery takes the others; nil: likewise
}

// Names of the files in the data folder.
const (
	databaseFile = "fullhouse.db"
	lockFile     = "fullhouse.lock"
)

const (
	ownerOnly    = 0o600 // of every file in the folder
	defaultQueue = 8192
	httpReaders  = 8 // connections that read for HTTP; a read is a fraction of a millisecond
	playReaders  = 3 // connections that read for recovery
)

// Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	dialect *dialect
	lock    *lock
	http    pool
	play    pool
	writes  pool // has one connection, which the writer holds
	writer  *writer
	close   func() error
}

// Open opens the database in the data folder, which no other process may have open, and brings its schema up to date.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	switch {
	case cfg.Dir == "":
		return nil, errors.New("store: no data folder given")
	case cfg.LockWait < 0:
		return nil, fmt.Errorf("store: a wait of %v for the lock", cfg.LockWait)
	case cfg.Queue < 0:
		return nil, fmt.Errorf("store: a queue of %d writes", cfg.Queue)
	case cfg.Queue == 0:
		cfg.Queue = defaultQueue
	}
	s := &Store{}
	s.close = sync.OnceValue(s.shut)
	if err := s.open(ctx, cfg); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", err), s.Close())
	}
	return s, nil
}

// open fills s step by step. When it fails, s holds what shut must close.
func (s *Store) open(ctx context.Context, cfg Config) (err error) {
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return err
	}
	if s.lock, err = acquire(ctx, filepath.Join(cfg.Dir, lockFile), cfg.LockWait); err != nil {
		return err
	}
	file := filepath.Join(cfg.Dir, databaseFile)
	if err := keepPrivate(file); err != nil {
		return err
	}
	s.dialect = embedded()
	s.http.gate, s.play.gate, s.writes.gate = cfg.HTTP, cfg.Play, cfg.Play
	if s.writes.DB, err = openSQLite(file, 1, "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)"); err != nil {
		return err
	}
	if err := migrations.Up(ctx, migrations.SQLite, s.writes.DB); err != nil {
		return err
	}
	if s.http.DB, err = openSQLite(file, httpReaders, "query_only(1)"); err != nil {
		return err
	}
	if s.play.DB, err = openSQLite(file, playReaders, "query_only(1)"); err != nil {
		return err
	}
	s.writer, err = startWriter(ctx, s.writes, s.dialect, cfg.Queue)
	return err
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

// Close writes what waits, answers it and lets go of the folder. What is asked of the store later is refused.
func (s *Store) Close() error { return s.close() }

// shut closes in the order that leaves nobody behind: writers, readers, and the folder's lock last.
func (s *Store) shut() error {
	var errs []error
	if s.writer != nil {
		errs = append(errs, s.writer.stop())
	}
	for _, db := range []*sql.DB{s.http.DB, s.play.DB, s.writes.DB} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if s.lock != nil {
		errs = append(errs, s.lock.release())
	}
	return errors.Join(errs...)
}
