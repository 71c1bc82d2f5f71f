package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
)

// Named is the key of what a text names: an account, or an account from one place. The text may be anybody's invention, so
// whoever asks has been charged by their address before.
func (s *Sessions) Named(text string) Key {
	sum := sha256.Sum256(append(append([]byte("named/1"), s.secret[:]...), text...))
	return Key{
		hi: tagNamed<<tagShift | binary.BigEndian.Uint64(sum[:8])&hashMask,
		lo: binary.BigEndian.Uint64(sum[8:16]),
	}
}

// AllowKey decides about one call by one key alone, made with Named, and charges for it. The key is held to what an address is
// held to in the class. It answers as Allow does.
func (l *Limiter) AllowKey(ctx context.Context, name string, key Key, cost int64) (Result, error) {
	c, err := l.class(name, cost)
	if c == nil {
		return Result{}, err
	}
	if err == nil && key.Kind() != AccountKind {
		err = ErrNoAddress
	}
	if err != nil {
		return Result{Class: c.Name, Policy: c.Policy}, err
	}
	return l.count(ctx, c, Call{Class: c.Name, Cost: cost,
		Address: Bucket{Key: key.in(c.number), Policy: c.rates.address, Degraded: c.degraded.address}})
}
