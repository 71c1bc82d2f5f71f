package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
)

// ErrNoReport says that no open report has that number.
const ErrNoReport Error = "there is no such open report"

// AddReport keeps a report, together with its charges. When it does not say whose the name is, the account that has it now is
// looked for: who is reported may have left.
func (s *Store) AddReport(ctx context.Context, r lobby.Report, charges []quota.Charge) error {
	said, err := json.Marshal(append([]string{}, r.Said...))
	if err != nil {
		return fmt.Errorf("report at table %s: %w", r.Table, err)
	}
	err = s.write(ctx, func(t *tx) error {
		if err := charge(t, charges); err != nil {
			return err
		}
		if r.Account == "" && !r.Bot {
			if _, err := t.row(`SELECT id FROM accounts WHERE name_key = ?`, []any{auth.Skeleton(r.Who)}, &r.Account); err != nil {
				return err
			}
		}
		_, err := t.exec(`INSERT INTO reports (table_id, reporter, name, account, reason, text, said, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			r.Table, r.By, r.Who, r.Account, r.Reason, r.Text, string(said), r.At.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("keep a report: %w", err)
	}
	return nil
}

// Reports are those that nobody has looked after yet, the oldest first and at most limit.
func (s *Store) Reports(ctx context.Context, limit int) ([]lobby.Report, error) {
	return s.reports(ctx, s.play, limit)
}

// OpenReports counts them.
func (s *Store) OpenReports(ctx context.Context) (n int64, err error) {
	err = s.read(ctx, s.play, func(t *tx) error {
		_, err := t.row(`SELECT count(*) FROM reports WHERE done_at IS NULL`, nil, &n)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count the reports: %w", err)
	}
	return n, nil
}

func (s *Store) reports(ctx context.Context, p pool, limit int) ([]lobby.Report, error) {
	all := []lobby.Report{}
	err := s.read(ctx, p, func(t *tx) error {
		return t.each(func(rows *sql.Rows) error {
			r, err := scanReport(rows)
			all = append(all, r)
			return err
		}, `SELECT r.id, r.table_id, r.reporter, coalesce(a.name, ''), r.name, r.account, r.reason, r.text, r.said, r.at
			FROM reports r LEFT JOIN accounts a ON a.id = r.reporter WHERE r.done_at IS NULL ORDER BY r.at, r.id LIMIT ?`, limit)
	})
	if err != nil {
		return nil, fmt.Errorf("read the reports: %w", err)
	}
	return all, nil
}

func scanReport(rows *sql.Rows) (r lobby.Report, err error) {
	var said string
	var at int64
	if err := rows.Scan(&r.ID, &r.Table, &r.By, &r.ByName, &r.Who, &r.Account, &r.Reason, &r.Text, &said, &at); err != nil {
		return r, err
	}
	r.At = time.UnixMilli(at).UTC()
	return r, json.Unmarshal([]byte(said), &r.Said)
}

// ForgetReports deletes at most limit reports that were closed before a moment.
func (s *Store) ForgetReports(ctx context.Context, before time.Time, limit int) (int, error) {
	var deleted int64 // read only when write has succeeded
	err := s.write(ctx, func(t *tx) (err error) {
		deleted, err = t.exec(`DELETE FROM reports WHERE id IN
			(SELECT id FROM reports WHERE done_at < ? LIMIT ? `+t.dialect.skipLocked+`)`, before.UnixMilli(), limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget reports: %w", err)
	}
	return int(deleted), nil
}

// Reports are those that nobody has looked after yet, the oldest first.
func (r *Reader) Reports(ctx context.Context) ([]lobby.Report, error) {
	return r.store.reports(ctx, r.store.play, allRows)
}

// allRows is more than there are.
const allRows = 1 << 30

// CloseReport notes that a report was looked after, in the Postgres database at an address or else the embedded one in a data
// folder, beside a server that may have it open: it is one row that no server ever changes, so the fence and the lock of the
// tables' log have nothing to do with it. ErrNoReport when there is nothing to close.
func CloseReport(ctx context.Context, address, dir string, id int64, at time.Time) (err error) {
	there, err := OpenReader(ctx, address, dir) // tells what is no database of this version, and makes none
	if err != nil {
		return err
	}
	s := &Store{dialect: there.store.dialect}
	if err := there.Close(); err != nil {
		return err
	}
	if s.writes.DB, err = desk(address, dir); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, s.writes.DB.Close()) }()
	return s.closeReport(ctx, id, at)
}

// desk is a connection that writes without owning the database.
func desk(address, dir string) (*sql.DB, error) {
	if address == "" {
		file, err := newSQLiteFile(filepath.Join(dir, databaseFile), url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(5000)", "synchronous(FULL)"}})
		return new(Config).pool(file, 1), err
	}
	c, err := postgresConfig(address)
	if err != nil {
		return nil, err
	}
	return new(Config).connections(c, 1), nil
}

func (s *Store) closeReport(ctx context.Context, id int64, at time.Time) error {
	err := s.transact(ctx, s.writes, statementLimit, func(t *tx) error {
		n, err := t.exec(`UPDATE reports SET done_at = ? WHERE id = ? AND done_at IS NULL`, at.UnixMilli(), id)
		return someRow(n, err, ErrNoReport)
	})
	if err != nil {
		return fmt.Errorf("close report %d: %w", id, err)
	}
	return nil
}
