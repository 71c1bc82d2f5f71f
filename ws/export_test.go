package ws

import "time"

// Hasten makes the times that no setting changes shorter. Only before the first socket.
func (h *Hub) Hasten(idle, write, close time.Duration) { h.times = times{idle, write, close} }

// Counted is how much is remembered of sockets that are open or on their way in, whatever the bound. 0 means that nothing is.
func (h *Hub) Counted() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := &h.bounds
	owners := b.accounts.Owners() + b.guests.Owners() + b.addresses.Owners() + len(b.rooms.open)
	return h.held + owners + len(h.sessions) + len(h.newest) + len(h.arrivals)
}

// Held is how many sockets hold a slot or a share of one. A socket is counted as ended a moment before it lets go.
func (h *Hub) Held() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}
