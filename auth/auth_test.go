package auth_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
)

func TestGuest_IsKnownAgainByItsToken(t *testing.T) {
	m := newMemory()
	d := door(t, m)
	a, token := guest(t, d)
	got, err := d.Session(t.Context(), token)
	if err != nil || got != a {
		t.Errorf("session = %v, %v, want %v", got, err, a)
	}
	if got, want := m.chips[a.ID], int64(10_000); got != want {
		t.Errorf("chips = %d, want %d", got, want)
	}
	if !a.Guest || len(a.ID) != 26 {
		t.Errorf("account = %+v, want a guest with an id of 26 characters", a)
	}
}

func TestGuest_TriesAnotherNameWhenOneIsTaken(t *testing.T) {
	m := newMemory()
	m.taken = 3
	if a, _ := guest(t, door(t, m)); a.Name == "" {
		t.Error("no name")
	}
}

func TestGuest_GivesUpWhenEveryNameIsTaken(t *testing.T) {
	m := newMemory()
	m.taken = 1_000
	if _, token, err := door(t, m).Guest(t.Context()); !errors.Is(err, auth.ErrNameTaken) || token != "" {
		t.Errorf("token %q, error %v, want none and ErrNameTaken", token, err)
	}
}

func TestGuest_HandsOutNoTokenWhenNothingWasKept(t *testing.T) {
	m := newMemory()
	m.fail = errors.New("disk full")
	if _, token, err := door(t, m).Guest(t.Context()); !errors.Is(err, m.fail) || token != "" {
		t.Errorf("token %q, error %v, want none and the cause", token, err)
	}
}

func TestSession_ForgedTokensNeverReachTheStore(t *testing.T) {
	m := newMemory()
	d := door(t, m)
	_, token := guest(t, d)
	other, err := auth.New(auth.Config{SessionTTL: time.Hour}, m, []byte("another key of thirty-two bytes!"))
	if err != nil {
		t.Fatal(err)
	}
	_, foreign := guest(t, other)
	m.asked = 0
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
		if _, err := d.Session(t.Context(), forged); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("%s: error = %v, want ErrUnauthenticated", name, err)
		}
		if err := d.Logout(t.Context(), forged); err != nil {
			t.Errorf("%s: logout: %v", name, err)
		}
	}
	if m.asked != 0 {
		t.Errorf("the store was asked %d times, want never", m.asked)
	}
}

func TestSession_EndsWithLogout(t *testing.T) {
	d := door(t, newMemory())
	_, token := guest(t, d)
	_, another := guest(t, d)
	if err := d.Logout(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("after logout: error = %v, want ErrUnauthenticated", err)
	}
	if _, err := d.Session(t.Context(), another); err != nil {
		t.Errorf("someone else's session: %v", err)
	}
	if !d.Genuine(token) {
		t.Error("the token is no longer genuine, want it known as one of ours")
	}
}

func TestSession_EndsExactlyWithItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := door(t, newMemory())
		_, token := guest(t, d)
		time.Sleep(time.Hour - time.Nanosecond)
		if _, err := d.Session(t.Context(), token); err != nil {
			t.Errorf("just before: %v", err)
		}
		time.Sleep(time.Nanosecond)
		if _, err := d.Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("at its end: error = %v, want ErrUnauthenticated", err)
		}
	})
}

func TestSession_TellsAFailingStoreFromAMissingSession(t *testing.T) {
	m := newMemory()
	d := door(t, m)
	_, token := guest(t, d)
	m.fail = errors.New("no connection")
	if _, err := d.Session(t.Context(), token); !errors.Is(err, m.fail) || errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("error = %v, want the cause alone", err)
	}
	if err := d.Logout(t.Context(), token); !errors.Is(err, m.fail) {
		t.Errorf("logout: error = %v, want the cause", err)
	}
}

func TestNew_RefusesNonsense(t *testing.T) {
	good := auth.Config{SessionTTL: time.Hour, StartingChips: 1}
	for name, row := range map[string]struct {
		cfg auth.Config
		key []byte
	}{
		"no session time": {auth.Config{StartingChips: 1}, serverKey},
		"negative chips":  {auth.Config{SessionTTL: time.Hour, StartingChips: -1}, serverKey},
		"too many chips":  {auth.Config{SessionTTL: time.Hour, StartingChips: 1 << 53}, serverKey},
		"short key":       {good, serverKey[:31]},
	} {
		if _, err := auth.New(row.cfg, newMemory(), row.key); err == nil {
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
