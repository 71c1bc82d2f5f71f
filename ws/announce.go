package ws

import (
	"math/rand/v2"
	"time"

	"example.com/fullhouse/ws/proto"
)

// Announce tells every client, and each that comes from now on, that the server is about to stop: within so long at most, or
// when the hand it looks at is over. Each is asked to wait for a moment of its own before it comes back, so that those who were
// sent away together don't come back together.
func (h *Hub) Announce(within time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopsAt = time.Now().Add(within)
	for s := range h.sessions {
		if s.greeted {
			s.Deliver(h.announcement())
		}
	}
}

// stopping reports whether the server is about to stop.
func (h *Hub) stopping() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.stopsAt.IsZero()
}

// announcement is what one client is told. It needs the lock.
func (h *Hub) announcement() []byte {
	least := h.cfg.RetryAfter / 5 // a restart takes about that, and a turn's clock runs anew from then on
	return proto.Encode(proto.Draining{
		Type: "draining", MSLeft: max(time.Until(h.stopsAt), 0).Milliseconds(),
		RetryMS: (least + rand.N(h.cfg.RetryAfter-least)).Milliseconds(),
	})
}

// greet says hello, and what else a client must know from the first moment on.
func (h *Hub) greet(s *session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.greeted = true
	s.Deliver(h.hello(s.caller.Name))
	if !h.stopsAt.IsZero() {
		s.Deliver(h.announcement())
	}
}
