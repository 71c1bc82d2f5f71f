package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/table"
)

const quarantineUsage = `
Usage: fullhouse quarantine
       fullhouse quarantine undo TABLE

Lists the tables that were taken out of play because their log could not be followed or the program failed on them twice: when
and why, and where each seat's chips of the hand's beginning went. A server may have the database open.

With undo it takes these chips back and opens the table again, for the next start to try anew, as after its log was mended or
with a newer program. No server may have the database open. When somebody has spent the chips meanwhile, nothing is changed.

Exits 0 when that went well, 1 when it did not, 2 on bad use.

Example:
    $ fullhouse quarantine
    table k7q2mfrggzdfmztwq2lknnwg23 since 2026-11-30T21:14:05Z: record 812: unknown kind "dealt_twice"
        seat:k7q2mfrggzdfmztwq2lknnwg23:0 -4200
        wallet:mfzxi5dhobxw4zlsmvqw4ztpoi 4200
    $ fullhouse quarantine undo k7q2mfrggzdfmztwq2lknnwg23
    table k7q2mfrggzdfmztwq2lknnwg23 is open again: the next start replays it
`

func quarantine(ctx context.Context, c call) int {
	switch {
	case len(c.args) == 0:
		return c.listQuarantines(ctx)
	case len(c.args) == 2 && c.args[0] == "undo":
		return c.undoQuarantine(ctx, c.args[1])
	}
	fmt.Fprintf(c.stderr, "fullhouse quarantine: takes nothing or undo TABLE, but got %q; see fullhouse quarantine -h\n", c.args)
	return exitUse
}

func (c call) listQuarantines(ctx context.Context) int {
	db, code := c.reader(ctx)
	if db == nil {
		return code
	}
	defer db.Close()
	all, err := db.Quarantines(ctx)
	if err != nil {
		return c.failed(err)
	}
	for _, q := range all {
		undone := ""
		if !q.UndoneAt.IsZero() {
			undone = " (undone " + q.UndoneAt.Format(time.RFC3339) + ")"
		}
		fmt.Fprintf(c.stdout, "table %s since %s%s: %s\n", q.Table, q.At.Format(time.RFC3339), undone, printable(q.Reason))
		for _, e := range q.Refund {
			fmt.Fprintf(c.stdout, "    %s %d\n", e.Account, e.Amount)
		}
	}
	return exitGood
}

func (c call) undoQuarantine(ctx context.Context, id string) int {
	cfg, ok := c.config()
	if !ok {
		return exitUse
	}
	there, code := c.read(ctx, cfg) // opening it in earnest would make one where there is none
	if there == nil {
		return code
	}
	if err := there.Close(); err != nil {
		return c.failed(err)
	}
	db, err := store.Open(ctx, store.Config{URL: cfg.DatabaseURL, Dir: cfg.DataDir})
	if err != nil {
		return c.failed(err)
	}
	err = db.UndoQuarantine(ctx, id)
	if closing := db.Close(); closing != nil {
		err = errors.Join(err, closing)
	}
	switch {
	case errors.Is(err, table.ErrNotEnoughChips):
		fmt.Fprintf(c.stderr, "fullhouse: somebody has spent the chips that table %s gave back: nothing was changed\n", printable(id))
		return exitNot
	case err != nil:
		return c.failed(err)
	}
	fmt.Fprintf(c.stdout, "table %s is open again: the next start replays it\n", id)
	return exitGood
}
