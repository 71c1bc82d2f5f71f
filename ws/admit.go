package ws

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/ws/proto"
)

// Table serves the sockets of tables. The table's id is the request's path value "id"; with the query after=N the stream
// goes on behind event N if it can.
func (h *Hub) Table() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.serve(w, r, func() (stream, error) {
			t, ok := h.deps.Lobby.Find(r.PathValue("id"))
			if !ok {
				return nil, h.missing()
			}
			after, err := resumeFrom(r)
			return &tableStream{table: t, after: after}, err
		})
	})
}

// Lobby serves the sockets of the lobby. An account may have several.
func (h *Hub) Lobby() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.serve(w, r, func() (stream, error) { return lobbyStream{h.deps.Lobby}, nil })
	})
}

// missing is the answer about a table that is not there, or that its caller must not know of: the same.
func (h *Hub) missing() error {
	if h.stopping() {
		return ErrDraining // it may have ended for that reason, and is there again after the restart
	}
	return ErrNotFound
}

// serve is a socket's way in, cheapest check first: what the request says of itself, the table in memory, and only then the
// session in the database, and for a private table who may enter it. A plain request without Upgrade goes the same way and is told what a socket would have been
// told, which a browser's script can't read from a failed upgrade.
//
// All of it, and the first message to the client, has the time for a handshake.
func (h *Hub) serve(w http.ResponseWriter, r *http.Request, find func() (stream, error)) {
	due := time.Now().Add(h.cfg.Handshake)
	ctx, cancel := context.WithDeadline(r.Context(), due)
	defer cancel()
	r = r.WithContext(ctx)
	upgrade := asksFor(r, "Upgrade", "websocket")
	if err := h.checkOrigin(r, upgrade); err != nil {
		h.deps.Refuse(w, err)
		return
	}
	if upgrade && !asksFor(r, "Sec-WebSocket-Protocol", proto.Protocol) {
		h.deps.Refuse(w, requestError("the subprotocol must be "+proto.Protocol))
		return
	}
	stream, err := find()
	if err != nil {
		h.deps.Refuse(w, err)
		return
	}
	in := h.arrive()
	defer h.arrived(in)
	caller, err := h.deps.CallerOf(r)
	if err != nil {
		h.deps.Refuse(w, h.hide(stream, err))
		return
	}
	s := &session{hub: h, caller: caller, stream: stream, due: due}
	if id := r.PathValue("id"); id != "" {
		s.at = place{caller.Account, id}
	}
	err = stream.admit(r, s)
	if err == nil {
		err = h.admit(s, in, upgrade)
	}
	if err != nil {
		h.deps.Refuse(w, err)
		return
	}
	handed := false
	defer func() {
		if !handed { // plain request, failed upgrade, panic: what was taken goes back all the same
			s.release()
		}
	}()
	if !upgrade {
		s.release() // before the answer, which may take a while
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		h.deps.Refuse(w, ErrUpgradeRequired)
		return
	}
	if err := s.accept(w, r); err != nil {
		return // Accept has answered
	}
	// The session outlives the request: it takes the guard along, and returning here gives the in-flight slot back.
	handed = true
	h.start(s, in)
}

// hide keeps from who is nobody that there is something which is not for everybody.
func (h *Hub) hide(s stream, err error) error {
	nobody, ok := errors.AsType[interface {
		error
		Code() string
	}](err)
	if ok && nobody.Code() == ErrUnauthenticated.Code() && !s.open() {
		return h.missing()
	}
	return err
}

// accept upgrades the connection.
func (s *session) accept(w http.ResponseWriter, r *http.Request) (err error) {
	c := catcher{ResponseWriter: w}
	s.conn, err = websocket.Accept(&c, r, &websocket.AcceptOptions{
		Subprotocols:       []string{proto.Protocol},
		InsecureSkipVerify: true, // checkOrigin has looked, and more strictly
		CompressionMode:    websocket.CompressionDisabled,
		OnPingReceived: func(context.Context, []byte) bool {
			s.heard()
			return true
		},
	})
	if err != nil {
		return err
	}
	s.raw = c.conn
	s.conn.SetReadLimit(s.hub.cfg.MaxMessageBytes + 1) // one more than we read: it is for us to choose the close code
	s.out.init(s.hub.cfg.QueueMessages, s.hub.cfg.QueueBytes)
	return nil
}

// catcher keeps the network connection that goes through an upgrade.
type catcher struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack implements http.Hijacker.
func (c *catcher) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(c.ResponseWriter).Hijack()
	c.conn = conn
	return conn, rw, err
}

// checkOrigin refuses pages of other sites, which a browser would send here with our cookie. It runs before the session is
// looked up. A plain request opens nothing and its answer can't be read across sites, and browsers name no origin when a
// page asks its own: there only a foreign origin is refused.
func (h *Hub) checkOrigin(r *http.Request, upgrade bool) error {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 && (h.cfg.AllowMissingOrigin || !upgrade) {
		return nil
	}
	if len(origins) == 1 && slices.Contains(h.cfg.Origins, origins[0]) {
		return nil
	}
	return ErrForbidden
}

// asksFor reports whether a header with a list of words has this one, whatever its letters.
func asksFor(r *http.Request, header, word string) bool {
	for _, line := range r.Header.Values(header) {
		for one := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(textproto.TrimString(one), word) {
				return true
			}
		}
	}
	return false
}

// resumeFrom is the number of the last event the client has, 0 if it wants a snapshot.
func resumeFrom(r *http.Request) (int64, error) {
	text := r.URL.Query().Get("after")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, requestError("after must be the number of an event")
	}
	return n, nil
}
