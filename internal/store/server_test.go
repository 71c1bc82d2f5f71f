package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

func TestPostgres_WritesNothingOfAGroupWhoseConnectionIsLost(t *testing.T) {
	s, p := throughProxy(t)
	g := hold(t, s)
	lose := func(*tx) error {
		p.CutAfter(0) // what is asked next finds no answer
		return nil
	}
	answers := []<-chan error{s.ask1(insert("a")), s.ask1(lose), s.ask1(insert("b"))}
	g.letGo()
	for i, answer := range answers {
		if err := <-answer; !errors.Is(err, table.ErrUnavailable) {
			t.Errorf("answer %d = %v, want ErrUnavailable", i, err)
		}
	}
	if err := <-s.ask1(insert("after")); err != nil {
		t.Errorf("the next write: %v", err)
	}
	if got := s.keys(t); got != "after" {
		t.Errorf("written: %q, want only what came after", got)
	}
}

func TestPostgres_ClaimsNothingWhenTheAnswerToACommitIsLost(t *testing.T) {
	s, p := throughProxy(t)
	if err := <-s.ask1(insert("before")); err != nil { // from now on each statement has one answer
		t.Fatal(err)
	}
	g := hold(t, s)
	lose := func(*tx) error {
		p.CutAfter(1) // the end of this write is answered, the commit is not
		return nil
	}
	answers := []<-chan error{s.ask1(insert("a")), s.ask1(lose)}
	g.letGo()
	for i, answer := range answers {
		if err := <-answer; err == nil || errors.Is(err, table.ErrUnavailable) {
			t.Errorf("answer %d = %v, want one that leaves the outcome open", i, err)
		}
	}
	if got, want := s.keys(t), "a before"; got != want {
		t.Errorf("written: %q, want %q: the server had committed", got, want)
	}
}

func TestPostgres_ClaimsNothingWhenTheAnswerToACommitOfHTTPIsLost(t *testing.T) {
	s, p := throughProxy(t)
	err := s.write(t.Context(), func(t *tx) error {
		if err := insert("a")(t); err != nil {
			return err
		}
		p.CutAfter(0)
		return nil
	})
	if err == nil || errors.Is(err, table.ErrUnavailable) {
		t.Errorf("error = %v, want one that leaves the outcome open", err)
	}
	if got, want := s.keys(t), "a"; got != want {
		t.Errorf("written: %q, want %q: the server had committed", got, want)
	}
}

func TestPostgres_AnswersInTimeWhenTheServerSaysNothing(t *testing.T) {
	s, p := throughProxy(t)
	impatient := func(t *tx) error {
		t.limit = 50 * time.Millisecond
		return nil
	}
	if err := <-s.ask1(impatient); err != nil {
		t.Fatal(err)
	}
	p.Freeze()
	since := time.Now()
	if err := <-s.ask1(insert("a")); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("error = %v, want ErrUnavailable", err)
	}
	if err := <-s.ask1(insert("b")); !errors.Is(err, table.ErrUnavailable) {
		t.Errorf("the next: error = %v, want ErrUnavailable", err)
	}
	if took, most := time.Since(since), 2*connectLimit; took > most {
		t.Errorf("two refusals took %v, want at most %v", took, most)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ping: %v, want the caller's deadline", err)
	}
	p.Thaw()
	eventually(t, "a write", func() error { return <-s.ask1(insert("after")) })
	eventually(t, "a ping", func() error { return s.Ping(t.Context()) })
	if got := s.keys(t); got != "after" {
		t.Errorf("written: %q, want only what came after", got)
	}
}

func TestPostgres_RefusesAtOnceWhileThereIsNoServerAndComesBack(t *testing.T) {
	cluster := pgtest.Start(t)
	s := openServer(t, cluster.Database(t))
	cluster.Stop(t) // as an operator does
	since := time.Now()
	for range 100 {
		if err := <-s.ask1(insert("a")); !errors.Is(err, table.ErrUnavailable) {
			t.Fatalf("a write of the tables: error = %v, want ErrUnavailable", err)
		}
	}
	for range 10 {
		if err := s.write(t.Context(), insert("b")); !errors.Is(err, table.ErrUnavailable) {
			t.Fatalf("a write of HTTP: error = %v, want ErrUnavailable", err)
		}
	}
	if took := time.Since(since); took > connectLimit {
		t.Errorf("110 refusals took %v, want them at once", took)
	}
	cluster.Restart(t)
	eventually(t, "a write of the tables", func() error { return <-s.ask1(insert("after")) })
	if err := s.write(t.Context(), insert("too")); err != nil {
		t.Errorf("a write of HTTP: %v", err)
	}
	if got := s.keys(t); got != "after too" {
		t.Errorf("written: %q, want only what came after", got)
	}
}

func TestPostgres_TakesItsLockAgainAfterAnOutage(t *testing.T) {
	cluster := pgtest.Start(t)
	url := cluster.Database(t)
	s := openServer(t, url)
	cluster.Restart(t)
	eventually(t, "a ping", func() error { return s.Ping(t.Context()) })
	_, err := Open(t.Context(), Config{URL: url})
	if _, locked := errors.AsType[LockedError](err); !locked {
		t.Errorf("a second server: %v, want a LockedError", err)
	}
}

func TestPostgres_PingTellsWhoHasTakenTheDatabaseMeanwhile(t *testing.T) {
	cluster := pgtest.Start(t)
	url := cluster.Database(t)
	s := openServer(t, url)
	cluster.Restart(t)
	other := raw(t, url)
	if _, err := other.Exec(t.Context(), "SET application_name = 'the other'"); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_lock($1)", advisoryKey); err != nil {
		t.Fatal(err)
	}
	err := s.Ping(t.Context())
	locked, ok := errors.AsType[LockedError](err)
	if want := fmt.Sprintf(`"the other" (process %d of the database server)`, other.PgConn().PID()); !ok || locked.Holder != want {
		t.Errorf("ping: %v, want one that names %s", err, want)
	}
}

func TestPostgres_ReadsALogOnlyWhenAnAppendUnderWayIsDecided(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	s := openServer(t, url)
	oneTable(t, s)
	lost := raw(t, url) // a connection that was given up while the server is still committing
	begin(t, lost, `UPDATE tables SET last_seq = 1 WHERE id = 'table'`,
		`INSERT INTO table_log (table_id, seq, kind, schema, body, at) VALUES ('table', 1, 'sat', 1, '{}', 0)`)
	read := make(chan int, 1)
	go func() {
		log, err := s.Records(t.Context(), "table")
		if err != nil {
			t.Error(err)
		}
		read <- len(log)
	}()
	waits(t, url)
	commit(t, lost)
	if got := <-read; got != 1 {
		t.Errorf("%d records, want the one that was being committed", got)
	}
}

func TestPostgres_MovesChipsInManyTransactionsAtOnceWithoutADeadlock(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	s := openServer(t, url)
	row := oneTable(t, s)
	const each = 40
	var all sync.WaitGroup
	for i := range 6 { // each ends up with one more of the same wallets' chips, in an order of its own
		all.Go(func() {
			for n := range each {
				from, to := table.Account("wallet:a"), table.Account("wallet:b")
				if i%2 == 0 {
					from, to = to, from
				}
				tr := table.Transfer{ID: fmt.Sprint(i, ":", n), Kind: "test", Entries: []table.Entry{
					{Account: table.Mint, Amount: -2}, {Account: from, Amount: 1}, {Account: to, Amount: 1},
				}}
				if err := s.write(t.Context(), func(t *tx) error { return post(t, &tr, 0) }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() { // the tables' writer, which posts several transfers in one transaction
		for n := range int64(each) {
			b := batch(row, n)
			b.Transfers = []table.Transfer{
				{ID: fmt.Sprint("x", n), Kind: "test", Entries: []table.Entry{
					{Account: "wallet:b", Amount: 1}, {Account: table.Mint, Amount: -1},
				}},
				{ID: fmt.Sprint("y", n), Kind: "test", Entries: []table.Entry{
					{Account: "wallet:a", Amount: 1}, {Account: table.Mint, Amount: -1},
				}},
			}
			answer := make(chan error, 1)
			s.Append(b, func(err error) { answer <- err })
			if err := <-answer; err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	a, err := s.Audit(t.Context())
	if want := table.Chips(each * (6*2 + 2)); err != nil || a.Wallets != want || len(a.Problems) != 0 {
		t.Errorf("audit = %+v, %v, want %d in wallets", a, err, want)
	}
}

// openServer opens a store until the test's end.
func openServer(t *testing.T, url string) *testStore {
	t.Helper()
	s, err := Open(t.Context(), Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // the server may have been away, or a connection broken
	return &testStore{s, ""}
}

// throughProxy opens a store on a new database whose server is behind a proxy.
func throughProxy(t *testing.T) (*testStore, *pgtest.Proxy) {
	t.Helper()
	address, p := pgtest.Start(t).Proxied(t)
	return openServer(t, address), p
}

// ask1 queues a write and returns where its answer comes.
func (s *testStore) ask1(do func(*tx) error) <-chan error { return s.ask(do, nil) }

// eventually repeats what a database that is coming back still refuses.
func eventually(t *testing.T, what string, do func() error) {
	t.Helper()
	var err error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		if err = do(); !errors.Is(err, table.ErrUnavailable) {
			break
		}
	}
	if err != nil {
		t.Errorf("%s afterwards: %v", what, err)
	}
}

func oneTable(t *testing.T, s *testStore) lobby.Row {
	t.Helper()
	if err := s.AddGuest(t.Context(), auth.Account{ID: "alice", Name: "Alice"}, 0, auth.Session{}); err != nil {
		t.Fatal(err)
	}
	row := lobby.Row{ID: "table", Creator: "alice", Epoch: 1}
	if err := s.Create(t.Context(), row); err != nil {
		t.Fatal(err)
	}
	return row
}

func batch(row lobby.Row, prev int64) table.Batch {
	return table.Batch{Table: row.ID, Epoch: row.Epoch, Prev: prev,
		Records: []table.Record{{Seq: prev + 1, Kind: "sat", Schema: 1, Body: json.RawMessage(`{}`)}}}
}

// raw is another process's connection.
func raw(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func begin(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range append([]string{"BEGIN"}, statements...) {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func commit(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), "COMMIT"); err != nil {
		t.Fatal(err)
	}
}

// waits returns when someone in the database waits for a lock.
func waits(t *testing.T, url string) {
	t.Helper()
	conn := raw(t, url)
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		var n int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			return
		}
	}
	t.Fatal("nobody waits for a lock")
}
