package auth

import (
	"context"
	"fmt"
	"time"
)

// Reset chooses a new password by the token from a mail, and signs in. All sessions of the account end. ErrBadToken when the
// token is invented, used, void or older than an hour; a password that is not allowed does not use it up.
func (d *Door) Reset(ctx context.Context, v Visit, token, password string) (SignedIn, error) {
	if !d.resets.genuine(token) {
		return SignedIn{}, ErrBadToken
	}
	password, err := cleanPassword(password)
	if err != nil {
		return SignedIn{}, err
	}
	r, err := d.accounts.FindReset(ctx, hashOf(token))
	if err != nil {
		return SignedIn{}, fmt.Errorf("find a reset: %w", err)
	}
	if !time.Now().Before(r.Expires) {
		return SignedIn{}, ErrBadToken
	}
	hash, err := d.hasher.make(ctx, password)
	if err != nil {
		return SignedIn{}, fmt.Errorf("hash a password: %w", err)
	}
	s, in := d.begin(v)
	a, ended, err := d.accounts.UseReset(ctx, r, hash, s) // looks again: the hash has taken its time
	if err != nil {
		return SignedIn{}, fmt.Errorf("use a reset: %w", err)
	}
	return d.let(v, a, s, in, ended), nil
}
