package store

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/ratelimit/quota"
)

// day is the day by a store's database, in UTC.
func (s *Store) day(t *testing.T) time.Time {
	t.Helper()
	_, reset, err := s.Used(t.Context(), "nobody")
	if err != nil {
		t.Fatal(err)
	}
	return reset.AddDate(0, 0, -1)
}

// sameDay compares with the clock of this machine, which is the database's too. The day may turn between two looks.
func sameDay(t *testing.T, s *Store) {
	t.Helper()
	before, got, after := time.Now().UTC().Truncate(24*time.Hour), s.day(t), time.Now().UTC().Truncate(24*time.Hour)
	if !got.Equal(before) && !got.Equal(after) {
		t.Errorf("the day is %v, want %v", got, after)
	}
}

func TestQuota_TheDayIsThatOfUTCWhereverTheDatabaseThinksItIs(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { sameDay(t, openTest(t, 10).Store) })
	cluster := pgtest.Start(t)
	for _, zone := range []string{"Pacific/Kiritimati", "Etc/GMT+12", "Asia/Tokyo"} { // between them it is always another day somewhere
		t.Run(zone, func(t *testing.T) {
			address, err := url.Parse(cluster.Database(t))
			if err != nil {
				t.Fatal(err)
			}
			query := address.Query()
			query.Set("timezone", zone)
			address.RawQuery = query.Encode()
			s, err := Open(t.Context(), Config{URL: address.String()})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			sameDay(t, s)
		})
	}
}

func TestQuota_TurnsAtMidnightOfTheDatabasesClock(t *testing.T) {
	sqlite := openTest(t, 10).Store
	postgres, err := Open(t.Context(), Config{URL: pgtest.Start(t).Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer postgres.Close()
	for name, c := range map[string]struct {
		store *Store
		at    func(moment string) string
	}{
		"sqlite": {sqlite, func(moment string) string { return "CAST(strftime('%s', '" + moment + "') AS INTEGER) / 86400" }},
		"postgres": {postgres, func(moment string) string {
			return "floor(extract(epoch FROM timestamptz '" + moment + "+00') / 86400)::bigint"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			charge := []quota.Charge{{Subject: "account:a", Kind: quota.Tables, N: 1, Limit: 1}}
			try := func(moment string) error {
				c.store.dialect.today = c.at(moment)
				_, err := c.store.Charge(t.Context(), charge)
				return err
			}
			if err := try("2031-05-06 23:59:59"); err != nil {
				t.Fatal(err)
			}
			used, ok := errors.AsType[*quota.ExhaustedError](try("2031-05-06 23:59:59"))
			if want := time.Date(2031, 5, 7, 0, 0, 0, 0, time.UTC); !ok || !used.Reset.Equal(want) {
				t.Errorf("the second before midnight: %+v, want it used up until %v", used, want)
			}
			if err := try("2031-05-07 00:00:00"); err != nil {
				t.Errorf("at midnight: %v, want a new day", err)
			}
		})
	}
}
