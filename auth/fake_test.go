package auth_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/auth"
)

// memory keeps accounts in the test's memory. Only the test's own goroutine uses it.
type memory struct {
	accounts []auth.Account
	chips    map[string]int64
	sessions map[auth.TokenHash]entry
	asked    int   // calls of all methods
	fail     error // what every call answers, when not nil
	taken    int   // how many names are still refused
}

type entry struct {
	account auth.Account
	session auth.Session
}

func newMemory() *memory {
	return &memory{chips: map[string]int64{}, sessions: map[auth.TokenHash]entry{}}
}

func (m *memory) AddGuest(_ context.Context, a auth.Account, chips int64, s auth.Session) error {
	m.asked++
	if m.fail != nil {
		return m.fail
	}
	same := func(b auth.Account) bool { return strings.EqualFold(a.Name, b.Name) }
	if m.taken > 0 || slices.ContainsFunc(m.accounts, same) {
		m.taken--
		return auth.ErrNameTaken
	}
	m.accounts = append(m.accounts, a)
	m.chips[a.ID] = chips
	m.sessions[s.Hash] = entry{a, s}
	return nil
}

func (m *memory) FindSession(_ context.Context, hash auth.TokenHash) (auth.Account, auth.Session, error) {
	m.asked++
	if m.fail != nil {
		return auth.Account{}, auth.Session{}, m.fail
	}
	e, ok := m.sessions[hash]
	if !ok {
		return auth.Account{}, auth.Session{}, auth.ErrUnauthenticated
	}
	return e.account, e.session, nil
}

func (m *memory) EndSession(_ context.Context, hash auth.TokenHash) error {
	m.asked++
	delete(m.sessions, hash)
	return m.fail
}

var serverKey = []byte(strings.Repeat("k", 32))

func door(t *testing.T, m *memory) *auth.Door {
	t.Helper()
	d, err := auth.New(auth.Config{SessionTTL: time.Hour, StartingChips: 10_000}, m, serverKey)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// guest lets one in.
func guest(t *testing.T, d *auth.Door) (auth.Account, string) {
	t.Helper()
	a, token, err := d.Guest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a, token
}
