package redisstore

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"example.com/fullhouse/ratelimit"
)

//go:embed script.lua
var source string

// unit is what the script counts in: the finest that the store's clock has.
const unit = time.Microsecond

// mostHorizon leaves room above the clock: the script's numbers are exact up to 2^53.
const mostHorizon = 1 << 52

// errNonsense is an answer that is not the script's.
var errNonsense = errors.New("redisstore: the store's answer makes no sense")

// question is a call as the script takes it.
type question struct{ keys, args []string }

func (q *question) add(class, kind string, b ratelimit.Bucket, cost int64) error {
	interval, horizon, err := b.Policy.In(unit)
	switch {
	case err != nil:
		return callError{err}
	case cost < 1 || cost > b.Policy.Burst || horizon > mostHorizon:
		return callError{ratelimit.ErrOverflow}
	}
	q.keys = append(q.keys, key(class, kind, b.Key))
	q.args = append(q.args, strconv.FormatInt(horizon, 10), strconv.FormatInt(interval*cost, 10))
	return nil
}

func questionOf(c ratelimit.Call) (q question, err error) {
	if err = q.add(c.Class, addressKind, c.Address, c.Cost); err == nil && c.Session.Key != (ratelimit.Key{}) {
		err = q.add(c.Class, sessionKind, c.Session, c.Cost)
	}
	return q, err
}

// callError is a call that no store could decide. It is not the store's fault.
type callError struct{ error }

func (e callError) Unwrap() error { return e.error }

// The kinds of keys.
const (
	addressKind = "a"
	sessionKind = "s"
	probeKind   = "p" // nobody's: to see whether the store answers
)

// key is where a bucket is kept. The braces are a cluster's hash tag: whatever address and session come together, both are
// on the node of their class, which is what lets one script have them.
func key(class, kind string, k ratelimit.Key) string {
	b := append([]byte("fullhouse:{"), class...)
	b = append(append(append(b, "}:"...), kind...), ':')
	return string(k.AppendTo(b))
}

// verdictOf works out from the debts what the script decided, and what callers are told. It is the same arithmetic as in the
// script; where the two differ something is wrong with what was kept, and the answer is not believed.
func verdictOf(c ratelimit.Call, answer []int64) (v ratelimit.Verdict, err error) {
	v.HasSession = c.Session.Key != ratelimit.Key{}
	if want := 3; len(answer) != want && !v.HasSession || len(answer) != want+2 && v.HasSession {
		return ratelimit.Verdict{}, fmt.Errorf("%w: %d numbers", errNonsense, len(answer))
	}
	v.Mode = ratelimit.SharedMode
	now := answer[0]
	if v.Address, err = decisionOf(c.Address.Policy, now, c.Cost, answer[1:3]); err != nil || !v.HasSession {
		return v, err
	}
	v.Session, err = decisionOf(c.Session.Policy, now, c.Cost, answer[3:5])
	if v.Session.Allowed && !v.Address.Allowed { // looked at and not charged: it would still be admitted at once
		v.Session = ratelimit.Decision{Allowed: true, TAT: now + answer[4]}
	}
	return v, err
}

func decisionOf(p ratelimit.Policy, now, cost int64, answer []int64) (ratelimit.Decision, error) {
	allowed, debt := answer[0] == 1, answer[1]
	d, err := ratelimit.DecideIn(unit, p, now+debt, now, cost)
	if err != nil || d.Allowed != allowed || debt < 0 || now < 0 {
		return ratelimit.Decision{}, fmt.Errorf("%w: at %d it says %d, with %d owed", errNonsense, now, answer[0], debt)
	}
	return d, nil
}
