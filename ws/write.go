package ws

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/ws/proto"
)

// maxKept is the largest buffer kept for the next message.
const maxKept = 64 << 10

// write carries the outbox to the client and closes the connection when the session ends.
func (s *session) write() {
	defer func() { _ = s.conn.CloseNow() }() // wakes the reader
	defer s.caught()
	whole := s.pump()
	why := s.out.reason()
	if why == closing(proto.CloseFellBehind) {
		s.hub.slow.Add(1)
	}
	if !whole || why == endLeft || why == endGone {
		return // nobody is there to be told
	}
	s.mu.Lock()
	s.closing = true
	_ = s.raw.SetDeadline(time.Now().Add(s.hub.times.close))
	s.mu.Unlock()
	_ = s.conn.Close(why.code, why.name) // a client that does not answer is cut, which is all there is to do
}

// pump writes until the session has ended and everything queued is out. False: the connection has failed.
func (s *session) pump() bool {
	over := s.stream.over()
	var spare [][]byte
	for {
		messages, ended := s.out.take(spare)
		if len(messages) > 0 {
			if err := s.send(messages); err != nil {
				s.end(stuck(err))
				return false
			}
			spare = nil
			if cap(messages) <= s.out.maxDeliveries {
				spare = messages // the array is used again, but must not keep the messages
				clear(spare)
			}
			continue
		}
		if ended {
			return true
		}
		select {
		case <-s.out.wake:
		case <-over: // the table stopped without a farewell: the server is going, and the table goes on after it
			s.end(closing(proto.CloseDraining))
			over = nil
		}
	}
}

// send writes messages as one.
func (s *session) send(messages [][]byte) error {
	text := s.hub.texts.Get().(*[]byte)
	*text = proto.Frame((*text)[:0], messages...)
	by := time.Now().Add(s.hub.times.write)
	if !s.due.IsZero() && s.due.Before(by) {
		by = s.due
	}
	s.due = time.Time{}
	_ = s.raw.SetWriteDeadline(by) // fails only on a closed connection, as the write will
	err := s.conn.Write(context.Background(), websocket.MessageText, *text)
	_ = s.raw.SetWriteDeadline(time.Time{}) // the reader answers pings at any time
	if cap(*text) <= maxKept {
		s.hub.texts.Put(text)
	}
	return err
}

// stuck is what a failed write means.
func stuck(err error) ending {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return closing(proto.CloseFellBehind)
	}
	return endGone
}
