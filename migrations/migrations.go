package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"

	"example.com/fullhouse/internal/crashpoint"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// Dialect is a kind of database; its folder has the steps.
type Dialect string

const (
	SQLite   Dialect = "sqlite"   // the embedded database
	Postgres Dialect = "postgres" // version 13 or later
)

// NewerError refuses a database that a newer program has migrated.
type NewerError struct {
	Database, Program int64 // the numbers of their last steps
}

func (e NewerError) Error() string {
	return fmt.Sprintf("the database has schema %d, this program knows only %d: start the newer program, or restore a backup",
		e.Database, e.Program)
}

// SchemaError refuses to read a database whose schema is not this program's.
type SchemaError struct {
	Database, Program int64 // the numbers of their last steps; Database is 0 for one that has none of ours
}

func (e SchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, this program reads only %d: migrate it, or use the program that it belongs to",
		e.Database, e.Program)
}

// Check reports whether a database has the schema of this program, and changes nothing. The error is a SchemaError if not.
func Check(ctx context.Context, dialect Dialect, db *sql.DB) error {
	steps, err := provider(dialect, db)
	if err != nil {
		return err
	}
	sources := steps.ListSources()
	want := sources[len(sources)-1].Version
	if _, err := db.ExecContext(ctx, map[Dialect]string{SQLite: "PRAGMA schema_version", Postgres: "SELECT 1"}[dialect]); err != nil {
		return fmt.Errorf("read the schema's version: %w", err) // it is no database, or not there
	}
	var have int64
	// Asking goose would make its table where there is none.
	if err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&have); err != nil {
		return fmt.Errorf("%w (%w)", SchemaError{Program: want}, err)
	}
	if have != want {
		return SchemaError{Database: have, Program: want}
	}
	return nil
}

// Up applies the steps that are missing, in order. Only one process may do so at a time.
func Up(ctx context.Context, dialect Dialect, db *sql.DB) error {
	steps, err := provider(dialect, db)
	if err != nil {
		return err
	}
	have, want, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if have > want {
		return NewerError{Database: have, Program: want}
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate from schema %d to %d: %w", have, want, err)
	}
	return nil
}

// provider reads the steps of a dialect. It is not closed, since that would close db.
func provider(dialect Dialect, db *sql.DB) (*goose.Provider, error) {
	names := map[Dialect]goose.Dialect{SQLite: goose.DialectSQLite3, Postgres: goose.DialectPostgres}
	name, ok := names[dialect]
	if !ok {
		return nil, fmt.Errorf("no migrations for dialect %q", dialect)
	}
	folder, err := fs.Sub(files, string(dialect))
	if err != nil {
		return nil, err
	}
	versions, err := database.NewStore(name, goose.DefaultTablename)
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectCustom, db, folder, goose.WithStore(crashing{versions}), goose.WithDisableGlobalRegistry(true))
}

// crashing is goose's own store of versions with a point at which tests crash: a step notes its number last.
type crashing struct{ database.Store }

// Insert implements database.Store.
func (c crashing) Insert(ctx context.Context, db database.DBTxConn, step database.InsertRequest) error {
	crashpoint.Reach(crashpoint.InsideMigration)
	return c.Store.Insert(ctx, db, step)
}
