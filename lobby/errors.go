package lobby

import "fmt"

// Error is a refusal, named by its code on the wire; compare with errors.Is. When all tables are in use, or all that a creator
// may have, the refusal is a capacity.FullError with one of the codes below.
type Error string

func (e Error) Error() string { return "lobby: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

// ErrDraining refuses new tables while the server is about to stop.
const ErrDraining Error = "draining"

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
