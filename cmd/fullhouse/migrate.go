package main

import (
	"context"
	"fmt"

	"example.com/fullhouse/internal/store"
)

const migrateUsage = `
Usage: fullhouse migrate

Brings the database in DATABASE_URL, or else the one in FULLHOUSE_DATA_DIR, to the schema of this version, making it when
there is none. Serving does the same at its start; this is for those who want to see it happen first. No server may have it
open.

Example:
    $ FULLHOUSE_DATA_DIR=/var/lib/fullhouse fullhouse migrate
    the database in /var/lib/fullhouse has the schema of this version
`

func migrate(ctx context.Context, c call) int {
	if !c.noArguments("migrate") {
		return exitUse
	}
	cfg, ok := c.config()
	if !ok {
		return exitUse
	}
	db, err := store.Open(ctx, store.Config{URL: cfg.DatabaseURL, Dir: cfg.DataDir}) // opening migrates
	if err != nil {
		return c.failed(err)
	}
	if err := db.Close(); err != nil {
		return c.failed(err)
	}
	fmt.Fprintf(c.stdout, "the database in %s has the schema of this version\n", cfg.databaseKind())
	return exitGood
}
