package auth_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/storetest"
)

func TestChangePassword_EndsAllOtherSessionsAndReplacesThisOne(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	phone, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password)
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.ChangePassword(t.Context(), known("192.0.2.1", alice), alice.Identity, password, "battery staple")
	if err != nil || in.Account != alice.Account {
		t.Fatalf("change: %+v, %v", in, err)
	}
	ended, want := slices.Sorted(slices.Values(in.Ended)), slices.Sorted(slices.Values([]string{alice.Session, phone.Session}))
	if !slices.Equal(ended, want) {
		t.Errorf("ended %v, want %v", ended, want)
	}
	for _, old := range []auth.SignedIn{alice, phone} {
		if _, err := w.Session(t.Context(), old.Token); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("an old session: %v, want ErrUnauthenticated", err)
		}
	}
	if _, err := w.Session(t.Context(), in.Token); err != nil {
		t.Errorf("the new session: %v", err)
	}
	if _, err := w.Login(t.Context(), known("192.0.2.1", in), "alice", "battery staple"); err != nil {
		t.Errorf("the new password: %v", err)
	}
}

func TestChangePassword_NeedsTheOldOneAndCannotBeGuessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		alice := w.alice(t)
		counting := w.counted(t)
		in, err := w.ChangePassword(t.Context(), visit("192.0.2.1"), alice.Identity, password, "short")
		if code(err) != "bad_request" || in.Token != "" {
			t.Errorf("a short one: %v, want bad_request", err)
		}
		for range 100 { // who has stolen the session has no password
			in, err = w.ChangePassword(t.Context(), visit("192.0.2.1"), alice.Identity, "a guess or other", "battery staple")
			if c := code(err); c != "bad_credentials" && c != "rate_limited" || in.Token != "" {
				t.Errorf("a guess: %+v, %v", in, err)
			}
			if err := w.Delete(t.Context(), alice.Identity, "a guess or other"); code(err) == "<nil>" {
				t.Fatal("deleted by a guess")
			}
		}
		if n := counting.n.Load(); n != 6 {
			t.Errorf("%d guesses were looked at, want 6 of 200", n)
		}
		if _, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password); err != nil {
			t.Errorf("the owner signs in meanwhile: %v", err)
		}
	})
}

func TestRename_IsForGuestsToo(t *testing.T) {
	w := newWorld(t)
	guest, alice := w.guest(t), w.alice(t)
	a, err := w.Rename(t.Context(), guest.Identity, "Otter\u2019s  Friend")
	if err != nil || a.Name != "Otter's Friend" || a.ID != guest.ID || !a.Guest {
		t.Errorf("renamed to %+v, %v", a, err)
	}
	if who, err := w.Session(t.Context(), guest.Token); err != nil || who.Account != a {
		t.Errorf("the session says %v, %v, want %v", who.Account, err, a)
	}
	if _, err := w.Rename(t.Context(), guest.Identity, "A11CE"); !errors.Is(err, auth.ErrNameTaken) {
		t.Errorf("a look-alike: %v, want ErrNameTaken", err)
	}
	if _, err := w.Rename(t.Context(), alice.Identity, "x"); code(err) != "bad_request" {
		t.Errorf("a short name: %v, want bad_request", err)
	}
}

func TestDelete_GivesTheChipsBackAndLeavesNothingToSignInTo(t *testing.T) {
	w := newWorld(t)
	alice, guest := w.alice(t), w.guest(t)
	if err := w.Delete(t.Context(), alice.Identity, ""); !errors.Is(err, auth.ErrBadCredentials) {
		t.Errorf("without the password: %v, want ErrBadCredentials", err)
	}
	if err := w.Delete(t.Context(), alice.Identity, password); err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), guest.Identity, ""); err != nil {
		t.Fatal(err)
	}
	audit, err := w.accounts.Accounts.(*storetest.Model).Audit(t.Context())
	if err != nil || audit.Minted != 0 {
		t.Errorf("minted = %d, %v, want none left", audit.Minted, err)
	}
	for _, in := range []auth.SignedIn{alice, guest} {
		if _, err := w.Session(t.Context(), in.Token); !errors.Is(err, auth.ErrUnauthenticated) {
			t.Errorf("the session of %s: %v, want ErrUnauthenticated", in.Name, err)
		}
	}
	in, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password)
	refused(t, "sign in", in, err, auth.ErrBadCredentials)
	if w.forgot(t, "alice@example.org") != "" {
		t.Error("a mail to an address that nobody has any more")
	}
	if again := w.alice(t); again.ID == alice.ID {
		t.Error("the name brings the old account back")
	}
}

func TestDelete_OfAGuestThatHasRegisteredMeanwhileNeedsThePassword(t *testing.T) {
	w := newWorld(t)
	guest := w.guest(t)
	if _, err := w.Register(t.Context(), visit("192.0.2.1"), &guest.Identity, auth.Registration{Name: "Alice", Password: password}); err != nil {
		t.Fatal(err)
	}
	if err := w.Delete(t.Context(), guest.Identity, ""); !errors.Is(err, auth.ErrBadCredentials) {
		t.Errorf("error = %v, want ErrBadCredentials", err)
	}
}

func TestExport_HasAllThatIsKept(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	all, err := w.Export(t.Context(), alice.Identity)
	if err != nil {
		t.Fatal(err)
	}
	if all.Account != alice.Account || all.Created.IsZero() || len(all.Sessions) != 1 || !all.Sessions[0].Current {
		t.Errorf("export = %+v", all)
	}
	if len(all.Transfers) != 1 || all.Transfers[0].Kind != "starting_chips" || all.Transfers[0].Amount != 10_000 {
		t.Errorf("transfers = %+v, want the starting chips", all.Transfers)
	}
	if len(all.Today) != 1 || all.Today[0] != (auth.Used{Kind: "mails", Used: 1, Limit: 5}) {
		t.Errorf("today = %+v, want what the quota says", all.Today)
	}
}
