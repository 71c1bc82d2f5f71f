package ws

import (
	"net/http"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

// stream is what a socket shows.
type stream interface {
	// open reports whether everybody may see it. Of one that is not open strangers must not learn that it is there.
	open() bool
	// admit checks that the session's account may see it, and notes what it may do there.
	admit(*http.Request, *session) error
	// join begins it. An error means that it has ended already.
	join(*session) error
	// leave ends what join began.
	leave(*session)
	// do carries out what a client asks, pings aside. The error is a BadMessage or nil: all else goes to the session.
	do(*session, proto.Message) error
	// seats are who holds one there at this moment.
	seats() seats
	// over is closed when the stream has ended by itself; nil if it never does.
	over() <-chan struct{}
}

// tableStream shows one table.
type tableStream struct {
	table *table.Table
	after int64 // the last event the client has, 0 if none
}

func (t *tableStream) open() bool { return !t.table.Summary().Settings.Private }

func (t *tableStream) admit(r *http.Request, s *session) error {
	may, err := s.hub.deps.Admitted(r, t.table, s.caller.Account)
	if err == nil && may == lobby.Stranger {
		return s.hub.missing()
	}
	s.mayPlay = may == lobby.Plays
	if err == nil && t.table.ShownOut(s.caller.Account) {
		return ErrForbidden
	}
	return err
}

func (t *tableStream) join(s *session) error { return t.table.Join(s, t.after) }

func (t *tableStream) leave(s *session) { t.table.Leave(s) }

func (t *tableStream) seats() seats { return t.table.Summary().Stacks }

func (t *tableStream) over() <-chan struct{} { return t.table.Done() }

func (t *tableStream) do(s *session, m proto.Message) error {
	switch m := m.(type) {
	case proto.Snapshot:
		_ = t.table.Join(s, 0) // when the table has ended, the session has as well
	case proto.Command:
		if err := t.table.Do(s, m.ID, m.Command); err != nil {
			s.Answer(m.ID, err)
		}
	}
	return nil
}

// lobbyStream shows the list of tables.
type lobbyStream struct{ lobby Lobby }

func (lobbyStream) open() bool { return true }

func (lobbyStream) admit(*http.Request, *session) error { return nil }

func (l lobbyStream) join(s *session) error {
	l.lobby.Watch(s)
	return nil
}

func (l lobbyStream) leave(s *session) { l.lobby.Unwatch(s) }

func (lobbyStream) seats() seats { return nil }

func (lobbyStream) over() <-chan struct{} { return nil }

func (lobbyStream) do(_ *session, m proto.Message) error {
	bad := &proto.BadMessage{Detail: "the lobby answers only ping"}
	if c, ok := m.(proto.Command); ok {
		bad.ID = c.ID
	}
	return bad
}
