package ws

import "sync"

// outbox is what waits to be written to one client, and why the socket ends once it does.
type outbox struct {
	maxDeliveries, maxBytes int
	wake                    chan struct{} // holds one element when there is something to look at

	mu         sync.Mutex // guards the rest
	messages   [][]byte
	deliveries int
	bytes      int
	ended      bool
	end        ending
}

func (o *outbox) init(maxDeliveries, maxBytes int) {
	o.maxDeliveries, o.maxBytes = maxDeliveries, maxBytes
	o.wake = make(chan struct{}, 1)
}

// put adds one delivery. It is false when the outbox was full already: everything in it is worthless then, since the client
// will have to resume. After the end nothing is added.
func (o *outbox) put(messages [][]byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return true
	}
	if o.deliveries >= o.maxDeliveries || o.bytes >= o.maxBytes {
		o.messages = nil
		return false
	}
	o.messages = append(o.messages, messages...)
	o.deliveries++
	for _, m := range messages {
		o.bytes += len(m)
	}
	o.poke()
	return true
}

// close ends the socket after what waits already. The first reason stays.
func (o *outbox) close(why ending) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		o.ended, o.end = true, why
		o.poke()
	}
}

// take takes everything that waits. If there is something, the outbox goes on in the array of dst.
func (o *outbox) take(dst [][]byte) (messages [][]byte, ended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.messages) == 0 {
		return nil, o.ended // dst stays the caller's
	}
	messages, o.messages = o.messages, dst[:0]
	o.deliveries, o.bytes = 0, 0
	return messages, o.ended
}

// reason is why the socket has ended.
func (o *outbox) reason() ending {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.end
}

// isEnded reports whether the socket has ended.
func (o *outbox) isEnded() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ended
}

func (o *outbox) poke() {
	select {
	case o.wake <- struct{}{}:
	default: // the writer will look anyway
	}
}
