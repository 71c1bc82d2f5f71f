package table

import "fmt"

// Error is a refusal, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "table: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrSeatTaken      Error = "seat_taken"           // someone sits there
	ErrTableFull      Error = "table_full"           // no seat is free
	ErrAlreadySeated  Error = "already_seated"       // the account has a seat at this table
	ErrNotSeated      Error = "not_seated"           // the command needs a seat
	ErrHandRunning    Error = "hand_running"         // possible only between hands
	ErrNotYourTurn    Error = "not_your_turn"        // another seat must act, or none
	ErrStaleAction    Error = "stale_action"         // the hand, the turn or the price has moved on
	ErrNotEnoughChips Error = "not_enough_chips"     // the wallet holds less
	ErrEnoughChips    Error = "enough_chips"         // free chips are for those who have fewer
	ErrTableBusy      Error = "table_busy"           // too many commands wait for the log
	ErrTableClosed    Error = "table_closed"         // the table has ended
	ErrUnavailable    Error = "database_unavailable" // the log can't be written now; nothing was
	ErrFenced         Error = "fenced"               // another process owns this table now
	ErrBadRequest     Error = "bad_request"          // no command that this table knows
	ErrForbidden      Error = "forbidden"            // only the host may, or the account was shown out, or may only watch
	ErrNotAllowed     Error = "not_allowed"          // the table's settings do not allow it
	ErrNoBank         Error = "no_time_bank"         // it is used up, or there is none
	ErrTooLate        Error = "too_late"             // the next hand has begun, or what was asked for has passed
	ErrNobody         Error = "nobody"               // nobody at the table has that name
	ErrSilenced       Error = "silenced"             // the host has silenced the sender
	ErrTooMany        Error = "too_many"             // no more names can be muted, silenced or shown out
	ErrInternal       Error = "internal"             // a fault of the server; its log knows more
)

// BuyInError refuses an amount of chips outside what the table allows here and now.
type BuyInError struct {
	Min, Max Chips
}

func (e BuyInError) Error() string {
	return fmt.Sprintf("table: buy-in must be %d to %d", e.Min, e.Max)
}

// Code is the refusal's name on the wire.
func (e BuyInError) Code() string { return "bad_buy_in" }

// Limits are the least and the most that would have been taken.
func (e BuyInError) Limits() (low, high Chips) { return e.Min, e.Max }
