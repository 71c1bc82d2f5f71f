package ratelimit

import (
	"errors"
	"fmt"
)

// Error is a refusal by its wire code; compare with errors.Is.
type Error string

func (e Error) Error() string { return "ratelimit: " + string(e) }

// Code is the stable code that goes over the wire.
func (e Error) Code() string { return string(e) }

const (
	// ErrRateLimited refuses a caller who is going too fast. The Result says for how long.
	ErrRateLimited Error = "rate_limited"
	// ErrLimiterFull refuses a caller who is not known yet while there is no room to remember one more.
	ErrLimiterFull Error = "limiter_full"
	// ErrNoAddress refuses a caller without an address: nobody passes without a key.
	ErrNoAddress Error = "bad_request"
)

// What has no code is not the caller's fault: it is logged, and the caller is told that something went wrong here.
var (
	// ErrOverflow says that instants or intervals do not fit into an int64.
	ErrOverflow = errors.New("ratelimit: arithmetic overflow")
	// ErrBadCost says that a call was to cost less than 1.
	ErrBadCost = errors.New("ratelimit: a call costs at least 1")
	// ErrUnknownClass says that a route names a class that is not in the table.
	ErrUnknownClass = errors.New("ratelimit: unknown class")
)

// CostError refuses a call that costs more than the burst: it would be refused for ever, so waiting is no answer.
type CostError struct{ Cost, Burst int64 }

func (e *CostError) Error() string {
	return fmt.Sprintf("ratelimit: a cost of %d is above the burst of %d", e.Cost, e.Burst)
}

// Code is the stable code that goes over the wire.
func (e *CostError) Code() string { return "cost_too_high" }

// PolicyError says what is wrong with a policy.
type PolicyError struct {
	Policy  string // as it was written
	Problem string
	Err     error // ErrOverflow, or nil
}

func (e *PolicyError) Error() string {
	return fmt.Sprintf("ratelimit: policy %q: %s", e.Policy, e.Problem)
}

func (e *PolicyError) Unwrap() error { return e.Err }

// Code is the stable code of a policy that stops the start.
func (e *PolicyError) Code() string { return "bad_policy" }
