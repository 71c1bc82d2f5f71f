package store

import (
	"database/sql"
	"strconv"
	"strings"
	"time"

	"example.com/fullhouse/migrations"
)

// dialect is where the databases part, with the statement of batchsql.go. All other SQL of this package is written once, in what
// they share:
//
//   - ? stands for an argument, and for nothing else: no text has one in a literal;
//   - a boolean column is used as one (WHERE guest), never compared with 0 or 1;
//   - a subquery in FROM has a name;
//   - RETURNING, ON CONFLICT, FILTER and row order by created_at, rowid are shared; INSERT OR, PRAGMA, strftime, ILIKE, casts
//     with :: and FOR UPDATE are not.
type dialect struct {
	schema     migrations.Dialect
	rebind     func(text string) string // puts the database's own marks where a text has ?
	today      string                   // an expression: the day by the database's clock in UTC, in days since 1970
	begin      string                   // begins the writer's transaction
	limit      time.Duration            // for each of the writer's statements; 0: they are never interrupted
	snapshot   sql.TxOptions            // of a transaction whose reads must all see the same moment
	batches    bool                     // the appends of a group are one statement
	concurrent bool                     // writes of HTTP are transactions of their own, beside the writer's
	lockLedger string                   // is run before chips move; empty where all writers stand in line anyway
	settle     string                   // waits for a write to a table's log that is being committed; empty where there is none beside us
	skipLocked string                   // ends a query for rows to delete, and leaves out those that another transaction has
}

// numbered puts $1, $2, ... where the text has ?.
func numbered(text string) string {
	var b strings.Builder
	n := 0
	for {
		before, after, found := strings.Cut(text, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n++
		b.WriteString("$" + strconv.Itoa(n))
		text = after
	}
}
