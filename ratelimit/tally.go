package ratelimit

import "sync/atomic"

// outcome is what became of a call on one of its buckets.
type outcome uint8

const (
	outcomeAllowed outcome = iota
	outcomeRefused
	outcomeFull
	outcomes
)

func (o outcome) String() string { return [...]string{"allowed", "refused", "full"}[o] }

// tallies count a class's decisions, by mode, kind of key and outcome.
type tallies [DegradedMode + 1][SessionKind + 1][outcomes]atomic.Int64

// note counts what was decided. A session that was only looked at was not decided.
func (t *tallies) note(v Verdict) {
	mode := &t[v.Mode]
	if v.Full {
		mode[AddressKind][outcomeFull].Add(1)
		return
	}
	mode[AddressKind][outcomeOf(v.Address)].Add(1)
	if v.HasSession && v.Address.Allowed {
		mode[SessionKind][outcomeOf(v.Session)].Add(1)
	}
}

func outcomeOf(d Decision) outcome {
	if d.Allowed {
		return outcomeAllowed
	}
	return outcomeRefused
}

// Tally is how many decisions of one sort there were since the start.
type Tally struct {
	Class, Key, Result, Mode string
	N                        int64
}

// Tallies reports all decisions that ever happened, in a fixed order.
func (l *Limiter) Tallies() []Tally {
	var all []Tally
	for _, c := range l.order {
		for m := range c.tallies {
			for k := range c.tallies[m] {
				for o := range c.tallies[m][k] {
					if n := c.tallies[m][k][o].Load(); n > 0 {
						all = append(all, Tally{c.Name, Kind(k).String(), outcome(o).String(), Mode(m).String(), n})
					}
				}
			}
		}
	}
	return all
}

// Classes reports the table as configured.
func (l *Limiter) Classes() []Class {
	all := make([]Class, len(l.order))
	for i, c := range l.order {
		all[i] = c.Class
	}
	return all
}
