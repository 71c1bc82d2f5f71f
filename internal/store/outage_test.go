package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// played is a store with a table whose log has one record.
func played(t *testing.T, cfg store.Config) (*store.Store, lobby.Row) {
	t.Helper()
	s := openConfig(t, cfg)
	alice := auth.Account{ID: "alice", Name: "Alice"}
	if err := s.AddGuest(t.Context(), alice, 1000, storetest.NewSession("alice")); err != nil {
		t.Fatal(err)
	}
	row := lobby.Row{ID: "table", Creator: alice.ID, Epoch: 1, Settings: storetest.Settings()}
	if err := s.Create(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	if err := storetest.Append(s, storetest.Steps(row, 0, "sat")); err != nil {
		t.Fatal(err)
	}
	return s, row
}

// gated are stores of both kinds, with one permit for HTTP and two for play.
func gated(t *testing.T, wait time.Duration, each func(*testing.T, store.Config)) {
	t.Helper()
	for name, place := range map[string]func(*testing.T) store.Config{
		"sqlite":   func(t *testing.T) store.Config { return store.Config{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Config { return store.Config{URL: pgtest.Start(t).Database(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := place(t)
			cfg.HTTPConns, cfg.PlayConns = 1, 2
			cfg.HTTP = capacity.NewGate("db_busy", 1, wait)
			cfg.Play = capacity.NewGate("database_unavailable", 2, time.Minute)
			each(t, cfg)
		})
	}
}

func TestPlay_WaitsForItsOwnConnectionsAndIsNeverRefused(t *testing.T) {
	gated(t, time.Millisecond, func(t *testing.T, cfg store.Config) {
		s, row := played(t, cfg)
		hold, err := cfg.HTTP.Acquire(t.Context()) // HTTP has all that it may have
		if err != nil {
			t.Fatal(err)
		}
		defer hold()
		if _, err := s.Chips(t.Context(), "alice"); !errors.Is(err, capacity.Error("db_busy")) {
			t.Errorf("a read of HTTP: %v, want db_busy", err)
		}
		if err := s.EndSession(t.Context(), storetest.NewSession("alice").Hash); !errors.Is(err, capacity.Error("db_busy")) {
			t.Errorf("a write of HTTP: %v, want db_busy", err)
		}
		var tables sync.WaitGroup
		for range 8 { // more readers than permits: they wait
			tables.Go(func() {
				if log, err := s.Records(t.Context(), row.ID); err != nil || len(log) == 0 {
					t.Errorf("recovery: %d records, %v", len(log), err)
				}
			})
		}
		if err := storetest.Append(s, storetest.Steps(row, 1, "sat")); err != nil {
			t.Errorf("an append meanwhile: %v", err)
		}
		tables.Wait()
	})
}

func TestSQLite_APingTellsWhetherItCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	s, row := played(t, store.Config{Dir: dir})
	other, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "fullhouse.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1) // which has the transaction
	if _, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("before anybody has tried to write: %v", err)
	}
	answer := make(chan error, 1)
	s.Append(storetest.Steps(row, 1, "sat"), func(err error) { answer <- err })
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	err = nil
	for err == nil { // until the writer has begun
		err = s.Ping(ctx)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while somebody else writes: %v, want the caller's deadline", err)
	}
	if _, err := other.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := <-answer; err != nil {
		t.Errorf("the append: %v", err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestPostgres_WhatWasAcknowledgedSurvivesAKillAndTheStoreComesBackByItself(t *testing.T) {
	cluster := pgtest.Start(t)
	s, row := played(t, store.Config{URL: cluster.Database(t)})
	cluster.Kill(t)
	if err := storetest.Append(s, storetest.Steps(row, 1, "sat")); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("an append without a server: %v, want ErrUnavailable", err)
	}
	if _, err := s.Chips(t.Context(), "alice"); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("a read without a server: %v, want ErrUnavailable", err)
	}
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a ping without a server: no error")
	}
	cluster.Restart(t)
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); { // the writer asks four times a second
		if err = storetest.Append(s, storetest.Steps(row, 1, "sat")); !errors.Is(err, table.ErrUnavailable) {
			break
		}
	}
	if err != nil {
		t.Fatalf("an append afterwards: %v", err)
	}
	log, err := s.Records(t.Context(), row.ID)
	if err != nil || len(log) != 2 {
		t.Errorf("%d records, %v, want the one before and the one after", len(log), err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("a ping afterwards: %v", err)
	}
}

func TestPostgres_ASecondServerIsToldWhoHasTheDatabase(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	first := openPostgres(t, url)
	_, err := store.Open(t.Context(), store.Config{URL: url, LockWait: 100 * time.Millisecond})
	if locked, ok := errors.AsType[store.LockedError](err); !ok || !strings.Contains(locked.Error(), "fullhouse") {
		t.Errorf("a second server: %v, want to be told that a fullhouse has it", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := store.Open(t.Context(), store.Config{URL: url})
	if err != nil {
		t.Fatalf("once the first has gone: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}
