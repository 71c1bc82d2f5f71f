package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"example.com/fullhouse/table"
)

// Append makes a batch durable and then calls done exactly once, with
//
//   - table.ErrFenced when the table has another owner, has moved on or is closed,
//   - table.ErrNotEnoughChips when an account holds less than a transfer takes from it,
//   - an error with code "database_unavailable" when the queue is full, the store is closed or the disk refuses,
//   - ErrBadBatch, ErrBadTransfer, ErrOutOfRange, ErrPosted or ErrKept when the batch makes no sense,
//
// and nothing is written in any of these cases. After any other error nobody knows; Records tells. The batch must not be
// changed before it is answered, and done must not block: every write of the process waits behind it.
//
// A batch that was written can't be written again, since its own records have moved the fence. So a transfer id that is
// already posted behind a fence that holds is a mistake of the caller, not a repetition.
func (s *Store) Append(b table.Batch, done func(error)) {
	s.writer.submit(request{
		ctx:   context.Background(),
		do:    func(t *tx) error { return appendBatch(t, &b, time.Now().UnixMilli()) },
		batch: &b,
		done:  done,
	})
}

func appendBatch(t *tx, b *table.Batch, now int64) error {
	if err := checkBatch(b); err != nil {
		return err
	}
	// The fence: owner and place in the log are compared by the statement that moves them. Reading them first and writing
	// later would let another owner in between.
	last := lastOf(b)
	n, err := t.exec(`UPDATE tables SET last_seq = ? WHERE id = ? AND epoch = ? AND last_seq = ? AND closed_at IS NULL`,
		last, b.Table, b.Epoch, b.Prev)
	if err != nil {
		return err
	}
	if n == 0 {
		return table.ErrFenced
	}
	for i := range b.Records {
		if err := addRecord(t, b.Table, &b.Records[i], now); err != nil {
			return err
		}
	}
	if b.Hand != nil {
		if err := addHand(t, b.Table, b.Hand, now); err != nil {
			return err
		}
	}
	for i := range b.Transfers {
		if err := post(t, &b.Transfers[i], now); err != nil {
			return err
		}
	}
	if b.Closed == "" {
		return nil
	}
	if err := wipe(t, b.Table, last); err != nil { // nobody will look at its cards again
		return err
	}
	_, err = t.exec(`UPDATE tables SET closed_at = ?, closed_reason = ? WHERE id = ?`, now, b.Closed, b.Table)
	return err
}

// lastOf is the number of a batch's last record.
func lastOf(b *table.Batch) int64 { return b.Prev + int64(len(b.Records)) }

// checkpointOf is the number of a batch's last checkpoint, 0 without one.
func checkpointOf(b *table.Batch) (seq int64) {
	for _, r := range b.Records {
		if r.Kind == table.KindCheckpoint {
			seq = r.Seq
		}
	}
	return seq
}

// checkBatch refuses a batch that does not continue the log where it says.
func checkBatch(b *table.Batch) error {
	if len(b.Records) == 0 {
		return fmt.Errorf("table %s: no record: %w", b.Table, ErrBadBatch) // it would not move the fence
	}
	for i, r := range b.Records {
		if want := b.Prev + int64(i) + 1; r.Seq != want || r.Kind == "" {
			return fmt.Errorf("table %s: record %d of kind %q, want number %d: %w", b.Table, r.Seq, r.Kind, want, ErrBadBatch)
		}
	}
	return nil
}

func addRecord(t *tx, id string, r *table.Record, now int64) error {
	_, err := t.exec(`INSERT INTO table_log (table_id, seq, kind, schema, body, secret, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		id, r.Seq, r.Kind, r.Schema, string(r.Body), r.Secret, now)
	if err != nil || r.Kind != table.KindCheckpoint {
		return err
	}
	if err := wipe(t, id, r.Seq); err != nil {
		return err
	}
	_, err = t.exec(`UPDATE tables SET checkpoint = ? WHERE id = ?`, r.Seq, id)
	return err
}

// wipe forgets the secrets up to a record. Those before the last checkpoint are gone already.
func wipe(t *tx, id string, upTo int64) error {
	_, err := t.exec(`UPDATE table_log SET secret = NULL
		WHERE table_id = ? AND seq >= (SELECT checkpoint FROM tables WHERE id = ?) AND seq <= ? AND secret IS NOT NULL`,
		id, id, upTo)
	return err
}

// Records returns a table's log from its last checkpoint on, in order; nothing for a table that has none. An append whose answer
// was lost is in it or will never be: one that the server is still about to commit is waited for.
func (s *Store) Records(ctx context.Context, id string) ([]table.Record, error) {
	var log []table.Record
	err := s.look(ctx, s.play, statementLimit, func(t *tx) (err error) {
		if s.dialect.settle != "" {
			if _, err := t.exec(s.dialect.settle, id); err != nil {
				return err
			}
		}
		log, err = logOf(t, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the log of table %s: %w", id, err)
	}
	return log, nil
}

// logOf reads a table's log from its last checkpoint on.
func logOf(t *tx, id string) (log []table.Record, err error) {
	err = t.each(func(rows *sql.Rows) error {
		var r table.Record
		var body string
		err := rows.Scan(&r.Seq, &r.Kind, &r.Schema, &body, &r.Secret)
		r.Body = json.RawMessage(body)
		log = append(log, r)
		return err
	}, `SELECT seq, kind, schema, body, secret FROM table_log
		WHERE table_id = ? AND seq >= (SELECT checkpoint FROM tables WHERE id = ?) ORDER BY seq`, id, id)
	return log, err
}
