package auth

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ChangePassword replaces the caller's password, if they know the old one. All their sessions end, and a new one begins.
func (d *Door) ChangePassword(ctx context.Context, v Visit, who Identity, old, password string) (SignedIn, error) {
	password, err := cleanPassword(password)
	if err != nil {
		return SignedIn{}, err
	}
	a, hash, err := d.proven(ctx, who, old)
	if err != nil {
		return SignedIn{}, err
	}
	fresh, err := d.hasher.make(ctx, password)
	if err != nil {
		return SignedIn{}, fmt.Errorf("hash a password: %w", err)
	}
	s, token := d.begin(v)
	ended, err := d.accounts.ChangePassword(ctx, a.ID, hash, fresh, s)
	if err != nil {
		return SignedIn{}, fmt.Errorf("change password: %w", err)
	}
	return d.let(v, a, s, token, ended), nil
}

// proven is the caller's account, if its password is the one given. Whoever has stolen a session may try no more often than
// somebody who signs in.
func (d *Door) proven(ctx context.Context, who Identity, password string) (a Account, hash string, err error) {
	password, err = cleanPassword(password)
	if err != nil {
		return Account{}, "", ErrBadCredentials
	}
	if err := d.try(ctx, ClassPair, "own\x00"+who.ID, 1); err != nil {
		return Account{}, "", err
	}
	a, hash, err = d.accounts.FindPassword(ctx, ByID, who.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		return Account{}, "", ErrUnauthenticated // deleted a moment ago
	case err != nil:
		return Account{}, "", fmt.Errorf("find an account: %w", err)
	}
	hash, err = d.check(ctx, a.ID, hash, password)
	return a, hash, err
}

// Rename gives the caller another name, guest or not.
func (d *Door) Rename(ctx context.Context, who Identity, name string) (Account, error) {
	name, err := cleanName(name)
	if err != nil {
		return Account{}, err
	}
	if err := d.accounts.Rename(ctx, who.ID, name); err != nil {
		return Account{}, fmt.Errorf("rename: %w", err)
	}
	a := who.Account
	a.Name = name
	return a, nil
}

// Delete makes the caller's account nobody's: chips go back to the mint, sessions end, and what is kept of its games no longer
// says whose they were. A guest needs no password. The caller of Delete has checked that the account sits nowhere.
func (d *Door) Delete(ctx context.Context, who Identity, password string) error {
	hash := ""
	if !who.Guest {
		var err error
		if _, hash, err = d.proven(ctx, who, password); err != nil {
			return err
		}
	}
	if _, err := d.accounts.Erase(ctx, who.ID, hash, time.Now()); err != nil {
		return fmt.Errorf("delete account: %w", err)
	}
	return nil
}
