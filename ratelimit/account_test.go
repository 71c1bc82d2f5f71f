package ratelimit

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func accountLimiter(t *testing.T, keys int) *Limiter {
	t.Helper()
	store, err := NewLocal(keys)
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(Config{Classes: []Class{
		{Name: "login", Policy: policy(t, "12/h:6"), AddressIsLimit: true},
		{Name: "other", Policy: policy(t, "12/h:6"), AddressIsLimit: true},
	}}, store)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAllowKey_HoldsWhatATextNamesToTheClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, names := accountLimiter(t, 100), NewSessions([]byte("secret"))
		alice, bob := names.Named("alice"), names.Named("bob")
		for i := range 6 {
			res, err := l.AllowKey(t.Context(), "login", alice, 1)
			if err != nil || res.By != AccountKind || res.Remaining != int64(5-i) || res.Policy != policy(t, "12/h:6") {
				t.Errorf("call %d: %+v, %v", i, res, err)
			}
		}
		res, err := l.AllowKey(t.Context(), "login", alice, 1)
		if !errors.Is(err, ErrRateLimited) || res.Retry != 5*time.Minute || res.By != AccountKind {
			t.Errorf("the seventh: %+v, %v, want a wait of 5 minutes", res, err)
		}
		for name, key := range map[string]Key{"login": bob, "other": alice} {
			if _, err := l.AllowKey(t.Context(), name, key, 6); err != nil {
				t.Errorf("%s, %v: %v, want a bucket of its own", name, key, err)
			}
		}
		time.Sleep(5*time.Minute - 1)
		if _, err := l.AllowKey(t.Context(), "login", alice, 1); !errors.Is(err, ErrRateLimited) {
			t.Errorf("a nanosecond before: %v", err)
		}
		time.Sleep(time.Nanosecond)
		if _, err := l.AllowKey(t.Context(), "login", alice, 1); err != nil {
			t.Errorf("after the wait: %v", err)
		}
	})
}

func TestAllowKey_IsCountedByItsKind(t *testing.T) {
	l, names := accountLimiter(t, 1), NewSessions([]byte("secret"))
	for _, text := range []string{"alice", "bob"} { // there is room for one key
		_, _ = l.AllowKey(t.Context(), "login", names.Named(text), 6)
	}
	_, _ = l.AllowKey(t.Context(), "login", names.Named("alice"), 6)
	want := []Tally{{"login", "account", "allowed", "local", 1}, {"login", "account", "refused", "local", 1}, {"login", "account", "full", "local", 1}}
	got := l.Tallies()
	if len(got) != len(want) {
		t.Fatalf("tallies = %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("tally %d = %v, want %v", i, got[i], want[i])
		}
	}
	if _, refused := l.Hottest(); len(refused) != 1 || refused[0].Kind != AccountKind {
		t.Errorf("hottest refused = %v, want the account", refused)
	}
}

func TestAllowKey_RefusesWhatItCannotDecide(t *testing.T) {
	l, names := accountLimiter(t, 100), NewSessions([]byte("secret"))
	if _, err := l.AllowKey(t.Context(), "nothing", names.Named("alice"), 1); !errors.Is(err, ErrUnknownClass) {
		t.Errorf("an unknown class: %v", err)
	}
	if _, err := l.AllowKey(t.Context(), "login", names.Named("alice"), 0); !errors.Is(err, ErrBadCost) {
		t.Errorf("a cost of nothing: %v", err)
	}
	if _, err := l.AllowKey(t.Context(), "login", names.Named("alice"), 7); !errors.As(err, new(*CostError)) {
		t.Errorf("a cost above the burst: %v", err)
	}
	for _, key := range []Key{{}, address(t, "192.0.2.1"), names.Key("cookie")} {
		if _, err := l.AllowKey(t.Context(), "login", key, 1); !errors.Is(err, ErrNoAddress) {
			t.Errorf("the key of an %v: %v, want it refused", key, err)
		}
	}
}

func TestNamed_DependsOnTextAndSecretAndIsNoSession(t *testing.T) {
	one, two := NewSessions([]byte("one")), NewSessions([]byte("two"))
	again := NewSessions([]byte("one"))
	if one.Named("alice") != again.Named("alice") || one.Named("alice") == one.Named("alice ") || one.Named("alice") == two.Named("alice") {
		t.Error("keys are not those of text and secret")
	}
	if key := one.Named(""); key.Kind() != AccountKind || key.String() != "account" {
		t.Errorf("the key of no text is of an %v", key)
	}
	named, session := one.Named("x").AppendTo(nil), one.Key("x").AppendTo(nil)
	if string(named) == string(session) {
		t.Error("a name and a session share a bucket")
	}
}
