package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// Charge makes all charges in one transaction, or none, and tells on which day. One that goes past its limit is a
// *quota.ExhaustedError.
func (s *Store) Charge(ctx context.Context, charges []quota.Charge) (day time.Time, err error) {
	var n int64 // read only when write has succeeded
	err = s.write(ctx, func(t *tx) (err error) {
		n, err = chargeOn(t, charges)
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("charge a quota: %w", err)
	}
	return midnight(n), nil
}

// GiveBack takes the charges back from the day on which they were made. What is no longer kept is forgotten anyway.
func (s *Store) GiveBack(ctx context.Context, day time.Time, charges []quota.Charge) error {
	err := s.write(ctx, func(t *tx) error { return giveBack(t, day.Unix()/secondsOfDay, charges) })
	if err != nil {
		return fmt.Errorf("give a quota back: %w", err)
	}
	return nil
}

// Used is what a subject has used today, and when that day ends.
func (s *Store) Used(ctx context.Context, subject string) (used map[quota.Kind]int64, reset time.Time, err error) {
	used = map[quota.Kind]int64{}
	err = s.each(ctx, func(rows *sql.Rows) error {
		var day int64
		var kind sql.NullString // none in the only row of a subject that has used nothing
		var n sql.NullInt64
		if err := rows.Scan(&day, &kind, &n); err != nil {
			return err
		}
		reset = midnight(day + 1)
		if kind.Valid {
			used[quota.Kind(kind.String)] = n.Int64
		}
		return nil
	}, `SELECT today.day, q.kind, q.used FROM (SELECT `+s.dialect.today+` AS day) AS today
		LEFT JOIN quota_usage q ON q.day = today.day AND q.subject = ?`, subject)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("read the quota of %s: %w", subject, err)
	}
	return used, reset, nil
}

// ErrBadCharge refuses a charge of less than one unit.
const ErrBadCharge Error = "a charge must be of at least one unit"

const secondsOfDay = 24 * 60 * 60

// midnight is the beginning of a day, in UTC.
func midnight(day int64) time.Time { return time.Unix(day*secondsOfDay, 0).UTC() }

// charge makes charges in a transaction that also writes what they pay for. It comes first in such a transaction: whoever
// wants the last unit of the same allowance then waits there for its end, and reads nothing that is about to change.
func charge(t *tx, charges []quota.Charge) error {
	_, err := chargeOn(t, charges)
	return err
}

// chargeOn is charge, and tells the day. The day is read once, so that all charges are on the same one.
func chargeOn(t *tx, charges []quota.Charge) (day int64, err error) {
	if _, err := t.row(`SELECT `+t.dialect.today, nil, &day); err != nil {
		return 0, err
	}
	begun := false
	for _, c := range inOrder(charges) {
		used, err := chargeOne(t, day, c)
		if err != nil {
			return 0, err
		}
		begun = begun || used == c.N
	}
	if begun {
		err = prune(t, day)
	}
	return day, err
}

// inOrder makes two transactions that charge the same rows meet in the first of them: in different orders each could wait for
// the other.
func inOrder(charges []quota.Charge) []quota.Charge {
	return slices.SortedFunc(slices.Values(charges), func(a, b quota.Charge) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Kind, b.Kind))
	})
}

// chargeOne counts a charge if it fits, in the statement that compares it with its limit: of any number of callers at the
// edge, exactly as many pass as there are units left.
func chargeOne(t *tx, day int64, c quota.Charge) (used int64, err error) {
	if c.N < 1 {
		return 0, fmt.Errorf("%d %s of %s: %w", c.N, c.Kind, c.Subject, ErrBadCharge)
	}
	if c.N <= c.Limit { // a day's first row is not compared with anything
		fits, err := t.row(`INSERT INTO quota_usage (day, subject, kind, used) VALUES (?, ?, ?, ?)
			ON CONFLICT (day, subject, kind) DO UPDATE SET used = quota_usage.used + excluded.used
			WHERE quota_usage.used <= ? RETURNING used`, []any{day, c.Subject, string(c.Kind), c.N, c.Limit - c.N}, &used)
		if fits || err != nil {
			return used, err
		}
	}
	_, err = t.row(`SELECT used FROM quota_usage WHERE day = ? AND subject = ? AND kind = ?`,
		[]any{day, c.Subject, string(c.Kind)}, &used)
	if err != nil {
		return 0, err
	}
	return 0, &quota.ExhaustedError{Kind: c.Kind, Used: used, Limit: c.Limit, Reset: midnight(day + 1)}
}

// giveBack takes charges back, but never more than has been charged.
func giveBack(t *tx, day int64, charges []quota.Charge) error {
	for _, c := range inOrder(charges) {
		_, err := t.exec(`UPDATE quota_usage SET used = used - ? WHERE day = ? AND subject = ? AND kind = ? AND used >= ?`,
			c.N, day, c.Subject, string(c.Kind), c.N)
		if err != nil {
			return err
		}
	}
	return nil
}

// prune forgets a few rows of days that are long over, each time a new row begins: so there are never many more than those of
// two days, and nobody pays for the others' at once. Yesterday's stay, for what is given back late. Rows that somebody else is
// pruning are left to them.
func prune(t *tx, today int64) error {
	_, err := t.exec(`DELETE FROM quota_usage WHERE (day, subject, kind) IN
		(SELECT day, subject, kind FROM quota_usage WHERE day < ? ORDER BY day, subject, kind LIMIT 2 `+t.dialect.skipLocked+`)`,
		today-1)
	return err
}
