package store

import (
	"context"
	"fmt"
	"time"

	"example.com/fullhouse/lobby"
)

// AddInvite keeps an invite of an open table in the place of the one before it of its kind.
func (s *Store) AddInvite(ctx context.Context, inv lobby.Invite) error {
	err := s.write(ctx, func(t *tx) error {
		n, err := t.exec(`INSERT INTO invites (table_id, watch, token_hash, expires_at)
			SELECT id, ?, ?, ? FROM tables WHERE id = ? AND closed_at IS NULL
			ON CONFLICT (table_id, watch) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
			inv.Watch, inv.Hash[:], inv.Expires.UnixMilli(), inv.Table)
		return someRow(n, err, lobby.ErrNotFound)
	})
	if err != nil {
		return fmt.Errorf("keep an invite of table %s: %w", inv.Table, err)
	}
	return nil
}

// FindInvite returns the invite of an open table whose token has that hash, also one whose time is over.
func (s *Store) FindInvite(ctx context.Context, hash lobby.InviteHash) (lobby.Invite, error) {
	inv := lobby.Invite{Hash: hash}
	var expires int64
	found, err := s.row(ctx, `SELECT i.table_id, i.watch, i.expires_at, a.name FROM invites i
		JOIN tables t ON t.id = i.table_id JOIN accounts a ON a.id = t.creator
		WHERE i.token_hash = ? AND t.closed_at IS NULL`, []any{hash[:]}, &inv.Table, &inv.Watch, &expires, &inv.Host)
	switch {
	case err != nil:
		return lobby.Invite{}, err
	case !found:
		return lobby.Invite{}, lobby.ErrInviteEnded
	}
	inv.Expires = time.UnixMilli(expires)
	return inv, nil
}

// Admit lets an account in by an invite. The table's invites are locked first: whoever makes a new one, or lets somebody in by
// the other kind, waits for this to end or comes before it.
func (s *Store) Admit(ctx context.Context, inv lobby.Invite, account string, at time.Time, most int) error {
	err := s.write(ctx, func(t *tx) error {
		if _, err := t.exec(`UPDATE invites SET expires_at = expires_at WHERE table_id = ?`, inv.Table); err != nil {
			return err
		}
		var watch bool
		found, err := t.row(`SELECT watch FROM invites WHERE token_hash = ? AND table_id = ? AND expires_at > ?`,
			[]any{inv.Hash[:], inv.Table, at.UnixMilli()}, &watch)
		if err != nil {
			return err
		}
		if !found {
			return lobby.ErrInviteEnded
		}
		n, err := t.exec(`INSERT INTO admissions (table_id, account, watch, admitted_at) SELECT ?, ?, ?, ?
			WHERE (SELECT count(*) FROM admissions WHERE table_id = ? AND account <> ?) < ?
			ON CONFLICT (table_id, account) DO UPDATE SET watch = admissions.watch AND excluded.watch`,
			inv.Table, account, watch, at.UnixMilli(), inv.Table, account, most)
		return someRow(n, err, lobby.ErrAdmissionsFull)
	})
	if err != nil {
		return fmt.Errorf("admit to table %s: %w", inv.Table, err)
	}
	return nil
}

// Admission is what an account was let in for at a table.
func (s *Store) Admission(ctx context.Context, table, account string) (lobby.Admission, error) {
	var watch bool
	found, err := s.row(ctx, `SELECT watch FROM admissions WHERE table_id = ? AND account = ?`, []any{table, account}, &watch)
	switch {
	case err != nil:
		return lobby.Stranger, fmt.Errorf("read who is admitted to table %s: %w", table, err)
	case !found:
		return lobby.Stranger, nil
	}
	return lobby.Invite{Watch: watch}.Grants(), nil
}

// ForgetDoors deletes at most limit admissions of tables that are closed for good, and as many invites that are over or lead to
// such a table. It reports how many of both. A table in quarantine may be opened again, and so keeps its own.
func (s *Store) ForgetDoors(ctx context.Context, now time.Time, limit int) (int, error) {
	const closed = `NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = d.table_id AND (t.closed_at IS NULL
		OR EXISTS (SELECT 1 FROM quarantines q WHERE q.table_id = t.id AND q.undone_at IS NULL)))`
	var admissions, invites int64 // read only when write has succeeded
	err := s.write(ctx, func(t *tx) (err error) {
		admissions, err = t.exec(`DELETE FROM admissions WHERE (table_id, account) IN
			(SELECT d.table_id, d.account FROM admissions d WHERE `+closed+` LIMIT ? `+t.dialect.skipLocked+`)`, limit)
		if err != nil {
			return err
		}
		invites, err = t.exec(`DELETE FROM invites WHERE (table_id, watch) IN
			(SELECT d.table_id, d.watch FROM invites d WHERE d.expires_at <= ? OR `+closed+` LIMIT ? `+t.dialect.skipLocked+`)`,
			now.UnixMilli(), limit)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("forget who may enter: %w", err)
	}
	return int(admissions + invites), nil
}

// someRow is the answer to a statement that changes no row when what it needs is not so: why then.
func someRow(n int64, err, why error) error {
	if err == nil && n == 0 {
		return why
	}
	return err
}
