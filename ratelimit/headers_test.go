package ratelimit

import (
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

func TestHeaders_SayWhatTheDraftSays(t *testing.T) {
	read, guest := policy(t, "300/min"), policy(t, "30/min:10")
	now := time.Unix(1_800_000_000, 250_000_000)
	for _, c := range []struct {
		name                 string
		res                  Result
		policy, limit, retry string
		reset                string
	}{
		{"a first call", Result{Class: "read", By: SessionKind, Policy: read, Remaining: 299, Next: 200 * time.Millisecond},
			`"read";q=300;w=60`, `"read";r=299;t=1`, "1", "1800000001"},
		{"a whole second", Result{Class: "guest", By: AddressKind, Policy: guest, Remaining: 9, Next: 2 * time.Second},
			`"guest";q=30;w=60`, `"guest";r=9;t=2`, "1", "1800000003"},
		{"a refusal", Result{Class: "guest", By: AddressKind, Policy: guest, Next: 1001 * time.Millisecond, Retry: 1001 * time.Millisecond},
			`"guest";q=30;w=60`, `"guest";r=0;t=2`, "2", "1800000002"},
		{"a refusal for a nanosecond", Result{Class: "read", By: SessionKind, Policy: read, Next: 1, Retry: 1},
			`"read";q=300;w=60`, `"read";r=0;t=1`, "1", "1800000001"},
		{"no room", Result{Class: "read", By: AddressKind, Policy: read}, `"read";q=300;w=60`, `"read";r=0`, "1", "1800000001"},
		{"cost too high", Result{Class: "read", Policy: read}, `"read";q=300;w=60`, "", "1", "1800000001"},
		{"no class", Result{}, "", "", "1", "1800000001"},
	} {
		if got := c.res.PolicyField(); got != c.policy {
			t.Errorf("%s: %s: %s, want %s", c.name, PolicyHeader, got, c.policy)
		}
		if got := c.res.LimitField(); got != c.limit {
			t.Errorf("%s: %s: %s, want %s", c.name, LimitHeader, got, c.limit)
		}
		if got := c.res.RetryAfter(); got != c.retry {
			t.Errorf("%s: %s: %s, want %s", c.name, RetryAfterHeader, got, c.retry)
		}
		limit, remaining, reset := c.res.Legacy(now)
		if limit != fmt.Sprint(c.res.Policy.Limit) || remaining != fmt.Sprint(c.res.Remaining) || reset != c.reset {
			t.Errorf("%s: legacy fields %s, %s, %s, want a reset at %s", c.name, limit, remaining, reset, c.reset)
		}
	}
}

// The fields as RFC 9651 would have them: a list of one string, with integers of at most fifteen digits as parameters.
var (
	policySyntax = regexp.MustCompile(`^"[a-z0-9-]+";q=[0-9]{1,15};w=[1-9][0-9]{0,14}$`)
	limitSyntax  = regexp.MustCompile(`^"[a-z0-9-]+";r=[0-9]{1,15};t=([1-9][0-9]{0,14})$`)
)

func TestHeaders_AreWellFormedAndRetryAfterIsWhatTSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 2)
		for i := range 500 {
			who := caller(t, "192.0.2.1", []string{"", "alice", "bob"}[i%3])
			res, err := l.Allow(t.Context(), []string{"auth", "read", "write", "odds"}[i%4], who, int64(1+i%3))
			found := limitSyntax.FindStringSubmatch(res.LimitField())
			if !policySyntax.MatchString(res.PolicyField()) || found == nil {
				t.Fatalf("fields %s and %s", res.PolicyField(), res.LimitField())
			}
			retry, _ := strconv.Atoi(res.RetryAfter())
			if err != nil && (res.RetryAfter() != found[1] || time.Duration(retry)*time.Second < res.Retry || retry < 1) {
				t.Fatalf("refused for %v: Retry-After %s, %s", res.Retry, res.RetryAfter(), res.LimitField())
			}
			time.Sleep(time.Duration(i%7) * 50 * time.Millisecond)
		}
	})
}

func TestHeaders_TheLargestPolicyFits(t *testing.T) {
	res := Result{Class: "read", Policy: policy(t, "999999999999999/2562047h:1"), By: AddressKind, Remaining: 0, Next: 1<<63 - 1}
	if got := res.PolicyField(); !policySyntax.MatchString(got) {
		t.Errorf("policy field %s", got)
	}
	if got := res.LimitField(); !limitSyntax.MatchString(got) {
		t.Errorf("limit field %s", got)
	}
}
