package store

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"example.com/fullhouse/internal/crashpoint"
	"example.com/fullhouse/table"
)

// together is how many of the next requests can be one statement: appends in good order, each to another table. It is 0 where
// the database does not do that, or where the first is something else.
func (d *dialect) together(next []request) (n int) {
	if !d.batches {
		return 0
	}
	tables := make(map[string]bool, len(next))
	for _, r := range next {
		if r.batch == nil || tables[r.batch.Table] || !wellFormed(r.batch) {
			break
		}
		tables[r.batch.Table] = true
		n++
	}
	return n
}

// wellFormed reports whether only the database can have something against a batch.
func wellFormed(b *table.Batch) bool {
	bad := func(tr table.Transfer) bool { return checkTransfer(&tr) != nil }
	return checkBatch(b) == nil && !slices.ContainsFunc(b.Transfers, bad)
}

// appendAll writes a whole group of appends by one statement. When it fails nothing else has been written yet: the transaction
// begins again, and a savepoint is saved to all those that do not fail. An error means that the transaction is lost.
func (w *writer) appendAll(group []request, answers []error) (lost error) {
	failed := w.appendNow(group, answers)
	if failed == nil {
		return nil
	}
	if _, err := w.tx.exec("ROLLBACK"); err != nil {
		return errors.Join(failed, err)
	}
	if err := w.begin(); err != nil {
		return err
	}
	return w.appendHalves(group, answers)
}

// appendSome is appendAll in the middle of a transaction.
func (w *writer) appendSome(group []request, answers []error) (lost error) {
	failed, lost := w.guarded(func(*tx) error { return w.appendNow(group, answers) })
	if lost != nil || failed == nil {
		return lost
	}
	return w.appendHalves(group, answers)
}

// appendHalves tries again what has failed together. So an append that can't be written takes none of the others with it, and
// ends up alone with its error.
func (w *writer) appendHalves(group []request, answers []error) (lost error) {
	if len(group) == 1 {
		answers[0], lost = w.one(group[0])
		return lost
	}
	half := len(group) / 2
	if err := w.appendSome(group[:half], answers[:half]); err != nil {
		return err
	}
	return w.appendSome(group[half:], answers[half:])
}

// appendNow runs the statement, and answers those whose table is not this process's to write.
func (w *writer) appendNow(group []request, answers []error) error {
	won, err := appendBatches(&w.tx, group, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	for i := range group {
		if !won[i] {
			answers[i] = table.ErrFenced
		}
	}
	return nil
}

// errUnpaid says of a statement that it has not changed all the balances that it should have.
var errUnpaid = errors.New("a balance does not allow for a transfer")

// appendBatches does what appendBatch does, for many at once, and tells which of the tables it has moved. The others are fenced,
// and left as they were.
func appendBatches(t *tx, group []request, now int64) (moved []bool, err error) {
	c := columns{}
	for i, r := range group {
		c.add(int64(i), r.batch)
	}
	text, args := c.statement(now)
	moved = make([]bool, len(group))
	err = t.each(func(rows *sql.Rows) error {
		var n, unpaid int64
		if err := rows.Scan(&n, &unpaid); err != nil {
			return err
		}
		if unpaid > 0 {
			return errUnpaid
		}
		moved[n] = true
		return nil
	}, text, args...)
	if err != nil {
		return nil, err
	}
	for range c.settlements {
		crashpoint.Reach(crashpoint.InsideSettlement)
	}
	return moved, nil
}
