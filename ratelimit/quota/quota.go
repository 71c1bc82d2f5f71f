package quota

import (
	"context"
	"fmt"
	"time"
)

// Kind is what there is an allowance of, by its name over the wire.
type Kind string

// The kinds. Guests is an address's; all others are an account's.
const (
	Tables  Kind = "tables"  // created
	Odds    Kind = "odds"    // questions about equity
	Chips   Kind = "chips"   // refills of free chips
	Exports Kind = "exports" // of what is kept about an account
	Mails   Kind = "mails"   // sent to an account
	Reports Kind = "reports" // about others, to the operator
	Guests  Kind = "guests"  // accounts made without a name or password
)

// Caller is whose allowance is used. Address is a keyed hash of where the request comes from; a guest's uses are charged to
// it too, because a guest is a key that the caller chooses.
type Caller struct {
	Account string
	Guest   bool
	Address string
}

// Charge counts N uses up to Limit on a subject's row of a day.
type Charge struct {
	Subject string // "account:" or "address:" and whose
	Kind    Kind
	N       int64
	Limit   int64
}

// Store keeps the rows. Its database's clock says which day it is.
type Store interface {
	// Charge makes all charges in one transaction, or none. A charge beyond its limit is an *ExhaustedError.
	Charge(ctx context.Context, charges []Charge) (day time.Time, err error)
	// GiveBack takes the charges back from the day on which they were made, which may be over.
	GiveBack(ctx context.Context, day time.Time, charges []Charge) error
	// Used is what a subject has used today, and when that day ends.
	Used(ctx context.Context, subject string) (used map[Kind]int64, reset time.Time, err error)
}

// ExhaustedError refuses what a day's allowance no longer covers.
type ExhaustedError struct {
	Kind        Kind
	Used, Limit int64
	Reset       time.Time // midnight UTC by the database's clock: exact
}

func (e *ExhaustedError) Error() string {
	return fmt.Sprintf("quota: %s: %d of %d used until %s", e.Kind, e.Used, e.Limit, e.Reset.UTC().Format(time.RFC3339))
}

// Code is the refusal's name on the wire.
func (e *ExhaustedError) Code() string { return "quota_exhausted" }

// Usage is how much of the allowance is used.
func (e *ExhaustedError) Usage() (used, limit int64) { return e.Used, e.Limit }
