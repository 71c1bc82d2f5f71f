package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Compact deletes records that no recovery reads any more: those behind a table's last checkpoint, and all of a closed table's,
// if they are older than before. It takes one table at a time and at most limit records, and reports how many: 0 when there is
// nothing left. A table in quarantine keeps its log, for whoever may mend it. The ledger is never compacted.
func (s *Store) Compact(ctx context.Context, before time.Time, limit int) (int, error) {
	var id string
	var first, end, deleted int64 // deleted is read only when write has succeeded
	found, err := s.row(ctx, `SELECT t.id, l.seq, CASE WHEN t.closed_at IS NULL THEN t.checkpoint ELSE t.last_seq + 1 END
		FROM tables t JOIN table_log l ON l.table_id = t.id AND l.seq = (SELECT min(seq) FROM table_log WHERE table_id = t.id)
		WHERE l.at < ? AND (l.seq < t.checkpoint OR t.closed_at IS NOT NULL)
			AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.table_id = t.id AND q.undone_at IS NULL)
		LIMIT 1`, []any{before.UnixMilli()}, &id, &first, &end)
	if err == nil && found {
		err = s.write(ctx, func(t *tx) (err error) {
			deleted, err = t.exec(`DELETE FROM table_log WHERE table_id = ? AND seq >= ? AND seq < ? AND at < ?`,
				id, first, min(end, first+int64(limit)), before.UnixMilli())
			return err
		})
	}
	if err != nil {
		return 0, fmt.Errorf("compact the logs: %w", err)
	}
	return int(deleted), nil
}

// ForgetSessions deletes at most limit sessions and at most as many permissions to choose a new password that are over, and
// reports how many sessions.
func (s *Store) ForgetSessions(ctx context.Context, now time.Time, limit int) (int, error) {
	var deleted int64 // read only when write has succeeded
	err := s.write(ctx, func(t *tx) (err error) {
		deleted, err = t.exec(`DELETE FROM sessions WHERE token_hash IN
			(SELECT token_hash FROM sessions WHERE expires_at <= ? LIMIT ? `+t.dialect.skipLocked+`)`, now.UnixMilli(), limit)
		if err != nil {
			return err
		}
		_, err = t.exec(`DELETE FROM resets WHERE account IN
			(SELECT account FROM resets WHERE expires_at <= ? LIMIT ? `+t.dialect.skipLocked+`)`, now.UnixMilli(), limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget sessions: %w", err)
	}
	return int(deleted), nil
}

// ForgetGuests removes at most limit guests whose last session is over: nobody can come back to such an account, which has
// no password. What is in their wallets goes to the mint. Who has chips at a table, or an open table, is kept until that is
// over.
func (s *Store) ForgetGuests(ctx context.Context, now time.Time, limit int) (removed int, err error) {
	for after, more := "", true; more && removed == 0 && err == nil; { // a page of guests who are all kept must not hide the others
		var ids []string
		ids, err = s.strandedGuests(ctx, now, after, limit)
		for _, id := range ids {
			var gone bool
			if gone, err = s.forgetGuest(ctx, id, now); err != nil {
				break
			}
			if gone {
				removed++
			}
			after = id
		}
		more = len(ids) == limit
	}
	if err != nil {
		return removed, fmt.Errorf("forget guests: %w", err)
	}
	return removed, nil
}

// strandedGuests are guests without a session that lives or an open table, in the order of their ids.
func (s *Store) strandedGuests(ctx context.Context, now time.Time, after string, limit int) (ids []string, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT id FROM accounts a WHERE guest AND erased_at IS NULL AND id > ?
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account = a.id AND s.expires_at > ?)
		AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.creator = a.id AND t.closed_at IS NULL)
		ORDER BY id LIMIT ?`, after, now.UnixMilli(), limit)
	return ids, err
}

// forgetGuest removes one, unless it has chips at a table. A row that tables refer to stays, as nobody's.
func (s *Store) forgetGuest(ctx context.Context, id string, now time.Time) (bool, error) {
	var gone bool // read only when write has succeeded
	err := s.write(ctx, func(t *tx) error {
		have, err := holdingsOf(t, id)
		if err != nil || have.seats > 0 {
			return err
		}
		n, err := t.exec(`UPDATE accounts SET name = ?, name_key = ?, erased_at = ? WHERE id = ? AND guest AND erased_at IS NULL
			AND NOT EXISTS (SELECT 1 FROM sessions WHERE account = ? AND expires_at > ?)`,
			erasedName, "erased:"+id, now.UnixMilli(), id, id, now.UnixMilli())
		if err != nil || n == 0 {
			return err
		}
		if _, err := endAll(t, id); err != nil {
			return err
		}
		if _, err := t.exec(`DELETE FROM accounts WHERE id = ? AND NOT EXISTS (SELECT 1 FROM tables WHERE creator = ?)`, id, id); err != nil {
			return err
		}
		if err := leaveHands(t, id); err != nil {
			return err
		}
		gone = true
		return giveUpChips(t, id, now)
	})
	return err == nil && gone, err
}
