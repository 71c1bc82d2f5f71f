package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"time"

	"example.com/fullhouse/capacity"
)

// Config says where the database is and what it may hold up.
type Config struct {
	URL string // of a Postgres database, postgres://...; empty: the embedded database in Dir
	Dir string // the data folder; made when it is missing

	LockWait time.Duration // how long to wait for another process to let go of the database; 0: not at all
	Queue    int           // the most writes that wait for the writer; 0: 8192

	HTTPConns int // connections for HTTP; 0: 8
	PlayConns int // connections for the tables: one writes, the others read for recovery and audit; 0: 4, and at least 2

	// Permits for the connections, as many as there are: whoever finds none is refused soon, where without gates it would wait
	// for a connection to come free. Everything of HTTP takes one of HTTP for as long as it is under way. The writer has one
	// of Play all the time, each read of recovery and audit one more.
	HTTP, Play *capacity.Gate

	// Grouped, when it is set, sees how many writes the writer has committed together, before they are answered. It must not
	// block.
	Grouped func(writes int)

	// Wrap, when it is set, stands between the store and its database: what it returns makes all connections but the one that
	// holds the lock on Postgres. Tests count calls with it, and let them fail.
	Wrap func(driver.Connector) driver.Connector
}

const (
	defaultQueue     = 8192
	defaultHTTPConns = 8
	defaultPlayConns = 4
)

// check refuses nonsense and fills in what is left out.
func (c *Config) check() error {
	switch {
	case c.URL == "" && c.Dir == "":
		return errors.New("no data folder given")
	case c.LockWait < 0:
		return fmt.Errorf("a wait of %v for the lock", c.LockWait)
	case c.Queue < 0:
		return fmt.Errorf("a queue of %d writes", c.Queue)
	case c.HTTPConns < 0:
		return fmt.Errorf("%d connections for HTTP", c.HTTPConns)
	case c.PlayConns < 0 || c.PlayConns == 1:
		return fmt.Errorf("%d connections for the tables, where one writes and others read", c.PlayConns)
	}
	c.Queue = cmp.Or(c.Queue, defaultQueue)
	c.HTTPConns = cmp.Or(c.HTTPConns, defaultHTTPConns)
	c.PlayConns = cmp.Or(c.PlayConns, defaultPlayConns)
	return nil
}

// pool has at most n connections, which are kept.
func (c *Config) pool(connector driver.Connector, n int) *sql.DB {
	if c.Wrap != nil {
		connector = c.Wrap(connector)
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db
}

// Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	dialect *dialect
	lock    interface{ release() error } // keeps other processes out
	ping    func(context.Context) error
	http    pool
	play    pool
	writes  pool // has one connection, which the writer holds
	writer  *writer
	close   func() error
}

// Open opens a database, which no other process may have open, and brings its schema up to date. An error with code
// "database_unavailable" says that it can't be reached now: trying again later may help.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
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
	s.http.gate, s.play.gate, s.writes.gate = cfg.HTTP, cfg.Play, cfg.Play
	if cfg.URL != "" {
		err = s.openPostgres(ctx, cfg)
	} else {
		err = s.openEmbedded(ctx, cfg)
	}
	if err != nil {
		return err
	}
	s.writer, err = startWriter(ctx, s.writes, s.dialect, cfg.Queue, cfg.Grouped)
	return err
}

// Queued is how many writes wait for the writer.
func (s *Store) Queued() int { return len(s.writer.queue) }

// Close writes what waits, answers it and lets go of the database. What is asked of the store later is refused.
func (s *Store) Close() error { return s.close() }

// shut closes in the order that leaves nobody behind: writers, readers, and the lock last.
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
