package migrations_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/migrations"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// evening is what a server of the first schema could have left: somebody with a session, at a table, with chips there. $1 are
// some bytes.
var evening = []string{
	`INSERT INTO server_keys (name, key) VALUES ('session', $1)`,
	`INSERT INTO accounts (id, name, name_key, guest, created_at) VALUES ('a', 'Brave Otter 12', 'brave otter 12', true, 5)`,
	`INSERT INTO sessions (token_hash, account, created_at, expires_at) VALUES ($1, 'a', 5, 9000000000000)`,
	`INSERT INTO tables (id, settings, creator, created_at, epoch, last_seq) VALUES ('t', '{"name":"Old","seats":6,"buy_in_min":100,"buy_in_max":400,
		"action_ms":15000,"game":{"small_blind":1,"big_blind":2}}', 'a', 6, 1, 1)`,
	`INSERT INTO table_log (table_id, seq, kind, schema, body, at) VALUES ('t', 1, 'sat', 1, '{"seat":3,"account":"a","name":"Brave Otter 12","chips":400}', 7)`,
	`INSERT INTO transfers (id, kind, at) VALUES ('start:a', 'starting_chips', 5), ('t:1', 'buy_in', 7)`,
	`INSERT INTO transfer_entries (transfer, account, amount) VALUES ('start:a', 'mint', -1000), ('start:a', 'wallet:a', 1000),
		('t:1', 'wallet:a', -400), ('t:1', 'seat:t:3', 400)`,
	`UPDATE balances SET amount = -1000 WHERE account = 'mint'`,
	`INSERT INTO balances (account, amount) VALUES ('wallet:a', 600), ('seat:t:3', 400)`,
}

func TestUp_KeepsWhatEachOlderSchemaHolds(t *testing.T) {
	for _, kind := range []struct {
		dialect migrations.Dialect
		make    func(t *testing.T) (driver, name, address, folder string)
	}{
		{migrations.SQLite, func(t *testing.T) (driver, name, address, folder string) {
			folder = t.TempDir()
			return "sqlite", filepath.Join(folder, "fullhouse.db"), "", folder
		}},
		{migrations.Postgres, func(t *testing.T) (driver, name, address, folder string) {
			address = pgtest.Start(t).Database(t)
			return "pgx", address, address, ""
		}},
	} {
		for step := int64(1); ; step++ {
			driver, name, address, folder := kind.make(t)
			db := open(t, driver, name)
			last, err := migrations.Last(kind.dialect, db)
			if err != nil {
				t.Fatal(err)
			}
			if step > last {
				break
			}
			t.Run(fmt.Sprintf("%s from %d", kind.dialect, step), func(t *testing.T) {
				if err := migrations.UpTo(t.Context(), kind.dialect, db, step); err != nil {
					t.Fatal(err)
				}
				for _, row := range evening {
					var args []any
					if strings.Contains(row, "$1") {
						args = append(args, []byte("bytes"))
					}
					if _, err := db.Exec(row, args...); err != nil {
						t.Fatalf("%s: %v", row, err)
					}
				}
				if err := migrations.Up(t.Context(), kind.dialect, db); err != nil {
					t.Fatal(err)
				}
				isStillThere(t, db, step)
				isSound(t, address, folder)
			})
		}
	}
}

// isStillThere looks for the evening in the schema of today.
func isStillThere(t *testing.T, db *sql.DB, from int64) {
	t.Helper()
	var name, key, session string
	var seen int64
	err := db.QueryRow(`SELECT a.name, a.name_key, s.id, s.seen_at FROM accounts a JOIN sessions s ON s.account = a.id WHERE a.erased_at IS NULL`).
		Scan(&name, &key, &session, &seen)
	if err != nil || name != "Brave Otter 12" {
		t.Errorf("the account with its session: %q, %v", name, err)
	}
	if from < 3 && (key != "braveotterl2" || session == "" || seen != 5) { // what the third step makes of older ones
		t.Errorf("key %q, session %q seen at %d; want the skeleton, an id and the time of its beginning", key, session, seen)
	}
	var settings, body string
	var quarantines int
	err = db.QueryRow(`SELECT t.settings, l.body, (SELECT count(*) FROM quarantines) FROM tables t JOIN table_log l ON l.table_id = t.id WHERE t.closed_at IS NULL`).
		Scan(&settings, &body, &quarantines)
	if err != nil || settings == "" || body == "" || quarantines != 0 {
		t.Errorf("the open table with its log: %q, %q, %d quarantines, %v", settings, body, quarantines, err)
	}
}

// isSound audits it as the operator would.
func isSound(t *testing.T, address, folder string) {
	t.Helper()
	r, err := store.OpenReader(t.Context(), address, folder)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	a, err := r.Audit(t.Context(), func(row lobby.Row, log []table.Record) ([]table.Entry, error) {
		return table.Holdings(row.ID, row.Settings, holdem.New, log)
	})
	if err != nil || len(a.Problems) > 0 || a.Minted != 1000 || a.Escrow != 400 || a.Tables != 1 {
		t.Errorf("audit: %+v, %v; want 1000 minted, 400 of it at the one table", a, err)
	}
}
