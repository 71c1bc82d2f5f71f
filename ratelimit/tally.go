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
type tallies [DegradedMode + 1][kinds][outcomes]atomic.Int64

// note counts what was decided. A session that was only looked at was not decided.
func (l *Limiter) note(c *class, call *Call, v Verdict) {
	mode := &c.tallies[v.Mode]
	if v.Full {
		mode[call.Address.Key.Kind()][outcomeFull].Add(1)
		return
	}
	l.noteOne(&mode[call.Address.Key.Kind()], call.Address.Key, v.Address)
	if v.HasSession && v.Address.Allowed {
		l.noteOne(&mode[SessionKind], call.Session.Key, v.Session)
	}
}

func (l *Limiter) noteOne(tally *[outcomes]atomic.Int64, key Key, d Decision) {
	o := outcomeOf(d)
	if weight := sample(tally[o].Add(1)); weight > 0 {
		l.hot.add(o, key, weight)
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

// Policies is what a class's buckets are held to.
type Policies struct {
	Class            string
	Session, Address Policy // the zero Session: in this class no session is charged
	// What they are held to while a shared store does not answer.
	DegradedSession, DegradedAddress Policy
}

// Policies reports all policies, in the order of the table.
func (l *Limiter) Policies() []Policies {
	all := make([]Policies, len(l.order))
	for i, c := range l.order {
		all[i] = Policies{c.Name, c.rates.session, c.rates.address, c.degraded.session, c.degraded.address}
		if c.AddressIsLimit {
			all[i].Session, all[i].DegradedSession = Policy{}, Policy{}
		}
	}
	return all
}
