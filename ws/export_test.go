package ws

import "time"

// Hasten makes the times that no setting changes shorter. Only before the first socket.
func (h *Hub) Hasten(idle, write, close time.Duration) { h.times = times{idle, write, close} }

// Held is how many sockets hold a slot or a share of one. A socket is counted as ended a moment before it lets go.
func (h *Hub) Held() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}
