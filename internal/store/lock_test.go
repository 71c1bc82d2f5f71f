package store_test

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/internal/store"
)

func TestOpen_RefusesAFolderInUseAndNamesTheHolder(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	_, err := store.Open(t.Context(), store.Config{Dir: dir, LockWait: 60 * time.Millisecond})
	locked, ok := errors.AsType[store.LockedError](err)
	if !ok {
		t.Fatalf("error = %v, want a LockedError", err)
	}
	if want := "process " + strconv.Itoa(os.Getpid()); locked.Holder != want || !strings.Contains(err.Error(), want) {
		t.Errorf("error = %v, want one that names %s", err, want)
	}
}

func TestOpen_WaitsForTheHolderToLetGo(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	opened := make(chan error, 1)
	go func() {
		second, err := store.Open(t.Context(), store.Config{Dir: dir, LockWait: time.Minute})
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := <-opened; err != nil {
		t.Errorf("the second: %v", err)
	}
}

func TestOpen_StopsWaitingWithItsContext(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := store.Open(ctx, store.Config{Dir: dir, LockWait: time.Hour}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want the context's", err)
	}
}

func TestOpen_KeepsWritingAfterItsContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	cancel() // as a signal does, before the tables settle
	newTable(t, s, "table", 100)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
