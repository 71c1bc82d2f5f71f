package store

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
)

// onBoth runs a test on both databases.
func onBoth(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, openTest(t, 10).Store) })
	t.Run("postgres", func(t *testing.T) {
		s, err := Open(t.Context(), Config{URL: pgtest.Start(t).Database(t)})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		test(t, s)
	})
}

// turnTo makes the database believe in another day.
func (s *Store) turnTo(day int64) { s.dialect.today = fmt.Sprintf("CAST(%d AS bigint)", day) }

// usage is what the rows say, in order.
func (s *Store) usage(t *testing.T) (rows []string) {
	t.Helper()
	err := s.each(t.Context(), func(r *sql.Rows) error {
		var day, used int64
		var subject string
		err := r.Scan(&day, &subject, &used)
		rows = append(rows, fmt.Sprintf("%d %s %d", day, subject, used))
		return err
	}, `SELECT day, subject, used FROM quota_usage ORDER BY day, subject`)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func single(subject string) []quota.Charge {
	return []quota.Charge{{Subject: subject, Kind: quota.Tables, N: 1, Limit: 9}}
}

func mustCharge(t *testing.T, s *Store, charges []quota.Charge) (day time.Time) {
	t.Helper()
	day, err := s.Charge(t.Context(), charges)
	if err != nil {
		t.Fatalf("charge %v: %v", charges, err)
	}
	return day
}

func TestQuota_GivesBackToTheChargedDayWhenTheDayHasTurnedMeanwhile(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		creator := auth.Account{ID: "a", Name: "Alice", Guest: true}
		if err := s.AddGuest(t.Context(), creator, 0, auth.Session{}); err != nil {
			t.Fatal(err)
		}
		row := lobby.Row{ID: "t", Creator: "a", Epoch: 1, Charges: single("account:a")}
		s.turnTo(20_000)
		day := mustCharge(t, s, row.Charges)
		if err := s.Create(t.Context(), row); err != nil {
			t.Fatal(err)
		}
		s.turnTo(20_001)
		mustCharge(t, s, row.Charges)
		if err := s.GiveBack(t.Context(), day, row.Charges); err != nil {
			t.Fatal(err)
		}
		if found, err := s.Undo(t.Context(), row); err != nil || !found {
			t.Fatalf("undo: %v, %v", found, err)
		}
		if got, want := fmt.Sprint(s.usage(t)), "[20000 account:a 0 20001 account:a 1]"; got != want {
			t.Errorf("rows = %s, want %s", got, want)
		}
	})
}

func TestQuota_ForgetsDaysThatAreLongOverAndKeepsYesterday(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		for day := int64(20_000); day < 20_003; day++ {
			s.turnTo(day)
			mustCharge(t, s, single("account:a"))
			mustCharge(t, s, single("account:b"))
		}
		s.turnTo(20_003)
		mustCharge(t, s, single("account:a"))
		want := "[20002 account:a 1 20002 account:b 1 20003 account:a 1]"
		if got := fmt.Sprint(s.usage(t)); got != want {
			t.Errorf("rows = %s, want %s", got, want)
		}
		for day := int64(20_004); day < 20_050; day++ {
			s.turnTo(day)
			mustCharge(t, s, single("account:a"))
		}
		if got := len(s.usage(t)); got > 3 {
			t.Errorf("%d rows after weeks of one row a day, want those of two days", got)
		}
	})
}

func TestQuota_WaitsForNobodyWhoIsPruningToo(t *testing.T) {
	s, err := Open(t.Context(), Config{URL: pgtest.Start(t).Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.turnTo(20_000)
	mustCharge(t, s, single("account:a"))
	other, err := s.http.DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback() }()
	if _, err := other.ExecContext(t.Context(), `DELETE FROM quota_usage`); err != nil {
		t.Fatal(err)
	}
	s.turnTo(20_010)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := s.Charge(ctx, single("account:b")); err != nil {
		t.Errorf("while another transaction holds the old rows: %v", err)
	}
}
