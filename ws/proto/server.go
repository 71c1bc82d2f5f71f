package proto

import (
	"encoding/json"
	"errors"

	"example.com/fullhouse/table"
)

// The messages that the sockets add to those of the table and of the lobby. None of them has a number.
type (
	// Hello ("hello") is the first message on every socket.
	Hello struct {
		Type        string   `json:"type"`
		Protocol    string   `json:"protocol"`     // "fullhouse.v1"
		Build       string   `json:"build"`        // of the server's pages: another one than the page's own means reload
		HeartbeatMS int64    `json:"heartbeat_ms"` // send something at least this often; 10 s after that the server hangs up
		ReconnectMS int64    `json:"reconnect_ms"` // how long after losing the connection a seat is still dealt in
		Features    []string `json:"features"`     // what this server can do beyond this version of the protocol
		Name        string   `json:"name"`         // of the account behind this socket, as others see it
	}
	// Ack ("ack") tells that the command with this id has taken effect.
	Ack struct {
		Type string `json:"type"`
		ID   string `json:"id"`
	}
	// Error ("error") tells that a command, or a message that was none, has changed nothing.
	Error struct {
		Type    string       `json:"type"`
		ID      string       `json:"id,omitempty"` // of the command; absent when it could not be read
		Code    string       `json:"code"`
		Detail  string       `json:"detail,omitempty"`   // for developers, with bad_request: what is wrong with the message
		Min     *table.Chips `json:"min,omitempty"`      // with max: the amounts that would have been taken
		Max     *table.Chips `json:"max,omitempty"`      // absent when the error is not about an amount
		RetryMS int64        `json:"retry_ms,omitempty"` // when to try again at the earliest; absent when waiting does not help
	}
	// Draining ("draining") tells that the server restarts: its sockets are closed with code 4001 when no hand is running where
	// they look, or when the time is over. Seats, chips and a hand that is left wait for the clients that come back.
	Draining struct {
		Type    string `json:"type"`
		MSLeft  int64  `json:"ms_left"`  // until the last sockets are closed
		RetryMS int64  `json:"retry_ms"` // how long to wait after that before coming back; another for each client
	}
	// Pong ("pong") answers a ping.
	Pong struct {
		Type  string `json:"type"`
		Stamp int64  `json:"stamp"` // the ping's
	}
)

// CodeInternal is the code of everything that has none: the client learns no more.
const CodeInternal = "internal"

// NewError is the message for an error: its code, and its limits if it has any. Known is false when the error has no code
// and ought to be logged, since the client is told nothing of it.
func NewError(id string, err error) (m Error, known bool) {
	m = Error{Type: "error", ID: id, Code: CodeInternal}
	if coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err); ok {
		m.Code, known = coded.Code(), true
	}
	if bad, ok := errors.AsType[*BadMessage](err); ok {
		m.Detail = bad.Detail
	}
	if limited, ok := errors.AsType[interface {
		error
		Limits() (low, high table.Chips)
	}](err); ok {
		low, high := limited.Limits()
		m.Min, m.Max = &low, &high
	}
	return m, known
}

// Encode is a message as one JSON object.
func Encode(message any) []byte {
	b, err := json.Marshal(message)
	if err != nil {
		panic("proto: message does not marshal: " + err.Error()) // a fault of the program: the types above
	}
	return b
}

// Frame appends the objects to dst as one array: the text of one WebSocket message.
func Frame(dst []byte, objects ...[]byte) []byte {
	dst = append(dst, '[')
	for i, object := range objects {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, object...)
	}
	return append(dst, ']')
}
