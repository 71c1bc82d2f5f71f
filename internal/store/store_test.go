package store_test

import (
	"crypto/rand"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
)

func open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func addGuest(t testing.TB, s *store.Store, name string, chips int64) auth.Account {
	t.Helper()
	a := auth.Account{ID: rand.Text(), Name: name, Guest: true}
	session := auth.Session{Hash: auth.TokenHash([]byte((rand.Text() + rand.Text())[:32])), Created: time.Now(), Expires: time.Now().Add(time.Hour)}
	if err := s.AddGuest(t.Context(), a, chips, session); err != nil {
		t.Fatal(err)
	}
	return a
}
