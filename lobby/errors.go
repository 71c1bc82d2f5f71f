package lobby

import "fmt"

// Error is a refusal, named by its code on the wire; compare with errors.Is. When all tables are in use, or all that a creator
// may have, the refusal is a capacity.FullError with one of the codes below.
type Error string

func (e Error) Error() string { return "lobby: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrDraining       Error = "draining"        // no new tables while the server is about to stop
	ErrNotFound       Error = "not_found"       // there is no such table, for this account at least
	ErrNotHost        Error = "not_host"        // only who made the table may
	ErrAdmissionsFull Error = "admissions_full" // the table's invites have let in as many accounts as they may
)

// ErrInviteEnded says of an invite that it is over, or never was: the two look the same.
const ErrInviteEnded ended = "this invite has ended"

// ended refuses what was there once.
type ended string

func (e ended) Error() string { return "lobby: " + string(e) }

// Code is the refusal's name on the wire.
func (ended) Code() string { return string(ErrNotFound) }

// Detail says more than the code does.
func (ended) Detail() string { return "This invite has ended." }

// The codes of the bounds on live tables.
const (
	CodeFull    = "server_full"     // every slot is taken
	CodeTooMany = "too_many_tables" // the creator, the address, or the guests of the address have as many as they may
)

// SettingError refuses a setting of a new table.
type SettingError struct {
	Field string // its name on the wire
	Want  string // what would have been taken
}

func (e *SettingError) Error() string { return fmt.Sprintf("lobby: %s must be %s", e.Field, e.Want) }

// Code is the refusal's name on the wire.
func (e *SettingError) Code() string { return "bad_request" }
