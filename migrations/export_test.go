package migrations

import (
	"context"
	"database/sql"
)

// UpTo applies the steps up to one.
func UpTo(ctx context.Context, dialect Dialect, db *sql.DB, step int64) error {
	steps, err := provider(dialect, db)
	if err != nil {
		return err
	}
	_, err = steps.UpTo(ctx, step)
	return err
}

// Last is the number of the last step.
func Last(dialect Dialect, db *sql.DB) (int64, error) {
	steps, err := provider(dialect, db)
	if err != nil {
		return 0, err
	}
	sources := steps.ListSources()
	return sources[len(sources)-1].Version, nil
}
