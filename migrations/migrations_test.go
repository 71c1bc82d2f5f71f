package migrations_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"example.com/fullhouse/migrations"
	_ "modernc.org/sqlite"
)

func TestUp_BringsAnEmptyDatabaseToTheSchema(t *testing.T) {
	db := empty(t)
	if err := migrations.Up(t.Context(), migrations.SQLite, db); err != nil {
		t.Fatal(err)
	}
	var minted int64
	if err := db.QueryRow("SELECT amount FROM balances WHERE account = 'mint'").Scan(&minted); err != nil || minted != 0 {
		t.Errorf("the mint starts with %d, %v, want 0, no error", minted, err)
	}
}

func TestUp_ChangesNothingTheSecondTime(t *testing.T) {
	db := empty(t)
	for range 2 {
		if err := migrations.Up(t.Context(), migrations.SQLite, db); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUp_RefusesADatabaseFromANewerProgram(t *testing.T) {
	db := empty(t)
	if err := migrations.Up(t.Context(), migrations.SQLite, db); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)"); err != nil {
		t.Fatal(err)
	}
	err := migrations.Up(t.Context(), migrations.SQLite, db)
	newer, ok := errors.AsType[migrations.NewerError](err)
	if !ok || newer.Database != 99999 {
		t.Errorf("error = %v, want a NewerError that names 99999", err)
	}
}

func TestUp_RefusesADialectItHasNoFolderFor(t *testing.T) {
	if err := migrations.Up(t.Context(), "oracle", empty(t)); err == nil {
		t.Error("no error for an unknown dialect")
	}
}

func TestUp_StopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := migrations.Up(ctx, migrations.SQLite, empty(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
}

func TestSchema_HoldsNegativeBalancesForTheMintOnly(t *testing.T) {
	db := empty(t)
	if err := migrations.Up(t.Context(), migrations.SQLite, db); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		account string
		amount  int64
		ok      bool
	}{
		{"mint", -1<<53 + 1, true},
		{"mint", -1 << 53, false},
		{"wallet:a", -1, false},
		{"wallet:b", 1<<53 - 1, true},
		{"wallet:c", 1 << 53, false},
	} {
		_, err := db.Exec("INSERT OR REPLACE INTO balances (account, amount) VALUES (?, ?)", row.account, row.amount)
		if (err == nil) != row.ok {
			t.Errorf("%s with %d: error = %v, want accepted = %v", row.account, row.amount, err, row.ok)
		}
	}
}

func ExampleUp() {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection to :memory: has a database of its own
	fmt.Println(migrations.Up(context.Background(), migrations.SQLite, db))
	// Output: <nil>
}

func empty(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
