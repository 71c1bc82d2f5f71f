package ws

import "time"

// Hasten makes the times that no setting changes shorter. Only before the first socket.
func (h *Hub) Hasten(idle, write, close time.Duration) { h.times = times{idle, write, close} }
