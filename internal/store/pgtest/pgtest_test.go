package pgtest_test

import (
	"errors"
	"os"
	"testing"

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
