package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const backupUsage = `
Usage: fullhouse backup FILE

Writes the database in DATABASE_URL, or else the one in FULLHOUSE_DATA_DIR, as it is at one moment into a file that must not be
there yet. A server may have it open. Of the embedded database the file is one like it: to restore, put it as fullhouse.db
into an empty folder. Of a Postgres database it is an archive for pg_restore, and pg_dump must be on this machine.

The file holds the cards of running hands and the hashes of passwords: keep it as safe as the database.

Example:
    $ FULLHOUSE_DATA_DIR=/var/lib/fullhouse fullhouse backup /backup/fullhouse-monday.db
    /backup/fullhouse-monday.db is complete
`

func backup(ctx context.Context, c call) int {
	if len(c.args) != 1 {
		fmt.Fprintf(c.stderr, "fullhouse backup: takes one file, but got %q; see fullhouse backup -h\n", c.args)
		return exitUse
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM) // so that who gives up leaves no half of a file
	defer stop()
	db, code := c.reader(ctx)
	if db == nil {
		return code
	}
	defer db.Close()
	if err := db.Backup(ctx, c.args[0]); err != nil {
		return c.failed(err)
	}
	fmt.Fprintf(c.stdout, "%s is complete\n", printable(c.args[0]))
	return exitGood
}
