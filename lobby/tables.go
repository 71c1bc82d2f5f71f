package lobby

import (
	"context"

	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Row is what the store knows of a table besides its log.
type Row struct {
	ID       string
	Creator  string // the account that made it
	Address  string // a keyed hash of where it was made from
	Settings table.Settings
	Epoch    int64 // the ownership under which this process may write the table's log
	// Only in what Open returns: why Settings can't be read, so that the table can't be opened; the number of its log's last record;
	// and what its seats' escrow accounts hold, in seat order, without those that hold nothing.
	Damage  error
	LastSeq int64
	Held    []table.Entry
	// Charges are what its creation uses up of the creator's allowance: counted with it, in one transaction.
	Charges []quota.Charge
}

// Tables is the store's list of tables. A table leaves it by the batch that closes it (table.Batch).
type Tables interface {
	// Create writes a new table, open and with an empty log, owned by this process under row.Epoch, and makes its charges:
	// all of it or nothing. A charge beyond its limit is a *quota.ExhaustedError.
	Create(ctx context.Context, row Row) error
	// Undo takes back a table that was created and has never run, and gives its charges back to the day they were made on, in
	// one transaction. It reports false when there is no such table.
	Undo(ctx context.Context, row Row) (found bool, err error)
	// Quarantine closes a table of this process that can't go on, and gives what its seats hold back to where it came from: all
	// of it in one transaction. table.ErrFenced says that it is not this process's any more, or closed.
	Quarantine(ctx context.Context, row Row, why string) error
	// Open takes over every open table, each under a new epoch, and returns them in the order of their creation.
	Open(ctx context.Context) ([]Row, error)
}
