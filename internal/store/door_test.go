package store_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/table"
)

func TestDoor_KnowsAGuestAfterARestart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	guest, token, err := door(t, s).Guest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir)
	again, err := door(t, s).Session(t.Context(), token)
	if err != nil || again != guest {
		t.Errorf("session = %v, %v, want %v", again, err, guest)
	}
	if chips, err := s.Chips(t.Context(), guest.ID); err != nil || chips != 10_000 {
		t.Errorf("chips = %d, %v, want 10000", chips, err)
	}
}

func TestDoor_ShutsOutALoggedOutTokenForGood(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	d := door(t, s)
	_, token, err := d.Guest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Logout(t.Context(), token); err != nil {
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
	_, token, err := door(t, s).Guest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
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

func filesOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("files = %v, %v, want some", files, err)
	}
	return files
}
