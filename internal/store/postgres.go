package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"example.com/fullhouse/migrations"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// server is the dialect of Postgres. Its statements have a limit: a server that has gone without a word would otherwise keep
// the writer for ever.
func server() *dialect {
	return &dialect{
		schema:     migrations.Postgres,
		rebind:     numbered,
		today:      "floor(extract(epoch FROM now()) / 86400)::bigint",
		begin:      "BEGIN",
		limit:      statementLimit,
		batches:    true,
		concurrent: true,
		snapshot:   sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead},
		lockLedger: "SELECT amount FROM balances WHERE account = 'mint' FOR UPDATE",
		skipLocked: "FOR UPDATE SKIP LOCKED",
		settle:     "SELECT id FROM tables WHERE id = ? FOR SHARE",
	}
}

// openPostgres fills s with connections to the server. Anyone's older process must be gone before the schema is touched.
func (s *Store) openPostgres(ctx context.Context, cfg Config) (err error) {
	c, err := postgresConfig(cfg.URL)
	if err != nil {
		return err
	}
	lock, err := acquireAdvisory(ctx, c, cfg.LockWait)
	if err != nil {
		return reached(err)
	}
	s.lock, s.ping = lock, lock.check
	s.dialect = server()
	s.http.DB = cfg.connections(c, cfg.HTTPConns)
	s.play.DB = cfg.connections(c, cfg.PlayConns-1)
	s.writes.DB = cfg.connections(writing(c), 1)
	return reached(migrations.Up(ctx, s.dialect.schema, s.writes.DB))
}

// Settings of a connection that the address does not choose itself.
const (
	connectLimit  = 2 * time.Second
	abandonedMS   = "10000" // of a transaction whose client says nothing: its locks must not outlive a lost connection for long
	pingAfterIdle = 100 * time.Millisecond
)

// postgresConfig reads the address and adds what this package relies on.
func postgresConfig(address string) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err // without the password
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectLimit
	}
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown host"
	}
	for name, value := range map[string]string{
		"application_name":                    fmt.Sprintf("fullhouse %d@%s", os.Getpid(), host), // who holds the lock, see holder
		"default_transaction_isolation":       "read committed",                                  // see the package's comment
		"synchronous_commit":                  "on",                                              // an acknowledged write is on the disk
		"idle_in_transaction_session_timeout": abandonedMS,
	} {
		if c.RuntimeParams[name] == "" {
			c.RuntimeParams[name] = value
		}
	}
	return c, nil
}

// writing are the settings for the writer's connection. Its statements find their rows by keys, so one plan of each is enough, and
// making it again for each group would take longer than what it is for. It is also made while the tables are still so small that
// reading them whole looks cheaper.
func writing(c *pgx.ConnConfig) *pgx.ConnConfig {
	c = c.Copy()
	c.RuntimeParams["enable_seqscan"] = "off"
	c.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	return c
}

// connections are at most n, made when they are needed. One that has been idle for a moment is asked whether it still lives
// before it is used, so that an outage that is over is over.
func (c *Config) connections(to *pgx.ConnConfig, n int) *sql.DB {
	idle := func(_ context.Context, p stdlib.ShouldPingParams) bool { return p.IdleDuration > pingAfterIdle }
	return c.pool(stdlib.GetConnector(*to, stdlib.OptionShouldPing(idle)), n)
}

// reached explains an error of opening. A server that answers, but lets nobody in with this name, password or database, is
// not out of order: trying again would not help.
func reached(err error) error {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code[:2] {
		case "28", "3D", "42": // who, where, and what is not allowed there
			return err
		}
	}
	return explain(err)
}

// isServerOutage reports whether the server can't, just now: it is gone, going or coming, has run out of something, only reads,
// or has stopped a statement so that others can go on.
func isServerOutage(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case "57P01", "57P02", "57P03", "57P05", // shut down, crashed, starting, idle for too long
			"57014", "55P03", "40001", "40P01", // too slow, or one of two that waited for each other
			"25P03", "25006": // an abandoned transaction; a standby
			return true
		}
		return strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "53") || strings.HasPrefix(e.Code, "58") ||
			strings.HasPrefix(e.Code, "XX") || isConnectError(err)
	}
	_, network := errors.AsType[net.Error](err)
	return network && !isCallers(err) || isConnectError(err) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed)
}

func isConnectError(err error) bool {
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok && !errors.Is(err, context.Canceled)
}

// isCallers reports whether an error is the end of a caller's patience: context.DeadlineExceeded looks like a network's.
func isCallers(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
