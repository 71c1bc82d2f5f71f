package auth

import (
	"context"
	"errors"
	"fmt"

	"example.com/fullhouse/ratelimit/quota"
)

// Guest makes an account with a random name and signs it in. The account is charged to the visitor's address, in the
// transaction that makes it: a *quota.ExhaustedError when that has made as many as it may today.
func (d *Door) Guest(ctx context.Context, v Visit) (SignedIn, error) {
	a := Account{ID: newID(), Guest: true}
	s, token := d.begin(v)
	err := d.deps.Quota.Spend(quota.Guests, quota.Caller{Address: v.Address}, func(charges []quota.Charge) error {
		var err error
		for try := range endings {
			a.Name = randomName(try)
			if err = d.accounts.AddGuest(ctx, a, d.cfg.StartingChips, s, charges...); !errors.Is(err, ErrNameTaken) {
				break
			}
		}
		return err
	})
	if err != nil {
		return SignedIn{}, fmt.Errorf("add guest: %w", err)
	}
	return d.let(v, a, s, token, nil), nil
}
