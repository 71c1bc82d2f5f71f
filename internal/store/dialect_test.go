package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/migrations"
	"example.com/fullhouse/table"
)

func TestNumbered_CountsTheArguments(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT 1":                         "SELECT 1",
		"?":                                "$1",
		"a = ? AND b BETWEEN ? AND ?":      "a = $1 AND b BETWEEN $2 AND $3",
		"(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ?": "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) $11",
	} {
		if got := numbered(text); got != want {
			t.Errorf("numbered(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestExplain_TellsAnOutageFromAFault(t *testing.T) {
	for name, row := range map[string]struct {
		err    error
		outage bool
	}{
		"shut down":                   {&pgconn.PgError{Code: "57P01"}, true},
		"starting":                    {&pgconn.PgError{Code: "57P03"}, true},
		"full disk":                   {&pgconn.PgError{Code: "53100"}, true},
		"too many connections":        {&pgconn.PgError{Code: "53300"}, true},
		"broken connection":           {&pgconn.PgError{Code: "08006"}, true},
		"deadlock":                    {&pgconn.PgError{Code: "40P01"}, true},
		"a standby":                   {&pgconn.PgError{Code: "25006"}, true},
		"end of the stream":           {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), true},
		"closed connection":           {pgconn.ErrConnClosed, true},
		"our own patience":            {errSlow, true},
		"a row that is there already": {&pgconn.PgError{Code: "23505"}, false},
		"no such column":              {&pgconn.PgError{Code: "42703"}, false},
		"a caller who has gone":       {context.Canceled, false},
		"a caller's deadline":         {context.DeadlineExceeded, false},
		"a refusal":                   {table.ErrFenced, false},
	} {
		got := explain(row.err)
		if errors.Is(got, table.ErrUnavailable) != row.outage || !errors.Is(got, row.err) {
			t.Errorf("%s: %v, want an outage = %v, and the cause in it", name, got, row.outage)
		}
	}
}

func TestOpen_SaysOfAServerThatItIsDownOrThatItWantsSomethingElse(t *testing.T) {
	good := pgtest.Start(t).Database(t)
	for name, row := range map[string]struct {
		url    string
		outage bool
	}{
		"nobody listens":   {"postgres://postgres:hush-hush@127.0.0.1:1/x", true},
		"no such database": {strings.Replace(good, "/test", "/no_test", 1), false},
		"no such user":     {strings.Replace(good, "postgres@", "nobody:hush-hush@", 1), false},
		"no address":       {"postgres://postgres:hush-hush@127.0.0.1:http/x", false},
	} {
		_, err := Open(t.Context(), Config{URL: row.url})
		if err == nil || errors.Is(err, table.ErrUnavailable) != row.outage {
			t.Errorf("%s: error = %v, want one that is an outage = %v", name, err, row.outage)
		}
		if err != nil && strings.Contains(err.Error(), "hush-hush") {
			t.Errorf("%s: the error tells the password: %v", name, err)
		}
	}
}

func TestOpen_LeavesADatabaseOfANewerProgramAlone(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	if err := openServer(t, url).Close(); err != nil {
		t.Fatal(err)
	}
	_, err := raw(t, url).Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), Config{URL: url})
	if _, newer := errors.AsType[migrations.NewerError](err); !newer || errors.Is(err, table.ErrUnavailable) {
		t.Errorf("error = %v, want a NewerError, which is no outage", err)
	}
}

func TestPostgres_EndsWhatACallerNoLongerWaitsFor(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	s := openServer(t, url)
	oneTable(t, s)
	begin(t, raw(t, url), "LOCK TABLE tables")
	ctx, cancel := context.WithCancel(t.Context())
	created := make(chan error, 1)
	go func() { created <- s.Create(ctx, lobby.Row{ID: "second", Creator: "alice", Epoch: 1}) }()
	waits(t, url)
	cancel()
	if err := <-created; !errors.Is(err, context.Canceled) || errors.Is(err, table.ErrUnavailable) {
		t.Errorf("error = %v, want the caller's", err)
	}
}
