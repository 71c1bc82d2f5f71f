package ratelimit

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Class is a group of routes that share a policy.
type Class struct {
	Name   string // the policy's name over the wire: lower-case letters, digits and hyphens
	Policy Policy
	// AddressIsLimit holds the address itself to the policy, and charges no session. It is for what one does before having
	// a session: an invented cookie then changes nothing.
	AddressIsLimit bool
	// KeepsBurst leaves the class a share of its burst, too, while a shared store does not answer: see Degrade.
	KeepsBurst bool
}

// Config is the table of classes.
type Config struct {
	Classes []Class
	// AddressMultiplier is how many callers one address stands for: its bucket is the policy so many times. Default 10.
	AddressMultiplier int64
	// DegradedShare is the part of its limit that a class keeps while a shared store does not answer, above 0 and at most 1.
	// Default 0.25.
	DegradedShare float64
}

// Caller is who calls: an address always, a session only if its cookie carries a valid MAC.
type Caller struct {
	Address Key
	Session Key
}

// Limiter holds callers to the policies of their classes. It fails closed: what its Counter cannot decide is not admitted.
type Limiter struct {
	counter Counter
	local   *Local   // the counter, if it is this process's own
	order   []*class // as configured
	hot     hot
}

// class is a Class made ready.
type class struct {
	Class
	number   uint8 // part of the key, so that classes do not share buckets
	rates    rates
	degraded rates
	tallies  tallies
}

// rates are what a class's two buckets are held to.
type rates struct {
	session, address         Policy
	sessionRule, addressRule rule // the same, made ready
}

// New checks the table and makes a limiter that counts with counter.
func New(cfg Config, counter Counter) (*Limiter, error) {
	if cfg.AddressMultiplier == 0 {
		cfg.AddressMultiplier = 10
	}
	if cfg.DegradedShare == 0 {
		cfg.DegradedShare = 0.25
	}
	if cfg.AddressMultiplier < 1 || len(cfg.Classes) > 256 {
		return nil, fmt.Errorf("ratelimit: %d classes and an address multiplier of %d: want at most 256, and at least 1",
			len(cfg.Classes), cfg.AddressMultiplier)
	}
	l := &Limiter{counter: counter, hot: newHot()}
	for i, c := range cfg.Classes {
		if c.Name == "" || strings.Trim(c.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return nil, fmt.Errorf("ratelimit: class %q: want lower-case letters, digits and hyphens", c.Name)
		}
		if l.named(c.Name) != nil {
			return nil, fmt.Errorf("ratelimit: class %q is there twice", c.Name)
		}
		ready, err := cfg.ready(c)
		if err != nil {
			return nil, fmt.Errorf("class %q: %w", c.Name, err)
		}
		ready.number = uint8(i)
		l.order = append(l.order, ready)
	}
	l.local, _ = counter.(*Local)
	return l, nil
}

// ready works out what the buckets of a class are held to, normally and degraded.
func (cfg Config) ready(c Class) (*class, error) {
	ready := &class{Class: c}
	degraded, err := Degrade(c, cfg.DegradedShare)
	if err != nil {
		return nil, err
	}
	if ready.rates, err = cfg.rates(c, c.Policy); err != nil {
		return nil, err
	}
	ready.degraded, err = cfg.rates(c, degraded)
	return ready, err
}

// rates are what the two buckets are held to when a session is held to p.
func (cfg Config) rates(c Class, p Policy) (r rates, err error) {
	if r.address, err = cfg.address(c, p); err != nil {
		return rates{}, err
	}
	r.session = p
	r.sessionRule, _ = p.rule(time.Nanosecond) // address has checked both
	r.addressRule, _ = r.address.rule(time.Nanosecond)
	return r, nil
}

// address is what the address is held to when a session is held to p.
func (cfg Config) address(c Class, p Policy) (Policy, error) {
	if c.AddressIsLimit {
		return p, p.Validate()
	}
	return p.Times(cfg.AddressMultiplier)
}

// Check says whether a route may have this class and cost, for the start: ErrUnknownClass, ErrBadCost or a CostError.
func (l *Limiter) Check(name string, cost int64) error {
	_, err := l.class(name, cost)
	return err
}

// named looks through the classes, a dozen at most: that is quicker than hashing the name for a map.
func (l *Limiter) named(name string) *class {
	for _, c := range l.order {
		if c.Name == name {
			return c
		}
	}
	return nil
}

func (l *Limiter) class(name string, cost int64) (*class, error) {
	c := l.named(name)
	switch {
	case c == nil:
		return nil, fmt.Errorf("%w %q", ErrUnknownClass, name)
	case cost < 1:
		return c, ErrBadCost
	case cost > c.Policy.Burst:
		return c, &CostError{Cost: cost, Burst: c.Policy.Burst}
	}
	return c, nil
}

// Allow decides about one call and charges for it: the caller's address first, then their session. It returns nil, or
//
//	ErrRateLimited   too fast: Result.Retry is the exact wait
//	ErrLimiterFull   a stranger, and no room to remember one more
//	*CostError       the call costs more than can ever be admitted
//	ErrNoAddress     there is no address to charge
//
// and anything else when nothing could be decided. The Result is for the answer's header fields, whatever the error is.
func (l *Limiter) Allow(ctx context.Context, name string, who Caller, cost int64) (res Result, err error) {
	c, err := l.class(name, cost)
	if c == nil {
		return res, err
	}
	res.Class, res.Policy = c.Name, c.Policy
	if err != nil {
		return res, err
	}
	if who.Address.Kind() != AddressKind {
		return res, ErrNoAddress
	}
	proven := c.own(&who)
	err = l.count(ctx, c, &who, proven, cost, &res)
	return res, err
}

// own makes a caller's keys those of the class's buckets, and says whether the caller is proven.
func (c *class) own(who *Caller) (proven bool) {
	proven = who.Session.Kind() == SessionKind
	if who.Address = who.Address.in(c.number); proven && !c.AddressIsLimit {
		who.Session = who.Session.in(c.number)
	} else {
		who.Session = Key{}
	}
	return proven
}

// count asks the counter, and keeps account of what it said. Who it is comes as the keys of this class.
//
// This process's own counter is asked directly: through the interface every call would be copied twice and its policies
// worked out anew, which takes as long as the decision.
func (l *Limiter) count(ctx context.Context, c *class, who *Caller, proven bool, cost int64, res *Result) (err error) {
	var v Verdict
	if l.local != nil {
		var r request
		c.ready(&r, who, proven, cost)
		err = l.local.decide(l.local.now(), &r, &v)
	} else {
		v, err = l.counter.Count(ctx, c.call(who, proven, cost))
	}
	if err != nil {
		return fmt.Errorf("count a call of class %q: %w", c.Name, err)
	}
	l.note(c, who, &v)
	return res.judge(c, who.Address.Kind(), &v)
}

// ready fills in what this process's own counter is asked.
func (c *class) ready(r *request, who *Caller, proven bool, cost int64) {
	r.address.key, r.address.rule = who.Address, &c.rates.addressRule
	if r.cost, r.proven = cost, proven; who.Session != (Key{}) {
		r.session.key, r.session.rule = who.Session, &c.rates.sessionRule
	}
}

func (c *class) call(who *Caller, proven bool, cost int64) Call {
	call := Call{Class: c.Name, Cost: cost, Proven: proven}
	call.Address = Bucket{Key: who.Address, Policy: c.rates.address, Degraded: c.degraded.address}
	if who.Session != (Key{}) {
		call.Session = Bucket{Key: who.Session, Policy: c.rates.session, Degraded: c.degraded.session}
	}
	return call
}

// Result is what the caller is told. It speaks of one bucket: the one that refused, else the one with less left.
type Result struct {
	Class     string
	By        Kind // whose bucket it is; NoKind when none was looked at
	Policy    Policy
	Remaining int64
	// Next is how long it takes until there is more: until Remaining grows, after a refusal until Retry.
	Next time.Duration
	// Retry is how long the same call has to wait, to the nanosecond and by both buckets; 0 when it was admitted, or when
	// there was no room and nobody can say.
	Retry time.Duration
	Mode  Mode
}

// judge completes the result from what the counter said about a bucket of the first kind, and maybe a session's.
func (r *Result) judge(c *class, first Kind, v *Verdict) error {
	rates := &c.rates
	if v.Mode == DegradedMode {
		rates = &c.degraded
	}
	d, by, policy := &v.Address, first, &rates.address
	if v.HasSession && d.Allowed && (!v.Session.Allowed || v.Session.Remaining <= d.Remaining) {
		d, by, policy = &v.Session, SessionKind, &rates.session
	}
	r.Mode, r.By, r.Policy = v.Mode, by, *policy
	if v.Full {
		return ErrLimiterFull
	}
	r.Remaining, r.Next = d.Remaining, d.More
	if !d.Allowed {
		// Waiting for the bucket that refused is not enough if the other one needs longer.
		r.Retry = max(v.Address.Wait, v.Session.Wait)
		r.Next = r.Retry
		return ErrRateLimited
	}
	return nil
}
