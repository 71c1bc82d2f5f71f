package ws

import (
	"sync"
	"sync/atomic"
)

// guard is a socket slot that a newcomer can share with the socket it is about to replace.
type guard struct {
	holders atomic.Int32 // 1 or 2; 0 once it is given back
	free    func()       // gives the slot back
}

func newGuard(free func()) *guard {
	g := &guard{free: free}
	g.holders.Store(1)
	return g
}

// share makes the caller the second holder. It fails when there are two already or none any more, so that a slot stands for
// at most two sockets, and for two only while one of them is being closed.
func (g *guard) share() bool { return g.holders.CompareAndSwap(1, 2) }

// drop is what each holder does once.
func (g *guard) drop() {
	if g.holders.Add(-1) == 0 {
		g.free()
	}
}

// admit takes the slot of a new socket: that of the one it will replace if there is one, else a free one. Release gives it
// back; from here until then a shutdown waits for this socket.
func (h *Hub) admit(at place) (g *guard, release func(), err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.draining {
		return nil, nil, ErrDraining
	}
	if old := h.newest[at]; old != nil && old.guard.share() { // at nowhere there is none
		g = old.guard
	} else {
		free, err := h.slots.TryAcquire()
		if err != nil {
			return nil, nil, err
		}
		g = newGuard(free)
	}
	h.held++
	return g, sync.OnceFunc(func() { h.release(g) }), nil
}

func (h *Hub) release(g *guard) {
	g.drop()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.held--
	if h.draining && h.held == 0 {
		close(h.empty)
	}
}
