package table

import (
	"context"
	"encoding/json"
)

// Record is one durable change of a table. A table's records in order of Seq, from the last checkpoint on, are all that is
// needed to rebuild it.
type Record struct {
	Seq    int64           // 1, 2, 3, ... within the table, without gaps
	Kind   string          // what happened: one of the kinds in changes.go
	Schema int             // version of Body's form, see RecordSchema
	Body   json.RawMessage // the change itself
	Secret []byte          // what chance decided in a hand's start; nil elsewhere. Nobody reads it but recovery
}

// KindCheckpoint is the kind of the record that ends each hand and holds the whole table at that instant: recovery starts
// at the last one. Once it is durable the secrets before it are of no more use, and the recorder wipes them with it.
const KindCheckpoint = "checkpoint"

// RecordSchema is the version of records written today.
const RecordSchema = 1

// Batch is what one command makes durable: all of it, in one transaction, or nothing.
type Batch struct {
	Table     string
	Epoch     int64 // the ownership under which the table was opened
	Prev      int64 // Seq of the record before the first of this batch: together with Epoch, the fence
	Records   []Record
	Transfers []Transfer
	Hand      *HandRecord // the hand that ends here; nil when none does
	Closed    string      // when not empty: the table ends here, and why
}

// Recorder keeps the logs of tables.
type Recorder interface {
	// Append makes the batch durable and then calls done exactly once, from any goroutine. It does not block on the
	// database; a recorder that can't take more calls done with an error at once. An error with code
	// "not_enough_chips" or "database_unavailable" means that nothing was written; ErrFenced that this process no longer owns the
	// table; after any other error the outcome is unknown and the log has the truth.
	Append(batch Batch, done func(error))
	// Records returns a table's log from its last checkpoint on, in order.
	Records(ctx context.Context, table string) ([]Record, error)
}
