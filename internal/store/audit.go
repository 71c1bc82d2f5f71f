package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"example.com/fullhouse/table"
)

// Audit is the state of the ledger at one moment.
type Audit struct {
	Minted   table.Chips // what the mint owes
	Wallets  table.Chips // what players have away from tables
	Escrow   table.Chips // what they have at tables
	Tables   int         // open tables whose logs were replayed; 0 when only the ledger was looked at
	Problems []string    // what is wrong, in sentences; empty when wallets + escrow = minted and every entry adds up
}

// auditLimit is how long an audit may take. It reads all there is.
const auditLimit = time.Minute

// Audit recomputes the whole ledger from its entries, in one read transaction beside the running writer.
func (s *Store) Audit(ctx context.Context) (a Audit, err error) {
	err = s.snapshot(ctx, s.play, auditLimit, func(t *tx) error { return auditLedger(t, &a) })
	if err != nil {
		return Audit{}, fmt.Errorf("audit the ledger: %w", err)
	}
	return a, nil
}

// Imbalance is by how much wallets and escrow differ from what was minted: 0, always. It only adds up the balances, so that it
// can be asked often.
func (s *Store) Imbalance(ctx context.Context) (off table.Chips, err error) {
	err = s.read(ctx, s.play, func(t *tx) error {
		_, err := t.row(`SELECT coalesce(sum(amount), 0) FROM balances`, nil, (*int64)(&off))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("add up the balances: %w", err)
	}
	return off, nil
}

func auditLedger(t *tx, a *Audit) error {
	_, err := t.row(`SELECT
		-coalesce(sum(amount) FILTER (WHERE account = 'mint'), 0),
		coalesce(sum(amount) FILTER (WHERE account LIKE 'wallet:%'), 0),
		coalesce(sum(amount) FILTER (WHERE account LIKE 'seat:%'), 0)
		FROM balances`, nil, &a.Minted, &a.Wallets, &a.Escrow)
	if err != nil {
		return err
	}
	if a.Wallets+a.Escrow != a.Minted {
		a.Problems = append(a.Problems,
			fmt.Sprintf("wallets %d and escrow %d are not the %d minted", a.Wallets, a.Escrow, a.Minted))
	}
	for _, check := range ledgerChecks {
		err := t.each(func(rows *sql.Rows) error {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			a.Problems = append(a.Problems, fmt.Sprintf(check.problem, name))
			return nil
		}, check.query)
		if err != nil {
			return err
		}
	}
	return nil
}

// ledgerChecks find what must not be there: each query returns the names of the faulty things.
var ledgerChecks = []struct{ query, problem string }{
	{
		`SELECT account FROM (SELECT account, amount FROM balances UNION ALL SELECT account, -amount FROM transfer_entries)
		 AS both_ways GROUP BY account HAVING sum(amount) <> 0 ORDER BY account`,
		"the balance of %s is not the sum of its entries",
	}, {
		`SELECT transfer FROM transfer_entries GROUP BY transfer HAVING sum(amount) <> 0 ORDER BY transfer`,
		"the entries of transfer %s do not sum to zero",
	}, {
		`SELECT id FROM transfers WHERE NOT EXISTS (SELECT 1 FROM transfer_entries WHERE transfer = id) ORDER BY id`,
		"transfer %s has no entries",
	}, {
		`SELECT DISTINCT transfer FROM transfer_entries
		 WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE id = transfer) ORDER BY transfer`,
		"the entries of transfer %s belong to no transfer",
	}, {
		`SELECT account FROM balances WHERE account <> 'mint' AND account NOT LIKE 'wallet:%' AND account NOT LIKE 'seat:%'`,
		"account %s is neither a wallet nor a seat",
	}, {
		// The settlement of a hand has the hand's id. Of hands that were removed only the settlement is left.
		`SELECT DISTINCT hand FROM (
			SELECT hand, 'seat:' || table_id || ':' || seat AS account, net AS amount FROM hand_seats JOIN hands ON id = hand WHERE net <> 0
			UNION ALL
			SELECT transfer, account, -amount FROM transfer_entries WHERE EXISTS (SELECT 1 FROM hands WHERE id = transfer)
		 ) AS both_ways GROUP BY hand, account HAVING sum(amount) <> 0 ORDER BY hand`,
		"the settlement of hand %s is not what the hand was told to have ended with",
	}, {
		`SELECT DISTINCT hand FROM hand_seats WHERE NOT EXISTS (SELECT 1 FROM hands WHERE id = hand) ORDER BY hand`,
		"the seats of hand %s belong to no hand",
	},
}
