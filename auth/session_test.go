package auth_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
)

func TestSession_ForgedTokensNeverReachTheStore(t *testing.T) {
	w := newWorld(t)
	token := w.guest(t).Token
	other := newWorld(t)
	other.deps.Key = []byte("another key of thirty-two bytes!")
	other.open(t)
	foreign := other.guest(t).Token
	w.accounts.asked.Store(0)
	for name, forged := range map[string]string{
		"empty":             "",
		"too short":         token[:63],
		"too long":          token + "A",
		"not base64":        token[:63] + "!",
		"line break inside": token[:60] + "\n" + token[61:],
		"padded":            token[:60] + "====",
		"MAC changed":       token[:63] + flipped(token[63]),
		"random changed":    flipped(token[0]) + token[1:],
		"another key":       foreign,
	} {
		if _, err := w.Session(t.Context(), forged); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("%s: error = %v, want ErrUnauthenticated", name, err)
		}
		if id, err := w.Logout(t.Context(), forged); err != nil || id != "" {
			t.Errorf("%s: logout: %q, %v", name, id, err)
		}
		in, err := w.Reset(t.Context(), visit("192.0.2.1"), forged, password)
		refused(t, name, in, err, auth.ErrBadToken)
	}
	if n := w.accounts.asked.Load(); n != 0 {
		t.Errorf("the store was asked %d times, want never", n)
	}
}

func TestSession_EndsWithLogout(t *testing.T) {
	w := newWorld(t)
	in, another := w.guest(t), w.guest(t)
	if id, err := w.Logout(t.Context(), in.Token); err != nil || id != in.Session {
		t.Fatalf("logout ended %q, %v, want %q", id, err, in.Session)
	}
	if id, err := w.Logout(t.Context(), in.Token); err != nil || id != "" {
		t.Errorf("the second logout ended %q, %v, want nothing", id, err)
	}
	if _, err := w.Session(t.Context(), in.Token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("after logout: error = %v, want ErrUnauthenticated", err)
	}
	if _, err := w.Session(t.Context(), another.Token); err != nil {
		t.Errorf("someone else's session: %v", err)
	}
	if !w.Genuine(in.Token) {
		t.Error("the token is no longer genuine, want it known as one of ours")
	}
}

func TestSession_EndsExactlyWithItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		token := w.guest(t).Token
		w.cfg.SessionTTL = time.Nanosecond // for a door that makes nothing longer
		w.open(t)
		time.Sleep(time.Hour - time.Nanosecond)
		if _, err := w.Session(t.Context(), token); err != nil {
			t.Errorf("just before: %v", err)
		}
		time.Sleep(time.Nanosecond)
		if _, err := w.Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("at its end: error = %v, want ErrUnauthenticated", err)
		}
	})
}

func TestSession_LastsAsLongAsItIsUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		token := w.guest(t).Token
		for minutes := range 200 {
			who, err := w.Session(t.Context(), token)
			if err != nil {
				t.Fatalf("after %d minutes: %v", minutes, err)
			}
			if want := minutes > 0 && minutes%31 == 0; who.Renewed != want {
				t.Errorf("after %d minutes: renewed = %v, want %v", minutes, who.Renewed, want)
			}
			time.Sleep(time.Minute)
		}
		time.Sleep(time.Hour)
		if _, err := w.Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("unused for an hour: error = %v, want ErrUnauthenticated", err)
		}
	})
}

func TestSession_KeepsWhenItWasLastUsedToWithinAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.cfg.SessionTTL = 100 * time.Hour
		w.open(t)
		in := w.guest(t)
		for range 5 {
			time.Sleep(40 * time.Minute)
			if _, err := w.Session(t.Context(), in.Token); err != nil {
				t.Fatal(err)
			}
		}
		all, err := w.Sessions(t.Context(), in.Identity)
		if err != nil || len(all) != 1 {
			t.Fatalf("sessions = %v, %v, want one", all, err)
		}
		if ago := time.Since(all[0].Seen); ago != 40*time.Minute {
			t.Errorf("seen %v ago, want 40 minutes: every second of the visits is an hour after the last one kept", ago)
		}
		if got := all[0].Expires.Sub(all[0].Created); got != 100*time.Hour {
			t.Errorf("lasts %v, want no longer than at first", got)
		}
	})
}

func TestSession_TellsAFailingStoreFromAMissingSession(t *testing.T) {
	w := newWorld(t)
	token := w.guest(t).Token
	w.accounts.fail = errors.New("no connection")
	if _, err := w.Session(t.Context(), token); !errors.Is(err, w.accounts.fail) || errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("error = %v, want the cause alone", err)
	}
	if _, err := w.Logout(t.Context(), token); !errors.Is(err, w.accounts.fail) {
		t.Errorf("logout: error = %v, want the cause", err)
	}
}

func TestSessions_AreListedAndRevokedByTheirOwnerAlone(t *testing.T) {
	w := newWorld(t)
	first, stranger := w.alice(t), w.guest(t)
	second, err := w.Login(t.Context(), auth.Visit{From: visit("192.0.2.2").From, Agent: "another \x1b[31mbrowser\n" + strings.Repeat("é", 200)}, "alice", password)
	if err != nil {
		t.Fatal(err)
	}
	all, err := w.Sessions(t.Context(), second.Identity)
	if err != nil || len(all) != 2 {
		t.Fatalf("sessions = %v, %v, want two", all, err)
	}
	for _, s := range all {
		if s.Current != (s.ID == second.Session) {
			t.Errorf("session %+v: current is wrong", s)
		}
		if len(s.Agent) > 200 || strings.ContainsAny(s.Agent, "\x1b\n") {
			t.Errorf("agent = %q, want it short and printable", s.Agent)
		}
	}
	if err := w.Revoke(t.Context(), stranger.Identity, first.Session); !errors.Is(err, auth.ErrNotFound) {
		t.Errorf("a stranger's revoke: %v, want ErrNotFound", err)
	}
	if err := w.Revoke(t.Context(), second.Identity, first.Session); err != nil {
		t.Fatal(err)
	}
	if err := w.Revoke(t.Context(), second.Identity, first.Session); !errors.Is(err, auth.ErrNotFound) {
		t.Errorf("a second revoke: %v, want ErrNotFound", err)
	}
	if _, err := w.Session(t.Context(), first.Token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the revoked session: %v, want ErrUnauthenticated", err)
	}
	if _, err := w.Session(t.Context(), second.Token); err != nil {
		t.Errorf("the other session: %v", err)
	}
}

func TestNew_RefusesNonsense(t *testing.T) {
	for name, change := range map[string]func(*auth.Config, *auth.Deps){
		"no session time": func(c *auth.Config, _ *auth.Deps) { c.SessionTTL = 0 },
		"negative chips":  func(c *auth.Config, _ *auth.Deps) { c.StartingChips = -1 },
		"too many chips":  func(c *auth.Config, _ *auth.Deps) { c.StartingChips = 1 << 53 },
		"a huge hash":     func(c *auth.Config, _ *auth.Deps) { c.Cost = auth.Cost{MemoryKiB: 1 << 30, Passes: 1, Threads: 1} },
		"short key":       func(_ *auth.Config, d *auth.Deps) { d.Key = serverKey[:31] },
		"no gate":         func(_ *auth.Config, d *auth.Deps) { d.Gate = nil },
		"no throttle":     func(_ *auth.Config, d *auth.Deps) { d.Throttle = nil },
	} {
		w := newWorld(t)
		change(&w.cfg, &w.deps)
		if _, err := auth.New(w.cfg, w.deps); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// flipped is another character of a token than c.
func flipped(c byte) string {
	if c == 'A' {
		return "B"
	}
	return "A"
}
