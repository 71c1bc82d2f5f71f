package main

import (
	"fmt"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/web/api"
)

// rates is the table of classes for the limiter. The way in has no session yet, so there the address is the limit itself.
func (c *config) rates() ratelimit.Config {
	return ratelimit.Config{
		AddressMultiplier: c.RateAddressMultiplier,
		Classes: append([]ratelimit.Class{
			{Name: api.ClassGuest, Policy: c.RateGuest, AddressIsLimit: true},
			{Name: api.ClassRead, Policy: c.RateRead},
			{Name: api.ClassWrite, Policy: c.RateWrite},
			{Name: api.ClassCreate, Policy: c.RateCreate},
			{Name: api.ClassUpgrade, Policy: c.RateUpgrade},
			{Name: api.ClassDefault, Policy: c.RateDefault},
		}, auth.Classes()...),
	}
}

// checkRates refuses rates that are too much for the multiplier. Each by itself has been checked when it was read.
func (c *config) checkRates() error {
	if c.RateAddressMultiplier < 1 {
		return nil // said already
	}
	if _, err := ratelimit.New(c.rates(), nil); err != nil {
		return fmt.Errorf("%[1]sRATE_*, %[1]sRATE_ADDRESS_MULTIPLIER times: %[2]w", prefix, err)
	}
	return nil
}

// newLimiter makes the limiter and the store in which it counts.
func (a *app) newLimiter() (err error) {
	if a.keys, err = ratelimit.NewLocal(a.cfg.RateMaxKeys); err != nil {
		return err
	}
	a.limiter, err = ratelimit.New(a.cfg.rates(), a.keys)
	return err
}
