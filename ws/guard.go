package ws

import "sync"

// guard is all that was taken for a socket, which a newcomer can share with the socket it is about to replace. The hub's
// lock guards it.
type guard struct {
	holders int    // 1 or 2; 0 once it is given back
	free    func() // gives all of it back
}

// share makes the caller the second holder. It fails when there are two already or none any more, so that what was taken
// for one socket stands for at most two, and for two only while one of them is being closed.
func (g *guard) share() bool {
	if g.holders != 1 {
		return false
	}
	g.holders = 2
	return true
}

// drop is what each holder does once.
func (g *guard) drop() {
	if g.holders--; g.holders == 0 {
		g.free()
	}
}

// admit lets a session in, if there is room for it: in the place of the one it will replace if there is one, else in one of
// its own. From here until its release a shutdown waits for it. All of it is one step under the lock, so that racers can't
// each find the same room.
//
// Only a request that opens a socket, or fails to, is charged to the rate of the whole server; a plain one is just told.
func (h *Hub) admit(s *session, in *arrival, opens bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.draining:
		return ErrDraining
	case in.signedOut(s.caller):
		return ErrUnauthenticated
	}
	seats := s.stream.seats()
	_, seated := seats[s.caller.Account]
	tat, err := h.churn.next(seated, h.now())
	if err != nil {
		return err
	}
	if old := h.newest[s.at]; old != nil && old.guard.share() { // at nowhere there is none
		s.guard = old.guard
	} else {
		free, err := h.bounds.take(s, seats)
		if err != nil {
			return err
		}
		s.guard = &guard{holders: 1, free: free}
	}
	if opens {
		h.churn.tat = tat
	}
	h.held++
	s.release = sync.OnceFunc(func() { h.release(s.guard) })
	return nil
}

func (h *Hub) release(g *guard) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g.drop()
	h.held--
	if h.draining && h.held == 0 {
		close(h.empty)
	}
}
