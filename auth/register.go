package auth

import (
	"context"
	"fmt"
)

// Registration is what somebody types to be known again without a cookie.
type Registration struct {
	Name     string
	Email    string // may be empty: then there is no way back when the password is forgotten
	Password string
}

// Register makes an account with a password and signs it in. With a guest it is the guest's account that gets the name and the
// password: id, chips and seats stay, and all its sessions end.
//
// An address that another account has is no refusal, or anybody could ask who is here. The account is made, and shows the
// address to its owner; but signing in and resetting by it stay the other's, who gets a mail.
func (d *Door) Register(ctx context.Context, v Visit, guest *Identity, r Registration) (SignedIn, error) {
	a, password, err := r.clean()
	if err != nil {
		return SignedIn{}, err
	}
	if guest != nil && !guest.Guest {
		return SignedIn{}, ErrNotGuest
	}
	hash, err := d.hasher.make(ctx, password)
	if err != nil {
		return SignedIn{}, fmt.Errorf("hash a password: %w", err)
	}
	s, token := d.begin(v)
	var taken bool
	var ended []string
	if guest != nil {
		a.ID = guest.ID
		taken, ended, err = d.accounts.Upgrade(ctx, a, hash, s)
	} else {
		a.ID = newID()
		taken, err = d.accounts.AddAccount(ctx, a, hash, d.cfg.StartingChips, s)
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("register: %w", err)
	}
	if taken {
		d.warnOwner(a.Email)
	}
	return d.let(v, a, s, token, ended), nil
}

// clean checks what was typed before anything costly is done with it.
func (r Registration) clean() (a Account, password string, err error) {
	if a.Name, err = cleanName(r.Name); err != nil {
		return a, "", err
	}
	if r.Email != "" {
		if a.Email, err = cleanEmail(r.Email); err != nil {
			return a, "", err
		}
	}
	password, err = cleanPassword(r.Password)
	return a, password, err
}
