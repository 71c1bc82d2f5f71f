package ratelimit

import (
	"strconv"
	"time"
)

// Names of what a limited answer carries. RateLimit-Policy and RateLimit are those of draft-ietf-httpapi-ratelimit-headers,
// which is a work in progress: should it change, this file changes and nothing else. The X- names are no standard at all,
// only what clients older than the draft look for.
const (
	PolicyHeader     = "RateLimit-Policy"
	LimitHeader      = "RateLimit"
	RetryAfterHeader = "Retry-After"

	LegacyLimitHeader     = "X-RateLimit-Limit"
	LegacyRemainingHeader = "X-RateLimit-Remaining"
	LegacyResetHeader     = "X-RateLimit-Reset"

	// The types of a refusal's problem, and its member that names the policies, as the draft registers them.
	QuotaExceededType  = "https://iana.org/assignments/http-problem-types#quota-exceeded"
	ReducedType        = "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity"
	ViolatedPoliciesID = "violated-policies"
)

// PolicyField is the value of RateLimit-Policy, a structured list: q calls (the default unit) in w seconds. There is no
// partition key (pk) in it: whose bucket it is concerns nobody else. It is empty when no class was found.
func (r Result) PolicyField() string {
	if r.Class == "" {
		return ""
	}
	return `"` + r.Class + `";q=` + strconv.FormatInt(r.Policy.Limit, 10) + ";w=" + strconv.FormatInt(seconds(r.Policy.Window), 10)
}

// LimitField is the value of RateLimit, a structured list: r calls are left, there will be more in t seconds. It is empty
// when no bucket was looked at. After a refusal t is what Retry-After says.
func (r Result) LimitField() string {
	if r.By == NoKind {
		return ""
	}
	field := `"` + r.Class + `";r=` + strconv.FormatInt(r.Remaining, 10)
	if r.Next > 0 {
		field += ";t=" + strconv.FormatInt(seconds(r.Next), 10)
	}
	return field
}

// RetryAfter is the value of a refusal's Retry-After: whole seconds, rounded up, at least 1.
func (r Result) RetryAfter() string { return strconv.FormatInt(max(1, seconds(r.Retry)), 10) }

// RetryMS is the wait in whole milliseconds, rounded up: who waits so long and is alone is admitted.
func (r Result) RetryMS() int64 { return ceil(r.Retry, time.Millisecond) }

// Legacy is the values of the X-RateLimit fields. The reset is Unix time, that is what their readers expect: now and Next,
// rounded up.
func (r Result) Legacy(now time.Time) (limit, remaining, reset string) {
	at := now.Add(r.Next + time.Second - 1).Unix()
	return strconv.FormatInt(r.Policy.Limit, 10), strconv.FormatInt(r.Remaining, 10), strconv.FormatInt(at, 10)
}

func seconds(d time.Duration) int64 { return ceil(d, time.Second) }

// ceil is d in units, rounded up: a client that waits as told must not come too early.
func ceil(d, unit time.Duration) int64 {
	n := int64(d / unit)
	if d%unit > 0 {
		n++
	}
	return n
}
