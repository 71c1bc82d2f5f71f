package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/internal/store/pgtest"
)

// game is a server with a hand under way in which it is alice's turn.
type game struct {
	*running
	t       *testing.T
	db      database
	alice   *person
	table   string
	seat    *socket // hers
	watcher *socket // of bob, who only looks
}

func newGame(t *testing.T, db database, settings ...string) *game {
	t.Helper()
	g := &game{t: t, db: db, running: begin(t, append(append(db.settings, "BOT_PACE", "1ms", "HAND_PAUSE", "10ms", "DRAIN_TIMEOUT", "3s",
		"RATE_READ", "100000/min", "RATE_WRITE", "100000/min"), settings...)...)}
	g.alice = g.person(t)
	g.alice.guest()
	bob := g.person(t)
	bob.guest()
	g.table = g.alice.createTable(map[string]any{"bots": 1, "action_ms": 60000})
	g.seat, _ = g.alice.join(g.table)
	g.watcher, _ = bob.join(g.table)
	g.seat.takeSeat(0, 5000)
	for v := g.seat.snapshot(); v.Table.Turn == nil || v.Table.Turn.Seat != 0; v = g.seat.snapshot() {
		g.seat.await("turn")
	}
	return g
}

// gone takes a database away from its server, and returns what gives it back. Under SQLite that is somebody who is writing:
// whoever reads finds it there.
func (d database) gone(t *testing.T, cluster *pgtest.Cluster) (back func()) {
	t.Helper()
	if cluster != nil {
		cluster.Kill(t)
		return func() { cluster.Restart(t) }
	}
	return d.occupy(t, "BEGIN EXCLUSIVE")
}

// other is somebody else's connection, until the test's end.
func (d database) other(t *testing.T) *sql.Conn {
	t.Helper()
	name := d.name
	if d.driver == "sqlite" {
		name = "file:" + name + "?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(d.driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// occupy has somebody else begin a transaction with these statements, which holds locks until it is let go.
func (d database) occupy(t *testing.T, statements ...string) (letGo func()) {
	t.Helper()
	conn := d.other(t)
	for _, statement := range statements {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}

func TestF7_TheDatabaseIsGoneInMidHand(t *testing.T) {
	for _, kind := range []string{"sqlite", "postgres"} {
		for _, outage := range []time.Duration{5 * time.Second, time.Minute} {
			t.Run(fmt.Sprint(kind, " for ", outage), func(t *testing.T) {
				t.Parallel()
				db, cluster := newDatabase(t, "sqlite"), (*pgtest.Cluster)(nil)
				if kind == "postgres" {
					cluster = pgtest.New(t)
					url := cluster.Database(t)
					db = database{[]string{"DATABASE_URL", url}, "pgx", url}
				}
				reads := "200"
				if kind == "postgres" {
					reads = "503 database_unavailable"
				}
				newGame(t, db).survives(absence{lasts: outage, reads: reads, begin: func() func() { return db.gone(t, cluster) }})
			})
		}
	}
}

// absence is of a database.
type absence struct {
	lasts time.Duration
	reads string              // how whoever reads is answered meanwhile
	some  bool                // of the writes are still taken: then the server may well be ready
	begin func() (end func()) // of it
}

// survives is the story of an absence in mid-hand.
func (g *game) survives(a absence) {
	t := g.t
	t.Helper()
	before := g.seat.snapshot()
	end := a.begin()
	since := time.Now()
	g.seat.send(map[string]any{"type": "sit_out", "id": "meanwhile"})
	stopped := g.seat.awaitFrozen(true)
	g.watcher.awaitFrozen(true)
	var notReady time.Duration // after the beginning
	for time.Since(since) < a.lasts {
		g.seat.waits()
		g.watcher.waits()
		for path, want := range map[string]string{"/api/me": a.reads, "/api/tables": "200"} { // the lobby is in memory
			if got := g.alice.answer("GET", path, nil); got != want {
				t.Errorf("%s without a database: %s, want %s", path, got, want)
			}
		}
		if g.alice.answer("GET", "/readyz", nil) != "200" && notReady == 0 {
			notReady = time.Since(since)
		}
		<-time.After(500 * time.Millisecond) // a page asks no faster
	}
	if !a.some && (a.lasts < pingGrace) != (notReady == 0) || notReady != 0 && notReady < pingGrace-pingEvery { // since the last good answer
		t.Errorf("in %v without a database: not ready after %v, want a grace of %v", a.lasts, notReady, pingGrace)
	}
	end()
	if goesOn := g.seat.awaitFrozen(false); goesOn > stopped || goesOn < stopped-1000 {
		t.Errorf("%d ms were left when the clock stopped, and %d when it went on", stopped, goesOn)
	}
	g.watcher.awaitFrozen(false)
	if got := g.seat.nextAnswer(); got.Code != "" {
		t.Errorf("what was asked for meanwhile: %s", got.Code)
	}
	if diff := cmp.Diff(before.Table.Turn, g.seat.snapshot().Table.Turn); diff != "" {
		t.Errorf("whose turn it is (-before +after):\n%s", diff)
	}
	if got := settled(func() string { return g.alice.answer("GET", "/readyz", nil) }, "200"); got != "200" {
		t.Errorf("/readyz afterwards: %s", got)
	}
	turn := turnView(*before.Table.Turn)
	if got := g.seat.ask(turn.move("move", `{"do":"fold"}`)); got.Code != "" {
		t.Errorf("a move afterwards: %s", got.Code)
	}
	g.watcher.await("acted")
	g.audited()
}

// audited holds the books to the rules, as the operator would.
func (g *game) audited() {
	g.t.Helper()
	if code, said := g.db.command(g.t, "audit"); code != exitGood {
		g.t.Errorf("audit: exit %d, %s", code, said)
	}
}

// awaitFrozen waits until the table says of its clock whether it stands still, and returns what is left of the turn in
// milliseconds.
func (s *socket) awaitFrozen(want bool) (left int64) {
	s.t.Helper()
	var m struct {
		Frozen bool
		Left   int64 `json:"ms_left"`
	}
	if err := json.Unmarshal(s.await("frozen").raw, &m); err != nil {
		s.t.Fatal(err)
	}
	if m.Frozen != want {
		s.t.Fatalf("frozen = %v, want %v", m.Frozen, want)
	}
	return m.Left
}

// waits looks whether the socket lives, and fails the test when the table has done anything meanwhile.
func (s *socket) waits() {
	s.t.Helper()
	s.send(map[string]any{"type": "ping", "stamp": 1})
	for {
		m, err := s.next()
		switch {
		case err != nil:
			s.t.Fatalf("a socket is lost: %v", err)
		case m.Type == "pong":
			return
		default:
			s.t.Fatalf("while the database is away: %s", m.raw)
		}
	}
}
