package ws_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/coder/websocket"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

// client is the other end of a socket.
type client struct {
	*world
	conn  *websocket.Conn
	queue []message
}

// message is any object from the server.
type message struct {
	Type  string       `json:"type"`
	Seq   int64        `json:"seq"`
	ID    string       `json:"id"`
	Code  string       `json:"code"`
	Stamp int64        `json:"stamp"`
	Seat  table.Seat   `json:"seat"`
	Hand  table.HandID `json:"hand"`
	Turn  int          `json:"turn"`
	Price table.Chips  `json:"price"`
	raw   json.RawMessage
}

func (w *world) dial(path, account string) *client {
	w.Helper()
	header, url := w.request(path, account)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, response, err := websocket.Dial(ctx, url, &websocket.DialOptions{
		HTTPClient: w.http, HTTPHeader: header, Subprotocols: []string{proto.Protocol},
	})
	if err != nil {
		w.Fatalf("dial %s as %s: %v (%v)", path, account, err, response)
	}
	conn.SetReadLimit(1 << 20)
	w.Cleanup(func() { _ = conn.CloseNow() })
	return &client{world: w, conn: conn}
}

// seat opens a socket and takes a seat.
func (w *world) seat(t *table.Table, account string) *client {
	w.Helper()
	c := w.dial(w.tablePath(t), account)
	c.until("snapshot")
	c.send(`{"type":"sit","id":"sit-` + account + `","buy_in":1000}`)
	c.until("ack")
	return c
}

func (c *client) send(text string) {
	c.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		c.Fatalf("send %s: %v", text, err)
	}
}

// read returns the next object, or why there is none.
func (c *client) read() (message, error) {
	for len(c.queue) == 0 {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		_, text, err := c.conn.Read(ctx)
		cancel()
		if err != nil {
			return message{}, err
		}
		var raws []json.RawMessage
		if err := json.Unmarshal(text, &raws); err != nil || len(raws) == 0 {
			return message{}, fmt.Errorf("message %s is no array of objects", text)
		}
		for _, raw := range raws {
			m := message{raw: raw}
			if err := json.Unmarshal(raw, &m); err != nil {
				// A field of another kind, such as the seats of the lobby: the type is what counts.
				m = message{raw: raw}
				var kind struct {
					Type string `json:"type"`
				}
				if err := json.Unmarshal(raw, &kind); err != nil {
					return message{}, err
				}
				m.Type = kind.Type
			}
			c.queue = append(c.queue, m)
		}
	}
	m := c.queue[0]
	c.queue = c.queue[1:]
	return m, nil
}

func (c *client) next() message {
	c.Helper()
	m, err := c.read()
	if err != nil {
		c.Fatalf("read: %v", err)
	}
	return m
}

// until reads up to a message of a type.
func (c *client) until(kind string) message {
	c.Helper()
	for {
		if m := c.next(); m.Type == kind {
			return m
		}
	}
}

// closed reads up to the end and returns the close code.
func (c *client) closed() (proto.CloseCode, string) {
	c.Helper()
	for {
		if _, err := c.read(); err != nil {
			end, _ := errors.AsType[websocket.CloseError](err)
			return proto.CloseCode(end.Code), end.Reason
		}
	}
}

func (c *client) wantClosed(want proto.CloseCode) {
	c.Helper()
	if code, reason := c.closed(); code != want || reason != want.String() {
		c.Errorf("closed with %d %q, want %d %q", int(code), reason, int(want), want.String())
	}
}

// pass plays Draw's move at a turn.
func (c *client) pass(turn message) {
	c.Helper()
	c.send(fmt.Sprintf(`{"type":"act","id":"%s-%d","hand":"%s","turn":%d,"price":%d,"move":"pass"}`,
		turn.Hand[len(turn.Hand)-1:], turn.Turn, turn.Hand, turn.Turn, turn.Price))
}
