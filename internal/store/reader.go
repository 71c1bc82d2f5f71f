package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"example.com/fullhouse/migrations"
)

// Reader reads a database, also beside a server that has it open: it takes no lock and changes nothing.
type Reader struct{ store *Store }

// ErrNoDatabase says that there is none where one was looked for.
const ErrNoDatabase Error = "there is no database"

// OpenReader opens the Postgres database at an address, or else the embedded one in a data folder. It makes and migrates
// nothing: ErrNoDatabase says that there is none, a migrations.SchemaError that it has another schema than this program's.
func OpenReader(ctx context.Context, address, dir string) (*Reader, error) {
	r := &Reader{store: &Store{}}
	err := r.open(ctx, address, dir)
	if err == nil {
		err = migrations.Check(ctx, r.store.dialect.schema, r.store.play.DB)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("store: %w", explain(err)), r.Close())
	}
	return r, nil
}

func (r *Reader) open(ctx context.Context, address, dir string) error {
	if address != "" {
		return r.openPostgres(ctx, address)
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

func (r *Reader) openPostgres(ctx context.Context, address string) error {
	c, err := postgresConfig(address)
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

// Close lets go of the database.
func (r *Reader) Close() error {
	if r.store.play.DB == nil {
		return nil
	}
	return r.store.play.Close()
}
