package ws

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ws/proto"
)

// Hub lets sockets in and keeps the set of those that are open.
type Hub struct {
	cfg     Config
	deps    Deps
	times   times
	reads   sync.Pool // *[]byte of MaxMessageBytes+1
	texts   sync.Pool // *[]byte to frame messages in
	born    time.Time // the instants of the sockets' limits count from here, by the monotonic clock
	slow    atomic.Int64
	ends    map[int]*atomic.Int64 // sockets ended, by close code; the map itself does not change
	refused refusals              // counts what was asked on open sockets and not done

	mu       sync.Mutex // guards the rest
	bounds   bounds
	churn    churn
	arrivals map[*arrival]struct{}
	sessions map[*session]struct{}
	newest   map[place]*session
	stopsAt  time.Time // when the server stops at the latest; zero while nobody has announced it
	held     int       // sockets let in and not yet gone, the sessions among them
	draining bool
	empty    chan struct{} // closed when draining and none is held any more
}

// place is where an account has at most one socket.
type place struct{ account, table string }

// nowhere is the place of sockets in the lobby, of which an account may have several.
var nowhere place

// New returns a hub without sockets.
func New(cfg Config, deps Deps) (*Hub, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	h := &Hub{
		cfg:      cfg,
		deps:     deps,
		born:     time.Now(),
		times:    times{idle: cfg.Heartbeat + idleGrace, write: writeTimeout, close: closeTimeout},
		ends:     map[int]*atomic.Int64{},
		refused:  newRefusals(),
		bounds:   newBounds(cfg),
		churn:    newChurn(cfg.ReconnectRate),
		arrivals: map[*arrival]struct{}{},
		sessions: map[*session]struct{}{},
		newest:   map[place]*session{},
		empty:    make(chan struct{}),
	}
	h.reads.New = func() any { return new(make([]byte, cfg.MaxMessageBytes+1)) }
	h.texts.New = func() any { return new([]byte) }
	for _, end := range ends() {
		h.ends[int(end.code)] = new(atomic.Int64)
	}
	return h, nil
}

// now is the instant that limits count with.
func (h *Hub) now() int64 { return int64(time.Since(h.born)) }

// start runs a session in its own goroutine.
func (h *Hub) start(s *session, in *arrival) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sessions[s] = struct{}{}
	switch {
	case h.draining: // it was let in just before
		s.end(closing(proto.CloseDraining))
	case in.signedOut(s.caller):
		s.expel(closing(proto.CloseSignedOut))
	case s.at != nowhere:
		if old := h.newest[s.at]; old != nil {
			old.end(closing(proto.CloseReplaced))
		}
		h.newest[s.at] = s
	}
	go s.run()
}

// finish is the last thing a session does.
func (h *Hub) finish(s *session) {
	h.ends[int(s.out.reason().code)].Add(1)
	h.mu.Lock()
	delete(h.sessions, s)
	if h.newest[s.at] == s {
		delete(h.newest, s.at)
	}
	h.mu.Unlock()
	s.release()
}

// Shutdown lets nobody in any more, tells every client that the server is draining and waits until all sockets are closed.
// When ctx ends before, it cuts those that are left and returns the cause.
func (h *Hub) Shutdown(ctx context.Context) error {
	for _, s := range h.refuseAll() {
		s.end(closing(proto.CloseDraining))
	}
	select {
	case <-h.empty:
		return nil
	case <-ctx.Done():
	}
	left := h.refuseAll()
	for _, s := range left {
		_ = s.raw.Close() // its goroutines find out at once
	}
	select {
	case <-h.empty:
	case <-time.After(closeTimeout): // one is stuck outside of the network: not for us to wait for
	}
	return fmt.Errorf("close sockets: %d cut: %w", len(left), context.Cause(ctx))
}

// refuseAll begins the drain and returns the sessions that are open.
func (h *Hub) refuseAll() []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.draining {
		h.draining = true
		if h.held == 0 {
			close(h.empty)
		}
	}
	return h.open()
}

// open are the sessions that are. It needs the lock.
func (h *Hub) open() []*session { return slices.Collect(maps.Keys(h.sessions)) }

// Stats is what sockets look like at one moment.
type Stats struct {
	Sockets  capacity.Stats
	Watchers capacity.Stats // of the table that has the most: how many now, and ever; Limit is each table's
	Denied   []Denied       // sockets not let in, by the bound that kept them out
	Slow     int64          // clients closed because they fell behind
	Ends     []Ended        // sockets ended since the start, by close code
	Refusals []Refused      // commands and messages refused since the start, by code
}

// Ended is how many sockets have ended in one way.
type Ended struct {
	Code  int    // the close code; 1000 the client closed, 1006 it was gone, 1011 a fault of ours
	Name  string // the code's name
	Count int64
}

// Stats reports how the sockets are used.
func (h *Hub) Stats() Stats {
	st := Stats{Slow: h.slow.Load(), Refusals: h.refused.stats()}
	h.mu.Lock()
	st.Sockets, st.Watchers, st.Denied = h.bounds.slots.Stats(), h.bounds.rooms.stats(), h.denied()
	h.mu.Unlock()
	for _, end := range ends() {
		st.Ends = append(st.Ends, Ended{Code: int(end.code), Name: end.name, Count: h.ends[int(end.code)].Load()})
	}
	return st
}

// ending is why a socket ends.
type ending struct {
	code websocket.StatusCode
	name string
}

// The ends that are no close code of ours.
var (
	endLeft  = ending{websocket.StatusNormalClosure, "left"}     // the client has closed
	endGone  = ending{websocket.StatusAbnormalClosure, "gone"}   // the connection broke
	endFault = ending{websocket.StatusInternalError, "internal"} // a panic
)

func closing(c proto.CloseCode) ending { return ending{websocket.StatusCode(c), c.String()} }

// ends are all there are.
func ends() []ending {
	all := []ending{endLeft, endGone, endFault}
	for _, c := range proto.CloseCodes() {
		all = append(all, closing(c))
	}
	return all
}
