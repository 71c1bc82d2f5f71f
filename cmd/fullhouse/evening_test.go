package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // connections beside the server's

	"example.com/fullhouse/internal/store/pgtest"
)

// evening is what two guests and a bot do on a server with one fault. It is restarted in the middle.
type evening struct {
	*testing.T
	settings   []string
	cfg        config
	faults     *faults
	server     *running
	alice, bob *patron
	turn       turnView // that the table waits for
}

func spendEvening(t *testing.T, database string, f *faults) {
	t.Helper()
	e := &evening{T: t, faults: f}
	e.configure(database)
	e.open()
	e.alice = &patron{person: e.server.person(t), name: "alice", seat: -1}
	e.bob = &patron{person: e.server.person(t), name: "bob", seat: -1}
	defer func() {
		if t.Failed() {
			t.Logf("what failed: %q; the log:\n%s", f.what(), e.server.log)
		}
	}()
	e.arrive()
	e.playUntil(func(turn turnView) bool { return strings.HasSuffix(turn.Hand, "-3") })
	e.bob.register()
	e.playUntil(func(turn turnView) bool { return turn.Seat == e.alice.seat })
	before := e.alice.join()
	e.cfg.StartingChips *= 2 // so that there is something to fill up
	e.reopen()
	if diff := cmp.Diff(before, e.alice.join()); diff != "" {
		t.Errorf("alice's view before and after the restart (-before +after):\n%s", diff)
	}
	e.bob.join()
	e.alice.refill(e.cfg.StartingChips)
	e.leave()
	e.cfg.TableIdle, e.cfg.TableUnjoined = time.Millisecond, time.Millisecond
	e.reopen()
	e.awaitClose()
	e.stop()
	e.check()
}

func (e *evening) configure(database string) {
	e.Helper()
	e.settings = []string{"ADDR", "127.0.0.1:0", "ADMIN_ADDR", "127.0.0.1:0", "DATA_DIR", e.TempDir(), "TRUSTED_PROXIES", "127.0.0.1,::1",
		"HAND_PAUSE", "0s", "BOT_PACE", "0s", "ACTION_CLOCK", "1m",
		// Who asks again at once is soon too fast.
		"RATE_GUEST", "1000/min", "RATE_REGISTER", "1000/min", "RATE_AUTH", "1000/min", "RATE_WRITE", "1000/min", "RATE_CREATE", "1000/min"}
	if database == "postgres" {
		e.settings = append(e.settings, "DATABASE_URL", pgtest.Start(e).Database(e))
	}
	var err error
	if e.cfg, err = configFrom(environ(e.settings...)); err != nil {
		e.Fatal(err)
	}
	e.cfg.wrap = e.faults.wrap
	e.cfg.DrainTimeout = time.Second // a hand that waits for alice does not end
}

// open starts the server, once more if its only fault was at the start.
func (e *evening) open() {
	e.Helper()
	for range 2 {
		var open bool
		e.server, open = launch(e.T, func(ctx context.Context, stdout, stderr io.Writer) int {
			return serveWith(ctx, e.cfg, call{stdout: stdout, stderr: stderr})
		})
		if open {
			return
		}
	}
	e.Fatalf("the server did not open; it said:\n%s", e.server.log)
}

func serveWith(ctx context.Context, cfg config, c call) (code int) {
	if err := open(ctx, cfg, c); err != nil {
		return c.failed(err)
	}
	return exitGood
}

// stop ends the server. Whoever is there hangs up instead of waiting to be told.
func (e *evening) stop() {
	e.Helper()
	for _, p := range []*patron{e.alice, e.bob} {
		p.hangUp()
	}
	e.server.stop()
}

// reopen restarts the server. Its guests come back by themselves.
func (e *evening) reopen() {
	e.Helper()
	e.stop()
	e.open()
	e.alice.url, e.bob.url = e.server.url, e.server.url
}

// arrive is how the evening begins.
func (e *evening) arrive() {
	e.Helper()
	for _, p := range []*patron{e.alice, e.bob} {
		p.insist("POST", "/api/guest", nil, nil)
	}
	var summary struct{ ID string }
	e.alice.insist("POST", "/api/tables", map[string]any{"seats": 3, "bots": 1, "bot_level": "calling"}, &summary)
	for _, p := range []*patron{e.alice, e.bob} {
		p.table = summary.ID
		p.join()
		p.do("sit", map[string]any{"buy_in": 5000})
		p.join() // and be told which seat it is
	}
	e.turn, _ = e.alice.nextTurn(turnView{})
}

// playUntil lets everybody call until it is a turn of the kind that is wanted.
func (e *evening) playUntil(wanted func(turnView) bool) {
	e.Helper()
	for !wanted(e.turn) {
		e.makeMove(e.turn, "call")
		e.turn, _ = e.alice.nextTurn(e.turn)
	}
}

// makeMove makes a person's move; bots make their own.
func (e *evening) makeMove(turn turnView, verb string) {
	e.Helper()
	for _, p := range []*patron{e.alice, e.bob} {
		if p.seat == turn.Seat {
			p.move(turn, verb)
		}
	}
}

// leave is how it ends: both stand up, and the table folds what they still hold.
func (e *evening) leave() {
	e.Helper()
	for _, p := range []*patron{e.alice, e.bob} {
		p.do("stand", nil)
	}
	for turn, more := e.turn, true; more; {
		turn, more = e.alice.nextTurn(turn)
	}
}

// awaitClose waits until the table, where nobody is any more, is gone.
func (e *evening) awaitClose() {
	e.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(retryPause) {
		if e.alice.ask("GET", "/api/tables/"+e.alice.table, nil, nil).StatusCode == 404 {
			return
		}
	}
	e.Error("the table stays open without anybody")
}

// check looks at what is left of the evening.
func (e *evening) check() {
	e.Helper()
	if log := e.server.log.String(); strings.Contains(log, "request failed") || strings.Contains(log, "panic") {
		e.Errorf("the server had a fault of its own")
	}
	code, out, errs := called(e.T, environ(e.settings...), "audit")
	if code != exitGood || !strings.Contains(out, " escrow=0 tables=0 problems=0\n") {
		e.Errorf("audit: exit %d, want %d, no table open and all chips in wallets; it said:\n%s%s", code, exitGood, out, errs)
	}
	done := map[string]int{} // how often each command is in the log
	last := map[string]int64{}
	db := rawDatabase(e.T, e.cfg.DatabaseURL, e.cfg.DataDir)
	rows(e.T, db, `SELECT table_id, seq, body FROM table_log ORDER BY table_id, seq`, func(rows *sql.Rows) error {
		var id string
		var seq int64
		var body []byte
		err := rows.Scan(&id, &seq, &body)
		if seq != last[id]+1 {
			e.Errorf("in the log of table %s record %d follows %d", id, seq, last[id])
		}
		last[id] = seq
		var change struct{ ID string }
		_ = json.Unmarshal(body, &change)
		done[change.ID]++
		return err
	})
	for _, id := range append(e.alice.acknowledged, e.bob.acknowledged...) {
		if done[id] != 1 {
			e.Errorf("the acknowledged command %s is in the log %d times, want once", id, done[id])
		}
	}
	toldOnce(e.T, db)
	rows(e.T, db, `SELECT id, last_seq FROM tables`, func(rows *sql.Rows) error {
		var id string
		var seq int64
		err := rows.Scan(&id, &seq)
		if last[id] != seq {
			e.Errorf("the log of table %s ends with record %d, want %d", id, last[id], seq)
		}
		return err
	})
}

// rawDatabase is a way to the database past the server.
func rawDatabase(t *testing.T, url, dir string) *sql.DB {
	t.Helper()
	driver, source := "pgx", url
	if url == "" {
		driver, source = "sqlite", filepath.Join(dir, "fullhouse.db")
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// rows calls scan for each row of a query.
func rows(t *testing.T, db *sql.DB, query string, scan func(*sql.Rows) error) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
