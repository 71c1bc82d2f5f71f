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
	Build                string           // told to clients: pages of another build reload
	Origins              []string         // whose pages may open sockets, exactly as browsers write them
	AllowMissingOrigin   bool             // let in who names no origin: native clients, not browsers
	MaxSockets           int              // open at once
	SeatedReserve        int              // of MaxSockets: the last ones are for accounts that hold a seat at the table they go to
	MaxSocketsPerAccount int              // of one account, open at once; ten times as many of all guests at one address
	MaxSocketsPerAddress int              // from one address, open at once
	MaxWatchers          int              // at one table, of accounts that hold no seat there
	ReconnectRate        ratelimit.Policy // how fast sockets are opened, by everybody together
	Handshake            time.Duration    // from the request's arrival until the first message is on its way to the client
	MaxMessageBytes      int64            // the longest message taken from a client
	QueueMessages        int              // deliveries that wait for a slow client
	QueueBytes           int              // bytes that wait for a slow client
	Heartbeat            time.Duration    // how often a client must be heard
	Reconnect            time.Duration    // for how long the seat of a lost connection is kept in play; only told to clients
	RetryAfter           time.Duration    // how long a refused command is asked to wait, at least; at most twice that
	Actions              ratelimit.Policy // how fast one socket may send messages
	Chat                 ratelimit.Policy // how fast it may talk to the table, within that
}

// Deps are the parts behind the sockets.
type Deps struct {
	Lobby Lobby
	// CallerOf tells whose request it is. Its error is the refusal.
	CallerOf func(*http.Request) (Caller, error)
	// Admitted tells what an account may do at a table that a request wants to see. It asks a database only about private ones.
	// Its error is the refusal.
	Admitted func(r *http.Request, t *table.Table, account string) (lobby.Admission, error)
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

// Error is a refusal before the upgrade, named by its code; compare with errors.Is. When a bound is reached it is a
// capacity.FullError with one of the codes below, or a RushError.
type Error string

func (e Error) Error() string { return "ws: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrForbidden       Error = "forbidden"        // another site's page, or the host has shown the account out
	ErrNotFound        Error = "not_found"        // no such table, for this account at least
	ErrDraining        Error = "draining"         // the server is about to stop
	ErrUnauthenticated Error = "unauthenticated"  // the session has ended since it was looked up
	ErrUpgradeRequired Error = "upgrade_required" // a plain request, and a socket would be let in
)

// The codes of the bounds.
const (
	CodeFull     = "sockets_full"     // no socket is free for this caller, or too many are being opened at once
	CodeTooMany  = "too_many_sockets" // the account, or its address, has as many as it may
	CodeWatchers = "watchers_full"    // the table has as many watchers as it may
)

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
	case c.MaxSockets < 1 || c.MaxSocketsPerAccount < 1 || c.MaxSocketsPerAddress < 1 || c.MaxWatchers < 1 || c.MaxMessageBytes < 1 || c.QueueMessages < 1 || c.QueueBytes < 1:
		return errors.New("ws: every bound must be positive")
	case c.SeatedReserve < 0 || c.SeatedReserve >= c.MaxSockets:
		return errors.New("ws: without a socket that is open to all nobody could take a seat")
	case c.Heartbeat <= 0 || c.Handshake <= 0 || c.Reconnect <= 0 || c.RetryAfter <= 0:
		return errors.New("ws: every time must be positive")
	case len(c.Origins) == 0 && !c.AllowMissingOrigin:
		return errors.New("ws: without an origin nobody can come in")
	}
	if err := c.Actions.Validate(); err != nil {
		return fmt.Errorf("ws: messages of a socket: %w", err)
	}
	if err := c.Chat.Validate(); err != nil {
		return fmt.Errorf("ws: chat of a socket: %w", err)
	}
	if err := c.ReconnectRate.Validate(); err != nil {
		return fmt.Errorf("ws: new sockets: %w", err)
	}
	return nil
}
