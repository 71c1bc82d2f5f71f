package ratelimit

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func TestDegrade_LeavesAShareOfEachSortOfClass(t *testing.T) {
	for _, c := range []struct {
		class Class
		share float64
		want  string
	}{
		{Class{Policy: policy(t, "300/min"), KeepsBurst: true}, 0.25, "75/min"},
		{Class{Policy: policy(t, "60/min:10"), KeepsBurst: true}, 0.25, "15/min:3"},
		{Class{Policy: policy(t, "30/min"), KeepsBurst: true}, 0.1, "3/min"}, // not 4: a tenth in binary is a little more than a tenth
		{Class{Policy: policy(t, "30/min")}, 0.25, "8/min:1"},
		{Class{Policy: policy(t, "20/min")}, 1, "20/min:1"},
		{Class{Policy: policy(t, "3/min:2")}, 0.25, "1/min"},
		{Class{Policy: policy(t, "3/min:2"), KeepsBurst: true}, 1e-9, "1/min"},
		{Class{Policy: policy(t, "5/min:3"), AddressIsLimit: true}, 0.25, "1/min"},
		{Class{Policy: policy(t, "30/min:10"), AddressIsLimit: true}, 1, "1/min"},
		{Class{Policy: policy(t, "3/h:2"), AddressIsLimit: true}, 0.25, "3/h:1"}, // one a minute would be twenty times as much
		{Class{Policy: policy(t, "1000000000/s:1000000000000"), KeepsBurst: true}, 0.25, "250000000/s:250000000000"},
	} {
		if got, err := Degrade(c.class, c.share); err != nil || got.String() != c.want {
			t.Errorf("Degrade(%+v, %v) = %v, %v, want %s", c.class, c.share, got, err, c.want)
		}
	}
}

func TestDegrade_NothingBecomesFasterThanItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Class{Policy: anyPolicy().Draw(t, "policy"), AddressIsLimit: rapid.Bool().Draw(t, "address"), KeepsBurst: rapid.Bool().Draw(t, "burst")}
		share := rapid.Float64Range(1e-6, 1).Draw(t, "share")
		got, err := Degrade(c, share)
		if err != nil {
			t.Skip(err)
		}
		before, _, _ := c.Policy.spans()
		after, _, problem := got.spans()
		if problem != nil || after < before || got.Burst > c.Policy.Burst {
			t.Fatalf("Degrade(%+v, %v) = %v, %v, want nothing faster", c, share, got, problem)
		}
		if want := float64(c.Policy.Limit) * share; !c.AddressIsLimit && (float64(got.Limit) < want-1 || float64(got.Limit) > want+2) {
			t.Fatalf("Degrade(%+v, %v) = %v, want a limit of %v", c, share, got, want)
		}
	})
}

func TestDegrade_RefusesNonsense(t *testing.T) {
	good := Class{Name: "read", Policy: policy(t, "300/min")}
	for _, share := range []float64{-1, 1.01, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := Degrade(good, share); err == nil {
			t.Errorf("a share of %v: %v, want a refusal", share, got)
		}
		if _, err := New(Config{Classes: []Class{good}, DegradedShare: share}, nil); err == nil {
			t.Errorf("New with a share of %v: want a refusal", share)
		}
	}
	if _, err := Degrade(good, 0); err == nil {
		t.Error("a share of 0: want a refusal")
	}
	if _, err := Degrade(Class{}, 0.5); err == nil {
		t.Error("no policy: want a refusal")
	}
	dear := Class{Name: "dear", Policy: Policy{Limit: 1000, Window: time.Second, Burst: 1 << 41}} // 70 years at the normal rate
	if _, err := Degrade(dear, 0.25); !errors.Is(err, ErrOverflow) {
		t.Errorf("a dearest call that takes 280 years to pay: %v, want ErrOverflow", err)
	}
}

// degraded is a limiter as if its shared store did not answer.
func degraded(t testing.TB, cfg Config) *Limiter {
	t.Helper()
	local := newLocal(t, 10_000)
	l, err := New(cfg, counterFunc(local.CountDegraded))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLimiter_TellsADegradedCallerTheDegradedPolicy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := degraded(t, Config{Classes: []Class{{Name: "read", Policy: policy(t, "300/min"), KeepsBurst: true}, {Name: "write", Policy: policy(t, "30/min")},
			{Name: "auth", Policy: policy(t, "5/min:3"), AddressIsLimit: true}}})
		alice := caller(t, "192.0.2.1", "alice")
		for _, c := range []struct {
			class    string
			admitted int
			want     Result
			policy   string
		}{
			{"read", 75, Result{By: SessionKind, Policy: policy(t, "75/min"), Retry: 800 * time.Millisecond}, `"read";q=75;w=60`},
			{"write", 1, Result{By: SessionKind, Policy: policy(t, "8/min:1"), Retry: 7500 * time.Millisecond}, `"write";q=8;w=60`},
			{"auth", 1, Result{By: AddressKind, Policy: policy(t, "1/min"), Retry: time.Minute}, `"auth";q=1;w=60`},
		} {
			c.want.Class, c.want.Mode, c.want.Next = c.class, DegradedMode, c.want.Retry
			if got := times(t, l, c.admitted+5, c.class, alice, 1); got != c.admitted {
				t.Errorf("%s: %d calls were admitted, want %d", c.class, got, c.admitted)
			}
			res, err := l.Allow(t.Context(), c.class, alice, 1)
			if res != c.want || !errors.Is(err, ErrRateLimited) || res.PolicyField() != c.policy {
				t.Errorf("%s: %+v %s, %v, want %+v %s", c.class, res, res.PolicyField(), err, c.want, c.policy)
			}
			time.Sleep(res.Retry - 1)
			if res, err := l.Allow(t.Context(), c.class, alice, 1); err == nil {
				t.Errorf("%s a moment too early: %+v, want it refused", c.class, res)
			}
			time.Sleep(time.Nanosecond)
			if res, err := l.Allow(t.Context(), c.class, alice, 1); err != nil {
				t.Errorf("%s after the wait: %+v, %v, want it admitted", c.class, res, err)
			}
		}
		if got := times(t, l, 20, "write", caller(t, "192.0.2.2", ""), 1); got != 10 {
			t.Errorf("an address admitted %d calls, want 10: ten callers' worth of one call each", got)
		}
		for _, tally := range l.Tallies() {
			if tally.Mode != "degraded" {
				t.Errorf("counted %+v, want all of it degraded", tally)
			}
		}
	})
}

func TestLimiter_ADegradedCallAboveTheBurstPaysInFullFromARestedBucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := degraded(t, Config{Classes: classes(t), AddressMultiplier: 1}) // odds: 5/min:1
		alice := caller(t, "192.0.2.1", "alice")
		res, err := l.Allow(t.Context(), "odds", alice, 20)
		if want := (Result{Class: "odds", By: SessionKind, Policy: policy(t, "5/min:1"), Next: 4 * time.Minute, Mode: DegradedMode}); err != nil || res != want {
			t.Fatalf("a call of 20 after a rest: %+v, %v, want %+v", res, err, want)
		}
		res, err = l.Allow(t.Context(), "odds", alice, 20)
		if !errors.Is(err, ErrRateLimited) || res.Retry != 4*time.Minute || res.Remaining != 0 {
			t.Fatalf("another at once: %+v, %v, want to wait until all of the first is paid", res, err)
		}
		time.Sleep(res.Retry - 1)
		if res, err := l.Allow(t.Context(), "odds", alice, 1); !errors.Is(err, ErrRateLimited) || res.Retry != 1 {
			t.Errorf("a light one a moment early: %+v, %v, want it refused, to come a moment later", res, err)
		}
		time.Sleep(time.Nanosecond)
		if res, err := l.Allow(t.Context(), "odds", alice, 5); err != nil {
			t.Errorf("after the wait: %+v, %v, want it admitted", res, err)
		}
		if _, err := l.Allow(t.Context(), "odds", alice, 21); err == nil || errors.Is(err, ErrRateLimited) {
			t.Errorf("a call above the normal burst: %v, want a CostError", err)
		}
	})
}

func TestLimiter_DegradedHeavyCallsNeverPassMoreThanTheRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := degraded(t, Config{Classes: classes(t), AddressMultiplier: 1})
		random, units, start := rand.New(rand.NewPCG(5, 6)), int64(0), time.Now()
		who := caller(t, "192.0.2.1", "")
		for range 3000 {
			cost := 1 + random.Int64N(20)
			if _, err := l.Allow(t.Context(), "odds", who, cost); err == nil {
				units += cost
			}
			time.Sleep(time.Duration(random.Int64N(int64(20 * time.Second))))
			if most := 20 + int64(time.Since(start)/(12*time.Second)); units > most {
				t.Fatalf("%d units in %v, want at most %d", units, time.Since(start), most)
			}
		}
		if rate := float64(units) / time.Since(start).Minutes(); rate < 4 {
			t.Errorf("%.1f units a minute were admitted, want nearly 5: metered, and not shut out", rate)
		}
	})
}

func TestLimiter_ReportsAllPolicies(t *testing.T) {
	l := newLimiter(t, 2)
	got := l.Policies()
	if want := (Policies{"auth", Policy{}, policy(t, "5/min:3"), Policy{}, policy(t, "1/min")}); got[0] != want {
		t.Errorf("auth: %+v, want %+v", got[0], want)
	}
	if want := (Policies{"write", policy(t, "30/min"), policy(t, "60/min"), policy(t, "8/min:1"), policy(t, "16/min:2")}); got[2] != want {
		t.Errorf("write: %+v, want %+v", got[2], want)
	}
}
