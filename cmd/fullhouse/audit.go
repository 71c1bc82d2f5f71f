package main

import (
	"context"
	"errors"
	"fmt"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/migrations"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

const auditUsage = `
Usage: fullhouse audit

Recomputes every balance from the ledger's entries, every open table's stacks from its log and every hand's settlement from the
history, in the database in DATABASE_URL or else the one in FULLHOUSE_DATA_DIR, all as of one moment. A server may have it open; nothing is changed. Prints a line for
each thing that is wrong. Exits 0 when nothing is, 1 when something is, 2 when that could not be found out: the database can't
be reached, is none, or is not of this version.

Example:
    $ FULLHOUSE_DATA_DIR=/var/lib/fullhouse fullhouse audit
    minted=240000 wallets=190000 escrow=50000 tables=3 problems=0
`

func audit(ctx context.Context, c call) int {
	if !c.noArguments("audit") {
		return exitUse
	}
	db, _ := c.reader(ctx)
	if db == nil {
		return exitUse // exitNot says that chips are missing
	}
	defer db.Close()
	a, err := db.Audit(ctx, func(row lobby.Row, log []table.Record) ([]table.Entry, error) {
		return table.Holdings(row.ID, row.Settings, holdem.New, log)
	})
	if err != nil {
		c.failed(err)
		return exitUse
	}
	for _, problem := range a.Problems {
		fmt.Fprintln(c.stdout, problem)
	}
	fmt.Fprintf(c.stdout, "minted=%d wallets=%d escrow=%d tables=%d problems=%d\n", a.Minted, a.Wallets, a.Escrow, a.Tables, len(a.Problems))
	if len(a.Problems) > 0 {
		return exitNot
	}
	return exitGood
}

// reader opens the database for reading. When that fails it says why, and the command must end with the code.
func (c call) reader(ctx context.Context) (db *store.Reader, code int) {
	cfg, ok := c.config()
	if !ok {
		return nil, exitUse
	}
	return c.read(ctx, cfg)
}

// read is reader for a command that has its settings.
func (c call) read(ctx context.Context, cfg config) (db *store.Reader, code int) {
	db, err := store.OpenReader(ctx, cfg.DatabaseURL, cfg.DataDir)
	if err == nil {
		return db, exitGood
	}
	return nil, c.notOpened(err)
}

// notOpened says why a database could not be opened.
func (c call) notOpened(err error) (code int) {
	if _, schema := errors.AsType[migrations.SchemaError](err); schema || errors.Is(err, store.ErrNoDatabase) {
		fmt.Fprintf(c.stderr, "fullhouse: %v\n", err)
		return exitUse
	}
	return c.failed(err)
}
