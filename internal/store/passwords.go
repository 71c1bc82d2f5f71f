package store

import (
	"context"
	"database/sql"

	"example.com/fullhouse/auth"
)

// Each write here begins with the UPDATE of the account that it is about, which holds whatever else is about the same account
// until it is over. So what the UPDATE has compared stays true to the end.

// AddAccount keeps a new account with a password, the chips in its wallet and its first session.
func (s *Store) AddAccount(ctx context.Context, a auth.Account, hash string, chips int64, session auth.Session) (taken bool, err error) {
	err = s.write(ctx, func(t *tx) (err error) {
		if err := addAccount(t, a, hash, chips, session.Created); err != nil {
			return err
		}
		if taken, err = addAddress(t, a); err != nil {
			return err
		}
		return addSession(t, a.ID, session)
	})
	return taken, err
}

// Upgrade gives a guest a name, an address and a password.
func (s *Store) Upgrade(ctx context.Context, a auth.Account, hash string, session auth.Session) (taken bool, ended []string, err error) {
	err = s.write(ctx, func(t *tx) (err error) {
		n, err := t.exec(`UPDATE accounts SET name = ?, name_key = ?, guest = ?, email = ?, password = ?
			WHERE id = ? AND guest AND erased_at IS NULL`,
			a.Name, auth.Skeleton(a.Name), false, orNull(a.Email), hash, a.ID)
		if err := oneRow(n, err, auth.ErrNotGuest); err != nil {
			return err
		}
		if taken, err = addAddress(t, a); err != nil {
			return err
		}
		if ended, err = endAll(t, a.ID); err != nil {
			return err
		}
		return addSession(t, a.ID, session)
	})
	return taken, ended, err
}

// addAddress lets an account sign in with its address, unless that is another's.
func addAddress(t *tx, a auth.Account) (taken bool, err error) {
	if a.Email == "" {
		return false, nil
	}
	n, err := t.exec(`INSERT INTO addresses (email_key, account) VALUES (?, ?) ON CONFLICT (email_key) DO NOTHING`,
		auth.EmailKey(a.Email), a.ID)
	return err == nil && n == 0, err
}

// FindPassword returns an account and the hash of its password.
func (s *Store) FindPassword(ctx context.Context, by auth.Lookup, key string) (a auth.Account, hash string, err error) {
	const columns = `SELECT a.id, a.name, a.guest, coalesce(a.email, ''), coalesce(a.password, '') FROM accounts a `
	query := [...]string{
		auth.ByID:    columns + `WHERE a.id = ? AND a.erased_at IS NULL`,
		auth.ByName:  columns + `WHERE a.name_key = ? AND a.erased_at IS NULL`,
		auth.ByEmail: columns + `JOIN addresses d ON d.account = a.id WHERE d.email_key = ?`,
	}[by]
	found, err := s.row(ctx, query, []any{key}, &a.ID, &a.Name, &a.Guest, &a.Email, &hash)
	if err == nil && !found {
		err = auth.ErrNotFound
	}
	return a, hash, err
}

// Rehash replaces a hash by another of the same password.
func (s *Store) Rehash(ctx context.Context, account, old, hash string) error {
	return s.write(ctx, func(t *tx) error { return setPassword(t, account, old, hash) })
}

func setPassword(t *tx, account, old, hash string) error {
	n, err := t.exec(`UPDATE accounts SET password = ? WHERE id = ? AND password = ?`, hash, account, old)
	return oneRow(n, err, auth.ErrBadCredentials)
}

// ChangePassword replaces a hash, ends the account's sessions and begins one.
func (s *Store) ChangePassword(ctx context.Context, account, old, hash string, session auth.Session) (ended []string, err error) {
	err = s.write(ctx, func(t *tx) (err error) {
		if err := setPassword(t, account, old, hash); err != nil {
			return err
		}
		if ended, err = endAll(t, account); err != nil {
			return err
		}
		return addSession(t, account, session)
	})
	return ended, err
}

// endAll ends an account's sessions, and a reset under way.
func endAll(t *tx, account string) (ended []string, err error) {
	if _, err := t.exec(`DELETE FROM resets WHERE account = ?`, account); err != nil {
		return nil, err
	}
	return endedBy(t, `DELETE FROM sessions WHERE account = ? RETURNING id`, account)
}

// endedBy runs a statement that ends sessions and returns their ids.
func endedBy(t *tx, text string, args ...any) (ended []string, err error) {
	err = t.each(func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ended = append(ended, id)
		return err
	}, text, args...)
	return ended, err
}
