package store_test

import (
	"errors"
	"testing"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
)

func TestReports_AreClosedBesideAServerThatHasTheDatabaseOpenAndForgottenLater(t *testing.T) {
	for name, where := range map[string]func(*testing.T) (address, dir string){
		"SQLite":   func(t *testing.T) (address, dir string) { return "", t.TempDir() },
		"Postgres": func(t *testing.T) (address, dir string) { return pgtest.Start(t).Database(t), "" },
	} {
		t.Run(name, func(t *testing.T) {
			address, dir := where(t)
			s := openConfig(t, store.Config{URL: address, Dir: dir})
			for _, who := range []string{"heron", "otter"} {
				if err := s.AddReport(t.Context(), lobby.Report{Table: "t", By: "a", Who: who, Reason: "chat", At: time.Now()}, nil); err != nil {
					t.Fatal(err)
				}
			}
			all, err := s.Reports(t.Context(), 10)
			if err != nil || len(all) != 2 {
				t.Fatalf("reports: %v, %v, want two", all, err)
			}
			now := time.Now()
			if err := store.CloseReport(t.Context(), address, dir, all[0].ID, now); err != nil {
				t.Fatal(err)
			}
			for _, id := range []int64{all[0].ID, 4711} {
				if err := store.CloseReport(t.Context(), address, dir, id, now); !errors.Is(err, store.ErrNoReport) {
					t.Errorf("report %d: %v, want ErrNoReport", id, err)
				}
			}
			if left, err := s.Reports(t.Context(), 10); err != nil || len(left) != 1 || left[0].ID != all[1].ID {
				t.Errorf("open reports: %v, %v, want only the second", left, err)
			}
			for _, c := range []struct {
				before time.Time
				want   int
			}{{now, 0}, {now.Add(time.Second), 1}, {now.Add(time.Hour), 0}} {
				if n, err := s.ForgetReports(t.Context(), c.before, 10); err != nil || n != c.want {
					t.Errorf("closed before %v: %d forgotten, %v, want %d", c.before, n, err, c.want)
				}
			}
		})
	}
}

func TestReports_AreNotLookedForWhereThereIsNoDatabase(t *testing.T) {
	if err := store.CloseReport(t.Context(), "", t.TempDir(), 1, time.Now()); !errors.Is(err, store.ErrNoDatabase) {
		t.Errorf("error = %v, want ErrNoDatabase", err)
	}
}
