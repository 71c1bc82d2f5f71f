package store_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // connections beside the store's

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/internal/store/storetest"
)

// FuzzStore_BothDatabasesGiveEqualAnswers plays any history on both databases and on the model: each answer must be the same,
// and so must all that is written in the end.
func FuzzStore_BothDatabasesGiveEqualAnswers(f *testing.F) {
	for _, script := range storetest.Seeds() {
		f.Add(script)
	}
	var p *pair // not before a script comes: the process that only hands them out needs no server
	f.Cleanup(func() { p.close() })
	f.Fuzz(func(t *testing.T, script []byte) {
		if p == nil {
			p = openPair(t)
		}
		p.compare(t, script[:min(len(script), 1000)])
	})
}

func TestStore_RandomHistoriesGiveEqualAnswersOnBothDatabases(t *testing.T) {
	p := openPair(t)
	defer p.close()
	histories, first := 6, uint64(1) // the same each time
	switch {
	case os.Getenv("FULLHOUSE_FULL") != "":
		histories, first = 100, rand.Uint64()
	case testing.Short():
		histories = 2
	}
	for seed := first; seed < first+uint64(histories); seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			script := make([]byte, 2000) // some hundred steps
			for i := range script {
				script[i] = byte(random.Uint32())
			}
			p.compare(t, script)
		})
	}
}

// pair is a store on each database. They are opened once and emptied for each script, since making a database takes longer
// than playing on it.
type pair struct{ sqlite, postgres *reused }

// openPair opens both. They outlive t: close is the caller's.
func openPair(t *testing.T) *pair {
	t.Helper()
	dir, err := os.MkdirTemp("", "fullhouse-pair-")
	if err != nil {
		t.Fatal(err)
	}
	// What is lost with the machine's power is of no interest here.
	url := pgtest.Start(t).Database(t) + "&synchronous_commit=off"
	return &pair{
		sqlite: reuse(t, store.Config{Dir: dir}, "sqlite", "file:"+filepath.Join(dir, "fullhouse.db")+"?_pragma=busy_timeout(5000)",
			`SELECT name FROM sqlite_master WHERE type = 'table'`),
		postgres: reuse(t, store.Config{URL: url}, "pgx", url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`),
	}
}

func (p *pair) close() {
	if p == nil {
		return
	}
	for _, r := range []*reused{p.sqlite, p.postgres} {
		_ = r.Close()
		_ = r.raw.Close()
	}
	_ = os.RemoveAll(p.sqlite.dir)
}

func (p *pair) compare(t *testing.T, script []byte) {
	t.Helper()
	p.sqlite.empty(t)
	p.postgres.empty(t)
	storetest.Compare(t, script, storetest.Side{Name: "sqlite", Store: p.sqlite}, storetest.Side{Name: "postgres", Store: p.postgres}, model())
	if diff := cmp.Diff(p.sqlite.content(t), p.postgres.content(t)); diff != "" {
		t.Errorf("after script %x the databases hold (-sqlite +postgres):\n%s", script, diff)
	}
}

// reused is a store with a connection of our own beside its.
type reused struct {
	*store.Store
	dir    string
	raw    *sql.DB
	tables []string // those that others refer to last
}

func reuse(t *testing.T, cfg store.Config, driver, source, tables string) *reused {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	r := &reused{Store: s, dir: cfg.Dir}
	if r.raw, err = sql.Open(driver, source); err != nil {
		t.Fatal(err)
	}
	r.query(t, tables, func(name []any, _ []string) {
		if table := text(name[0]); !strings.HasPrefix(table, "goose") && !strings.HasPrefix(table, "sqlite") {
			r.tables = append(r.tables, table)
		}
	})
	slices.Sort(r.tables)
	for _, last := range []string{"tables", "accounts"} {
		r.tables = append(slices.DeleteFunc(r.tables, func(name string) bool { return name == last }), last)
	}
	return r
}

func (r *reused) query(t *testing.T, query string, each func(row []any, columns []string)) {
	t.Helper()
	rows, err := r.raw.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		each(row, columns)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// empty makes the database what it was after its migrations.
func (r *reused) empty(t *testing.T) {
	t.Helper()
	statements := "BEGIN; "
	for _, name := range r.tables {
		statements += "DELETE FROM " + name + "; "
	}
	if _, err := r.raw.ExecContext(t.Context(), statements+"INSERT INTO balances (account, amount) VALUES ('mint', 0); COMMIT"); err != nil {
		t.Fatal(err)
	}
}

// content is each table's rows in words, apart from what the clock and chance put there.
func (r *reused) content(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, name := range r.tables {
		r.query(t, "SELECT * FROM "+name, func(row []any, columns []string) {
			var words []string
			for i, column := range columns {
				if column != "rowid" { // that of SQLite is not a column
					words = append(words, column+"="+shown(column, row[i]))
				}
			}
			slices.Sort(words)
			all[name] = append(all[name], strings.Join(words, " "))
		})
		slices.Sort(all[name])
	}
	return all
}

// shown is a value, as far as both databases must have the same.
func shown(column string, value any) string {
	switch {
	case value == nil:
		return "null"
	case column == "key" || column == "at" || strings.HasSuffix(column, "_at"):
		return "set"
	}
	said := text(value)
	if strings.HasPrefix(said, "refill:") {
		return "refill"
	}
	return said
}

// text is a value in words, whichever type the database's driver has for it.
func text(value any) string {
	switch value := value.(type) {
	case []byte:
		return string(value)
	case bool:
		return map[bool]string{false: "0", true: "1"}[value]
	}
	return fmt.Sprint(value)
}
