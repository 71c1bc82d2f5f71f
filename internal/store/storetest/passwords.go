package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"example.com/fullhouse/auth"
	"github.com/google/go-cmp/cmp"
)

var passwordSpecs = []spec{
	{"KeepsAnAccountWithItsPasswordAndAddress", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "hash")
		h.reopen()
		for by, key := range map[auth.Lookup]string{
			auth.ByID: alice.ID, auth.ByName: auth.Skeleton("ALICE"), auth.ByEmail: auth.EmailKey("Alice@Example.org"),
		} {
			if a, hash, err := h.FindPassword(h.Context(), by, key); a != alice || hash != "hash" || err != nil {
				h.Errorf("by %v: %v, hash %q, %v, want %v", by, a, hash, err, alice)
			}
			if _, _, err := h.FindPassword(h.Context(), by, "nobody"); !errors.Is(err, auth.ErrNotFound) {
				h.Errorf("by %v, nobody: %v, want ErrNotFound", by, err)
			}
		}
		if got := h.wallet(alice); got != 500 {
			h.Errorf("chips = %d, want 500", got)
		}
		guest := h.guest("bob", 0)
		if a, hash, err := h.FindPassword(h.Context(), auth.ByID, guest.ID); a != guest || hash != "" || err != nil {
			h.Errorf("a guest: %v, hash %q, %v, want no hash", a, hash, err)
		}
	}},
	{"LeavesAnAddressToTheAccountThatHasIt", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "hash")
		bob := auth.Account{ID: "bob", Name: "Bob", Email: "ALICE@example.org"}
		taken, err := h.AddAccount(h.Context(), bob, "other hash", 0, NewSession("bob"))
		if err != nil || !taken {
			h.Fatalf("taken = %v, %v, want so", taken, err)
		}
		if a, _, err := h.FindPassword(h.Context(), auth.ByEmail, "alice@example.org"); a != alice || err != nil {
			h.Errorf("the address signs in %v, %v, want %v", a, err, alice)
		}
		if a, _, err := h.FindSession(h.Context(), NewSession("bob").Hash); a != bob || err != nil {
			h.Errorf("the other account = %v, %v, want %v with the address as it was typed", a, err, bob)
		}
	}},
	{"GivesAnAddressToOneOfManyThatRegisterWithIt", func(h *house) {
		var taken atomic.Int64
		h.race(8, func(i int) {
			name := fmt.Sprint("player ", i)
			a := auth.Account{ID: name, Name: name, Email: "same@example.org"}
			not, err := h.AddAccount(h.Context(), a, "hash", 0, NewSession(name))
			if err != nil {
				h.Error(err)
			}
			if not {
				taken.Add(1)
			}
		})
		if got := taken.Load(); got != 7 {
			h.Errorf("%d were told that it is taken, want all but one", got)
		}
	}},
	{"UpgradesAGuestWhoKeepsIDAndChips", func(h *house) {
		guest := h.guest("Brave Otter 12", 500)
		if err := h.AddReset(h.Context(), reset(guest, "r")); err != nil { // there is none of a guest, but if there were
			h.Fatal(err)
		}
		alice := auth.Account{ID: guest.ID, Name: "Alice", Email: "alice@example.org"}
		taken, ended, err := h.Upgrade(h.Context(), alice, "hash", NewSession("alice"))
		if err != nil || taken || !slices.Equal(ended, []string{NewSession("Brave Otter 12").ID}) {
			h.Fatalf("upgrade: taken %v, ended %v, %v", taken, ended, err)
		}
		if _, _, err := h.FindSession(h.Context(), NewSession("Brave Otter 12").Hash); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("the guest's session: %v, want ErrUnauthenticated", err)
		}
		if a, _, err := h.FindSession(h.Context(), NewSession("alice").Hash); a != alice || err != nil {
			h.Errorf("the new session: %v, %v, want %v", a, err, alice)
		}
		if got := h.wallet(alice); got != 500 {
			h.Errorf("chips = %d, want the guest's 500", got)
		}
		if _, err := h.FindReset(h.Context(), reset(guest, "r").Hash); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("a reset from before: %v, want it void", err)
		}
		if _, _, err := h.Upgrade(h.Context(), alice, "hash", NewSession("again")); !errors.Is(err, auth.ErrNotGuest) {
			h.Errorf("the second upgrade: %v, want ErrNotGuest", err)
		}
	}},
	{"UpgradesAGuestOnceHoweverManyTryAtOnce", func(h *house) {
		guest := h.guest("guest", 0)
		var won atomic.Int64
		h.race(8, func(i int) {
			name := fmt.Sprint("player ", i)
			_, _, err := h.Upgrade(h.Context(), auth.Account{ID: guest.ID, Name: name}, "hash", NewSession(name))
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, auth.ErrNotGuest) {
				h.Error(err)
			}
		})
		if got := won.Load(); got != 1 {
			h.Errorf("%d upgrades, want one", got)
		}
	}},
	{"ChangesAPasswordOnlyFromTheOneThatIsKept", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "first")
		if _, err := h.AddSession(h.Context(), alice.ID, "first", NewSession("phone")); err != nil {
			h.Fatal(err)
		}
		if err := h.AddReset(h.Context(), reset(alice, "r")); err != nil {
			h.Fatal(err)
		}
		if _, err := h.ChangePassword(h.Context(), alice.ID, "guessed", "second", NewSession("thief")); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("from another: %v, want ErrBadCredentials", err)
		}
		ended, err := h.ChangePassword(h.Context(), alice.ID, "first", "second", NewSession("new"))
		slices.Sort(ended)
		if want := []string{NewSession("Alice").ID, NewSession("phone").ID}; err != nil || !slices.Equal(ended, want) {
			h.Errorf("ended %v, %v, want %v", ended, err, want)
		}
		if all := h.sessions(alice); !slices.Equal(all, []string{NewSession("new").ID}) {
			h.Errorf("sessions = %v, want the new one", all)
		}
		if _, err := h.FindReset(h.Context(), reset(alice, "r").Hash); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("the reset under way: %v, want it void", err)
		}
		if err := h.Rehash(h.Context(), alice.ID, "first", "third"); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("rehash from another: %v, want ErrBadCredentials", err)
		}
		if err := h.Rehash(h.Context(), alice.ID, "second", "third"); err != nil {
			h.Error(err)
		}
		if _, err := h.AddSession(h.Context(), alice.ID, "second", NewSession("late")); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("sign in by the hash before: %v, want ErrBadCredentials", err)
		}
	}},
	{"UsesAResetOnceHoweverManyTryAtOnce", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "forgotten")
		r := reset(alice, "r")
		if err := h.AddReset(h.Context(), r); err != nil {
			h.Fatal(err)
		}
		h.reopen()
		if got, err := h.FindReset(h.Context(), r.Hash); err != nil || cmp.Diff(r, got) != "" {
			h.Fatalf("reset = %+v, %v, want %+v", got, err, r)
		}
		var won atomic.Int64
		h.race(8, func(i int) {
			name := fmt.Sprint("caller ", i)
			a, ended, err := h.UseReset(h.Context(), r, name, NewSession(name))
			if err != nil {
				if !errors.Is(err, auth.ErrBadToken) || a != (auth.Account{}) || ended != nil {
					h.Errorf("caller %d: %v, %v, %v, want ErrBadToken alone", i, a, ended, err)
				}
				return
			}
			won.Add(1)
			if a != alice || !slices.Equal(ended, []string{NewSession("Alice").ID}) {
				h.Errorf("reset of %v, ended %v", a, ended)
			}
			if _, hash, err := h.FindPassword(h.Context(), auth.ByID, alice.ID); hash != name || err != nil {
				h.Errorf("hash = %q, %v, want %q", hash, err, name)
			}
		})
		if got := won.Load(); got != 1 || len(h.sessions(alice)) != 1 {
			h.Errorf("%d callers got through, with sessions %v, want one", got, h.sessions(alice))
		}
	}},
	{"PermitsNothingByAResetThatIsOverVoidOrOfNobody", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "hash")
		old, fresh := reset(alice, "old"), reset(alice, "fresh")
		for _, r := range []auth.Reset{old, fresh} {
			if err := h.AddReset(h.Context(), r); err != nil {
				h.Fatal(err)
			}
		}
		use := func(r auth.Reset, s auth.Session) error {
			_, _, err := h.UseReset(h.Context(), r, "stolen", s)
			return err
		}
		if err := use(old, NewSession("a")); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("one that a new one has replaced: %v, want ErrBadToken", err)
		}
		if _, err := h.FindReset(h.Context(), old.Hash); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("find one that a new one has replaced: %v, want ErrBadToken", err)
		}
		late := NewSession("b")
		late.Created = fresh.Expires
		if err := use(fresh, late); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("at its end: %v, want ErrBadToken", err)
		}
		if _, hash, err := h.FindPassword(h.Context(), auth.ByID, alice.ID); hash != "hash" || err != nil {
			h.Errorf("hash = %q, %v, want the old one", hash, err)
		}
		if err := use(fresh, NewSession("c")); err != nil {
			h.Errorf("in time, after all that: %v", err)
		}
	}},
}
