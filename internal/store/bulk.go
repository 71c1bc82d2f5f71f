package store

import (
	"database/sql"
	"time"

	"example.com/fullhouse/internal/crashpoint"
	"example.com/fullhouse/table"
)

// bulkAppend and bulkSettlement write the appends of many tables with one statement, and returns the tables whose fence held, each with the
// checkpoint that it had until then. A table that is not returned has another owner, has moved on or is closed, and nothing of
// its batch is written.
//
// The rows of the tables are locked in the order of their ids, before any is changed: a raise of the epoch that meets this is
// before it or after it, and two such statements can't wait for each other. The mint's row is locked before the first balance,
// as by everyone who moves chips. A balance below zero or a transfer posted twice fails the statement as a whole.
const (
	bulkAppend     = bulkRecords + bulkWon
	bulkSettlement = bulkRecords + bulkChips + bulkWon // also moves chips, which most appends don't

	bulkRecords = `
WITH heads AS (
	SELECT * FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[])
		AS h(id, epoch, prev, last, checkpoint, closed)
), locked AS (
	SELECT t.id, t.checkpoint FROM tables t JOIN heads h ON h.id = t.id ORDER BY t.id FOR NO KEY UPDATE OF t
), won AS (
	UPDATE tables t SET last_seq = h.last, checkpoint = greatest(t.checkpoint, h.checkpoint),
		closed_at = CASE WHEN h.closed = '' THEN NULL ELSE ?::bigint END, closed_reason = nullif(h.closed, '')
	FROM locked l JOIN heads h ON h.id = l.id
	WHERE t.id = l.id AND t.epoch = h.epoch AND t.last_seq = h.prev AND t.closed_at IS NULL
	RETURNING t.id, l.checkpoint
), logged AS (
	INSERT INTO table_log (table_id, seq, kind, schema, body, secret, at)
	SELECT r.table_id, r.seq, r.kind, r.schema, r.body, r.secret, ?::bigint
	FROM unnest(?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bytea[]) AS r(table_id, seq, kind, schema, body, secret)
	JOIN won ON won.id = r.table_id
)`
	bulkChips = `, posted AS (
	INSERT INTO transfers (id, kind, at)
	SELECT p.id, p.kind, ?::bigint FROM unnest(?::text[], ?::text[], ?::text[]) AS p(table_id, id, kind) JOIN won ON won.id = p.table_id
), entries AS (
	SELECT e.transfer, e.account, e.amount
	FROM unnest(?::text[], ?::text[], ?::text[], ?::bigint[]) AS e(table_id, transfer, account, amount) JOIN won ON won.id = e.table_id
), entered AS (
	INSERT INTO transfer_entries (transfer, account, amount) SELECT transfer, account, amount FROM entries
), ledger AS (
	SELECT account FROM balances WHERE account = 'mint' AND EXISTS (SELECT 1 FROM entries) FOR UPDATE
), sums AS (
	SELECT entries.account, sum(entries.amount)::bigint AS amount FROM entries, ledger GROUP BY entries.account
), moved AS (
	UPDATE balances b SET amount = b.amount + s.amount FROM sums s WHERE b.account = s.account RETURNING b.account
), opened AS (
	INSERT INTO balances (account, amount) SELECT account, amount FROM sums WHERE account NOT IN (SELECT account FROM moved)
)`
	bulkWon = `
SELECT id, checkpoint FROM won`
)

// bulk is the appends of a group, taken apart into the columns of bulkAppend.
type bulk struct {
	batches map[string]*table.Batch // by table
	places  map[string]int          // in the group, by table
	settles bool

	heads struct {
		epoch, prev, last, checkpoint []int64
		id, closed                    []string
	}
	records struct {
		table, kind, body []string
		seq, schema       []int64
		secret            [][]byte
	}
	transfers struct{ table, id, kind []string }
	entries   struct {
		table, transfer, account []string
		amount                   []int64
	}
}

// bulkOf takes the appends of a group apart. It returns nil when the group has other writes than appends, two of one table or one
// that makes no sense: such a group is written one by one.
func bulkOf(group []request) *bulk {
	b := &bulk{batches: make(map[string]*table.Batch, len(group)), places: make(map[string]int, len(group))}
	for i, r := range group {
		if r.batch == nil || b.batches[r.batch.Table] != nil || !sensible(r.batch) {
			return nil
		}
		b.add(i, r.batch)
	}
	return b
}

// sensible reports whether a batch is one that a database may refuse only for what it holds.
func sensible(b *table.Batch) bool {
	for i := range b.Transfers {
		if checkTransfer(&b.Transfers[i]) != nil {
			return false
		}
	}
	return checkBatch(b) == nil
}

func (b *bulk) add(place int, batch *table.Batch) {
	b.batches[batch.Table], b.places[batch.Table] = batch, place
	checkpoint := checkpointOf(batch)
	h := &b.heads
	h.id, h.closed = append(h.id, batch.Table), append(h.closed, batch.Closed)
	h.epoch, h.prev = append(h.epoch, batch.Epoch), append(h.prev, batch.Prev)
	h.last, h.checkpoint = append(h.last, lastOf(batch)), append(h.checkpoint, checkpoint)
	r := &b.records
	for _, record := range batch.Records {
		secret := record.Secret
		if batch.Closed != "" || record.Seq <= checkpoint {
			secret = nil // it is of no more use
		}
		r.table, r.seq, r.kind = append(r.table, batch.Table), append(r.seq, record.Seq), append(r.kind, record.Kind)
		r.schema, r.body, r.secret = append(r.schema, int64(record.Schema)), append(r.body, string(record.Body)), append(r.secret, secret)
	}
	for i := range batch.Transfers {
		b.transfer(batch.Table, &batch.Transfers[i])
	}
}

func (b *bulk) transfer(id string, tr *table.Transfer) {
	b.settles = b.settles || tr.Kind == settlement
	t, e := &b.transfers, &b.entries
	t.table, t.id, t.kind = append(t.table, id), append(t.id, tr.ID), append(t.kind, tr.Kind)
	for _, entry := range tr.Entries {
		e.table, e.transfer = append(e.table, id), append(e.transfer, tr.ID)
		e.account, e.amount = append(e.account, string(entry.Account)), append(e.amount, int64(entry.Amount))
	}
}

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

// write runs the statement and answers every table that is in it.
func (b *bulk) write(t *tx, answers []error) error {
	for _, place := range b.places {
		answers[place] = table.ErrFenced
	}
	won := map[string]int64{} // with the checkpoint before
	text, args := b.statement(time.Now().UnixMilli())
	err := t.each(func(rows *sql.Rows) error {
		var id string
		var checkpoint int64
		err := rows.Scan(&id, &checkpoint)
		won[id] = checkpoint
		return err
	}, text, args...)
	if err != nil {
		return err
	}
	for id, checkpoint := range won {
		answers[b.places[id]] = nil
		batch := b.batches[id]
		if batch.Closed != "" || checkpointOf(batch) > 0 {
			if err := wipeBetween(t, id, checkpoint, batch.Prev); err != nil {
				return err
			}
		}
	}
	if b.settles {
		crashpoint.Reach(crashpoint.InsideSettlement)
	}
	return nil
}

// statement is the text that writes it, and its arguments.
func (b *bulk) statement(now int64) (text string, args []any) {
	h, r, p, e := &b.heads, &b.records, &b.transfers, &b.entries
	args = []any{h.id, h.epoch, h.prev, h.last, h.checkpoint, h.closed, now, now, r.table, r.seq, r.kind, r.schema, r.body, r.secret}
	if len(p.id) == 0 {
		return bulkAppend, args
	}
	return bulkSettlement, append(args, now, p.table, p.id, p.kind, e.table, e.transfer, e.account, e.amount)
}

// wipeBetween forgets the secrets of some records.
func wipeBetween(t *tx, id string, first, last int64) error {
	_, err := t.exec(`UPDATE table_log SET secret = NULL WHERE table_id = ? AND seq >= ? AND seq <= ? AND secret IS NOT NULL`, id, first, last)
	return err
}
