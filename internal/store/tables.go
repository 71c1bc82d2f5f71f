package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Create writes a new table, open and with an empty log, owned under row.Epoch, and makes its charges: all or nothing.
func (s *Store) Create(ctx context.Context, row lobby.Row) error {
	settings, err := json.Marshal(row.Settings)
	if err != nil {
		return fmt.Errorf("settings of table %s: %w", row.ID, err)
	}
	return s.write(ctx, func(t *tx) error {
		charged, err := chargeOn(t, row.Charges)
		if err != nil {
			return err
		}
		_, err = t.exec(`INSERT INTO tables (id, settings, creator, address, created_at, epoch, charged_on) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			row.ID, string(settings), row.Creator, row.Address, time.Now().UnixMilli(), row.Epoch, charged)
		return err
	})
}

// Undo takes back a table that has never run, with its charges, and reports whether it was there. A table that has a log, is
// closed, was in quarantine or has another owner is left as it is.
func (s *Store) Undo(ctx context.Context, row lobby.Row) (found bool, err error) {
	var gone bool // read only when write has succeeded
	err = s.write(ctx, func(t *tx) error {
		var charged int64
		found, err := t.row(`DELETE FROM tables WHERE id = ? AND epoch = ? AND last_seq = 0 AND closed_at IS NULL
			AND id NOT IN (SELECT table_id FROM quarantines) RETURNING charged_on`,
			[]any{row.ID, row.Epoch}, &charged)
		gone = found
		if err != nil || !found {
			return err
		}
		return giveBack(t, charged, row.Charges)
	})
	return err == nil && gone, err
}

// Open takes over every open table, each under a new epoch, and returns them in the order of their creation. An append
// under an earlier epoch is refused from then on.
func (s *Store) Open(ctx context.Context) ([]lobby.Row, error) {
	var open []lobby.Row // read only when write has succeeded: until then it is the writer's
	err := s.ask(ctx, func(t *tx) error {
		if _, err := t.exec(`UPDATE tables SET epoch = epoch + 1 WHERE closed_at IS NULL`); err != nil {
			return err
		}
		balances, err := seatBalances(t)
		if err != nil {
			return err
		}
		open, err = openTables(t)
		for i := range open {
			open[i].Held = heldAt(open[i].ID, balances)
		}
		return err
	}, func() {})
	if err != nil {
		return nil, fmt.Errorf("take over the open tables: %w", err)
	}
	return open, nil
}

// heldAt is what a table's seats hold, in seat order.
func heldAt(id string, balances map[table.Account]table.Chips) (held []table.Entry) {
	for i := range table.Seat(table.MaxSeats) {
		if chips := balances[table.Escrow(id, i)]; chips > 0 {
			held = append(held, table.Entry{Account: table.Escrow(id, i), Amount: chips})
		}
	}
	return held
}

// openTables are the tables in play, in the order of their creation.
func openTables(t *tx) (open []lobby.Row, err error) {
	err = t.each(func(rows *sql.Rows) error {
		row, err := scanTable(rows)
		open = append(open, row)
		return err
	}, `SELECT id, creator, address, settings, epoch, last_seq FROM tables WHERE closed_at IS NULL ORDER BY created_at, rowid`)
	return open, err
}

// scanTable reads one table. Settings that make no sense are that table's damage, and nobody else's.
func scanTable(rows *sql.Rows) (row lobby.Row, err error) {
	var settings string
	if err := rows.Scan(&row.ID, &row.Creator, &row.Address, &settings, &row.Epoch, &row.LastSeq); err != nil {
		return row, err
	}
	if err := json.Unmarshal([]byte(settings), &row.Settings); err != nil {
		row.Damage = fmt.Errorf("its settings: %w", err)
	}
	return row, nil
}
