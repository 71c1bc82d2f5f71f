package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Refill tops an account up from the mint to so many chips, and makes the charges with it. Who has as many already, chips at
// tables counted in, is refused with table.ErrEnoughChips and charged nothing.
func (s *Store) Refill(ctx context.Context, account string, upTo table.Chips, charges []quota.Charge) (added table.Chips, err error) {
	have, err := s.holdings(ctx, account)
	if err != nil {
		return 0, fmt.Errorf("refill %s: %w", account, err)
	}
	var missing table.Chips // read only when write has succeeded
	err = s.write(ctx, func(t *tx) (err error) {
		missing, err = refill(t, account, have, upTo, charges)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("refill %s: %w", account, err)
	}
	return missing, nil
}

// refill adds what was missing at the time of the look, or less if the wallet has grown since: another refill may have been
// faster. Having bought in since makes nobody poorer, so a wallet that has shrunk changes nothing.
func refill(t *tx, account string, have holdings, upTo table.Chips, charges []quota.Charge) (missing table.Chips, err error) {
	if err := charge(t, charges); err != nil {
		return 0, err
	}
	var wallet table.Chips // stays 0 for one that never had any
	if _, err := t.row(`SELECT amount FROM balances WHERE account = ?`, []any{string(table.Wallet(account))}, &wallet); err != nil {
		return 0, err
	}
	missing = upTo - have.seats - max(have.wallet, wallet)
	if missing <= 0 {
		return 0, table.ErrEnoughChips
	}
	return missing, post(t, &table.Transfer{ID: "refill:" + rand.Text(), Kind: "refill", Entries: []table.Entry{
		{Account: table.Mint, Amount: -missing},
		{Account: table.Wallet(account), Amount: missing},
	}}, time.Now().UnixMilli())
}

// holdings are an account's chips at one moment.
type holdings struct{ wallet, seats table.Chips }

// holdings looks them up beside the writer, for it takes longer the more an account has played. A seat belongs to whoever
// bought into it last: the number of the record, which ends the transfer's id, tells.
func (s *Store) holdings(ctx context.Context, account string) (have holdings, err error) {
	err = s.read(ctx, s.http, func(t *tx) error {
		have, err = holdingsOf(t, account)
		return err
	})
	return have, err
}

func holdingsOf(t *tx, account string) (have holdings, err error) {
	wallet := string(table.Wallet(account))
	_, err = t.row(`SELECT coalesce(sum(amount) FILTER (WHERE account = ?), 0), coalesce(sum(amount) FILTER (WHERE account <> ?), 0)
		FROM balances b WHERE account = ? OR amount > 0 AND account IN (
			SELECT s.account FROM transfer_entries w JOIN transfer_entries s ON s.transfer = w.transfer
			WHERE w.account = ? AND s.account LIKE 'seat:%') AND ? = (
			SELECT w.account FROM transfer_entries s JOIN transfers t ON t.id = s.transfer
				JOIN transfer_entries w ON w.transfer = t.id AND w.account <> s.account
			WHERE s.account = b.account AND t.kind = 'buy_in' ORDER BY length(t.id) DESC, t.id DESC LIMIT 1)`,
		[]any{wallet, wallet, wallet, wallet, wallet}, &have.wallet, &have.seats)
	return have, err
}
