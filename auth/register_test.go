package auth_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
)

func TestRegister_KeepsAGuestsAccountAndEndsItsSessions(t *testing.T) {
	w := newWorld(t)
	guest := w.guest(t)
	alice, err := w.Register(t.Context(), visit("192.0.2.1"), &guest.Identity, auth.Registration{Name: "  Alice ", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	if alice.ID != guest.ID || alice.Name != "Alice" || alice.Guest || alice.Device == "" {
		t.Errorf("registered as %+v, want the guest's id, no longer a guest, and a device", alice)
	}
	if alice.Token == guest.Token || alice.Session == guest.Session || !slices.Equal(alice.Ended, []string{guest.Session}) {
		t.Errorf("session %s, ended %v, want a new one in the place of %s", alice.Session, alice.Ended, guest.Session)
	}
	if _, err := w.Session(t.Context(), guest.Token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the guest's cookie: %v, want ErrUnauthenticated", err)
	}
	if who, err := w.Session(t.Context(), alice.Token); err != nil || who != alice.Identity {
		t.Errorf("the new cookie: %v, %v, want %v", who, err, alice.Identity)
	}
	in, err := w.Register(t.Context(), visit("192.0.2.1"), &alice.Identity, auth.Registration{Name: "Again", Password: password})
	refused(t, "a second registration", in, err, auth.ErrNotGuest)
	in, err = w.Register(t.Context(), visit("192.0.2.1"), &guest.Identity, auth.Registration{Name: "Again", Password: password})
	refused(t, "a second registration that began as a guest", in, err, auth.ErrNotGuest)
}

func TestRegister_WithATakenAddressLooksLikeAnyOther(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	counting := w.counted(t)
	register := func(name, email string) (auth.SignedIn, int64, int64) {
		t.Helper()
		w.accounts.asked.Store(0)
		before := counting.n.Load()
		in, err := w.Register(t.Context(), visit("192.0.2.9"), nil, auth.Registration{Name: name, Email: email, Password: password})
		if err != nil {
			t.Fatalf("register with %s: %v", email, err)
		}
		asked := w.accounts.asked.Load()
		return in, asked, counting.n.Load() - before
	}
	free, asked, hashes := register("Carol", "carol@example.org")
	w.settle(t)
	taken, askedToo, hashesToo := register("Mallory", "ALICE@example.org")
	if taken.Email != "ALICE@example.org" || free.Email != "carol@example.org" {
		t.Errorf("addresses = %q and %q, want both as they were typed", taken.Email, free.Email)
	}
	if hashes != hashesToo || (taken.Token == "") != (free.Token == "") || (taken.Device == "") != (free.Device == "") {
		t.Errorf("answers %+v after %d hashes and %+v after %d, want them alike", free, hashes, taken, hashesToo)
	}
	if asked != 0 || askedToo > 1 { // one look at most, by what runs beside the answer
		t.Errorf("the store was asked %d and %d times besides the account's own transaction", asked, askedToo)
	}
	w.settle(t)
	mails := w.mails.all()
	if len(mails) != 1 || mails[0].to != "alice@example.org" || !strings.Contains(mails[0].text, "sign in as Alice") {
		t.Errorf("mails = %v, want one, to the owner", mails)
	}
	if _, err := w.Login(t.Context(), visit("192.0.2.9"), "mallory", password); err != nil {
		t.Errorf("sign in by the name: %v", err)
	}
	if in, err := w.Login(t.Context(), visit("192.0.2.8"), "alice@example.org", password); err != nil || in.Name != "Alice" {
		t.Errorf("the address signs in %v, %v, want Alice", in.Name, err)
	}
}

func TestRegister_WarnsAnOwnerOnceADayAndLeavesThemTheirLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.alice(t)
		warnings := func() int {
			t.Helper()
			for i := range 4 {
				r := auth.Registration{Name: fmt.Sprintf("Mallory %d%d", i, time.Now().Unix()), Email: "alice@example.org", Password: password}
				if _, err := w.Register(t.Context(), visit("192.0.2.9"), nil, r); err != nil {
					t.Fatal(err)
				}
				w.settle(t)
			}
			return len(w.mails.all())
		}
		if n := warnings(); n != 1 {
			t.Errorf("%d warnings, want one", n)
		}
		if w.forgot(t, "alice@example.org") == "" {
			t.Error("no link after the warnings")
		}
		time.Sleep(24 * time.Hour)
		w.quota.left = map[quota.Kind]int64{quota.Mails: 0}
		if n := warnings(); n != 0 {
			t.Errorf("%d warnings on a day without mails, want none", n)
		}
	})
}

func TestRegister_RefusesWhatIsNotAllowedBeforeHashing(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	counting := w.counted(t)
	for _, row := range []struct {
		name, field string
		r           auth.Registration
	}{
		{"short name", "name", auth.Registration{Name: "ab", Password: password}},
		{"markup", "name", auth.Registration{Name: "<b>bold</b>", Password: password}},
		{"short password", "password", auth.Registration{Name: "Carol", Password: "1234567"}},
		{"long password", "password", auth.Registration{Name: "Carol", Password: strings.Repeat("a", 129)}},
		{"a megabyte", "password", auth.Registration{Name: "Carol", Password: strings.Repeat("a", 1<<20)}},
		{"no text", "password", auth.Registration{Name: "Carol", Password: "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8"}},
		{"no address", "email", auth.Registration{Name: "Carol", Email: "carol", Password: password}},
	} {
		in, err := w.Register(t.Context(), visit("192.0.2.1"), nil, row.r)
		field, ok := errors.AsType[*auth.FieldError](err)
		if !ok || field.Field != row.field || field.Code() != "bad_request" || in.Token != "" {
			t.Errorf("%s: %v, want a bad_request about %s", row.name, err, row.field)
		}
	}
	if n := counting.n.Load(); n != 0 {
		t.Errorf("%d hashes were computed, want none", n)
	}
	in, err := w.Register(t.Context(), visit("192.0.2.1"), nil, auth.Registration{Name: "aLlCE", Password: password})
	refused(t, "a look-alike", in, err, auth.ErrNameTaken)
}
