package store

import (
	"context"
	"fmt"
	"slices"

	"example.com/fullhouse/internal/crashpoint"
	"example.com/fullhouse/table"
)

// post adds a transfer to the ledger and its entries to the balances. Transfers are made one after the other: each begins with
// the mint's row, so that no two of them can wait for each other, and one reads what the one before has left. In a transaction
// that writes more than chips they come last, because whoever has the mint's row keeps everyone else waiting.
func post(t *tx, tr *table.Transfer, now int64) error {
	if err := checkTransfer(tr); err != nil {
		return fmt.Errorf("transfer %s: %w", tr.ID, err)
	}
	if t.dialect.lockLedger != "" {
		if _, err := t.exec(t.dialect.lockLedger); err != nil {
			return err
		}
	}
	n, err := t.exec(`INSERT INTO transfers (id, kind, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`, tr.ID, tr.Kind, now)
	if err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("transfer %s: %w", tr.ID, ErrPosted)
	}
	for _, e := range tr.Entries {
		if err := add(t, e); err != nil {
			return fmt.Errorf("transfer %s: account %s: %w", tr.ID, e.Account, err)
		}
		_, err := t.exec(`INSERT INTO transfer_entries (transfer, account, amount) VALUES (?, ?, ?)`,
			tr.ID, string(e.Account), int64(e.Amount))
		if err != nil {
			return err
		}
		if tr.Kind == settlement {
			crashpoint.Reach(crashpoint.InsideSettlement)
		}
	}
	return nil
}

// settlement is the kind of transfer that ends a hand.
const settlement = "settlement"

// maxEntries bounds the work of one transfer. So few amounts of 53 bits can't overflow their sum either.
const maxEntries = 100

// checkTransfer refuses what is no double entry: at least two accounts, each once, and amounts that sum to zero.
func checkTransfer(tr *table.Transfer) error {
	if tr.ID == "" || tr.Kind == "" || len(tr.Entries) < 2 || len(tr.Entries) > maxEntries {
		return ErrBadTransfer
	}
	var sum table.Chips
	for i, e := range tr.Entries {
		if e.Amount > table.MaxChips || e.Amount < -table.MaxChips {
			return ErrOutOfRange
		}
		same := func(other table.Entry) bool { return other.Account == e.Account }
		if e.Account == "" || e.Amount == 0 || slices.ContainsFunc(tr.Entries[:i], same) {
			return ErrBadTransfer
		}
		sum += e.Amount
	}
	if sum != 0 {
		return ErrBadTransfer
	}
	return nil
}

// add changes a balance, if what results is allowed: the mint may owe, nobody else may.
func add(t *tx, e table.Entry) error {
	floor := table.Chips(0)
	if e.Account == table.Mint {
		floor = -table.MaxChips
	}
	n, err := t.exec(`UPDATE balances SET amount = amount + ? WHERE account = ? AND amount + ? BETWEEN ? AND ?`,
		int64(e.Amount), string(e.Account), int64(e.Amount), int64(floor), int64(table.MaxChips))
	switch {
	case err != nil || n == 1:
		return err
	case e.Account == table.Mint:
		return ErrOutOfRange
	case e.Amount < 0:
		return table.ErrNotEnoughChips
	}
	// An account's first chips, or more than anyone can hold.
	n, err = t.exec(`INSERT INTO balances (account, amount) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		string(e.Account), int64(e.Amount))
	if err == nil && n == 0 {
		return ErrOutOfRange
	}
	return err
}

// Chips returns what is in an account's wallet; 0 for an account that never had any.
func (s *Store) Chips(ctx context.Context, account string) (table.Chips, error) {
	var amount int64
	_, err := s.row(ctx, `SELECT amount FROM balances WHERE account = ?`, []any{string(table.Wallet(account))}, &amount)
	if err != nil {
		return 0, fmt.Errorf("read the wallet of %s: %w", account, err)
	}
	return table.Chips(amount), nil
}
