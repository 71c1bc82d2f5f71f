package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/ratelimit/quota"
)

func TestAddGuest_ChargesItsAddressOrMakesNobody(t *testing.T) {
	s := open(t, t.TempDir())
	d := door(t, s)
	for range 2 { // as many as the address may make
		letIn(t, d)
	}
	in, err := d.Guest(t.Context(), auth.Visit{Address: "somewhere"})
	if exhausted, ok := errors.AsType[*quota.ExhaustedError](err); !ok || exhausted.Used != 2 || exhausted.Limit != 2 || in.Token != "" {
		t.Errorf("the third: %+v, %v, want an ExhaustedError", in, err)
	}
	if a, err := s.Audit(t.Context()); err != nil || a.Minted != 20_000 {
		t.Errorf("minted = %d, %v, want two guests' chips", a.Minted, err)
	}
	if _, err := d.Guest(t.Context(), auth.Visit{Address: "elsewhere"}); err != nil {
		t.Errorf("from another address: %v", err)
	}
}

func TestAddGuest_TakesTheChargeBackWithARefusedName(t *testing.T) {
	s := open(t, t.TempDir())
	charge := quota.Charge{Subject: "address:somewhere", Kind: quota.Guests, N: 1, Limit: 5}
	for i, want := range []error{nil, auth.ErrNameTaken} {
		a := auth.Account{ID: fmt.Sprint(i), Name: "Alice", Guest: true}
		if err := s.AddGuest(t.Context(), a, 0, storetest.NewSession(a.ID), charge); !errors.Is(err, want) {
			t.Errorf("guest %d: %v, want %v", i, err, want)
		}
	}
	if used, _, err := s.Used(t.Context(), charge.Subject); err != nil || used[quota.Guests] != 1 {
		t.Errorf("used = %v, %v, want one", used, err)
	}
}

func TestSessions_ThatAreOverAreSweptAwayByNewOnes(t *testing.T) {
	s := open(t, t.TempDir())
	add := func(name string, created time.Time) auth.TokenHash {
		t.Helper()
		session := storetest.NewSession(name)
		session.Created, session.Expires = created, created.Add(time.Hour)
		if err := s.AddGuest(t.Context(), auth.Account{ID: name, Name: "guest " + name, Guest: true}, 0, session); err != nil {
			t.Fatal(err)
		}
		return session.Hash
	}
	start := time.Now()
	var dead []auth.TokenHash
	for i := range 6 {
		dead = append(dead, add(fmt.Sprint("dead", i), start.Add(time.Duration(i))))
	}
	alive := add("alive", start.Add(30*time.Minute))
	kept := func() (n int) {
		for _, hash := range append(dead, alive) {
			if _, _, err := s.FindSession(t.Context(), hash); err == nil {
				n++
			} else if !errors.Is(err, auth.ErrUnauthenticated) {
				t.Fatal(err)
			}
		}
		return n
	}
	for i, want := range []int{3, 1, 1} {
		if before := kept(); i == 0 && before != 7 {
			t.Errorf("%d sessions before the first is over, want 7", before)
		}
		add(fmt.Sprint("late", i), start.Add(time.Hour+time.Minute))
		if got := kept(); got != want {
			t.Errorf("after new session %d: %d of the old ones are left, want %d", i, got, want)
		}
	}
}

func TestErase_SaysInTheLedgerWhereTheChipsWent(t *testing.T) {
	s := open(t, t.TempDir())
	d := door(t, s)
	in := letIn(t, d)
	if err := d.Delete(t.Context(), in.Identity, ""); err != nil {
		t.Fatal(err)
	}
	past, err := s.History(t.Context(), in.ID)
	moved := map[string]int64{}
	for _, tr := range past.Transfers {
		moved[tr.Kind] += tr.Amount
	}
	if want := map[string]int64{"starting_chips": 10_000, "erased": -10_000}; err != nil || !maps.Equal(moved, want) {
		t.Errorf("moved %v, %v, want %v", moved, err, want)
	}
}

// The step that came before accounts kept names by their small letters. It had made all names itself.
func TestMigration_MakesTheSkeletonsOfGuestsThatAreHere(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		text, err := os.ReadFile("../../migrations/" + dialect + "/00003_accounts.sql")
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?s)UPDATE accounts SET name_key =.*?;`).FindString(string(text))
		if found == "" {
			t.Fatalf("%s: no update of the names", dialect)
		}
		db, err := sql.Open("sqlite", ":memory:") // replace is the same function in both
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE accounts (name TEXT, name_key TEXT UNIQUE)"); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Brave Otter 12", "Airy Tern 10", "Amber Newt 99", "Civil Ibis 1001", "Vivid Wolf 70", "Light Lion 11"} {
			if _, err := db.Exec("INSERT INTO accounts VALUES (?, lower(?))", name, name); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Exec(found); err != nil {
			t.Fatal(err)
		}
		rows, err := db.Query("SELECT name, name_key FROM accounts")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var name, key string
			if err := rows.Scan(&name, &key); err != nil {
				t.Fatal(err)
			}
			if want := auth.Skeleton(name); key != want {
				t.Errorf("%s: %s has the key %q, want %q", dialect, name, key, want)
			}
		}
	}
}
