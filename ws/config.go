package ws

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/table"
)

// Config is how sockets behave.
type Config struct {
	Build              string           // told to clients: pages of another build reload
	Origins            []string         // whose pages may open sockets, exactly as browsers write them
	AllowMissingOrigin bool             // let in who names no origin: native clients, not browsers
	MaxSockets         int              // open at once
	MaxMessageBytes    int64            // the longest message taken from a client
	QueueMessages      int              // deliveries that wait for a slow client
	QueueBytes         int              // bytes that wait for a slow client
	Heartbeat          time.Duration    // how often a client must be heard
	Reconnect          time.Duration    // for how long the seat of a lost connection is kept in play; only told to clients
	RetryAfter         time.Duration    // how long a refused command is asked to wait, at least; at most twice that
	Actions            ratelimit.Policy // how fast one socket may send messages
}

// Deps are the parts behind the sockets.
type Deps struct {
	Lobby Lobby
	// CallerOf tells whose request it is. Its error is the refusal.
	CallerOf func(*http.Request) (Caller, error)
	// Refuse answers a request that was not upgraded.
	Refuse func(http.ResponseWriter, error)
	Log    *slog.Logger
}

// Caller is who asks for a socket.
type Caller struct {
	Account string
	Name    string
	Guest   bool
	Session string // the session's public id: when it ends, so do its sockets
	Address string // a keyed hash of where the request comes from
}

// Lobby knows the tables. *lobby.Lobby is one.
type Lobby interface {
	Find(id string) (*table.Table, bool)
	Watch(lobby.Watcher)
	Unwatch(lobby.Watcher)
}

// Error is a refusal before the upgrade, named by its code; compare with errors.Is. When all sockets are in use it is a
// capacity.FullError with the code CodeFull.
type Error string

func (e Error) Error() string { return "ws: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrForbidden       Error = "forbidden"        // another site's page
	ErrNotFound        Error = "not_found"        // no such table
	ErrDraining        Error = "draining"         // the server is about to stop
	ErrUpgradeRequired Error = "upgrade_required" // a plain request, and a socket would be let in
)

// CodeFull is the code of the refusal when every socket slot is taken.
const CodeFull = "sockets_full"

// requestError refuses a request that is not made as it should be.
type requestError string

func (e requestError) Error() string { return "ws: " + string(e) }
func (requestError) Code() string    { return "bad_request" }

// The times that no setting changes.
const (
	idleGrace    = 10 * time.Second // beyond the heartbeat, before a silent socket is closed
	writeTimeout = 5 * time.Second  // for one message to get into the network
	closeTimeout = 3 * time.Second  // for the client to answer a close frame
)

// times are those above. A test makes them shorter.
type times struct{ idle, write, close time.Duration }

func (c *Config) validate() error {
	switch {
	case c.MaxSockets < 1 || c.MaxMessageBytes < 1 || c.QueueMessages < 1 || c.QueueBytes < 1:
		return errors.New("ws: every bound must be positive")
	case c.Heartbeat <= 0 || c.Reconnect <= 0 || c.RetryAfter <= 0:
		return errors.New("ws: every time must be positive")
	case len(c.Origins) == 0 && !c.AllowMissingOrigin:
		return errors.New("ws: without an origin nobody can come in")
	}
	if err := c.Actions.Validate(); err != nil {
		return fmt.Errorf("ws: messages of a socket: %w", err)
	}
	return nil
}
