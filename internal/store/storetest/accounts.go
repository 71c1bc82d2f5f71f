package storetest

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fullhouse/auth"
)

var profileSpecs = []spec{
	{"RefusesANameThatDiffersOnlyInCapitals", func(h *house) {
		h.guest("Brave Otter 12", 500)
		again := auth.Account{ID: "b", Name: "brave OTTER 12", Guest: true}
		if err := h.AddGuest(h.Context(), again, 500, NewSession("b")); !errors.Is(err, auth.ErrNameTaken) {
			h.Errorf("error = %v, want ErrNameTaken", err)
		}
		if a, err := h.Audit(h.Context()); err != nil || a.Minted != 500 {
			h.Errorf("minted = %d, %v, want only the first guest's 500", a.Minted, err)
		}
		if _, _, err := h.FindSession(h.Context(), NewSession("b").Hash); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("the refused guest's session: error = %v, want ErrUnauthenticated", err)
		}
	}},
	{"MakesAServerKeyOnce", func(h *house) {
		const callers = 8
		keys := make([][]byte, callers)
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				key, err := h.Key(h.Context(), "session")
				if err != nil {
					h.Error(err)
				}
				keys[i] = key
			})
		}
		all.Wait()
		h.reopen()
		again, err := h.Key(h.Context(), "session")
		if err != nil || len(again) != 32 {
			h.Fatalf("key of %d bytes, %v, want 32", len(again), err)
		}
		for i, key := range keys {
			if !bytes.Equal(key, again) {
				h.Errorf("caller %d has another key", i)
			}
		}
		if other, err := h.Key(h.Context(), "other"); err != nil || bytes.Equal(other, again) {
			h.Errorf("two names, one key (%v)", err)
		}
	}},
	{"RefusesANameThatLooksLikeAnother", func(h *house) {
		alice, bob, guest := h.account("Alice", "", "hash"), h.account("Bob", "", "hash"), h.guest("guest", 0)
		const like = "A.L-1 C E"
		_, err := h.AddAccount(h.Context(), auth.Account{ID: "c", Name: like}, "hash", 500, NewSession("c"))
		if !errors.Is(err, auth.ErrNameTaken) {
			h.Errorf("register: %v, want ErrNameTaken", err)
		}
		if err := h.Rename(h.Context(), bob.ID, like); !errors.Is(err, auth.ErrNameTaken) {
			h.Errorf("rename: %v, want ErrNameTaken", err)
		}
		_, _, err = h.Upgrade(h.Context(), auth.Account{ID: guest.ID, Name: like}, "hash", NewSession("d"))
		if !errors.Is(err, auth.ErrNameTaken) {
			h.Errorf("upgrade: %v, want ErrNameTaken", err)
		}
		if _, _, err := h.FindSession(h.Context(), NewSession("guest").Hash); err != nil {
			h.Errorf("the guest's session after the refusal: %v", err)
		}
		if err := h.Rename(h.Context(), alice.ID, like); err != nil { // her own
			h.Errorf("rename to one's own look-alike: %v", err)
		}
		if err := h.Rename(h.Context(), "nobody", "Carol"); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("rename nobody: %v, want ErrUnauthenticated", err)
		}
	}},
	{"GivesANameToOneOfManyThatWantIt", func(h *house) {
		others := []auth.Account{h.account("Bob", "", "hash"), h.account("Carol", "", "hash"), h.guest("dave", 0)}
		var won atomic.Int64
		h.race(9, func(i int) {
			var err error
			switch name := fmt.Sprint("session ", i); i % 3 {
			case 0:
				err = h.AddGuest(h.Context(), auth.Account{ID: name, Name: "Alice", Guest: true}, 0, NewSession(name))
			case 1:
				_, err = h.AddAccount(h.Context(), auth.Account{ID: name, Name: "Alice"}, "hash", 0, NewSession(name))
			case 2:
				err = h.Rename(h.Context(), others[i/3].ID, "Alice")
			}
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, auth.ErrNameTaken) {
				h.Errorf("caller %d: %v, want ErrNameTaken", i, err)
			}
		})
		if got := won.Load(); got != 1 {
			h.Errorf("%d got the name, want one", got)
		}
	}},
	{"ErasesAnAccountAndGivesItsChipsBackToTheMint", func(h *house) {
		alice := h.account("Alice", "alice@example.org", "hash")
		row := h.table(alice)
		h.mustAppend(Steps(row, 0, "started"))
		if err := h.AddReset(h.Context(), reset(alice, "r")); err != nil {
			h.Fatal(err)
		}
		if _, err := h.Erase(h.Context(), alice.ID, "guessed", time.Now()); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("with another password: %v, want ErrBadCredentials", err)
		}
		ended, err := h.Erase(h.Context(), alice.ID, "hash", time.Now())
		if err != nil || !slices.Equal(ended, []string{NewSession("Alice").ID}) {
			h.Fatalf("ended %v, %v, want her session", ended, err)
		}
		if a, err := h.Audit(h.Context()); err != nil || a.Minted != 0 || h.wallet(alice) != 0 {
			h.Errorf("minted = %d, wallet %d, %v, want 0", a.Minted, h.wallet(alice), err)
		}
		for by, key := range []string{alice.ID, auth.Skeleton("Alice"), "alice@example.org"} {
			if a, _, err := h.FindPassword(h.Context(), auth.Lookup(by), key); !errors.Is(err, auth.ErrNotFound) {
				h.Errorf("by %v: %v, %v, want ErrNotFound", auth.Lookup(by), a, err)
			}
		}
		if _, err := h.FindReset(h.Context(), reset(alice, "r").Hash); !errors.Is(err, auth.ErrBadToken) {
			h.Errorf("the reset under way: %v, want it void", err)
		}
		if _, err := h.AddSession(h.Context(), alice.ID, "hash", NewSession("late")); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("sign in afterwards: %v, want ErrBadCredentials", err)
		}
		if _, err := h.Erase(h.Context(), alice.ID, "", time.Now()); !errors.Is(err, auth.ErrBadCredentials) {
			h.Errorf("a second time: %v, want ErrBadCredentials", err)
		}
		again := h.account("Alice", "alice@example.org", "hash") // name and address are free
		if got := h.wallet(again); got != 500 {
			h.Errorf("the next Alice has %d chips, want 500", got)
		}
		if log := h.records(row.ID); len(log) != 1 {
			h.Errorf("the log of her table has %d records, want it to stay", len(log))
		}
	}},
	{"ErasesAGuestWithoutAPassword", func(h *house) {
		guest := h.guest("guest", 500)
		if _, err := h.Erase(h.Context(), guest.ID, "", time.Now()); err != nil {
			h.Fatal(err)
		}
		if _, _, err := h.FindSession(h.Context(), NewSession("guest").Hash); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("its session: %v, want ErrUnauthenticated", err)
		}
	}},
	{"TellsTheHistoryOfAWallet", func(h *house) {
		alice := h.account("Alice", "", "hash")
		past, err := h.History(h.Context(), alice.ID)
		if err != nil || len(past.Transfers) != 1 || past.Created.IsZero() {
			h.Fatalf("history = %+v, %v, want one transfer", past, err)
		}
		if got := past.Transfers[0]; got.Kind != "starting_chips" || got.Amount != 500 || got.At.IsZero() {
			h.Errorf("transfer = %+v, want her starting chips", got)
		}
		if past, err := h.History(h.Context(), h.guest("bob", 0).ID); err != nil || len(past.Transfers) != 0 {
			h.Errorf("a wallet that never had any: %+v, %v", past, err)
		}
		if _, err := h.History(h.Context(), "nobody"); !errors.Is(err, auth.ErrNotFound) {
			h.Errorf("nobody's: %v, want ErrNotFound", err)
		}
	}},
}

// accountSpecs are all that package auth relies on.
var accountSpecs = slices.Concat(profileSpecs, passwordSpecs, sessionSpecs)

// account adds one with a password and 500 chips, whose first session is under its name.
func (h *house) account(name, email, hash string) auth.Account {
	h.Helper()
	a := auth.Account{ID: rand.Text(), Name: name, Email: email}
	if _, err := h.AddAccount(h.Context(), a, hash, 500, NewSession(name)); err != nil {
		h.Fatalf("add account %s: %v", name, err)
	}
	return a
}

// sessions are the ids of an account's sessions.
func (h *house) sessions(a auth.Account) (ids []string) {
	h.Helper()
	all, err := h.ListSessions(h.Context(), a.ID)
	if err != nil {
		h.Fatalf("list sessions: %v", err)
	}
	for _, s := range all {
		ids = append(ids, s.ID)
	}
	return ids
}

// race lets n callers go at once and waits for them.
func (h *house) race(n int, do func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			do(i)
		})
	}
	close(start)
	all.Wait()
}

// reset is an hour's permission for the token.
func reset(a auth.Account, token string) auth.Reset {
	s := NewSession(token)
	return auth.Reset{Account: a.ID, Hash: s.Hash, Created: s.Created, Expires: s.Expires}
}
