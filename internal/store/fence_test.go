package store

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

func TestF5_AStaleOwnersAppendIsInFlightWhileTheEpochIsBumped(t *testing.T) {
	for name, config := range map[string]func(*testing.T) Config{
		"sqlite":   func(t *testing.T) Config { return Config{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) Config { return Config{URL: pgtest.Start(t).Database(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Run("the bump waits for the append", func(t *testing.T) { bumpWaits(t, newRivals(t, config(t))) })
			t.Run("the append waits for the bump", func(t *testing.T) { appendWaits(t, newRivals(t, config(t))) })
			t.Run("an owner by force is fenced", func(t *testing.T) { forcedIsFenced(t, newRivals(t, config(t))) })
		})
	}
}

func bumpWaits(t *testing.T, r *rivals) {
	var appended <-chan error
	h := midway(t, r.old, func() { appended = r.append(r.old, 1, 0) })
	taken := r.takeOver(t)
	r.waits(t)
	h.letGo()
	if err := <-appended; err != nil {
		t.Errorf("the append: %v", err)
	}
	if open := <-taken; len(open) != 1 || open[0].Epoch != 2 || open[0].LastSeq != 1 {
		t.Errorf("taken over: %+v, want the table under epoch 2, with what was appended", open)
	}
	if err := <-r.append(r.old, 1, 1); !errors.Is(err, table.ErrFenced) {
		t.Errorf("the old owner's next: %v, want ErrFenced", err)
	}
	r.ends(t, 1)
}

func appendWaits(t *testing.T, r *rivals) {
	var taken <-chan []lobby.Row
	h := midway(t, r.young, func() {
		taken = r.takeOver(t)
		for r.young.Queued() == 0 {
			runtime.Gosched()
		}
	})
	appended := r.append(r.old, 1, 0)
	r.waits(t)
	h.letGo()
	if open := <-taken; len(open) != 1 || open[0].Epoch != 2 || open[0].LastSeq != 0 {
		t.Errorf("taken over: %+v, want the table under epoch 2, and empty", open)
	}
	if err := <-appended; !errors.Is(err, table.ErrFenced) {
		t.Errorf("the append: %v, want ErrFenced", err)
	}
	r.ends(t, 0)
}

// Somebody who has broken the lock and writes without taking over finds that the log has moved on.
func forcedIsFenced(t *testing.T, r *rivals) {
	if err := <-r.append(r.old, 1, 0); err != nil {
		t.Fatal(err)
	}
	if err := <-r.append(r.young, 1, 0); !errors.Is(err, table.ErrFenced) {
		t.Errorf("the first write of the one by force: %v, want ErrFenced", err)
	}
	if err := <-r.append(r.old, 1, 1); err != nil {
		t.Errorf("the owner's next: %v", err)
	}
	r.ends(t, 2)
}

func TestF5_AnAppendThatWaitsWithABumpOfTheEpochIsBeforeItOrRefused(t *testing.T) {
	for _, first := range []string{"append", "bump"} {
		t.Run(first+" first", func(t *testing.T) {
			onBoth(t, func(t *testing.T, s *Store) {
				row := someTables(t, s, 1)[0]
				appended, bumped := make(chan error, 1), make(chan error, 1)
				raise := func() {
					s.writer.submit(request{ctx: context.Background(), done: func(err error) { bumped <- err }, do: func(t *tx) error {
						_, err := t.exec(`UPDATE tables SET epoch = epoch + 1 WHERE closed_at IS NULL`)
						return err
					}})
				}
				s.atOnce(t, func() {
					if first == "bump" {
						raise()
					}
					s.Append(batch(row, 1), func(err error) { appended <- err })
					if first == "append" {
						raise()
					}
				})
				if err := <-bumped; err != nil {
					t.Fatal(err)
				}
				err := <-appended
				log, readErr := s.Records(t.Context(), row.ID)
				if readErr != nil || (err == nil) != (first == "append") || len(log) != 1+map[bool]int{true: 1}[err == nil] {
					t.Errorf("appended: %v, %d records, %v", err, len(log), readErr)
				}
				if err := s.appendGroup(t, batch(row, int64(len(log))))[0]; !errors.Is(err, table.ErrFenced) {
					t.Errorf("the old owner's next: %v, want ErrFenced", err)
				}
			})
		})
	}
}

// rivals are two servers with one database, the second by force, and its one table.
type rivals struct {
	old, young *testStore
	row        lobby.Row
	url        string // "" of SQLite
}

func newRivals(t *testing.T, cfg Config) *rivals {
	t.Helper()
	open := func() *testStore {
		s, err := Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return &testStore{s, cfg.Dir}
	}
	r := &rivals{old: open(), url: cfg.URL}
	if err := r.old.lock.release(); err != nil {
		t.Fatal(err)
	}
	r.row, r.young = oneTable(t, r.old), open()
	return r
}

// append is one record, under an epoch and after a place in the log.
func (r *rivals) append(s *testStore, epoch, prev int64) <-chan error {
	row := r.row
	row.Epoch = epoch
	answer := make(chan error, 1)
	s.Append(batch(row, prev), func(err error) { answer <- err })
	return answer
}

// takeOver opens all tables for the young one, and returns where they come.
func (r *rivals) takeOver(t *testing.T) <-chan []lobby.Row {
	taken := make(chan []lobby.Row, 1)
	go func() {
		open, err := r.young.Open(t.Context())
		if err != nil {
			t.Error(err)
		}
		taken <- open
	}()
	return taken
}

// waits returns when one of the two waits for the other.
func (r *rivals) waits(t *testing.T) {
	t.Helper()
	if r.url != "" {
		waits(t, r.url)
		return
	}
	for !r.old.writer.doubtful.Load() || !r.young.writer.doubtful.Load() { // both have begun
		runtime.Gosched()
	}
}

// ends holds the log to its number of records.
func (r *rivals) ends(t *testing.T, want int) {
	t.Helper()
	if log, err := r.young.Records(t.Context(), r.row.ID); err != nil || len(log) != want {
		t.Errorf("%d records, %v, want %d", len(log), err, want)
	}
}
