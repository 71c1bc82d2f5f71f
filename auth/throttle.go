package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/ratelimit"
)

// The classes of limits that hold whoever tries passwords, besides the one of their address at the edge.
const (
	ClassPair    = "login-pair"     // one account from one address, or from one known device
	ClassAccount = "login-account"  // one account from everywhere but its known devices
	ClassForgot  = "forgot-account" // links that others can have sent to one account
	ClassWarn    = "warn-account"   // warnings that others can have sent to one account; few, for they use up its mails of the day
)

// Classes are the limits, for the limiter's table. They are part of how this package works, and no setting.
func Classes() []ratelimit.Class {
	return []ratelimit.Class{
		{Name: ClassPair, Policy: ratelimit.Policy{Limit: 12, Window: time.Hour, Burst: dear}, AddressIsLimit: true},
		{Name: ClassAccount, Policy: ratelimit.Policy{Limit: 60, Window: time.Hour, Burst: 20}, AddressIsLimit: true},
		{Name: ClassForgot, Policy: ratelimit.Policy{Limit: 3, Window: time.Hour, Burst: 3}, AddressIsLimit: true},
		{Name: ClassWarn, Policy: ratelimit.Policy{Limit: 1, Window: 24 * time.Hour, Burst: 1}, AddressIsLimit: true},
	}
}

// dear is what an attempt costs the pair while strangers hammer its account: all that a rested pair has, so that there is one
// attempt in half an hour from each address.
const dear = 6

// Throttle counts attempts. Throttled makes one of a limiter.
type Throttle interface {
	// Try counts one attempt. When it is refused the error has the code rate_limited, and retry is the exact wait.
	Try(ctx context.Context, class, key string, cost int64) (retry time.Duration, err error)
}

// Throttled counts in a limiter, whose table has the Classes. Keys are hashed under the secret of names.
func Throttled(limiter *ratelimit.Limiter, names *ratelimit.Sessions) Throttle {
	return throttled{limiter, names}
}

type throttled struct {
	limiter *ratelimit.Limiter
	names   *ratelimit.Sessions
}

func (t throttled) Try(ctx context.Context, class, key string, cost int64) (time.Duration, error) {
	res, err := t.limiter.AllowKey(ctx, class, t.names.Named(key), cost)
	return res.Retry, err
}

// slow holds an attempt to sign in to its limits. They are counted by what was typed, known or not, so that they tell nothing.
// A device that has signed this account in before has a bucket to itself: no stranger can use that up. Everybody else shares
// the account's; when it is used up they are not refused for that, but every attempt costs their address all that it has. So
// an owner on a new device gets in while others hammer, if a little later; a success clears nothing for anyone.
func (d *Door) slow(ctx context.Context, v Visit, key, account string) error {
	if device, known := d.devices.read(v.Device, account, time.Now()); known {
		return d.try(ctx, ClassPair, "device\x00"+key+"\x00"+device, 1)
	}
	cost := int64(1)
	err := d.try(ctx, ClassAccount, key, 1)
	if errors.Is(err, ratelimit.ErrRateLimited) {
		cost = dear
	} else if err != nil {
		return err
	}
	return d.try(ctx, ClassPair, "address\x00"+key+"\x00"+string(v.From.AppendTo(nil)), cost)
}

// try counts an attempt, and returns a *SlowDownError when the limiter refuses it.
func (d *Door) try(ctx context.Context, class, key string, cost int64) error {
	retry, err := d.deps.Throttle.Try(ctx, class, key, cost)
	if _, refusal := errors.AsType[interface {
		error
		Code() string
	}](err); refusal {
		return &SlowDownError{Class: class, Wait: retry, Err: err}
	}
	if err != nil {
		return fmt.Errorf("count an attempt: %w", err)
	}
	return nil
}
