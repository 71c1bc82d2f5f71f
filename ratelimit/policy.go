package ratelimit

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

const (
	// maxQuota is the largest integer that a structured header field can carry: fifteen digits.
	maxQuota = 999_999_999_999_999
	// maxHorizon leaves as much room above an instant as below it: 146 years on either side.
	maxHorizon = 1 << 62
)

// Policy is how fast one key may go: Limit calls in every Window in the long run, Burst of them at once after a rest.
// The zero Policy is not valid.
type Policy struct {
	Limit  int64
	Window time.Duration // whole seconds, because that is how it is written and what the header fields can say
	Burst  int64
}

// units are the ways to write a window, the longest first: String takes the first that divides.
var units = [...]struct {
	name   string
	length time.Duration
}{{"h", time.Hour}, {"min", time.Minute}, {"s", time.Second}}

// ParsePolicy reads limit/window[:burst]: "30/min:10", "3/h:2", "1/2s:5". Without a burst it is the limit, so that an
// idle caller may use up a whole window at once.
func ParsePolicy(text string) (Policy, error) {
	rate, burst, hasBurst := strings.Cut(text, ":")
	limit, window, hasWindow := strings.Cut(rate, "/")
	if !hasWindow {
		return Policy{}, &PolicyError{Policy: text, Problem: "want limit/window or limit/window:burst, like 30/min:10"}
	}
	var p Policy
	var err error
	if p.Limit, err = parseCount(text, "limit", limit); err != nil {
		return Policy{}, err
	}
	if p.Window, err = parseWindow(text, window); err != nil {
		return Policy{}, err
	}
	p.Burst = p.Limit
	if hasBurst {
		if p.Burst, err = parseCount(text, "burst", burst); err != nil {
			return Policy{}, err
		}
	}
	if _, _, problem := p.spans(); problem != nil {
		problem.Policy = text
		return Policy{}, problem
	}
	return p, nil
}

// parseCount takes plain digits only: no sign, no spaces, no exponent.
func parseCount(text, what, digits string) (int64, error) {
	n, err := strconv.ParseUint(digits, 10, 63)
	if errors.Is(err, strconv.ErrRange) {
		return 0, &PolicyError{Policy: text, Problem: "the " + what + " is too large", Err: ErrOverflow}
	}
	if err != nil || n == 0 {
		return 0, &PolicyError{Policy: text, Problem: "the " + what + " must be a whole number of at least 1"}
	}
	return int64(n), nil
}

func parseWindow(text, window string) (time.Duration, error) {
	unit := strings.TrimLeft(window, "0123456789")
	count := int64(1) // "min" is "1min"
	if digits := strings.TrimSuffix(window, unit); digits != "" {
		var err error
		if count, err = parseCount(text, "window", digits); err != nil {
			return 0, err
		}
	}
	for _, u := range units {
		switch {
		case u.name != unit:
		case count > int64(math.MaxInt64/u.length):
			return 0, &PolicyError{Policy: text, Problem: "the window is too long", Err: ErrOverflow}
		default:
			return time.Duration(count) * u.length, nil
		}
	}
	return 0, &PolicyError{Policy: text, Problem: "the window must end in s, min or h, like 10s or min"}
}

// String writes the policy as ParsePolicy reads it.
func (p Policy) String() string {
	text := strconv.FormatInt(p.Limit, 10) + "/" + windowText(p.Window)
	if p.Burst != p.Limit {
		text += ":" + strconv.FormatInt(p.Burst, 10)
	}
	return text
}

func windowText(window time.Duration) string {
	for _, u := range units {
		if window == u.length {
			return u.name
		}
		if window > 0 && window%u.length == 0 {
			return strconv.FormatInt(int64(window/u.length), 10) + u.name
		}
	}
	return window.String() // not valid, but an error message has to name it
}

// MarshalText writes the policy as ParsePolicy reads it.
func (p Policy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText lets a policy be read from the environment.
func (p *Policy) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePolicy(string(text))
	return err
}

// Validate says what is wrong with the policy, or nil.
func (p Policy) Validate() error {
	if _, _, problem := p.spans(); problem != nil {
		return problem
	}
	return nil
}

// In is what the policy comes down to in whole units of time, for a store that does its own arithmetic: what one call costs,
// and the horizon, which is what a key may owe at most. DecideIn decides by the same numbers.
func (p Policy) In(unit time.Duration) (interval, horizon int64, err error) {
	interval, horizon, problem := p.spansIn(unit)
	if problem != nil {
		return 0, 0, problem
	}
	return interval, horizon, nil
}

// spans are the two lengths of time that a policy comes down to, in nanoseconds: the interval that one call costs, and the
// horizon, which is the interval times the burst: what a key may owe at most. The interval is rounded up, so that rounding
// never admits more than was asked for.
func (p Policy) spans() (interval, horizon int64, problem *PolicyError) {
	return p.spansIn(time.Nanosecond)
}

// spansIn are the spans in whole units of time.
func (p Policy) spansIn(unit time.Duration) (interval, horizon int64, problem *PolicyError) {
	switch {
	case p.Limit < 1:
		return 0, 0, p.problem("the limit must be at least 1", nil)
	case p.Window < 1 || p.Window%time.Second != 0:
		return 0, 0, p.problem("the window must be at least 1s, in whole seconds", nil)
	case p.Burst < 1:
		return 0, 0, p.problem("the burst must be at least 1", nil)
	case p.Limit > maxQuota || p.Limit > int64(p.Window):
		return 0, 0, p.problem("the limit is above one call a nanosecond, or above fifteen digits", ErrOverflow)
	}
	interval, most := 1+(int64(p.Window)-1)/p.Limit, int64(maxHorizon)
	if unit > 1 {
		interval, most = ceil(time.Duration(interval), unit), most/int64(unit)
	}
	high, low := bits.Mul64(uint64(interval), uint64(p.Burst))
	if high != 0 || low > uint64(most) {
		return 0, 0, p.problem("the burst takes longer than a century to come back", ErrOverflow)
	}
	return interval, int64(low), nil
}

// rule is the policy made ready, in whole units of time.
func (p Policy) rule(unit time.Duration) (rule, *PolicyError) {
	interval, horizon, problem := p.spansIn(unit)
	return rule{interval, horizon, p.Burst}, problem
}

func (p Policy) problem(what string, err error) *PolicyError {
	return &PolicyError{Policy: p.String(), Problem: what, Err: err}
}

// Times is the policy of n callers who share one key: n times the limit and n times the burst.
func (p Policy) Times(n int64) (Policy, error) {
	if err := p.Validate(); err != nil {
		return Policy{}, err
	}
	if n < 1 {
		return Policy{}, p.problem("the multiplier must be at least 1", nil)
	}
	if p.Limit > math.MaxInt64/n || p.Burst > math.MaxInt64/n {
		return Policy{}, p.problem("the multiplier is too large", ErrOverflow)
	}
	many := Policy{Limit: p.Limit * n, Window: p.Window, Burst: p.Burst * n}
	return many, many.Validate()
}
