package quota_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// errDown is what a database says that does not answer.
var errDown = errors.New("database_unavailable")

// store keeps rows in memory. Its clock is what a test says.
type store struct {
	mu   sync.Mutex // guards the rest
	now  time.Time
	rows map[row]int64
	down bool
}

type row struct {
	day     time.Time
	subject string
	kind    quota.Kind
}

func newStore() *store {
	return &store{now: time.Date(2026, 12, 1, 23, 59, 0, 0, time.UTC), rows: map[row]int64{}}
}

func (s *store) today() time.Time { return s.now.Truncate(24 * time.Hour) }

func (s *store) Charge(_ context.Context, charges []quota.Charge) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return time.Time{}, errDown
	}
	today := s.today()
	for _, c := range charges {
		if used := s.rows[row{today, c.Subject, c.Kind}]; used+c.N > c.Limit {
			return time.Time{}, &quota.ExhaustedError{Kind: c.Kind, Used: used, Limit: c.Limit, Reset: today.Add(24 * time.Hour)}
		}
	}
	for _, c := range charges {
		s.rows[row{today, c.Subject, c.Kind}] += c.N
	}
	return today, nil
}

func (s *store) GiveBack(ctx context.Context, day time.Time, charges []quota.Charge) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return errDown
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, c := range charges {
		s.rows[row{day, c.Subject, c.Kind}] -= c.N
	}
	return nil
}

func (s *store) Used(_ context.Context, subject string) (map[quota.Kind]int64, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return nil, time.Time{}, errDown
	}
	used := map[quota.Kind]int64{}
	for r, n := range s.rows {
		if r.day.Equal(s.today()) && r.subject == subject {
			used[r.kind] = n
		}
	}
	return used, s.today().Add(24 * time.Hour), nil
}

// used is what is in a row of a day.
func (s *store) used(day time.Time, subject string, kind quota.Kind) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows[row{day, subject, kind}]
}

// config is what the design says.
func config() quota.Config {
	return quota.Config{
		Allowances: map[quota.Kind]quota.Allowance{
			quota.Tables:  {Guest: 10, Account: 50},
			quota.Odds:    {Guest: 50, Account: 200},
			quota.Chips:   {Guest: 1, Account: 3},
			quota.Exports: {Guest: 20, Account: 100},
			quota.Mails:   {Guest: 0, Account: 5},
			quota.Reports: {Guest: 5, Account: 10},
		},
		Guests: 50,
	}
}

func newBook(t *testing.T, s quota.Store) *quota.Book {
	t.Helper()
	b, err := quota.New(config(), s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
