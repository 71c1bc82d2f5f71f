package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/auth"
	"github.com/google/go-cmp/cmp"
)

var sessionSpecs = []spec{
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
	{"LeavesNoSessionOfThePasswordBeforeHoweverCloselyItIsChanged", func(h *house) {
		alice := h.account("Alice", "", "hash 0")
		for round := range 30 {
			old, fresh := fmt.Sprint("hash ", round), fmt.Sprint("hash ", round+1)
			h.race(4, func(i int) {
				name := fmt.Sprint(round, " ", i)
				var err error
				if i == 0 {
					_, err = h.ChangePassword(h.Context(), alice.ID, old, fresh, NewSession("changed "+name))
				} else {
					_, err = h.AddSession(h.Context(), alice.ID, old, NewSession("thief "+name))
				}
				if err != nil && (i == 0 || !errors.Is(err, auth.ErrBadCredentials)) {
					h.Errorf("caller %d: %v", i, err)
				}
			})
			if all := h.sessions(alice); len(all) != 1 || !strings.Contains(all[0], "changed") {
				h.Fatalf("round %d: sessions = %v, want only the one of the change", round, all)
			}
		}
	}},
	{"EndsTheSessionsNotUsedForTheLongestWhenThereAreTooMany", func(h *house) {
		alice := h.account("Alice", "", "hash")
		first := NewSession("Alice")
		var ended []string
		for i := range auth.MaxSessions + 1 {
			s := NewSession(fmt.Sprint(i))
			s.Seen = s.Seen.Add(time.Duration(i-5) * time.Second) // the first few were used before she registered
			more, err := h.AddSession(h.Context(), alice.ID, "hash", s)
			if err != nil {
				h.Fatal(err)
			}
			ended = append(ended, more...)
		}
		if want := []string{NewSession("0").ID, NewSession("1").ID}; !slices.Equal(ended, want) {
			h.Errorf("ended %v, want %v", ended, want)
		}
		if n := len(h.sessions(alice)); n != auth.MaxSessions {
			h.Errorf("%d sessions, want %d", n, auth.MaxSessions)
		}
		if _, _, err := h.FindSession(h.Context(), first.Hash); err != nil {
			h.Errorf("a session in use: %v", err)
		}
	}},
	{"TouchesASessionButNeverWakesOne", func(h *house) {
		h.guest("alice", 0)
		s := NewSession("alice")
		seen, expires := s.Seen.Add(time.Minute), s.Expires.Add(time.Minute)
		if err := h.TouchSession(h.Context(), s.Hash, seen, expires); err != nil {
			h.Fatal(err)
		}
		_, got, err := h.FindSession(h.Context(), s.Hash)
		if err != nil || !got.Seen.Equal(seen) || !got.Expires.Equal(expires) {
			h.Errorf("session = %+v, %v, want it seen at %v and until %v", got, err, seen, expires)
		}
		if err := h.EndSession(h.Context(), s.Hash); err != nil {
			h.Fatal(err)
		}
		if err := h.TouchSession(h.Context(), s.Hash, seen, expires); err != nil {
			h.Error(err)
		}
		if _, _, err := h.FindSession(h.Context(), s.Hash); !errors.Is(err, auth.ErrUnauthenticated) {
			h.Errorf("touched after its end: %v, want ErrUnauthenticated", err)
		}
	}},
	{"RevokesASessionOfItsOwnerOnly", func(h *house) {
		alice, bob := h.guest("alice", 0), h.guest("bob", 0)
		id := NewSession("alice").ID
		if err := h.RevokeSession(h.Context(), bob.ID, id); !errors.Is(err, auth.ErrNotFound) {
			h.Errorf("by another: %v, want ErrNotFound", err)
		}
		if err := h.RevokeSession(h.Context(), alice.ID, id); err != nil {
			h.Error(err)
		}
		if err := h.RevokeSession(h.Context(), alice.ID, id); !errors.Is(err, auth.ErrNotFound) {
			h.Errorf("twice: %v, want ErrNotFound", err)
		}
	}},
	{"ListsSessionsLatestFirstAndKeepsTheirHashes", func(h *house) {
		alice := h.account("Alice", "", "hash")
		later := NewSession("later")
		later.Created = later.Created.Add(time.Second)
		if _, err := h.AddSession(h.Context(), alice.ID, "hash", later); err != nil {
			h.Fatal(err)
		}
		all, err := h.ListSessions(h.Context(), alice.ID)
		if err != nil || len(all) != 2 {
			h.Fatalf("sessions = %v, %v, want two", all, err)
		}
		later.Hash = auth.TokenHash{}
		if diff := cmp.Diff(later, all[0]); diff != "" {
			h.Errorf("the first (-want +got):\n%s", diff)
		}
	}},
}
