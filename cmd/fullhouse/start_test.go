package main

import (
	"bytes"
	"context"
	"database/sql"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/internal/store/pgtest"
)

// goneAtTheStart takes a database away and returns how to give it back.
func (d database) goneAtTheStart(t *testing.T) (back func()) {
	t.Helper()
	if d.driver == "pgx" {
		cluster := pgtest.Start(t)
		cluster.Stop(t)
		return func() { cluster.Restart(t) }
	}
	// Another program that has the file for itself, as a copy or a virus scanner might.
	if code, said := d.command(t, "migrate"); code != exitGood {
		t.Fatal(said)
	}
	db, err := sql.Open(d.driver, d.name+"?_pragma=locking_mode(EXCLUSIVE)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), "UPDATE balances SET amount = 0 WHERE account = 'mint'"); err != nil {
		t.Fatal(err)
	}
	return func() { _ = db.Close() }
}

// awaitLog waits until the log tells of something.
func (p *process) awaitLog(words string) {
	p.t.Helper()
	for range 2000 {
		if strings.Contains(p.log.String(), words) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	p.t.Fatalf("the log does not tell of %q:\n%s", words, p.log)
}

func TestF6_TheDatabaseIsDownAtTheStart(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		back := db.goneAtTheStart(t)
		p := db.spawn(t)
		p.awaitLog("the database can't be reached")
		p.url = "http://" + p.log.attribute(t, "public")
		p.admin = "http://" + p.log.attribute(t, "admin")
		someone := p.person(t)
		for path, want := range map[string]string{"/healthz": "200", "/readyz": "503",
			"/": "503 database_unavailable", "/api/tables": "503 database_unavailable", "/api/lobby/socket": "503 database_unavailable"} {
			if got := someone.answer("GET", path, nil); got != want {
				t.Errorf("%s while there is no database: %s, want %s", path, got, want)
			}
		}
		if res := someone.ask("POST", "/api/guest", nil, nil); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("a guest: %d, Retry-After %q; want 503 and when to come back", res.StatusCode, res.Header.Get("Retry-After"))
		}
		if page := p.adminPage(t, "/metrics"); !strings.Contains(page, "fullhouse_build_info") {
			t.Errorf("the operator sees\n%s", page)
		}
		back()
		if !p.serving() {
			t.Fatalf("it does not serve when the database is back; it said:\n%s", p.log)
		}
		someone = p.person(t)
		someone.guest()
		if got := someone.answer("GET", "/readyz", nil); got != "200" {
			t.Errorf("/readyz: %s, want 200", got)
		}
		p.terminate()
		if code := p.wait(); code != exitGood {
			t.Errorf("exit %d, want %d", code, exitGood)
		}
	})
}

func TestServe_WhoWaitsForADatabaseCanBeToldToStop(t *testing.T) {
	cluster := pgtest.Start(t)
	db := newDatabase(t, "postgres")
	cluster.Stop(t)
	defer cluster.Restart(t)
	p := db.spawn(t)
	p.awaitLog("the database can't be reached")
	p.terminate()
	if code := p.wait(); code != exitGood {
		t.Errorf("exit %d, want %d; it said:\n%s", code, exitGood, p.log)
	}
}

// refusedStart is what serve says that ends by itself.
func (d database) refusedStart(t *testing.T) (code int, said string) {
	t.Helper()
	ctx, giveUp := context.WithTimeout(t.Context(), 30*time.Second) // it would end with exitGood then
	defer giveUp()
	var out bytes.Buffer
	code = run(ctx, []string{"serve"}, environ(append(d.settings, "ADDR", "127.0.0.1:0", "ADMIN_ADDR", "127.0.0.1:0")...), &out, &out)
	return code, out.String()
}

func TestServe_EndsForWhatWaitingDoesNotMend(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		if code, said := db.command(t, "migrate"); code != exitGood {
			t.Fatal(said)
		}
		db.change(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4000, true)")
		if code, said := db.refusedStart(t); code != exitNot || !strings.Contains(said, "start the newer program") {
			t.Errorf("with the schema of a newer program: exit %d, want %d; it said:\n%s", code, exitNot, said)
		}
	})
	t.Run("no database", func(t *testing.T) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "fullhouse.db"), bytes.Repeat([]byte("a diary "), 1000), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, said := (database{settings: []string{"DATA_DIR", folder}}).refusedStart(t); code != exitNot || !strings.Contains(said, "not a database") {
			t.Errorf("exit %d, want %d; it said:\n%s", code, exitNot, said)
		}
	})
	t.Run("not let in", func(t *testing.T) {
		for name, spoil := range map[string]func(*url.URL){
			`role "stranger" does not exist`:      func(u *url.URL) { u.User = url.User("stranger") },
			`database "elsewhere" does not exist`: func(u *url.URL) { u.Path = "/elsewhere" },
		} {
			address, err := url.Parse(newDatabase(t, "postgres").name)
			if err != nil {
				t.Fatal(err)
			}
			spoil(address)
			if code, said := (database{settings: []string{"DATABASE_URL", address.String()}}).refusedStart(t); code != exitNot || !strings.Contains(said, name) {
				t.Errorf("exit %d, want %d and that the %s; it said:\n%s", code, exitNot, name, said)
			}
		}
	})
}
