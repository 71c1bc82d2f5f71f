package capacity

import (
	"sync"
)

// Keyed bounds how many things of one owner live at once. It fails closed: who has as many as allowed is refused, and
// nobody else notices. Keyed must not be copied.
//
// An owner is remembered only while something of theirs lives, so the bound on all things together bounds the memory too:
// take that slot first.
type Keyed struct {
	code  Error
	limit int64

	mu      sync.Mutex // guards the rest
	held    map[string]int64
	refused int64
}

// NewKeyed returns a bound of limit things an owner, whose refusal carries code.
func NewKeyed(code Error, limit int) *Keyed {
	return &Keyed{code: code, limit: int64(limit), held: map[string]int64{}}
}

// TryAcquire counts one thing of an owner, or refuses at once with a FullError when they have as many as allowed. Release
// gives it back; only its first call counts.
func (k *Keyed) TryAcquire(owner string) (release func(), err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if n := k.held[owner]; n >= k.limit {
		k.refused++
		return nil, &FullError{code: k.code, used: n, limit: k.limit}
	}
	return k.take(owner), nil
}

// Overbook counts one also when the owner has as many as allowed, for what already exists.
func (k *Keyed) Overbook(owner string) (release func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.take(owner)
}

// take needs the lock.
func (k *Keyed) take(owner string) (release func()) {
	k.held[owner]++
	return sync.OnceFunc(func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		if k.held[owner]--; k.held[owner] == 0 {
			delete(k.held, owner)
		}
	})
}

// InUse is how many things of an owner live.
func (k *Keyed) InUse(owner string) int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.held[owner]
}

// Owners is how many owners are remembered: those who hold something.
func (k *Keyed) Owners() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.held)
}

// Refused is how often somebody was turned away.
func (k *Keyed) Refused() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.refused
}
