package ratelimit

import (
	"math"
	"time"
)

// Decision is what became of one call on one bucket.
type Decision struct {
	Allowed bool
	// TAT is the theoretical arrival time to keep, in nanoseconds. A refusal does not move it.
	TAT int64
	// Remaining is how many calls of cost 1 would be admitted now, after this one.
	Remaining int64
	// More is how long it takes until Remaining is one larger.
	More time.Duration
	// Wait is how long it takes, from now, until a call of the same cost is admitted. After a refusal that is the true wait,
	// to the nanosecond; after an admission it is often 0.
	Wait time.Duration
}

// Decide is the whole of GCRA, the generic cell rate algorithm, on one bucket. Instants are nanoseconds since any moment, as
// long as it is the same for tat and now; a bucket that was never used has the instant 0, and so has one that has rested.
//
// Think of the instant as the end of a queue that nobody stands in: a call adds cost intervals to it, time passes under it,
// and a call is refused when it would reach further than the burst allows into the future. What lies between now and the
// instant is the debt:
//
//	          debt           cost*interval
//	now ├──────────────┼───────────────────┤ new TAT                 admitted: it ends before the horizon
//	    ├───────────────────────────────────────────────┤ horizon = burst*interval
//
// In every stretch of time T a key gets at most burst + T/interval. A clock that stands still or goes backwards only makes
// the debt look larger, so it mints nothing.
func Decide(p Policy, tat, now, cost int64) (Decision, error) {
	return DecideIn(time.Nanosecond, p, tat, now, cost)
}

// DecideIn is Decide by a clock that counts in a coarser unit, for a store that cannot keep nanoseconds: tat, now and
// Decision.TAT are in units. The interval is rounded up to whole units, so that a coarse clock never admits more.
func DecideIn(unit time.Duration, p Policy, tat, now, cost int64) (Decision, error) {
	r, problem := p.rule(unit)
	switch {
	case problem != nil:
		return Decision{}, problem
	case cost > r.burst:
		return Decision{}, &CostError{Cost: cost, Burst: r.burst}
	case max(tat, now)-now > math.MaxInt64/int64(unit):
		return Decision{}, ErrOverflow
	}
	var d Decision
	err := r.decide(tat, now, cost, &d)
	d.More, d.Wait = d.More*unit, d.Wait*unit
	return d, err
}

// rule is a policy made ready to decide by: what one call costs in time, what a key may owe at most, and the burst.
type rule struct{ interval, horizon, burst int64 }

// decide is GCRA. A heavy call may cost more than the burst: it is admitted by a bucket that has rested, and then owes all
// of its cost. In every stretch of time a key gets at most the larger of burst and cost, plus T/interval.
func (r *rule) decide(tat, now, cost int64, d *Decision) error {
	*d = Decision{}
	switch {
	case cost < 1:
		return ErrBadCost
	case cost > r.burst && cost > maxHorizon/r.interval:
		return ErrOverflow
	}
	debt := max(tat, now) - now
	if debt < 0 {
		return ErrOverflow
	}
	price := r.interval * cost
	room := max(0, r.horizon-price) // how large the debt may be for this call to be admitted
	allowed := debt <= room
	if allowed {
		debt += price // at most the horizon, or what a heavy call costs
		if now > math.MaxInt64-debt {
			return ErrOverflow
		}
		tat = now + debt
	}
	owed := min(1+int64(uint64(debt-1)/uint64(r.interval)), r.burst) // in calls, rounded up; the debt is above 0 here: a call was added or refused
	d.Allowed, d.TAT = allowed, tat
	d.Remaining = r.burst - owed
	d.More = time.Duration(debt - (owed-1)*r.interval)
	d.Wait = time.Duration(max(0, debt-room))
	return nil
}
