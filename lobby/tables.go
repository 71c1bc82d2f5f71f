package lobby

import (
	"context"

	"example.com/fullhouse/table"
)

// Row is what the store knows of a table besides its log.
type Row struct {
	ID       string
	Creator  string // the account that made it
	Settings table.Settings
	Epoch    int64 // the ownership under which this process may write the table's log
}

// Tables is the store's list of tables. A table leaves it by the batch that closes it (table.Batch).
type Tables interface {
	// Create writes a new table, open and with an empty log, owned by this process under row.Epoch.
	Create(ctx context.Context, row Row) error
	// Open takes over every open table, each under a new epoch, and returns them in the order of their creation.
	Open(ctx context.Context) ([]Row, error)
}
