package ratelimit

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// decide is Decide where it cannot fail.
func decide(t rapid.TB, p Policy, tat, now, cost int64) Decision {
	t.Helper()
	d, err := Decide(p, tat, now, cost)
	if err != nil {
		t.Fatalf("Decide(%v, %d, %d, %d): %v", p, tat, now, cost, err)
	}
	return d
}

// admitted calls n times at one instant and counts.
func admitted(t rapid.TB, p Policy, tat *int64, now time.Duration, n int) (count int64) {
	t.Helper()
	for range n {
		d := decide(t, p, *tat, int64(now), 1)
		*tat = d.TAT
		if d.Allowed {
			count++
		}
	}
	return count
}

func TestDecide_WaitingExactlyTheWaitAdmitsAndAMomentLessRefuses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for tried := 0; tried < 10_000; {
		p := Policy{Limit: 1 + random.Int64N(1000), Window: time.Duration(1+random.Int64N(5000)) * time.Second, Burst: 1 + random.Int64N(50)}
		now := random.Int64N(1 << 50)
		tat := now + random.Int64N(2*p.Burst*int64(p.Window)/p.Limit+2)
		cost := 1 + random.Int64N(p.Burst)
		d := decide(t, p, tat, now, cost)
		if d.Allowed {
			continue
		}
		tried++
		if d.Wait < 1 {
			t.Fatalf("%v: refused with a wait of %d", p, d.Wait)
		}
		if !decide(t, p, d.TAT, now+int64(d.Wait), cost).Allowed {
			t.Fatalf("%v, tat %d, now %d, cost %d: still refused after waiting %d", p, tat, now, cost, d.Wait)
		}
		if decide(t, p, d.TAT, now+int64(d.Wait)-1, cost).Allowed {
			t.Fatalf("%v, tat %d, now %d, cost %d: admitted a moment before %d", p, tat, now, cost, d.Wait)
		}
		res := Result{Retry: d.Wait}
		if !decide(t, p, d.TAT, now+res.RetryMS()*int64(time.Millisecond), cost).Allowed {
			t.Fatalf("%v: still refused after waiting retry_ms %d for %v", p, res.RetryMS(), d.Wait)
		}
	}
}

func TestDecide_TheWaitIsTheTrueWaitAndNotTheWindow(t *testing.T) {
	for _, c := range []struct {
		policy    string
		used      int
		after     time.Duration // since the calls
		cost      int64
		wait      time.Duration
		remaining int64
	}{
		{"60/min", 60, 0, 1, time.Second, 0},
		{"60/min", 60, 400 * time.Millisecond, 1, 600 * time.Millisecond, 0},
		{"3/h:2", 2, 0, 1, 20 * time.Minute, 0},
		{"20/min", 3, 0, 20, 9 * time.Second, 17},
		{"1/2s:5", 5, time.Second, 2, 3 * time.Second, 0},
	} {
		p, tat := policy(t, c.policy), int64(0)
		admitted(t, p, &tat, 0, c.used)
		d := decide(t, p, tat, int64(c.after), c.cost)
		if d.Allowed || d.Wait != c.wait || d.Remaining != c.remaining {
			t.Errorf("%s, %d used, cost %d after %v: %+v, want to wait %v with %d left", c.policy, c.used, c.cost, c.after, d, c.wait, c.remaining)
		}
	}
}

func TestDecide_ARefusedHeavyCallLeavesTheInstantUnchanged(t *testing.T) {
	p := policy(t, "20/min")
	tat := decide(t, p, 0, 0, 5).TAT
	heavy := decide(t, p, tat, 0, 20)
	if heavy.Allowed || heavy.TAT != tat {
		t.Fatalf("a call of 20 after one of 5: %+v, want it refused and the instant at %d", heavy, tat)
	}
	if light := decide(t, p, heavy.TAT, 0, 15); !light.Allowed || light.Remaining != 0 {
		t.Errorf("a call of 15 after the refusal: %+v, want it admitted: that much was left", light)
	}
}

func TestDecide_AClockThatStandsStillOrGoesBackwardsMintsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy().Draw(t, "policy")
		start := rapid.Int64Range(0, 1<<50).Draw(t, "start")
		var tat, units int64
		now := start
		for range 50 {
			now -= rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 1<<40)).Draw(t, "back")
			cost := rapid.Int64Range(1, p.Burst).Draw(t, "cost")
			d := decide(t, p, tat, now, cost)
			if d.TAT < tat {
				t.Fatalf("the instant went back from %d to %d", tat, d.TAT)
			}
			if d.Allowed {
				units += cost
			}
			if units > p.Burst {
				t.Fatalf("%d units admitted by a clock that never went on, want at most %d", units, p.Burst)
			}
			tat = d.TAT
		}
	})
}

func TestDecide_CostAboveTheBurstIsAnErrorOfItsOwn(t *testing.T) {
	_, err := Decide(policy(t, "30/min:10"), 0, 0, 11)
	got, ok := errors.AsType[*CostError](err)
	if !ok || got.Code() != "cost_too_high" || got.Cost != 11 || got.Burst != 10 {
		t.Errorf("a cost of 11 with a burst of 10: %v, want a CostError with both", err)
	}
	for _, cost := range []int64{0, -1, math.MinInt64} {
		if _, err := Decide(policy(t, "30/min:10"), 0, 0, cost); !errors.Is(err, ErrBadCost) {
			t.Errorf("a cost of %d: %v, want ErrBadCost", cost, err)
		}
	}
}

func TestDecide_OverflowOfIntervalTimesCostIsAnError(t *testing.T) {
	long := Policy{Limit: 1, Window: 1_000_000 * time.Hour, Burst: 3}
	if _, err := Decide(long, 0, 0, 3); !errors.Is(err, ErrOverflow) {
		t.Errorf("three times 114 years: %v, want ErrOverflow", err)
	}
	p := policy(t, "60/min")
	for _, c := range []struct{ tat, now int64 }{{math.MaxInt64, -2}, {0, math.MinInt64}, {0, math.MaxInt64}, {math.MaxInt64, math.MaxInt64 - 1}} {
		if d, err := Decide(p, c.tat, c.now, 1); !errors.Is(err, ErrOverflow) {
			t.Errorf("instant %d at %d: %+v, %v, want ErrOverflow", c.tat, c.now, d, err)
		}
	}
}

func TestDecide_InAnyTimeAtMostBurstAndTimeOverInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy().Draw(t, "policy")
		interval, horizon, _ := p.spans()
		type admission struct{ at, cost int64 }
		var all []admission
		var now, tat int64
		for range rapid.IntRange(1, 200).Draw(t, "calls") {
			now += rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(0, 2*interval), rapid.Int64Range(0, min(horizon, 1<<55))).Draw(t, "gap")
			cost := rapid.OneOf(rapid.Just(int64(1)), rapid.Int64Range(1, p.Burst)).Draw(t, "cost")
			d := decide(t, p, tat, now, cost)
			tat = d.TAT
			if d.Allowed {
				all = append(all, admission{now, cost})
			}
		}
		for i := range all { // every stretch from one admission to another
			units := int64(0)
			for _, a := range all[i:] {
				units += a.cost
				span := a.at - all[i].at
				if most := p.Burst + span/interval; units > most {
					t.Fatalf("%v: %d units in %v, want at most %d", p, units, time.Duration(span), most)
				}
			}
		}
	})
}

func TestDecide_RoundingNeverAdmitsMoreThanWasAskedFor(t *testing.T) {
	p, tat, now, units := policy(t, "7/min:1"), int64(0), int64(0), int64(0)
	for now < int64(10*time.Minute) { // as fast as possible, by an interval that is no whole number of nanoseconds
		d := decide(t, p, tat, now, 1)
		tat, units, now = d.TAT, units+1, now+int64(decide(t, p, d.TAT, now, 1).Wait)
	}
	if units != 70 {
		t.Errorf("%d calls in less than ten minutes, want 70", units)
	}
}

func TestDecideIn_ACoarseClockNeverAdmitsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy().Draw(t, "policy")
		var fine, coarse, now int64 // fine in nanoseconds, coarse in microseconds
		for range rapid.IntRange(1, 100).Draw(t, "calls") {
			now += rapid.Int64Range(0, 1<<32).Draw(t, "gap")
			cost := rapid.Int64Range(1, p.Burst).Draw(t, "cost")
			d, err := DecideIn(time.Microsecond, p, coarse, now, cost)
			if err != nil {
				t.Fatal(err)
			}
			if d.Allowed {
				exact := decide(t, p, fine, now*1000, cost)
				if !exact.Allowed {
					t.Fatalf("%v: admitted by microseconds, refused by nanoseconds", p)
				}
				fine = exact.TAT
			} else if again, err := DecideIn(time.Microsecond, p, d.TAT, now+int64(d.Wait/time.Microsecond), cost); err != nil || !again.Allowed {
				t.Fatalf("%v: after waiting %v: %+v, %v, want it admitted", p, d.Wait, again, err)
			}
			coarse = d.TAT
		}
	})
	fast := Policy{Limit: 1_000_000_000, Window: time.Second, Burst: 1 << 45} // a nanosecond each, so a microsecond each
	if _, err := DecideIn(time.Microsecond, fast, 0, 0, 1); err != nil {
		t.Errorf("a burst of 2^45 microseconds: %v", err)
	}
	fast.Burst = 1 << 55
	if _, err := DecideIn(time.Microsecond, fast, 0, 0, 1); !errors.Is(err, ErrOverflow) {
		t.Errorf("a burst of 2^55 microseconds: %v, want ErrOverflow", err)
	}
	if _, err := DecideIn(time.Microsecond, fast, math.MaxInt64, 0, 1); !errors.Is(err, ErrOverflow) {
		t.Errorf("a debt of 2^63 microseconds: %v, want ErrOverflow", err)
	}
}

func TestDecide_SixtyBeforeTheMinuteAndSixtyAfterItAreAtMostSixtyOne(t *testing.T) {
	p, tat := policy(t, "60/min"), int64(0)
	got := admitted(t, p, &tat, 59_900*time.Millisecond, 60) + admitted(t, p, &tat, 60_100*time.Millisecond, 60)
	if got < 60 || got > 61 {
		t.Errorf("%d of 120 calls around the minute passed, want 60 or 61", got)
	}
}

func TestDecide_AHundredBeforeNoonAndAHundredAfterItAreAtMost134(t *testing.T) {
	for _, c := range []struct {
		policy      string
		least, most int64
	}{{"100/min", 130, 134}, {"5/min:3", 3, 5}} {
		p, tat, got := policy(t, c.policy), int64(0), int64(0)
		for i := range 100 { // 11:59:50 to 11:59:59
			got += admitted(t, p, &tat, 50*time.Second+time.Duration(i)*9*time.Second/99, 1)
		}
		for i := range 100 { // 12:00:00 to 12:00:10
			got += admitted(t, p, &tat, 60*time.Second+time.Duration(i)*10*time.Second/99, 1)
		}
		if got < c.least || got > c.most {
			t.Errorf("%s: %d of 200 calls around noon passed, want %d to %d", c.policy, got, c.least, c.most)
		}
	}
}

func TestDecide_SaysWhenThereIsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPolicy().Draw(t, "policy")
		_, horizon, _ := p.spans()
		tat := rapid.Int64Range(0, horizon).Draw(t, "tat")
		d := decide(t, p, tat, 0, rapid.Int64Range(1, p.Burst).Draw(t, "cost"))
		most := func(at int64) (n int64) { // the largest cost that is admitted then
			for n < p.Burst && decide(t, p, d.TAT, at, n+1).Allowed {
				n++
			}
			return n
		}
		if got := most(0); got != d.Remaining {
			t.Errorf("%v, tat %d: %d more calls are admitted, said %d", p, tat, got, d.Remaining)
		}
		if got := most(int64(d.More)); got != d.Remaining+1 {
			t.Errorf("%v, tat %d: %d calls are admitted after %v, want %d", p, tat, got, d.More, d.Remaining+1)
		}
		if got := most(int64(d.More) - 1); got != d.Remaining {
			t.Errorf("%v, tat %d: %d calls are admitted a moment before %v, want %d", p, tat, got, d.More, d.Remaining)
		}
	})
}

// literal is the rule as it is written down, in numbers that cannot overflow.
func literal(p Policy, tat, now, cost int64) (allowed bool, next, wait *big.Int) {
	interval := new(big.Int).Div(big.NewInt(int64(p.Window)+p.Limit-1), big.NewInt(p.Limit))
	times := func(n int64) *big.Int { return new(big.Int).Mul(interval, big.NewInt(n)) }
	base := big.NewInt(max(tat, now))
	earliest := new(big.Int).Sub(new(big.Int).Add(base, times(cost-1)), times(p.Burst-1))
	if wait = new(big.Int).Sub(earliest, big.NewInt(now)); wait.Sign() > 0 {
		return false, big.NewInt(tat), wait
	}
	return true, new(big.Int).Add(base, times(cost)), wait
}

func FuzzDecide(f *testing.F) {
	f.Add(int64(30), int64(60), int64(10), int64(0), int64(0), int64(1))
	f.Add(int64(1), int64(2), int64(5), int64(1)<<40, int64(1)<<39, int64(3))
	f.Add(int64(1_000_000_000), int64(1), int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MinInt64), int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, limit, window, burst, tat, now, cost int64) {
		if window > math.MaxInt64/int64(time.Second) || window < 0 {
			t.Skip("no duration holds such a window")
		}
		p := Policy{Limit: limit, Window: time.Duration(window) * time.Second, Burst: burst}
		d, err := Decide(p, tat, now, cost)
		if err != nil {
			if d != (Decision{}) {
				t.Fatalf("%+v and %v, want nothing decided", d, err)
			}
			return
		}
		allowed, next, wait := literal(p, tat, now, cost)
		if d.Allowed != allowed || next.Cmp(big.NewInt(d.TAT)) != 0 {
			t.Fatalf("Decide(%v, %d, %d, %d) = %+v, want %t and instant %v", p, tat, now, cost, d, allowed, next)
		}
		if !allowed && wait.Cmp(big.NewInt(int64(d.Wait))) != 0 {
			t.Fatalf("Decide(%v, %d, %d, %d): wait %d, want %v", p, tat, now, cost, d.Wait, wait)
		}
		if d.Remaining < 0 || d.Remaining >= burst || d.More < 1 || d.Wait < 0 {
			t.Fatalf("Decide(%v, %d, %d, %d) = %+v", p, tat, now, cost, d)
		}
	})
}
