package lobby_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// doors remembers who may enter, as a store does.
type doors struct {
	mu       sync.Mutex // guards the rest
	invites  map[string]lobby.Invite
	admitted map[string]lobby.Admission
	asked    int   // for an admission
	fail     error // of every call
}

func newDoors() *doors {
	return &doors{invites: map[string]lobby.Invite{}, admitted: map[string]lobby.Admission{}}
}

func (d *doors) AddInvite(_ context.Context, inv lobby.Invite) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.invites[inv.Table+map[bool]string{true: " watch"}[inv.Watch]] = inv
	return d.fail
}

func (d *doors) FindInvite(_ context.Context, hash lobby.InviteHash) (lobby.Invite, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, inv := range d.invites {
		if inv.Hash == hash {
			return inv, d.fail
		}
	}
	return lobby.Invite{}, lobby.ErrInviteEnded
}

func (d *doors) Admit(_ context.Context, inv lobby.Invite, account string, _ time.Time, most int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.admitted) >= most {
		return lobby.ErrAdmissionsFull
	}
	d.admitted[account] = max(d.admitted[account], inv.Grants())
	return d.fail
}

func (d *doors) Admission(_ context.Context, _, account string) (lobby.Admission, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked++
	return d.admitted[account], d.fail
}

// private makes a table of alice's to which nobody may come.
func private(t *testing.T, l *lobby.Lobby) *table.Table {
	t.Helper()
	s := settings("Friends only")
	s.Private = true
	return create(t, l, s)
}

// may checks what an account may do at a table.
func may(t *testing.T, l *lobby.Lobby, tbl *table.Table, account string, want lobby.Admission) {
	t.Helper()
	if got, err := l.Admitted(t.Context(), tbl, account); err != nil || got != want {
		t.Errorf("%s may %v, %v, want %v", account, got, err, want)
	}
}

// invite is the token of a new invite.
func invite(t *testing.T, l *lobby.Lobby, tbl *table.Table, watch bool) string {
	t.Helper()
	token, _, err := l.Invite(t.Context(), tbl, "alice", watch)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func accept(t *testing.T, l *lobby.Lobby, token, account string) {
	t.Helper()
	if _, err := l.Accept(t.Context(), token, account); err != nil {
		t.Fatalf("%s: %v", account, err)
	}
}

func TestDoors_APublicTableIsOpenToAllWithoutAskingTheStore(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		may(t, l, create(t, l, settings("Everyone")), "anybody", lobby.Plays)
		if s.asked != 0 {
			t.Errorf("the store was asked %d times, want never", s.asked)
		}
	})
}

func TestDoors_APrivateTableIsOpenToItsHostToWhoHasASeatAndToWhomAnInviteLetIn(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		may(t, l, tbl, "alice", lobby.Plays)
		may(t, l, tbl, "bob", lobby.Stranger)
		seated := tabletest.NewPlayer("carol")
		if err := errors.Join(tbl.Join(seated, 0), tbl.Do(seated, "sit", table.Sit{BuyIn: 100})); err != nil {
			t.Fatal(err)
		}
		seated.Await(func() bool { return len(seated.Answers()) == 1 })
		may(t, l, tbl, "carol", lobby.Plays)
		accept(t, l, invite(t, l, tbl, false), "bob")
		accept(t, l, invite(t, l, tbl, true), "dave")
		may(t, l, tbl, "bob", lobby.Plays)
		may(t, l, tbl, "dave", lobby.Watches)
		may(t, l, tbl, "erin", lobby.Stranger)
	})
}

func TestDoors_WhatTheStoreHasToldIsNotAskedAgainAndAccountsThatMayNotAre(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		s.admitted["bob"] = lobby.Watches // before this process
		for range 3 {
			may(t, l, tbl, "bob", lobby.Watches)
		}
		accept(t, l, invite(t, l, tbl, false), "carol")
		may(t, l, tbl, "carol", lobby.Plays)
		if s.asked != 1 {
			t.Errorf("the store was asked %d times, want once", s.asked)
		}
		may(t, l, tbl, "erin", lobby.Stranger)
		accept(t, l, invite(t, l, tbl, false), "erin")
		may(t, l, tbl, "erin", lobby.Plays)
		accept(t, l, invite(t, l, tbl, true), "erin") // takes nothing back
		may(t, l, tbl, "erin", lobby.Plays)
	})
}

func TestDoors_AnInviteEndsByANewerOneByItsTimeAndWithItsTable(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		ended := func(token, why string) {
			t.Helper()
			if _, _, err := l.Invited(t.Context(), token); !errors.Is(err, lobby.ErrInviteEnded) {
				t.Errorf("%s: %v, want ErrInviteEnded", why, err)
			}
			if _, err := l.Accept(t.Context(), token, "bob"); !errors.Is(err, lobby.ErrInviteEnded) {
				t.Errorf("accepting %s: %v, want ErrInviteEnded", why, err)
			}
		}
		old, watch := invite(t, l, tbl, false), invite(t, l, tbl, true)
		token := invite(t, l, tbl, false)
		ended(old, "an older one")
		for _, made := range []string{"", "x", strings.Repeat("A", 43), strings.Repeat("A", 1<<16)} {
			ended(made, "one that is made up")
		}
		if inv, of, err := l.Invited(t.Context(), watch); err != nil || of != tbl || !inv.Watch {
			t.Errorf("of another kind: %v, %v, %v, want it still there", inv, of, err)
		}
		time.Sleep(lobby.InviteLife - time.Millisecond)
		if _, _, err := l.Invited(t.Context(), token); !errors.Is(err, lobby.ErrInviteEnded) {
			t.Errorf("of a table that has closed for want of people: %v, want ErrInviteEnded", err)
		}
	})
}

func TestDoors_AnInviteLastsAWeekAndIsKeptAsAHash(t *testing.T) {
	run(t, func(s *store) lobby.Config {
		cfg := config(s, 1)
		cfg.Table.Unjoined = 2 * lobby.InviteLife
		return cfg
	}, func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		token := invite(t, l, tbl, false)
		if kept := s.invites[tbl.ID()]; len(token) != 43 || strings.Contains(string(kept.Hash[:]), token) || !kept.Expires.Equal(time.Now().Add(7*24*time.Hour)) {
			t.Errorf("a token of %d characters, kept as %+v, want 43 of them, a hash and a week", len(token), kept)
		}
		time.Sleep(lobby.InviteLife - time.Millisecond)
		accept(t, l, token, "bob")
		time.Sleep(time.Millisecond)
		if _, err := l.Accept(t.Context(), token, "carol"); !errors.Is(err, lobby.ErrInviteEnded) {
			t.Errorf("a week later: %v, want ErrInviteEnded", err)
		}
		may(t, l, tbl, "bob", lobby.Plays)
	})
}

func TestDoors_OnlyTheHostMakesInvites(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		accept(t, l, invite(t, l, tbl, false), "bob")
		if _, _, err := l.Invite(t.Context(), tbl, "bob", false); !errors.Is(err, lobby.ErrNotHost) {
			t.Errorf("by a guest: %v, want ErrNotHost", err)
		}
	})
}

func TestDoors_ATableLetsInSoManyAndNoMore(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		token := invite(t, l, private(t, l), false)
		for i := range lobby.MaxAdmissions {
			s.admitted[strings.Repeat("x", i+1)] = lobby.Plays
		}
		if _, err := l.Accept(t.Context(), token, "bob"); !errors.Is(err, lobby.ErrAdmissionsFull) {
			t.Errorf("one more: %v, want ErrAdmissionsFull", err)
		}
	})
}

func TestDoors_WithoutTheStoreNobodyIsLetInOnAGuess(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		tbl := private(t, l)
		accept(t, l, invite(t, l, tbl, false), "bob")
		s.doors.fail = table.ErrUnavailable
		if may, err := l.Admitted(t.Context(), tbl, "carol"); !errors.Is(err, table.ErrUnavailable) || may != lobby.Stranger {
			t.Errorf("carol may %v, %v, want nothing and ErrUnavailable", may, err)
		}
		may(t, l, tbl, "alice", lobby.Plays)
		may(t, l, tbl, "bob", lobby.Plays) // who was let in is remembered
	})
}

func TestDoors_WhileTheServerStopsAnInviteIsNotSaidToHaveEnded(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, s *store) {
		token := invite(t, l, private(t, l), false)
		if err := l.Drain(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if _, _, err := l.Invited(t.Context(), token); !errors.Is(err, lobby.ErrDraining) {
			t.Errorf("error = %v, want ErrDraining", err)
		}
	})
}
