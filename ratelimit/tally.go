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

// tallies count a class's calls: by mode, by the kind of the first key and its outcome, and by the session's outcome if that
// was decided. One counter for both, because an atomic addition takes as long as a good part of the decision.
type tallies [DegradedMode + 1][kinds][outcomes][outcomes]atomic.Int64

// undecided is in the place of a session's outcome when there is none: a session cannot find the map full and be told so.
const undecided = outcomeFull

// note counts what was decided. A session that was only looked at was not decided.
func (l *Limiter) note(c *class, who *Caller, v *Verdict) {
	first, second := outcomeOf(&v.Address), undecided
	switch {
	case v.Full:
		first = outcomeFull
	case v.HasSession && v.Address.Allowed:
		second = outcomeOf(&v.Session)
	}
	weight := sample(c.tallies[v.Mode][who.Address.Kind()][first][second].Add(1))
	if weight == 0 || v.Full {
		return
	}
	l.hot.add(first, who.Address, weight)
	if second != undecided {
		l.hot.add(second, who.Session, weight)
	}
}

func outcomeOf(d *Decision) outcome {
	if d.Allowed {
		return outcomeAllowed
	}
	return outcomeRefused
}

// byKey is how many decisions of each outcome there were about keys of each kind.
func (t *tallies) byKey(mode int) (all [kinds][outcomes]int64) {
	for kind := range t[mode] {
		for first := range t[mode][kind] {
			for second := range t[mode][kind][first] {
				n := t[mode][kind][first][second].Load()
				all[kind][first] += n
				if outcome(second) != undecided {
					all[SessionKind][second] += n
				}
			}
		}
	}
	return all
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
			for k, counts := range c.tallies.byKey(m) {
				for o, n := range counts {
					if n > 0 {
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
