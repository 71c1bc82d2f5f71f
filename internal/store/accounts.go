package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
)

// AddGuest keeps a new account, the chips in its wallet and its first session: all of them or nothing.
func (s *Store) AddGuest(ctx context.Context, a auth.Account, chips int64, session auth.Session) error {
	return s.write(ctx, func(t *tx) error { return addGuest(t, a, chips, session) })
}

func addGuest(t *tx, a auth.Account, chips int64, session auth.Session) error {
	created := session.Created.UnixMilli()
	n, err := t.exec(`INSERT INTO accounts (id, name, name_key, guest, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (name_key) DO NOTHING`, a.ID, a.Name, strings.ToLower(a.Name), a.Guest, created)
	if err != nil {
		return err
	}
	if n == 0 {
		return auth.ErrNameTaken
	}
	if chips > 0 {
		err := post(t, &table.Transfer{ID: "start:" + a.ID, Kind: "starting_chips", Entries: []table.Entry{
			{Account: table.Mint, Amount: -table.Chips(chips)},
			{Account: table.Wallet(a.ID), Amount: table.Chips(chips)},
		}}, created)
		if err != nil {
			return err
		}
	}
	_, err = t.exec(`INSERT INTO sessions (token_hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)`,
		session.Hash[:], a.ID, created, session.Expires.UnixMilli())
	return err
}

// FindSession returns the session whose token has that hash, expired or not, and its account.
func (s *Store) FindSession(ctx context.Context, hash auth.TokenHash) (auth.Account, auth.Session, error) {
	var a auth.Account
	var created, expires int64
	found, err := s.row(ctx, `SELECT a.id, a.name, a.guest, s.created_at, s.expires_at
		FROM sessions s JOIN accounts a ON a.id = s.account WHERE s.token_hash = ?`,
		[]any{hash[:]}, &a.ID, &a.Name, &a.Guest, &created, &expires)
	if err != nil {
		return auth.Account{}, auth.Session{}, err
	}
	if !found {
		return auth.Account{}, auth.Session{}, auth.ErrUnauthenticated
	}
	return a, auth.Session{Hash: hash, Created: time.UnixMilli(created), Expires: time.UnixMilli(expires)}, nil
}

// EndSession forgets a session. One that is not there is no error.
func (s *Store) EndSession(ctx context.Context, hash auth.TokenHash) error {
	return s.write(ctx, func(t *tx) error {
		_, err := t.exec(`DELETE FROM sessions WHERE token_hash = ?`, hash[:])
		return err
	})
}

// Key returns the server key of that name, 32 random bytes made when it is first asked for and the same ever after.
func (s *Store) Key(ctx context.Context, name string) ([]byte, error) {
	var key []byte
	if found, err := s.key(ctx, name, &key); found || err != nil {
		return key, err
	}
	fresh := make([]byte, 32)
	rand.Read(fresh) // never fails
	err := s.write(ctx, func(t *tx) error {
		_, err := t.exec(`INSERT INTO server_keys (name, key) VALUES (?, ?) ON CONFLICT DO NOTHING`, name, fresh)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make server key %s: %w", name, err)
	}
	_, err = s.key(ctx, name, &key) // another caller's, if it was faster
	return key, err
}

func (s *Store) key(ctx context.Context, name string, key *[]byte) (found bool, err error) {
	found, err = s.row(ctx, `SELECT key FROM server_keys WHERE name = ?`, []any{name}, key)
	if err != nil {
		return false, fmt.Errorf("read server key %s: %w", name, err)
	}
	return found, nil
}
