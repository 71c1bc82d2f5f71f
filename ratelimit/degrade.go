package ratelimit

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// millionths is how exactly a share is taken, so that a tenth of 30 is 3 and not 3.0000000000000004, rounded up to 4.
const millionths = 1_000_000

// Degrade is the policy of a class while a shared store does not answer. Every process then counts by itself, and several
// of them must not admit several times as much:
//
//   - what one does before having a session, and is the limit of an address, is left once a minute, or as slowly as before;
//   - a class that keeps its burst, because nothing is lost by looking, has the share of its limit and of its burst;
//   - every other class has the share of its limit, one call at a time.
//
// Shares are rounded up and at least 1. Nothing becomes faster than it was.
func Degrade(c Class, share float64) (Policy, error) {
	if !(share > 0 && share <= 1) { // written so that NaN is refused, too
		return Policy{}, fmt.Errorf("ratelimit: a degraded share of %v: want it above 0, and at most 1", share)
	}
	interval, _, problem := c.Policy.spans()
	if problem != nil {
		return Policy{}, problem
	}
	p := Policy{Limit: part(c.Policy.Limit, share), Window: c.Policy.Window, Burst: 1}
	switch {
	case c.AddressIsLimit && interval >= int64(time.Minute):
		p.Limit = c.Policy.Limit
	case c.AddressIsLimit:
		p.Limit, p.Window = 1, time.Minute
	case c.KeepsBurst:
		p.Burst = part(c.Policy.Burst, share)
	}
	heaviest := Policy{Limit: p.Limit, Window: p.Window, Burst: c.Policy.Burst} // what the dearest call will owe has to fit, too
	return p, heaviest.Validate()
}

// part is the share of n, rounded up.
func part(n int64, share float64) int64 {
	high, low := bits.Mul64(uint64(n), uint64(max(1, math.Round(share*millionths))))
	low, carry := bits.Add64(low, millionths-1, 0)
	whole, _ := bits.Div64(high+carry, low, millionths) // at most n, so that it fits
	return int64(whole)
}
