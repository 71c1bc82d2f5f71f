package holdem

import (
	"fmt"

	"example.com/fullhouse/table"
)

// Error is why a move was refused, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "holdem: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrNotYourTurn   Error = "not_your_turn"  // another seat must act
	ErrHandOver      Error = "hand_over"      // nobody can act any more
	ErrIllegalAction Error = "illegal_action" // a check facing a bet, a raise where none is allowed, and the like
	ErrBadAction     Error = "bad_request"    // not an action at all
)

// AmountError refuses a bet or raise to a total outside of what is allowed here and now.
type AmountError struct {
	Min, Max table.Chips
}

func (e AmountError) Error() string {
	return fmt.Sprintf("holdem: the total must be %d to %d", e.Min, e.Max)
}

// Code is the refusal's name on the wire.
func (e AmountError) Code() string { return "bad_amount" }

// Limits are the least and the most that would have been taken.
func (e AmountError) Limits() (low, high table.Chips) { return e.Min, e.Max }

// ConfigError refuses a hand that makes no sense before a card is dealt. Field is the one at fault.
type ConfigError struct {
	Field, Want string
}

func (e ConfigError) Error() string { return fmt.Sprintf("holdem: %s must be %s", e.Field, e.Want) }

// Code is the refusal's name on the wire.
func (e ConfigError) Code() string { return "bad_request" }
