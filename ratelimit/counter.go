package ratelimit

import "context"

// Counter keeps the instants of all buckets and decides about both buckets of a call in one go, with one clock reading.
// Local is the one in this process; a store that several processes share can stand behind the same call.
type Counter interface {
	// Count decides about a call and charges for it. An error means that nothing could be decided: nobody is admitted.
	Count(ctx context.Context, c Call) (Verdict, error)
}

// Bucket is a key and the policy that it is held to.
type Bucket struct {
	Key      Key
	Policy   Policy
	Degraded Policy // instead of Policy, while a shared store does not answer
}

// Call is what a Counter is asked.
type Call struct {
	Class   string
	Address Bucket // charged first, and for every call
	Session Bucket // charged when the address admits; the zero Bucket when there is none
	Cost    int64
	Proven  bool // the caller's cookie carries a valid MAC: the reserve is for them
}

// Verdict is what a Counter answers. The call is admitted when neither bucket refuses.
type Verdict struct {
	// Full says that the address is not known and that there is no room for it: nothing was charged.
	Full bool
	// Address is always decided, and stays charged when the session refuses.
	Address Decision
	// HasSession says that the session has a bucket. Without one the address alone decides: no session, or no room for it.
	HasSession bool
	// Session is only looked at, not charged, when the address refuses: if it would refuse as well, its Wait belongs into
	// the answer all the same.
	Session Decision
	Mode    Mode
}

// Mode says who counted.
type Mode uint8

const (
	LocalMode    Mode = iota // this process by itself
	SharedMode               // a store for all processes
	DegradedMode             // this process, because the store does not answer
)

func (m Mode) String() string { return [...]string{"local", "shared", "degraded"}[m] }
