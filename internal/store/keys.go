package store

import (
	"context"
	"crypto/rand"
	"fmt"
)

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
