package pgtest_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"example.com/fullhouse/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m).Run()) }

func TestCluster_GivesEachTestAnEmptyDatabase(t *testing.T) {
	cluster := pgtest.Start(t)
	for range 2 {
		conn := connect(t, cluster.Database(t))
		if _, err := conn.Exec(t.Context(), "CREATE TABLE same (n bigint)"); err != nil {
			t.Error(err)
		}
	}
}

func TestCluster_KeepsWhatWasCommittedThroughAnOutage(t *testing.T) {
	cluster := pgtest.Start(t)
	for name, end := range map[string]func(testing.TB){"stopped": cluster.Stop, "killed": cluster.Kill} {
		t.Run(name, func(t *testing.T) {
			address := cluster.Database(t)
			if _, err := connect(t, address).Exec(t.Context(), "CREATE TABLE kept (n bigint)"); err != nil {
				t.Fatal(err)
			}
			end(t)
			_, err := pgx.Connect(t.Context(), address)
			if _, refused := errors.AsType[*pgconn.ConnectError](err); !refused {
				t.Errorf("while it is down: error = %v, want a ConnectError", err)
			}
			cluster.Restart(t)
			if _, err := connect(t, address).Exec(t.Context(), "INSERT INTO kept VALUES (1)"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCluster_RunsAgainForTheNextTestAfterOneThatStoppedIt(t *testing.T) {
	pgtest.Start(t).Stop(t)
	connect(t, pgtest.Start(t).Database(t))
}

func connect(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) }) // its server may be gone
	return conn
}

func TestProxy_LosesTheAnswerToACommitThatStands(t *testing.T) {
	address, p := pgtest.Start(t).Proxied(t)
	conn := connect(t, address)
	p.CutAtCommit(2)
	for _, statement := range []string{"CREATE TABLE kept (n bigint)", "BEGIN", "INSERT INTO kept VALUES (1)", "COMMIT",
		"BEGIN", "INSERT INTO kept VALUES (2)"} {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if _, err := conn.Exec(t.Context(), "COMMIT"); err == nil {
		t.Error("the second COMMIT was answered")
	}
	if got := count(t, connect(t, address)); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
}

func TestProxy_BreaksConnectionsUntilItIsMended(t *testing.T) {
	address, p := pgtest.Start(t).Proxied(t)
	conn := connect(t, address)
	p.Cut()
	if err := conn.Ping(t.Context()); err == nil {
		t.Error("an old connection answers")
	}
	if _, err := pgx.Connect(t.Context(), address); err == nil {
		t.Error("a new connection answers")
	}
	p.Mend()
	if err := connect(t, address).Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestProxy_DelaysEachAnswer(t *testing.T) {
	address, p := pgtest.Start(t).Proxied(t)
	const delay = 50 * time.Millisecond
	p.Delay(delay)
	conn, since := connect(t, address), time.Now()
	for range 3 {
		if err := conn.Ping(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(since); took < 3*delay {
		t.Errorf("three answers took %v, want at least %v", took, 3*delay)
	}
}

func count(t *testing.T, conn *pgx.Conn) (n int) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM kept").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
