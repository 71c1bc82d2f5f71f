package store

import (
	"context"
	"database/sql"
	"fmt"

	"example.com/fullhouse/table"
)

// Sittings tells who has bought in at a table for what, has left with what and has what there now, in the order of their coming;
// the bots come last, all together. It also tells who made the table, and reports false when there is none. A table that is
// closed has its sittings as well: all of it comes from the ledger.
func (s *Store) Sittings(ctx context.Context, id string) (host string, all []table.Sitting, found bool, err error) {
	err = s.snapshot(ctx, s.http, statementLimit, func(t *tx) (err error) {
		if found, err = t.row(`SELECT creator FROM tables WHERE id = ?`, []any{id}, &host); err != nil || !found {
			return err
		}
		if all, err = traffic(t, id); err != nil {
			return err
		}
		return stillThere(t, id, all)
	})
	if err != nil {
		return "", nil, false, fmt.Errorf("read the sittings at table %s: %w", id, err)
	}
	return host, all, found, nil
}

// traffic is what has gone from wallets to a table's seats and back. An undone quarantine takes back what left with it.
func traffic(t *tx, id string) (all []table.Sitting, err error) {
	var seats []any
	for i := range table.Seat(table.MaxSeats) {
		seats = append(seats, string(table.Escrow(id, i)))
	}
	bots := table.Sitting{}
	err = t.each(func(rows *sql.Rows) error {
		var one table.Sitting
		var purse string
		if err := rows.Scan(&purse, &one.Name, (*int64)(&one.In), (*int64)(&one.Out)); err != nil {
			return err
		}
		if purse == string(table.Mint) {
			bots = table.Sitting{In: one.In, Out: one.Out}
			return nil
		}
		one.Account = purse[len(table.Wallet("")):]
		all = append(all, one)
		return nil
	}, `SELECT e.account, coalesce(a.name, '`+erasedName+`'),
			sum(CASE WHEN e.amount < 0 AND t.kind <> 'quarantine_undone' THEN -e.amount ELSE 0 END),
			sum(CASE WHEN e.amount > 0 OR t.kind = 'quarantine_undone' THEN e.amount ELSE 0 END)
		FROM transfer_entries e JOIN transfers t ON t.id = e.transfer LEFT JOIN accounts a ON e.account = 'wallet:' || a.id
		WHERE e.account NOT LIKE 'seat:%' AND t.kind <> 'settlement'
			AND e.transfer IN (SELECT transfer FROM transfer_entries WHERE account IN (?, ?, ?, ?, ?, ?, ?, ?, ?))
		GROUP BY e.account, a.name ORDER BY min(t.at), e.account`, seats...)
	if bots != (table.Sitting{}) {
		all = append(all, bots)
	}
	return all, err
}

// stillThere adds what lies at the seats to those who bought into them last.
func stillThere(t *tx, id string, all []table.Sitting) error {
	for i := range table.Seat(table.MaxSeats) {
		chips, home, err := homeOf(t, table.Escrow(id, i))
		if err != nil {
			return err
		}
		for j := range all {
			if home == table.Wallet(all[j].Account) || home == table.Mint && all[j].Account == "" {
				all[j].Now += chips
			}
		}
	}
	return nil
}
