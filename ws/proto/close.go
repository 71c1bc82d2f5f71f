package proto

import "strconv"

// Protocol is the WebSocket subprotocol, which a client must ask for.
const Protocol = "fullhouse.v1"

// CloseCode says why the server closes a socket. 4000 to 4499 mean "come back", 4500 to 4999 "do not".
type CloseCode int

const (
	CloseDraining   CloseCode = 4001 // the server restarts; wait a random moment
	CloseFellBehind CloseCode = 4002 // the client reads too slowly; resume
	CloseIdle       CloseCode = 4003 // nothing was heard for the heartbeat and 10 seconds
	CloseMoved      CloseCode = 4004 // another process has the table now
	CloseFull       CloseCode = 4005 // no room after all

	CloseReplaced    CloseCode = 4501 // a newer socket of the same account has the table
	CloseSignedOut   CloseCode = 4502 // the session has ended
	CloseProtocol    CloseCode = 4503 // the client sent what is no message
	CloseTableClosed CloseCode = 4504 // the table has ended
	CloseKicked      CloseCode = 4505 // the host has shown the player out
)

// CloseCodes are all of them, in order.
func CloseCodes() []CloseCode {
	return []CloseCode{
		CloseDraining, CloseFellBehind, CloseIdle, CloseMoved, CloseFull,
		CloseReplaced, CloseSignedOut, CloseProtocol, CloseTableClosed, CloseKicked,
	}
}

// String is the code's name, which is also the reason in the close frame.
func (c CloseCode) String() string {
	switch c {
	case CloseDraining:
		return "draining"
	case CloseFellBehind:
		return "fell_behind"
	case CloseIdle:
		return "idle"
	case CloseMoved:
		return "moved"
	case CloseFull:
		return "full"
	case CloseReplaced:
		return "replaced"
	case CloseSignedOut:
		return "signed_out"
	case CloseProtocol:
		return "protocol"
	case CloseTableClosed:
		return "table_closed"
	case CloseKicked:
		return "kicked"
	}
	return strconv.Itoa(int(c))
}

// ComeBack reports whether the client should try again by itself.
func (c CloseCode) ComeBack() bool { return c >= 4000 && c < 4500 }
