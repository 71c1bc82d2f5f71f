package store_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

func TestDoor_KnowsAGuestAfterARestart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	guest := letIn(t, door(t, s))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	again, err := door(t, s).Session(t.Context(), guest.Token)
	if err != nil || again != guest.Identity {
		t.Errorf("session = %v, %v, want %v", again, err, guest.Identity)
	}
	if chips, err := s.Chips(t.Context(), guest.ID); err != nil || chips != 10_000 {
		t.Errorf("chips = %d, %v, want 10000", chips, err)
	}
}

func TestDoor_ShutsOutALoggedOutTokenForGood(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	d := door(t, s)
	token := letIn(t, d).Token
	if _, err := d.Logout(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := door(t, open(t, dir)).Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("error = %v, want ErrUnauthenticated", err)
	}
}

func TestFiles_HoldNoTokenAndNoSecretOfAFinishedHand(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	token := letIn(t, door(t, s)).Token
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	row := newTable(t, s, "table", 0)
	secret := bytes.Repeat([]byte("the order of the cards "), 300) // more than a page
	hand := storetest.Steps(row, 0, "started")
	hand.Records[0].Secret = secret
	for _, b := range []table.Batch{hand, storetest.Steps(row, 1, "acted", table.KindCheckpoint)} {
		if err := storetest.Append(s, b); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil { // folds the write-ahead log into the database
		t.Fatal(err)
	}
	for what, needle := range map[string][]byte{"the token": []byte(token), "its bytes": raw[:16], "the secret": secret[:22]} {
		for _, file := range filesOf(t, dir) {
			if content, err := os.ReadFile(file); err != nil || bytes.Contains(content, needle) {
				t.Errorf("%s (%v): %s is still there", file, err, what)
			}
		}
	}
}

// door is the way in through a store.
func door(t testing.TB, s *store.Store) *auth.Door {
	t.Helper()
	key, err := s.Key(t.Context(), "session")
	if err != nil {
		t.Fatal(err)
	}
	allowances := map[quota.Kind]quota.Allowance{quota.Tables: {}, quota.Odds: {}, quota.Chips: {}, quota.Exports: {}, quota.Reports: {}, quota.Mails: {Account: 1}}
	book, err := quota.New(quota.Config{Allowances: allowances, Guests: 2}, s)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ratelimit.NewLocal(1 << 10)
	if err != nil {
		t.Fatal(err)
	}
	limiter, err := ratelimit.New(ratelimit.Config{Classes: auth.Classes()}, keys)
	if err != nil {
		t.Fatal(err)
	}
	d, err := auth.New(auth.Config{SessionTTL: time.Hour, StartingChips: 10_000, Cost: auth.Cost{MemoryKiB: 8, Passes: 1, Threads: 1}},
		auth.Deps{Accounts: s, Gate: capacity.NewGate("cpu_busy", 2, time.Minute), Throttle: auth.Throttled(limiter, ratelimit.NewSessions(key)),
			Quota: book, Mail: new(outbox), Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// outbox keeps the texts of mails.
type outbox struct{ texts []string }

func (o *outbox) Ready() error { return nil }

func (o *outbox) Send(_ context.Context, _, _, text string) error {
	o.texts = append(o.texts, text)
	return nil
}

// letIn makes a guest.
func letIn(t testing.TB, d *auth.Door) auth.SignedIn {
	t.Helper()
	in, err := d.Guest(t.Context(), auth.Visit{Address: "somewhere"})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func filesOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("files = %v, %v, want some", files, err)
	}
	return files
}
