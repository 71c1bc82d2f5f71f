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
func (l *Limiter) AllowKey(ctx context.Context, name string, key Key, cost int64) (res Result, err error) {
	c, err := l.class(name, cost)
	if c == nil {
		return res, err
	}
	res.Class, res.Policy = c.Name, c.Policy
	if err != nil {
		return res, err
	}
	if key.Kind() != AccountKind {
		return res, ErrNoAddress
	}
	err = l.count(ctx, c, &Caller{Address: key.in(c.number)}, false, cost, &res)
	return res, err
}
