package main

import (
	"fmt"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/web/api"
)

// rates is the table of classes for the limiter. The way in has no session yet, so there the address is the limit itself.
func (c *config) rates() ratelimit.Config {
	return ratelimit.Config{
		AddressMultiplier: c.RateAddressMultiplier,
		DegradedShare:     c.RateDegradedShare,
		Classes: append([]ratelimit.Class{
			{Name: api.ClassAuth, Policy: c.RateAuth, AddressIsLimit: true},
			{Name: api.ClassRegister, Policy: c.RateRegister, AddressIsLimit: true},
			{Name: api.ClassForgot, Policy: c.RateForgot, AddressIsLimit: true},
			{Name: api.ClassGuest, Policy: c.RateGuest, AddressIsLimit: true},
			{Name: api.ClassInvite, Policy: c.RateInvite},
			{Name: api.ClassRead, Policy: c.RateRead, KeepsBurst: true},
			{Name: api.ClassWrite, Policy: c.RateWrite},
			{Name: api.ClassCreate, Policy: c.RateCreate},
			{Name: api.ClassUpgrade, Policy: c.RateUpgrade},
			{Name: api.ClassOdds, Policy: c.RateOdds},
			{Name: api.ClassDefault, Policy: c.RateDefault, KeepsBurst: true},
		}, auth.Classes()...),
	}
}

// checkRates refuses rates that are too much for the multiplier. Each by itself has been checked when it was read.
func (c *config) checkRates() error {
	if c.RateAddressMultiplier < 1 || !(c.RateDegradedShare > 0 && c.RateDegradedShare <= 1) {
		return nil // said already
	}
	if _, err := ratelimit.New(c.rates(), nil); err != nil {
		return fmt.Errorf("%[1]sRATE_*, %[1]sRATE_ADDRESS_MULTIPLIER times: %[2]w", prefix, err)
	}
	return nil
}

// quotas is the table of daily allowances.
func (c *config) quotas() quota.Config {
	return quota.Config{Guests: c.QuotaGuests, Allowances: map[quota.Kind]quota.Allowance{
		quota.Tables: c.QuotaTables, quota.Odds: c.QuotaOdds, quota.Chips: c.QuotaChips, quota.Exports: c.QuotaExports,
		quota.Mails: c.QuotaMails, quota.Reports: c.QuotaReports,
	}}
}
