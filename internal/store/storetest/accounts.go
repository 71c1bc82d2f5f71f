package storetest

import (
	"bytes"
	"errors"
	"sync"
	"time"

	"example.com/fullhouse/auth"
	"github.com/google/go-cmp/cmp"
)

var accountSpecs = []spec{
	{"FindsAnAccountByItsSessionAfterAReopen", func(h *house) {
		alice, session := auth.Account{ID: "a", Name: "Alice", Guest: true}, NewSession("alice")
		if err := h.AddGuest(h.Context(), alice, 10_000, session); err != nil {
			h.Fatal(err)
		}
		h.reopen()
		a, s, err := h.FindSession(h.Context(), session.Hash)
		if err != nil || a != alice {
			h.Errorf("account = %v, %v, want %v", a, err, alice)
		}
		if diff := cmp.Diff(session, s); diff != "" {
			h.Errorf("session (-want +got):\n%s", diff)
		}
		if got := h.wallet(alice); got != 10_000 {
			h.Errorf("chips = %d, want 10000", got)
		}
	}},
	{"ReturnsAnExpiredSessionWithItsTime", func(h *house) {
		session := NewSession("alice")
		session.Expires = session.Created.Add(-time.Hour)
		if err := h.AddGuest(h.Context(), auth.Account{ID: "a", Name: "Alice"}, 0, session); err != nil {
			h.Fatal(err)
		}
		if _, s, err := h.FindSession(h.Context(), session.Hash); err != nil || !s.Expires.Equal(session.Expires) {
			h.Errorf("expires %v, %v, want %v", s.Expires, err, session.Expires)
		}
	}},
	{"EndsOneSession", func(h *house) {
		h.guest("alice", 0)
		h.guest("bob", 0)
		alice, bob := NewSession("alice").Hash, NewSession("bob").Hash
		for range 2 { // the second time there is nothing to end
			if err := h.EndSession(h.Context(), alice); err != nil {
				h.Fatal(err)
			}
		}
		if _, _, err := h.FindSession(h.Context(), alice); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("the ended session: error = %v, want ErrUnauthenticated", err)
		}
		if _, _, err := h.FindSession(h.Context(), bob); err != nil {
			h.Errorf("the other session: %v", err)
		}
	}},
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
}
