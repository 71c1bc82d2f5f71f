package auth

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Login signs an account in by its name or address and its password. ErrBadCredentials is for unknown and wrong alike, and
// comes after the same work: a look, the throttles, and one hash.
func (d *Door) Login(ctx context.Context, v Visit, name, password string) (SignedIn, error) {
	by, key := typed(name)
	password, err := cleanPassword(password)
	if err != nil || key == "" {
		return SignedIn{}, ErrBadCredentials // nobody can have chosen these
	}
	a, hash, err := d.accounts.FindPassword(ctx, by, key)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return SignedIn{}, fmt.Errorf("find an account: %w", err)
	}
	if err := d.slow(ctx, v, key, a.ID); err != nil {
		return SignedIn{}, err
	}
	if hash, err = d.check(ctx, a.ID, hash, password); err != nil {
		return SignedIn{}, err
	}
	s, token := d.begin(v)
	ended, err := d.accounts.AddSession(ctx, a.ID, hash, s)
	if err != nil {
		return SignedIn{}, fmt.Errorf("add session: %w", err)
	}
	return d.let(v, a, s, token, ended), nil
}

// typed is what somebody may have meant by a name: an address has an @, and no name does. The key is "" when nobody can be
// called that.
func typed(name string) (by Lookup, key string) {
	switch {
	case len(name) > maxEmail:
		return ByName, ""
	case strings.Contains(name, "@"):
		return ByEmail, EmailKey(strings.TrimSpace(name))
	}
	return ByName, Skeleton(name)
}

// check holds a password against an account's hash, "" when there is none. It returns the hash that is kept from now on: a new
// one if the old one was made at another cost.
func (d *Door) check(ctx context.Context, account, hash, password string) (string, error) {
	right, stale, err := d.hasher.check(ctx, hash, password)
	switch {
	case err != nil:
		return "", fmt.Errorf("check a password: %w", err)
	case !right:
		return "", ErrBadCredentials
	case !stale:
		return hash, nil
	}
	fresh, err := d.hasher.make(ctx, password)
	if err == nil {
		err = d.accounts.Rehash(ctx, account, hash, fresh)
	}
	if err != nil {
		return "", fmt.Errorf("hash a password anew: %w", err)
	}
	return fresh, nil
}
