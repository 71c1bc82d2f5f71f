package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"

	"golang.org/x/crypto/argon2"
)

// Cost is how much work one hash is.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
	Threads   uint8
}

// defaultCost is the least that OWASP recommends: about 60 ms of a core.
var defaultCost = Cost{MemoryKiB: 19 << 10, Passes: 2, Threads: 1}

// maxCost bounds what a row of the database can make this process do.
var maxCost = Cost{MemoryKiB: 256 << 10, Passes: 16, Threads: 16}

func (c Cost) sane() bool {
	return c.MemoryKiB >= 8*uint32(c.Threads) && c.MemoryKiB <= maxCost.MemoryKiB && c.Passes >= 1 && c.Passes <= maxCost.Passes &&
		c.Threads >= 1 && c.Threads <= maxCost.Threads
}

const (
	saltBytes = 16
	hashBytes = 32
)

// hasher computes hashes of passwords, never more at once than its gate has permits. It fails closed: without a permit nobody
// is let in.
type hasher struct {
	gate  Gate
	cost  Cost
	dummy phc // of no password: what is computed for an account without one
}

func newHasher(gate Gate, cost Cost) *hasher {
	h := &hasher{gate: gate, cost: cost}
	h.dummy = h.salted()
	h.dummy.hash = make([]byte, hashBytes)
	rand.Read(h.dummy.hash) // never fails
	return h
}

func (h *hasher) salted() phc {
	p := phc{cost: h.cost, salt: make([]byte, saltBytes)}
	rand.Read(p.salt) // never fails
	return p
}

// make hashes a new password.
func (h *hasher) make(ctx context.Context, password string) (string, error) {
	p := h.salted()
	var err error
	if p.hash, err = h.compute(ctx, p, password, hashBytes); err != nil {
		return "", err
	}
	return p.String(), nil
}

// check holds a password against what is kept, and reports whether it is right and whether what is kept was made at another
// cost. For an account without a password, or without an account, it computes as much and says no.
func (h *hasher) check(ctx context.Context, kept, password string) (right, stale bool, err error) {
	p := h.dummy
	if kept != "" {
		if p, err = parsePHC(kept); err != nil {
			return false, false, err
		}
	}
	hash, err := h.compute(ctx, p, password, len(p.hash))
	if err != nil {
		return false, false, err
	}
	right = subtle.ConstantTimeCompare(hash, p.hash) == 1 && kept != ""
	return right, p.cost != h.cost || len(p.salt) != saltBytes || len(p.hash) != hashBytes, nil
}

// compute holds a permit for exactly as long as the work lasts: also when the caller has gone meanwhile, for the work cannot be
// interrupted.
func (h *hasher) compute(ctx context.Context, p phc, password string, length int) ([]byte, error) {
	release, err := h.gate.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return argon2.IDKey([]byte(password), p.salt, p.cost.Passes, p.cost.MemoryKiB, p.cost.Threads, uint32(length)), nil
}
