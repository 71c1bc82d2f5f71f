package ws

import (
	"errors"
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

// charge counts one message, of whatever kind, and returns how long the client would have had to wait with it: 0 when it was
// not too fast.
func (s *session) charge() (wait time.Duration) {
	return pace(s.hub.cfg.Actions, &s.tat, s.hub.now())
}

// chargeChat counts what is said to the table against the limit of its own, in addition to the one of all messages.
func (s *session) chargeChat(m proto.Message) (wait time.Duration) {
	command, ok := m.(proto.Command)
	if !ok {
		return 0
	}
	if _, ok := command.Command.(table.Say); !ok {
		return 0
	}
	return pace(s.hub.cfg.Chat, &s.chatTAT, s.hub.now())
}

// pace counts one at an instant and returns how long it would have had to wait. It fails closed. A socket's limit is one instant
// that only its reader knows, so it costs no lock and no key.
func pace(p ratelimit.Policy, tat *int64, now int64) (wait time.Duration) {
	d, err := ratelimit.Decide(p, *tat, now, 1)
	if err != nil { // not with a policy that was validated
		return time.Second
	}
	*tat = d.TAT
	if d.Allowed {
		return 0
	}
	return d.Wait
}

// slowDown refuses a message that came too fast. Nothing that it asks is done. Who goes on without reading the answers will
// have fallen behind soon.
func (s *session) slowDown(id string, wait time.Duration) {
	m, _ := proto.NewError(id, ratelimit.ErrRateLimited)
	s.hub.refused.count(m.Code)
	m.RetryMS = int64((wait + time.Millisecond - 1) / time.Millisecond)
	s.Deliver(proto.Encode(m))
}

// idOf is the id of a message that may be none.
func idOf(m proto.Message, err error) string {
	if command, ok := m.(proto.Command); ok {
		return command.ID
	}
	if bad, ok := errors.AsType[*proto.BadMessage](err); ok {
		return bad.ID
	}
	return ""
}
