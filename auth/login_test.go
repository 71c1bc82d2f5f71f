package auth_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
)

func TestLogin_IsByNameOrAddressHoweverTheyAreWritten(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	for i, name := range []string{"Alice", "ALICE", " alice ", "alice@example.org", "Alice@EXAMPLE.org", "\uff21lice"} {
		in, err := w.Login(t.Context(), visit(fmt.Sprintf("192.0.2.%d", 10+i)), name, password)
		if err != nil || in.Account != alice.Account {
			t.Errorf("as %q: %v, %v, want %v", name, in.Account, err, alice.Account)
		}
		if in.Token == alice.Token || in.Session == alice.Session || in.Device == "" {
			t.Errorf("as %q: signed in as %+v, want a new session and a device", name, in)
		}
	}
}

func TestLogin_IgnoresASessionPresetBeforeIt(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	preset := w.guest(t)
	in, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password)
	if err != nil || in.Token == preset.Token || in.Session == preset.Session {
		t.Fatalf("signed in as %+v, %v, want a session of its own", in, err)
	}
	if who, err := w.Session(t.Context(), preset.Token); err != nil || who.ID == in.ID {
		t.Errorf("the preset session is of %v, %v, want it to be nobody else's than before", who.ID, err)
	}
}

func TestLogin_DoesTheSameWorkForUnknownAndWrong(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	guest := w.guest(t)
	counting := w.counted(t)
	for i, row := range []struct{ what, name, password string }{
		{"wrong password", "alice", "wrong password"},
		{"unknown name", "nobody", password},
		{"unknown address", "nobody@example.org", password},
		{"known address, wrong password", "alice@example.org", "wrong password"},
		{"a guest, who has no password", guest.Name, password},
		{"nothing like a name", "<script>", password},
	} {
		w.accounts.asked.Store(0)
		before := counting.n.Load()
		in, err := w.Login(t.Context(), visit(fmt.Sprintf("192.0.2.%d", 20+i)), row.name, row.password)
		refused(t, row.what, in, err, auth.ErrBadCredentials)
		if err.Error() != auth.ErrBadCredentials.Error() {
			t.Errorf("%s: %q, want the same text for all", row.what, err)
		}
		if asked, hashes := w.accounts.asked.Load(), counting.n.Load()-before; asked != 1 || hashes != 1 {
			t.Errorf("%s: %d looks and %d hashes, want one of each", row.what, asked, hashes)
		}
	}
}

func TestLogin_IsHeldToTheSameLimitsKnownOrUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.alice(t)
		attempts := func(name string) (story string) {
			for i := range 60 {
				_, err := w.Login(t.Context(), visit(fmt.Sprintf("192.0.2.%d", 100+i%3)), name, "wrong password")
				story += code(err)
				if slow, ok := errors.AsType[*auth.SlowDownError](err); ok {
					story += slow.RetryAfter().String()
				}
				story += " "
			}
			return story
		}
		if known, unknown := attempts("alice"), attempts("nobody"); known != unknown {
			t.Errorf("known:   %s\nunknown: %s", known, unknown)
		}
	})
}

func TestLogin_TellsAFailingStoreFromAWrongPassword(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	w.accounts.fail = errors.New("no connection")
	in, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password)
	refused(t, "no connection", in, err, w.accounts.fail)
	if errors.Is(err, auth.ErrBadCredentials) {
		t.Errorf("%v, want the cause alone", err)
	}
}

// A thousand addresses try a password a minute each, for hours.
func TestLogin_HammeredFromAThousandAddressesLetsItsOwnerIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		home := w.alice(t)
		counting := w.counted(t)
		hammer := func(minutes int) (guesses int64) {
			before := counting.n.Load()
			for range minutes {
				for i := range 1_000 {
					_, err := w.Login(t.Context(), visit(fmt.Sprintf("203.%d.%d.7", i/250, i%250)), "alice", "a guess or other")
					if c := code(err); c != "bad_credentials" && c != "rate_limited" {
						t.Fatalf("a stranger: %v", err)
					}
				}
				time.Sleep(time.Minute)
			}
			return counting.n.Load() - before
		}
		hammer(60)
		if guesses := hammer(60); guesses > 2_100 {
			t.Errorf("%d guesses in an hour, want two from each address", guesses)
		}
		for range 3 { // at once, and again: a device's bucket is its own
			if _, err := w.Login(t.Context(), known("192.0.2.1", home), "alice", password); err != nil {
				t.Errorf("the owner on a known device: %v", err)
			}
		}
		away := visit("198.51.100.1")
		if _, err := w.Login(t.Context(), away, "alice", "mistyped it"); code(err) != "bad_credentials" {
			t.Errorf("the owner on a new device, mistyping: %v, want an answer to it", err)
		}
		_, err := w.Login(t.Context(), away, "alice", password)
		slow, ok := errors.AsType[*auth.SlowDownError](err)
		if !ok || slow.RetryAfter() > 30*time.Minute {
			t.Fatalf("the owner on a new device, at once: %v, want a wait of half an hour at most", err)
		}
		hammer(int(slow.RetryAfter()/time.Minute) + 1)
		if _, err := w.Login(t.Context(), away, "alice", password); err != nil {
			t.Errorf("the owner on a new device, after the wait: %v", err)
		}
		if _, err := w.Login(t.Context(), visit("198.51.100.2"), "alice", password); err != nil {
			t.Errorf("the owner somewhere else, without a mistake: %v", err)
		}
	})
}

func TestLogin_SuccessElsewhereClearsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		alice := w.alice(t)
		mallory, err := w.Register(t.Context(), visit("203.0.113.1"), nil, auth.Registration{Name: "Mallory", Password: password})
		if err != nil {
			t.Fatal(err)
		}
		stranger := known("203.0.113.1", mallory) // a device, but not of this account
		wait := func() time.Duration {
			t.Helper()
			_, err := w.Login(t.Context(), stranger, "alice", "a guess or other")
			slow, ok := errors.AsType[*auth.SlowDownError](err)
			if !ok {
				t.Fatalf("a stranger's guess: %v, want a wait", err)
			}
			return slow.RetryAfter()
		}
		for range 6 {
			if _, err := w.Login(t.Context(), stranger, "alice", "a guess or other"); code(err) != "bad_credentials" {
				t.Fatal(err)
			}
		}
		before := wait()
		if _, err := w.Login(t.Context(), stranger, "mallory", password); err != nil {
			t.Errorf("the stranger's own account: %v", err)
		}
		if _, err := w.Login(t.Context(), known("203.0.113.1", alice), "alice", password); err != nil {
			t.Errorf("the owner behind the same address: %v", err)
		}
		if after := wait(); after != before {
			t.Errorf("the stranger waits %v after the successes and %v before, want no difference", after, before)
		}
	})
}

func TestLogin_WaitingExactlyAsLongAsToldIsEnough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.alice(t)
		for {
			_, err := w.Login(t.Context(), visit("192.0.2.9"), "alice", "wrong password")
			slow, ok := errors.AsType[*auth.SlowDownError](err)
			if !ok {
				continue
			}
			if slow.RetryAfter() < 2 || slow.Class != auth.ClassPair {
				t.Fatalf("%v: wait %v, want some", err, slow.RetryAfter())
			}
			time.Sleep(slow.RetryAfter() - 1)
			if _, err := w.Login(t.Context(), visit("192.0.2.9"), "alice", password); code(err) != "rate_limited" {
				t.Errorf("a nanosecond before: %v, want rate_limited", err)
			}
			time.Sleep(time.Nanosecond)
			if _, err := w.Login(t.Context(), visit("192.0.2.9"), "alice", password); err != nil {
				t.Errorf("after the wait: %v", err)
			}
			return
		}
	})
}

func TestLogin_EndsTheSessionLeastUsedOfTooMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.cfg.SessionTTL = 100 * time.Hour
		w.open(t)
		alice := w.alice(t)
		var forgotten auth.SignedIn
		for i := range auth.MaxSessions {
			time.Sleep(seldom)
			if _, err := w.Session(t.Context(), alice.Token); err != nil {
				t.Fatal(err)
			}
			in, err := w.Login(t.Context(), known("192.0.2.1", alice), "alice", password)
			switch {
			case err != nil:
				t.Fatal(err)
			case i == 0:
				forgotten = in
			case i < auth.MaxSessions-1 && in.Ended != nil:
				t.Errorf("session %d: ended %v, want none", i+2, in.Ended)
			case i == auth.MaxSessions-1 && !slices.Equal(in.Ended, []string{forgotten.Session}):
				t.Errorf("session %d: ended %v, want %s, which nobody has used since", i+2, in.Ended, forgotten.Session)
			}
		}
	})
}

// seldom is long enough for attempts to sign in not to be too many, and for a session to be noted as used.
const seldom = 70 * time.Minute
