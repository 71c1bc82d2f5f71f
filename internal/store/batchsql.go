package store

import "example.com/fullhouse/table"

// Appends that wait together are one statement where each statement is a journey to a server and back. It does for many what
// appendBatch does for one after the other, and to the same effect: balances are followed entry by entry, so that what could
// not be paid in this order is not paid.
//
// The parts of a statement all see the database as it was before it, so none of them looks at what another has written: it
// takes it from what that one returns. This also decides the order of the locks, since a part begins when another asks for its
// rows: the tables by their ids, and the mint's row when the last table has been moved. 9007199254740991 is table.MaxChips. That a
// table is open is asked of closed_reason, which no index has: going through all open tables never looks like a way to a few.
const (
	batchLog = `WITH locked AS (
	SELECT head.*, tables.checkpoint AS since
	FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[], $9::text[])
		AS head (n, id, epoch, prev, last, reached, wipes, reason) JOIN tables USING (id)
	ORDER BY id FOR NO KEY UPDATE OF tables
), won AS (
	UPDATE tables SET last_seq = last, checkpoint = greatest(checkpoint, reached),
		closed_at = CASE WHEN reason <> '' THEN $1::bigint END, closed_reason = nullif(reason, '')
	FROM locked
	WHERE tables.id = locked.id AND tables.epoch = locked.epoch AND last_seq = prev AND closed_reason IS NULL
	RETURNING n, tables.id, prev, wipes, since
), logged AS (
	INSERT INTO table_log (table_id, seq, kind, schema, body, secret, at)
	SELECT won.id, r.seq, r.kind, r.schema, r.body, r.secret, $1
	FROM unnest($10::bigint[], $11::bigint[], $12::text[], $13::bigint[], $14::text[], $15::bytea[])
		AS r (n, seq, kind, schema, body, secret) JOIN won USING (n)
), wiped AS (
	UPDATE table_log SET secret = NULL WHERE ctid = ANY (ARRAY (
		SELECT old.ctid FROM won CROSS JOIN LATERAL (
			SELECT ctid FROM table_log WHERE table_id = won.id AND seq BETWEEN won.since AND won.prev AND secret IS NOT NULL OFFSET 0
		) AS old WHERE won.wipes
	))
)`
	batchWon    = ` SELECT n, 0 FROM won`
	batchLedger = `, entry AS (
	SELECT e.* FROM unnest($19::bigint[], $20::text[], $21::text[], $22::bigint[])
		WITH ORDINALITY AS e (n, transfer, account, amount, place) JOIN won USING (n)
), mint AS (
	SELECT FROM balances WHERE account = 'mint' AND (SELECT count(*) FROM entry) > 0 FOR UPDATE
), posted AS (
	INSERT INTO transfers (id, kind, at)
	SELECT t.id, t.kind, $1 FROM unnest($16::bigint[], $17::text[], $18::text[]) AS t (n, id, kind)
		JOIN won USING (n) LEFT JOIN mint ON true
), entered AS (
	INSERT INTO transfer_entries (transfer, account, amount) SELECT transfer, account, amount FROM entry LEFT JOIN mint ON true
), followed AS (
	SELECT account, amount, sum(amount) OVER (PARTITION BY account ORDER BY place) AS so_far FROM entry LEFT JOIN mint ON true
), net AS (
	SELECT account, sum(amount)::bigint AS amount, min(so_far) AS low, max(so_far) AS high FROM followed GROUP BY account
), moved AS (
	UPDATE balances SET amount = balances.amount + net.amount FROM net
	WHERE balances.account = net.account AND balances.amount + net.high <= 9007199254740991
		AND balances.amount + net.low >= CASE net.account WHEN 'mint' THEN -9007199254740991 ELSE 0 END
	RETURNING balances.account
), begun AS (
	INSERT INTO balances (account, amount) SELECT account, amount FROM net
	WHERE low >= 0 AND high <= 9007199254740991 AND account NOT IN (SELECT account FROM moved)
	ON CONFLICT DO NOTHING RETURNING account
)`
	batchHands = `, kept AS (
	INSERT INTO hands (id, table_id, ended_at, events)
	SELECT h.hand, won.id, $1, h.events FROM unnest($23::bigint[], $24::text[], $25::text[]) AS h (n, hand, events) JOIN won USING (n)
), dealt AS (
	INSERT INTO hand_seats (hand, seat, account, name, bot, net, marks, private, ended_at)
	SELECT s.hand, s.seat, nullif(s.account, ''), s.name, s.bot, s.net, s.marks, nullif(s.private, ''), $1
	FROM unnest($26::bigint[], $27::text[], $28::bigint[], $29::text[], $30::text[], $31::text[], $32::bigint[], $33::text[], $34::text[])
		AS s (n, hand, seat, account, name, bot, net, marks, private) JOIN won USING (n)
)`
	batchPaid = ` SELECT n, (SELECT count(*) FROM net) - (SELECT count(*) FROM moved) - (SELECT count(*) FROM begun) FROM won`
)

// columns are batches as the statement takes them: an array for each column. What belongs to a batch has its number.
type columns struct {
	heads                             []int64
	tables                            []string
	epochs, prevs, lasts, checkpoints []int64
	wipes                             []bool
	closed                            []string // why, or ""

	records, seqs, schemas []int64
	kinds, bodies          []string
	secrets                [][]byte

	transfers                  []int64
	transferIDs, transferKinds []string

	entries, amounts         []int64
	entryTransfers, accounts []string

	hands            []int64
	handIDs, stories []string

	seats, seatNumbers, nets                                          []int64
	seatHands, seatAccounts, seatNames, seatBots, seatMarks, privates []string

	settlements int // how many of the transfers are
}

// statement is the text for these batches, and its arguments. Most moves of a hand move no chips and end none.
func (c *columns) statement(now int64) (text string, args []any) {
	args = []any{now, c.heads, c.tables, c.epochs, c.prevs, c.lasts, c.checkpoints, c.wipes, c.closed,
		c.records, c.seqs, c.kinds, c.schemas, c.bodies, c.secrets}
	if len(c.transfers)+len(c.hands) == 0 {
		return batchLog + batchWon, args
	}
	args = append(args, c.transfers, c.transferIDs, c.transferKinds, c.entries, c.entryTransfers, c.accounts, c.amounts)
	if len(c.hands) == 0 {
		return batchLog + batchLedger + batchPaid, args
	}
	return batchLog + batchLedger + batchHands + batchPaid, append(args, c.hands, c.handIDs, c.stories,
		c.seats, c.seatHands, c.seatNumbers, c.seatAccounts, c.seatNames, c.seatBots, c.nets, c.seatMarks, c.privates)
}

// add takes a batch in. Secrets that it wipes itself are never written.
func (c *columns) add(n int64, b *table.Batch) {
	last, checkpoint := lastOf(b), checkpointOf(b)
	wiped := checkpoint
	if b.Closed != "" {
		wiped = last
	}
	c.heads, c.tables = append(c.heads, n), append(c.tables, b.Table)
	c.epochs, c.prevs, c.lasts = append(c.epochs, b.Epoch), append(c.prevs, b.Prev), append(c.lasts, last)
	c.checkpoints, c.wipes, c.closed = append(c.checkpoints, checkpoint), append(c.wipes, wiped > 0), append(c.closed, b.Closed)
	for _, r := range b.Records {
		if r.Seq <= wiped {
			r.Secret = nil
		}
		c.records, c.seqs, c.kinds = append(c.records, n), append(c.seqs, r.Seq), append(c.kinds, r.Kind)
		c.schemas, c.bodies, c.secrets = append(c.schemas, int64(r.Schema)), append(c.bodies, string(r.Body)), append(c.secrets, r.Secret)
	}
	for i := range b.Transfers {
		c.post(n, &b.Transfers[i])
	}
	if b.Hand != nil {
		c.keep(n, b.Hand)
	}
}

// keep takes the hand of a batch in.
func (c *columns) keep(n int64, h *table.HandRecord) {
	c.hands, c.handIDs, c.stories = append(c.hands, n), append(c.handIDs, string(h.Hand)), append(c.stories, string(h.Events))
	for i := range h.Seats {
		s := &h.Seats[i]
		c.seats, c.seatHands, c.seatNumbers = append(c.seats, n), append(c.seatHands, string(h.Hand)), append(c.seatNumbers, int64(s.Seat))
		c.seatAccounts, c.seatNames, c.seatBots = append(c.seatAccounts, s.Account), append(c.seatNames, s.Name), append(c.seatBots, s.Bot)
		c.nets, c.seatMarks, c.privates = append(c.nets, int64(s.Net)), append(c.seatMarks, marksOf(s)), append(c.privates, string(s.Private))
	}
}

// post takes a transfer of a batch in.
func (c *columns) post(n int64, tr *table.Transfer) {
	if tr.Kind == settlement {
		c.settlements++
	}
	c.transfers, c.transferIDs, c.transferKinds = append(c.transfers, n), append(c.transferIDs, tr.ID), append(c.transferKinds, tr.Kind)
	for _, e := range tr.Entries {
		c.entries, c.entryTransfers = append(c.entries, n), append(c.entryTransfers, tr.ID)
		c.accounts, c.amounts = append(c.accounts, string(e.Account)), append(c.amounts, int64(e.Amount))
	}
}
