package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// advisoryKey names this program's lock among those of the database: "fullhous" in ASCII.
const advisoryKey int64 = 0x66756c6c686f7573

// advisory is the lock that keeps a second server away from a database. It belongs to a connection of its own, on which the
// server lets go of it when this process ends, however it ends.
//
// When that connection is lost, so is the lock, and another process may open the database. Then the fence of each append still
// protects: the other's Open has raised every epoch. Check takes the lock again, or tells who has it.
type advisory struct {
	config *pgx.ConnConfig

	mu   sync.Mutex // one at a time may use conn
	conn *pgx.Conn  // guarded by mu; nil after it was lost
}

// acquireAdvisory connects and locks, waiting at most so long for whoever has the lock.
func acquireAdvisory(ctx context.Context, config *pgx.ConnConfig, wait time.Duration) (*advisory, error) {
	a := &advisory{config: config}
	err := waitFor(ctx, wait, func() error {
		ctx, cancel := within(ctx, statementLimit)
		defer cancel()
		return ended(ctx, a.lock(ctx))
	})
	if err != nil {
		return nil, errors.Join(err, a.release())
	}
	return a, nil
}

// lock sees to it that there is a connection that has the lock. The error is a LockedError when another's has it.
func (a *advisory) lock(ctx context.Context) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn == nil {
		if a.conn, err = pgx.ConnectConfig(ctx, a.config); err != nil {
			return err
		}
	}
	var ours bool
	if err := a.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", advisoryKey).Scan(&ours); err != nil {
		a.drop()
		return err
	}
	if !ours {
		return LockedError{What: "the database " + a.config.Database, Holder: a.holder(ctx)}
	}
	return nil
}

// check reports whether the server answers on the lock's connection, by reading something small.
func (a *advisory) check(ctx context.Context) error {
	lost, err := a.read(ctx)
	if !lost {
		return err
	}
	return a.lock(ctx)
}

func (a *advisory) read(ctx context.Context) (lost bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn == nil {
		return true, nil
	}
	var minted int64
	if err := a.conn.QueryRow(ctx, "SELECT amount FROM balances WHERE account = 'mint'").Scan(&minted); err != nil {
		lost = a.conn.IsClosed()
		if lost {
			a.conn = nil
		}
		return lost, err
	}
	return false, nil
}

// drop gives the connection up, and the lock with it. The caller holds mu.
func (a *advisory) drop() {
	ctx, cancel := context.WithTimeout(context.Background(), connectLimit)
	defer cancel()
	_ = a.conn.Close(ctx) // it has failed already
	a.conn = nil
}

// holder is who has the lock, as well as the server knows: by our own application_name, and whoever else by its connection.
func (a *advisory) holder(ctx context.Context) string {
	var name, from string
	var pid int64
	err := a.conn.QueryRow(ctx, `SELECT coalesce(s.application_name, ''), coalesce(host(s.client_addr), ''), l.pid
		FROM pg_locks l LEFT JOIN pg_stat_activity s ON s.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
		  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		  AND l.classid::bigint << 32 | l.objid::bigint = $1`, advisoryKey).Scan(&name, &from, &pid)
	if err != nil {
		return "" // it has just let go, or we may not look
	}
	if from != "" {
		from = " from " + from
	}
	return fmt.Sprintf("%q%s (process %d of the database server)", name, from, pid)
}

// release unlocks and ends the connection. Ending it unlocks too, but only when the server gets round to it: the next of our
// servers need not wait for that.
func (a *advisory) release() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), connectLimit)
	defer cancel()
	_, _ = a.conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", advisoryKey) // a server that is gone holds no lock
	err := a.conn.Close(ctx)
	a.conn = nil
	return err
}
