package auth_test

import (
	"errors"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/ratelimit/quota"
)

func TestGuest_IsKnownAgainByItsToken(t *testing.T) {
	w := newWorld(t)
	in := w.guest(t)
	got, err := w.Session(t.Context(), in.Token)
	if err != nil || got != in.Identity {
		t.Errorf("session = %v, %v, want %v", got, err, in.Identity)
	}
	chips, err := w.accounts.Accounts.(*storetest.Model).Chips(t.Context(), in.ID)
	if err != nil || chips != 10_000 {
		t.Errorf("chips = %d, %v, want 10000", chips, err)
	}
	if !in.Guest || len(in.ID) != 26 || in.Device != "" {
		t.Errorf("signed in as %+v, want a guest with an id of 26 characters and no device", in)
	}
}

func TestGuest_TriesAnotherNameWhenOneIsTaken(t *testing.T) {
	w := newWorld(t)
	w.accounts.taken.Store(3)
	if in := w.guest(t); in.Name == "" {
		t.Error("no name")
	}
}

func TestGuest_GivesUpWhenEveryNameIsTaken(t *testing.T) {
	w := newWorld(t)
	w.accounts.taken.Store(1_000)
	in, err := w.Guest(t.Context(), visit("192.0.2.1"))
	refused(t, "no name left", in, err, auth.ErrNameTaken)
}

func TestGuest_HandsOutNoTokenWhenNothingWasKept(t *testing.T) {
	w := newWorld(t)
	w.accounts.fail = errors.New("disk full")
	in, err := w.Guest(t.Context(), visit("192.0.2.1"))
	refused(t, "disk full", in, err, w.accounts.fail)
}

func TestGuest_IsChargedToItsAddress(t *testing.T) {
	w := newWorld(t)
	w.quota.left = map[quota.Kind]int64{quota.Guests: 1}
	w.guest(t)
	in, err := w.Guest(t.Context(), visit("192.0.2.1"))
	if _, exhausted := errors.AsType[*quota.ExhaustedError](err); !exhausted || in.Token != "" {
		t.Errorf("the second guest: %+v, %v, want an ExhaustedError", in, err)
	}
	if want := "guests of hash of 192.0.2.1"; w.quota.used[0] != want {
		t.Errorf("charged %q, want %q", w.quota.used[0], want)
	}
}
