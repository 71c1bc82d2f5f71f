package capacity

import "fmt"

// Error is the refusal of a bound that is reached, named by its code on the wire; compare with errors.Is.
type Error string

func (e Error) Error() string { return "capacity: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

// FullError is the refusal of slots that are all taken. It wraps their Error.
type FullError struct {
	code        Error
	used, limit int64
}

// Full is the refusal of a bound that somebody else counts.
func Full(code Error, used, limit int64) *FullError { return &FullError{code, used, limit} }

func (e *FullError) Error() string {
	return fmt.Sprintf("capacity: %s: %d of %d in use", string(e.code), e.used, e.limit)
}

// Code is the refusal's name on the wire.
func (e *FullError) Code() string { return string(e.code) }

// Unwrap makes errors.Is find the code.
func (e *FullError) Unwrap() error { return e.code }

// Usage is how many slots were taken, and of how many.
func (e *FullError) Usage() (used, limit int64) { return e.used, e.limit }

// Stats is what a bound looks like at one moment. The fields are read one after the other, so they may be a few
// nanoseconds apart.
type Stats struct {
	InUse   int64 // held now
	Peak    int64 // the most held at once since the start
	Limit   int64 // the bound
	Refused int64 // how often somebody was turned away
}
