package ratelimit

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// policy reads a policy that must be right.
func policy(t testing.TB, text string) Policy {
	t.Helper()
	p, err := ParsePolicy(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPolicy_IsReadAsItIsWritten(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Policy
		plain string // as String writes it, if not the same
	}{
		{"30/min:10", Policy{30, time.Minute, 10}, ""},
		{"3/h:2", Policy{3, time.Hour, 2}, ""},
		{"1/2s:5", Policy{1, 2 * time.Second, 5}, ""},
		{"300/min", Policy{300, time.Minute, 300}, ""},
		{"10/s:30", Policy{10, time.Second, 30}, ""},
		{"5/1min:3", Policy{5, time.Minute, 3}, "5/min:3"},
		{"7/90s", Policy{7, 90 * time.Second, 7}, ""},
		{"7/120s:7", Policy{7, 2 * time.Minute, 7}, "7/2min"},
		{"1/3600s", Policy{1, time.Hour, 1}, "1/h"},
		{"1/48h", Policy{1, 48 * time.Hour, 1}, ""},
		{"1000000000/s", Policy{1e9, time.Second, 1e9}, ""},
	} {
		got, err := ParsePolicy(c.text)
		if err != nil || got != c.want {
			t.Errorf("ParsePolicy(%q) = %+v, %v, want %+v", c.text, got, err, c.want)
		}
		plain := c.plain
		if plain == "" {
			plain = c.text
		}
		if got.String() != plain {
			t.Errorf("%q is written %q, want %q", c.text, got, plain)
		}
	}
}

func TestPolicy_ZeroOrNegativeLimitBurstOrWindowStopsTheStart(t *testing.T) {
	for _, text := range []string{
		"", "/", ":", "30", "30:10", "/min", "30/", "30/:10", "30/min:", "0/min", "30/0s", "30/min:0", "0/0s:0",
		"-1/min", "30/-1s", "30/min:-1", "+30/min", " 30/min", "30/min ", "30 / min", "3e1/min", "30.0/min", "0x1e/min",
		"1_000/min", "30/m", "30/ms", "30/100ms", "30/day", "30/MIN", "30/1.5s", "30/min/h", "30/min:10:10", "٣/min", "30/sec",
	} {
		if p, err := ParsePolicy(text); err == nil {
			t.Errorf("ParsePolicy(%q) = %+v, want a refusal", text, p)
		} else if got, ok := errors.AsType[*PolicyError](err); !ok || got.Code() != "bad_policy" || got.Policy != text {
			t.Errorf("ParsePolicy(%q): %v, want a PolicyError that names it", text, err)
		}
	}
	good := Policy{30, time.Minute, 10}
	for _, p := range []Policy{
		{}, {0, time.Minute, 10}, {-1, time.Minute, 10}, {30, 0, 10}, {30, -time.Minute, 10}, {30, time.Minute, 0}, {30, time.Minute, -1},
		{30, time.Second / 2, 10}, {30, time.Second + 1, 10},
	} {
		if p.Validate() == nil {
			t.Errorf("%+v is valid, want a refusal", p)
		}
		if _, err := Decide(p, 0, 0, 1); err == nil {
			t.Errorf("Decide by %+v: want a refusal", p)
		}
		if _, err := New(Config{Classes: []Class{{Name: "good", Policy: good}, {Name: "bad", Policy: p}}}, nil); err == nil {
			t.Errorf("New with %+v: want a refusal", p)
		}
	}
}

func TestPolicy_OverflowIsRefused(t *testing.T) {
	for _, text := range []string{
		"99999999999999999999/min", "30/99999999999999999999s", "30/min:99999999999999999999",
		"30/9223372036854775807h", "30/2562048h", // more than an int64 of nanoseconds
		"1000000001/s",          // less than a nanosecond each
		"1000000000000000/300h", // sixteen digits
		"1/h:9223372036854775807", "1/h:2000000",
		"1/8589934592s:2147483648", // the product is 0 in 64 bits
	} {
		if p, err := ParsePolicy(text); !errors.Is(err, ErrOverflow) {
			t.Errorf("ParsePolicy(%q) = %+v, %v, want ErrOverflow", text, p, err)
		}
	}
	for _, n := range []int64{1 << 40, 1 << 62} {
		if p, err := (Policy{1 << 20, time.Hour, 1}).Times(n); !errors.Is(err, ErrOverflow) {
			t.Errorf("%d times the policy = %+v, %v, want ErrOverflow", n, p, err)
		}
	}
	for _, n := range []int64{0, -1} {
		if p, err := (Policy{1, time.Hour, 1}).Times(n); err == nil {
			t.Errorf("%d times the policy = %+v, want a refusal", n, p)
		}
	}
}

func TestPolicy_TimesMultipliesLimitAndBurst(t *testing.T) {
	got, err := policy(t, "30/min:10").Times(10)
	if want := policy(t, "300/min:100"); err != nil || got != want {
		t.Errorf("ten times 30/min:10 = %v, %v, want %v", got, err, want)
	}
}

// anyPolicy draws policies with long and short, round and odd intervals.
func anyPolicy() *rapid.Generator[Policy] {
	return rapid.Custom(func(t *rapid.T) Policy {
		return Policy{
			Limit:  rapid.Int64Range(1, 100_000).Draw(t, "limit"),
			Window: time.Duration(rapid.Int64Range(1, 100_000).Draw(t, "window")) * time.Second,
			Burst:  rapid.Int64Range(1, 1000).Draw(t, "burst"),
		}
	})
}

func TestPolicy_StringRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyPolicy().Draw(t, "policy")
		text, _ := want.MarshalText()
		var got Policy
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Fatalf("%+v is written %q and read as %+v, %v", want, text, got, err)
		}
	})
}

func FuzzParsePolicy(f *testing.F) {
	for _, text := range []string{"30/min:10", "3/h:2", "1/2s:5", "300/min", "0/s", "1/h:2000000", "1000000001/s", "/:", "9/9999999999999h"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePolicy(text)
		if err != nil {
			if _, typed := errors.AsType[*PolicyError](err); !typed || p != (Policy{}) {
				t.Fatalf("ParsePolicy(%q) = %+v, %v, want nothing and a PolicyError", text, p, err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("ParsePolicy(%q) = %+v, which is not valid: %v", text, p, err)
		}
		if again, err := ParsePolicy(p.String()); err != nil || again != p {
			t.Fatalf("%q is written %q, which is read as %+v, %v", text, p, again, err)
		}
		if d, err := Decide(p, 0, 0, p.Burst); err != nil || !d.Allowed || d.Remaining != 0 {
			t.Fatalf("the whole burst of %q at once: %+v, %v, want it admitted", text, d, err)
		}
	})
}
