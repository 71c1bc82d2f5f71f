package migrations_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/migrations"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m).Run()) }

// onEach runs a test on an empty database of each kind.
func onEach(t *testing.T, test func(t *testing.T, dialect migrations.Dialect, db *sql.DB)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		test(t, migrations.SQLite, open(t, "sqlite", "file:"+filepath.Join(t.TempDir(), "test.db")))
	})
	t.Run("Postgres", func(t *testing.T) { test(t, migrations.Postgres, open(t, "pgx", pgtest.Start(t).Database(t))) })
}

func open(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// migrated runs a test on each kind after all steps.
func migrated(t *testing.T, test func(t *testing.T, dialect migrations.Dialect, db *sql.DB)) {
	t.Helper()
	onEach(t, func(t *testing.T, dialect migrations.Dialect, db *sql.DB) {
		if err := migrations.Up(t.Context(), dialect, db); err != nil {
			t.Fatal(err)
		}
		test(t, dialect, db)
	})
}

func TestUp_BringsAnEmptyDatabaseToTheSchema(t *testing.T) {
	migrated(t, func(t *testing.T, _ migrations.Dialect, db *sql.DB) {
		var minted int64
		if err := db.QueryRow("SELECT amount FROM balances WHERE account = 'mint'").Scan(&minted); err != nil || minted != 0 {
			t.Errorf("the mint starts with %d, %v, want 0, no error", minted, err)
		}
	})
}

func TestUp_ChangesNothingTheSecondTime(t *testing.T) {
	migrated(t, func(t *testing.T, dialect migrations.Dialect, db *sql.DB) {
		if err := migrations.Up(t.Context(), dialect, db); err != nil {
			t.Fatal(err)
		}
	})
}

func TestUp_RefusesADatabaseFromANewerProgram(t *testing.T) {
	migrated(t, func(t *testing.T, dialect migrations.Dialect, db *sql.DB) {
		if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
			t.Fatal(err)
		}
		err := migrations.Up(t.Context(), dialect, db)
		newer, ok := errors.AsType[migrations.NewerError](err)
		if !ok || newer.Database != 99999 {
			t.Errorf("error = %v, want a NewerError that names 99999", err)
		}
	})
}

func TestUp_RefusesADialectItHasNoFolderFor(t *testing.T) {
	if err := migrations.Up(t.Context(), "oracle", open(t, "sqlite", ":memory:")); err == nil {
		t.Error("no error for an unknown dialect")
	}
}

func TestUp_StopsWithItsContext(t *testing.T) {
	onEach(t, func(t *testing.T, dialect migrations.Dialect, db *sql.DB) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := migrations.Up(ctx, dialect, db); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want context.Canceled", err)
		}
	})
}

func TestSchema_HoldsNegativeBalancesForTheMintOnly(t *testing.T) {
	migrated(t, func(t *testing.T, _ migrations.Dialect, db *sql.DB) {
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
			_, err := db.Exec(`INSERT INTO balances (account, amount) VALUES ($1, $2)
				ON CONFLICT (account) DO UPDATE SET amount = excluded.amount`, row.account, row.amount)
			if (err == nil) != row.ok {
				t.Errorf("%s with %d: error = %v, want accepted = %v", row.account, row.amount, err, row.ok)
			}
		}
	})
}

func TestFolders_HaveTheSameStepsForEachKindOfDatabase(t *testing.T) {
	names := func(folder string) (names []string) {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names = append(names, file.Name())
		}
		return names
	}
	if diff := cmp.Diff(names("sqlite"), names("postgres")); diff != "" {
		t.Errorf("steps (-sqlite +postgres):\n%s", diff)
	}
}

func TestSchema_HasTheSameTablesAndColumnsInEachKindOfDatabase(t *testing.T) {
	columns := map[migrations.Dialect][]string{}
	migrated(t, func(t *testing.T, dialect migrations.Dialect, db *sql.DB) {
		rows, err := db.Query(map[migrations.Dialect]string{
			migrations.SQLite: `SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c
				WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.name`,
			migrations.Postgres: `SELECT table_name || '.' || column_name FROM information_schema.columns
				WHERE table_schema = 'public' AND column_name <> 'rowid' ORDER BY table_name COLLATE "C", column_name COLLATE "C"`,
		}[dialect])
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, "goose_") {
				columns[dialect] = append(columns[dialect], name)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	})
	if len(columns) < 2 {
		t.Skip("there is only one kind here")
	}
	if diff := cmp.Diff(columns[migrations.SQLite], columns[migrations.Postgres]); diff != "" {
		t.Errorf("columns (-sqlite +postgres):\n%s", diff)
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
