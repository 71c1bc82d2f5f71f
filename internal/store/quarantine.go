package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Quarantine is a table that was taken out of play, by a step that can be undone.
type Quarantine struct {
	Table    string
	Epoch    int64 // of the owner that gave it up
	At       time.Time
	Reason   string
	Refund   []table.Entry // what went from its seats to wallets and the mint; empty when they held nothing
	UndoneAt time.Time     // zero while it stands
}

// Quarantine closes a table that can't go on, under row.Epoch, and gives what its seats hold back to where it came from: a
// wallet's to the wallet, a bot's to the mint. That is known from the ledger alone, because the log may be damaged; it stays as
// it is, secrets included, for whoever mends it. A table with another owner, or closed, is left alone with table.ErrFenced.
func (s *Store) Quarantine(ctx context.Context, row lobby.Row, why string) error {
	now := time.Now().UnixMilli()
	err := s.ask(ctx, func(t *tx) error { // by the writer, as appends are: HTTP at its most can't keep a table from it
		n, err := t.exec(`UPDATE tables SET closed_at = ?, closed_reason = ? WHERE id = ? AND epoch = ? AND closed_at IS NULL`,
			now, table.Quarantined, row.ID, row.Epoch)
		if err != nil {
			return err
		}
		if n == 0 {
			return table.ErrFenced
		}
		refund, err := refundOf(t, row)
		if err != nil {
			return err
		}
		id := sql.NullString{String: refund.ID, Valid: len(refund.Entries) > 0}
		if _, err := t.exec(`INSERT INTO quarantines (table_id, epoch, at, reason, refund) VALUES (?, ?, ?, ?, ?)`,
			row.ID, row.Epoch, now, why, id); err != nil || !id.Valid {
			return err
		}
		return post(t, refund, now)
	}, func() {})
	if err != nil {
		return fmt.Errorf("quarantine table %s: %w", row.ID, err)
	}
	return nil
}

// refundOf is the transfer that empties a table's seats.
func refundOf(t *tx, row lobby.Row) (*table.Transfer, error) {
	refund := &table.Transfer{ID: fmt.Sprintf("quarantine:%s:%d", row.ID, row.Epoch), Kind: "quarantine_refund"}
	var homes []table.Entry
	for i := range table.Seat(table.MaxSeats) {
		seat := table.Escrow(row.ID, i)
		chips, home, err := homeOf(t, seat)
		if err != nil {
			return nil, err
		}
		if chips > 0 {
			refund.Entries = append(refund.Entries, table.Entry{Account: seat, Amount: -chips})
			homes = owe(homes, home, chips)
		}
	}
	refund.Entries = append(refund.Entries, homes...)
	return refund, nil
}

// homeOf tells what a seat holds, and whose it is: 0 and nobody's when that is nothing. A seat's chips belong to whoever bought
// into it last: the number of the record, which ends the transfer's id, tells. The time does not, for clocks are set back.
func homeOf(t *tx, seat table.Account) (chips table.Chips, home table.Account, err error) {
	_, err = t.row(`SELECT b.amount, w.account FROM balances b
		JOIN transfer_entries s ON s.account = b.account
		JOIN transfers t ON t.id = s.transfer AND t.kind = 'buy_in'
		JOIN transfer_entries w ON w.transfer = t.id AND w.account <> s.account
		WHERE b.account = ? AND b.amount > 0 ORDER BY length(t.id) DESC, t.id DESC LIMIT 1`,
		[]any{string(seat)}, (*int64)(&chips), (*string)(&home))
	return chips, home, err
}

// owe adds chips to an account's entry: each account has one in a transfer.
func owe(entries []table.Entry, to table.Account, chips table.Chips) []table.Entry {
	for i := range entries {
		if entries[i].Account == to {
			entries[i].Amount += chips
			return entries
		}
	}
	return append(entries, table.Entry{Account: to, Amount: chips})
}

// UndoQuarantine takes a table's refund back and opens the table again, for the next start to replay. When the chips have been
// spent meanwhile it fails with table.ErrNotEnoughChips and changes nothing; ErrNotQuarantined says that there is nothing to undo.
func (s *Store) UndoQuarantine(ctx context.Context, id string) error {
	now := time.Now().UnixMilli()
	err := s.write(ctx, func(t *tx) error {
		var epoch int64
		var refund sql.NullString
		found, err := t.row(`UPDATE quarantines SET undone_at = ? WHERE table_id = ? AND undone_at IS NULL RETURNING epoch, refund`,
			[]any{now, id}, &epoch, &refund)
		if err != nil {
			return err
		}
		if !found {
			return ErrNotQuarantined
		}
		if _, err := t.exec(`UPDATE tables SET closed_at = NULL, closed_reason = NULL, epoch = epoch + 1 WHERE id = ?`, id); err != nil {
			return err
		}
		if !refund.Valid {
			return nil
		}
		back := &table.Transfer{ID: refund.String + ":undone", Kind: "quarantine_undone"}
		err = t.each(func(rows *sql.Rows) error {
			var e table.Entry
			err := rows.Scan((*string)(&e.Account), (*int64)(&e.Amount))
			back.Entries = append(back.Entries, table.Entry{Account: e.Account, Amount: -e.Amount})
			return err
		}, `SELECT account, amount FROM transfer_entries WHERE transfer = ? ORDER BY account`, refund.String)
		if err != nil {
			return err
		}
		return post(t, back, now)
	})
	if err != nil {
		return fmt.Errorf("take table %s out of quarantine: %w", id, err)
	}
	return nil
}
