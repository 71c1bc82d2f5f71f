package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"example.com/fullhouse/migrations"
	"example.com/fullhouse/table"
)

// Reader reads a database, also beside a server that has it open: it takes no lock and changes nothing.
type Reader struct {
	address string // of a Postgres database
	store   *Store
}

// ErrNoDatabase says that there is none where one was looked for.
const ErrNoDatabase Error = "there is no database"

// OpenReader opens the Postgres database at an address, or else the embedded one in a data folder. It makes and migrates
// nothing: ErrNoDatabase says that there is none, a migrations.SchemaError that it has another schema than this program's.
func OpenReader(ctx context.Context, address, dir string) (*Reader, error) {
	r := &Reader{address: address, store: &Store{}}
	err := r.open(ctx, dir)
	if err == nil {
		err = migrations.Check(ctx, r.store.dialect.schema, r.store.play.DB)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", explain(err)), r.Close())
	}
	return r, nil
}

func (r *Reader) open(ctx context.Context, dir string) error {
	if r.address != "" {
		return r.openPostgres(ctx)
	}
	file := filepath.Join(dir, databaseFile)
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrNoDatabase, file)
	}
	connector, err := newSQLiteFile(file, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}})
	if err != nil {
		return err
	}
	r.store.dialect, r.store.play.DB = embedded(), new(Config).pool(connector, 1)
	return nil
}

func (r *Reader) openPostgres(ctx context.Context) error {
	c, err := postgresConfig(r.address)
	if err != nil {
		return err
	}
	c.RuntimeParams["default_transaction_read_only"] = "on"
	r.store.dialect, r.store.play.DB = server(), new(Config).connections(c, 1)
	return r.store.play.PingContext(ctx)
}

// Audit recomputes everything there is: the whole ledger from its entries, and what each open table's seats hold from its log.
// Held tells what they hold according to a log; its error is that the log can't be replayed. All is read in one transaction, so
// that it is of one moment.
func (r *Reader) Audit(ctx context.Context, held Held) (a Audit, err error) {
	err = r.store.snapshot(ctx, r.store.play, 0, func(t *tx) error {
		if err := auditLedger(t, &a); err != nil {
			return err
		}
		return auditTables(t, &a, held)
	})
	if err != nil {
		return Audit{}, fmt.Errorf("audit: %w", err)
	}
	return a, nil
}

// Quarantines are the tables that were taken out of play, the oldest first, those of which it was undone included.
func (r *Reader) Quarantines(ctx context.Context) ([]Quarantine, error) {
	all := []Quarantine{}
	err := r.store.snapshot(ctx, r.store.play, statementLimit, func(t *tx) error {
		return t.each(func(rows *sql.Rows) error {
			var q Quarantine
			var at, undone int64
			var account sql.NullString
			var amount sql.NullInt64
			if err := rows.Scan(&q.Table, &q.Epoch, &at, &q.Reason, &undone, &account, &amount); err != nil {
				return err
			}
			q.At = time.UnixMilli(at).UTC()
			if undone != 0 {
				q.UndoneAt = time.UnixMilli(undone).UTC()
			}
			if n := len(all); n == 0 || all[n-1].Table != q.Table || all[n-1].Epoch != q.Epoch {
				all = append(all, q)
			}
			if last := &all[len(all)-1]; account.Valid {
				last.Refund = append(last.Refund, table.Entry{Account: table.Account(account.String), Amount: table.Chips(amount.Int64)})
			}
			return nil
		}, `SELECT q.table_id, q.epoch, q.at, q.reason, coalesce(q.undone_at, 0), e.account, e.amount
			FROM quarantines q LEFT JOIN transfer_entries e ON e.transfer = q.refund ORDER BY q.at, q.table_id, q.epoch, e.account`)
	})
	if err != nil {
		return nil, fmt.Errorf("read the quarantines: %w", err)
	}
	return all, nil
}

// Close lets go of the database.
func (r *Reader) Close() error {
	if r.store.play.DB == nil {
		return nil
	}
	return r.store.play.Close()
}
