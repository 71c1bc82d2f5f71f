package ws

import (
	"slices"
	"time"

	"example.com/fullhouse/ws/proto"
)

// signOutTimeout is for a client to hear that it is signed out, and to answer. Then it is cut, so that within a second no
// socket of an ended session is left, whatever its other end does.
const signOutTimeout = 700 * time.Millisecond

// SignOut ends the sockets of the callers that match, at tables and in the lobby, with signed_out. It is for when a session
// has ended in the database: call it afterwards. Sockets on their way in, whose session was looked up while it was still
// good, are ended as well. Match must return at once and must not use the hub.
func (h *Hub) SignOut(match func(Caller) bool) {
	for _, s := range h.ending(match) {
		if match(s.caller) {
			s.expel(closing(proto.CloseSignedOut))
		}
	}
}

// ending returns the open sessions, and leaves word for those that are not open yet.
func (h *Hub) ending(match func(Caller) bool) []*session {
	h.mu.Lock()
	defer h.mu.Unlock()
	for in := range h.arrivals {
		in.ended = append(in.ended, match)
	}
	return h.open()
}

// arrival is a request from before its session is looked up until its socket is open or refused. In between nobody but itself
// knows whose it is, so whoever signs out is noted on all of them. The hub's lock guards it.
type arrival struct{ ended []func(Caller) bool }

// signedOut reports whether a caller was signed out since the arrival.
func (a *arrival) signedOut(c Caller) bool {
	return slices.ContainsFunc(a.ended, func(match func(Caller) bool) bool { return match(c) })
}

// arrive begins an arrival.
func (h *Hub) arrive() *arrival {
	h.mu.Lock()
	defer h.mu.Unlock()
	in := &arrival{}
	h.arrivals[in] = struct{}{}
	return in
}

// arrived ends it.
func (h *Hub) arrived(in *arrival) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.arrivals, in)
}

// expel ends the session for a reason and sees to it that it is over soon.
func (s *session) expel(why ending) {
	s.end(why)
	time.AfterFunc(signOutTimeout, func() { _ = s.raw.Close() }) // harmless on a connection that is closed already
}
