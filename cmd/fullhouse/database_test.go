package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
)

// database is one of the two kinds, empty.
type database struct {
	settings []string // that make a server use it
	driver   string
	name     string // as the driver wants it
}

// newDatabase is an empty one of a kind.
func newDatabase(t *testing.T, kind string) database {
	t.Helper()
	if kind == "sqlite" {
		folder := t.TempDir()
		return database{[]string{"DATA_DIR", folder}, "sqlite", filepath.Join(folder, "fullhouse.db")}
	}
	url := pgtest.Start(t).Database(t)
	return database{[]string{"DATABASE_URL", url}, "pgx", url}
}

// onBoth runs a test on each kind of database.
func onBoth(t *testing.T, test func(t *testing.T, db database)) {
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) { test(t, newDatabase(t, kind)) })
	}
}

// kind is the one it is of.
func (d database) kind() string {
	if d.driver == "pgx" {
		return "postgres"
	}
	return d.driver
}

// change runs a statement behind the server's back.
func (d database) change(t *testing.T, statement string) {
	t.Helper()
	db, err := sql.Open(d.driver, d.name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// unlink takes the file of the lock away from under the server that holds it.
func (d database) unlink(t *testing.T) {
	t.Helper()
	if err := os.Remove(filepath.Join(filepath.Dir(d.name), "fullhouse.lock")); err != nil {
		t.Fatal(err)
	}
}

// command runs one on the database and returns what it says on both outputs.
func (d database) command(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), args, environ(d.settings...), &out, &out)
	return code, out.String()
}
