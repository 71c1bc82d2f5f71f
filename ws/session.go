package ws

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

// session is one open socket. Its goroutine reads; a second one writes.
type session struct {
	hub     *Hub
	conn    *websocket.Conn
	raw     net.Conn // under conn, for deadlines
	caller  Caller
	stream  stream
	at      place
	guard   *guard
	mayPlay bool   // the account may sit down there
	release func() // drops the guard
	out     outbox

	greeted bool // hello is on its way; guarded by the hub's lock

	due time.Time // when the first message must be out; zero once it is; only the writer uses it

	tat     int64 // of the messages it sends: when they would all have come at the permitted pace; only the reader uses it
	chatTAT int64 // the same of its chat

	mu      sync.Mutex // guards closing, and with it the read deadline
	closing bool       // the close handshake has its own deadline
}

// run is the session from the upgrade to the end.
func (s *session) run() {
	defer s.hub.finish(s)
	defer func() { _ = s.conn.CloseNow() }() // the writer has closed it: this is for a writer that failed
	var writer sync.WaitGroup
	defer writer.Wait()
	defer s.end(endGone) // if nothing else was the reason
	defer s.caught()
	writer.Go(s.write)

	if s.out.isEnded() { // between its admission and its start
		return
	}
	s.hub.greet(s)
	defer s.stream.leave(s)
	if err := s.stream.join(s); err != nil {
		s.end(closing(proto.CloseTableClosed))
	}
	for !s.out.isEnded() {
		s.read()
	}
}

// hello is the first message.
func (h *Hub) hello(name string) []byte {
	return proto.Encode(proto.Hello{
		Type: "hello", Protocol: proto.Protocol, Build: h.cfg.Build, HeartbeatMS: h.cfg.Heartbeat.Milliseconds(),
		ReconnectMS: h.cfg.Reconnect.Milliseconds(), Features: []string{}, Name: name,
	})
}

// read waits for one message and does what it asks, or ends the session.
func (s *session) read() {
	s.heard()
	kind, r, err := s.conn.Reader(context.Background())
	if err != nil {
		s.end(lost(err))
		return
	}
	buffer := s.hub.reads.Get().(*[]byte)
	defer s.hub.reads.Put(buffer)
	n, err := io.ReadFull(r, *buffer)
	switch {
	case err == nil: // there is room for one byte more than allowed
		s.reject(&proto.BadMessage{Detail: fmt.Sprintf("longer than %d bytes", len(*buffer)-1), Broken: true})
	case err != io.EOF && err != io.ErrUnexpectedEOF: // wrapped, they are the connection's
		s.end(lost(err))
	case kind != websocket.MessageText:
		s.reject(&proto.BadMessage{Detail: "binary", Broken: true})
	default:
		s.handle((*buffer)[:n])
	}
}

// lost is what a failed read means.
func lost(err error) ending {
	switch {
	case websocket.CloseStatus(err) != -1:
		return endLeft
	case errors.Is(err, os.ErrDeadlineExceeded):
		return closing(proto.CloseIdle)
	}
	return endGone
}

// handle does what a message asks.
func (s *session) handle(raw []byte) {
	if s.out.isEnded() { // while it was waited for: who is signed out or replaced does nothing more
		return
	}
	m, err := proto.Decode(raw)
	if bad, ok := errors.AsType[*proto.BadMessage](err); ok && bad.Broken {
		s.reject(bad)
		return
	}
	wait := s.charge()
	if wait == 0 && err == nil {
		wait = s.chargeChat(m)
	}
	if wait > 0 {
		s.slowDown(idOf(m, err), wait)
		return
	}
	if err == nil {
		if ping, ok := m.(proto.Ping); ok {
			s.Deliver(proto.Encode(proto.Pong{Type: "pong", Stamp: ping.Stamp}))
			return
		}
		err = s.stream.do(s, m)
	}
	if bad, ok := errors.AsType[*proto.BadMessage](err); ok {
		s.reject(bad)
	}
}

// reject answers what is no message. Who sends something else altogether is told to stay away: no client that speaks this
// protocol does.
func (s *session) reject(bad *proto.BadMessage) {
	s.Answer(bad.ID, bad)
	if bad.Broken {
		s.end(closing(proto.CloseProtocol))
	}
}

// heard gives the client its full time again.
func (s *session) heard() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closing {
		_ = s.raw.SetReadDeadline(time.Now().Add(s.hub.times.idle)) // fails only on a closed connection
	}
}

// end ends the session for a reason, unless it has one already.
func (s *session) end(why ending) { s.out.close(why) }

// caught keeps a panic in one session from ending the process.
func (s *session) caught() {
	if p := recover(); p != nil {
		s.hub.deps.Log.Error("session panicked", "player", s.caller.Account, "table", s.at.table, "panic", fmt.Sprint(p),
			"stack", string(debug.Stack()))
		s.end(endFault)
	}
}

// Account implements table.Player.
func (s *session) Account() string { return s.caller.Account }

// Name implements table.Player.
func (s *session) Name() string { return s.caller.Name }

// MayPlay implements table.Player.
func (s *session) MayPlay() bool { return s.mayPlay }

// Deliver implements table.Player and lobby.Watcher.
func (s *session) Deliver(messages ...[]byte) {
	if !s.out.put(messages) {
		s.end(closing(proto.CloseFellBehind))
	}
}

// Answer implements table.Player.
func (s *session) Answer(id string, err error) {
	if err == nil {
		s.Deliver(proto.Encode(proto.Ack{Type: "ack", ID: id}))
		return
	}
	m, known := proto.NewError(id, err)
	s.hub.refused.count(m.Code)
	switch {
	case !known:
		s.hub.deps.Log.Error("command failed", "player", s.caller.Account, "table", s.at.table, "error", err)
	case errors.Is(err, table.ErrTableBusy) || errors.Is(err, table.ErrUnavailable):
		// Those who were refused together must not come back together.
		m.RetryMS = (s.hub.cfg.RetryAfter + rand.N(s.hub.cfg.RetryAfter)).Milliseconds()
	}
	s.Deliver(proto.Encode(m))
}

// Closed implements table.Player: the table has ended, here or altogether, or the host has shown the player out.
func (s *session) Closed(reason string) {
	switch reason {
	case proto.CloseMoved.String():
		s.end(closing(proto.CloseMoved))
	case proto.CloseKicked.String():
		s.end(closing(proto.CloseKicked))
	default:
		s.end(closing(proto.CloseTableClosed))
	}
}
