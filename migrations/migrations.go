package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
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
	return goose.NewProvider(name, db, folder, goose.WithDisableGlobalRegistry(true))
}
