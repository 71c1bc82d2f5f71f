package store

import (
	"context"
	"time"

	"example.com/fullhouse/auth"
)

// AddReset keeps a permission to choose a new password, in the place of the account's earlier one.
func (s *Store) AddReset(ctx context.Context, r auth.Reset) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.exec(`INSERT INTO resets (account, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (account) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
			r.Account, r.Hash[:], r.Created.UnixMilli(), r.Expires.UnixMilli())
		return err
	})
}

// FindReset returns the permission whose token has that hash, expired or not.
func (s *Store) FindReset(ctx context.Context, hash auth.TokenHash) (auth.Reset, error) {
	r := auth.Reset{Hash: hash}
	var created, expires int64
	found, err := s.row(ctx, `SELECT account, created_at, expires_at FROM resets WHERE token_hash = ?`, []any{hash[:]}, &r.Account, &created, &expires)
	if err == nil && !found {
		err = auth.ErrBadToken
	}
	r.Created, r.Expires = time.UnixMilli(created), time.UnixMilli(expires)
	return r, err
}

// UseReset uses a permission up. The statement that takes it away is what decides between two callers.
func (s *Store) UseReset(ctx context.Context, r auth.Reset, hash string, session auth.Session) (a auth.Account, ended []string, err error) {
	err = s.write(ctx, func(t *tx) error {
		found, err := t.row(`UPDATE accounts SET password = ? WHERE id = ? AND NOT guest AND erased_at IS NULL
			RETURNING id, name, guest, coalesce(email, '')`, []any{hash, r.Account}, &a.ID, &a.Name, &a.Guest, &a.Email)
		if err != nil {
			return err
		}
		n, err := t.exec(`DELETE FROM resets WHERE token_hash = ? AND expires_at > ?`, r.Hash[:], session.Created.UnixMilli())
		switch {
		case err != nil:
			return err
		case n == 0 || !found:
			return auth.ErrBadToken
		}
		if ended, err = endAll(t, r.Account); err != nil {
			return err
		}
		return addSession(t, r.Account, session)
	})
	if err != nil {
		return auth.Account{}, nil, err
	}
	return a, ended, nil
}
