package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"example.com/fullhouse/lobby"
)

// Create writes a new table, open and with an empty log, owned under row.Epoch.
func (s *Store) Create(ctx context.Context, row lobby.Row) error {
	settings, err := json.Marshal(row.Settings)
	if err != nil {
		return fmt.Errorf("settings of table %s: %w", row.ID, err)
	}
	return s.write(ctx, func(t *tx) error {
		_, err := t.exec(`INSERT INTO tables (id, settings, creator, created_at, epoch) VALUES (?, ?, ?, ?, ?)`,
			row.ID, string(settings), row.Creator, time.Now().UnixMilli(), row.Epoch)
		return err
	})
}

// Open takes over every open table, each under a new epoch, and returns them in the order of their creation. An append
// under an earlier epoch is refused from then on.
func (s *Store) Open(ctx context.Context) ([]lobby.Row, error) {
	var open []lobby.Row // read only when write has succeeded: until then it is the writer's
	err := s.ask(ctx, func(t *tx) error {
		if _, err := t.exec(`UPDATE tables SET epoch = epoch + 1 WHERE closed_at IS NULL`); err != nil {
			return err
		}
		return t.each(func(rows *sql.Rows) error {
			row, err := scanTable(rows)
			open = append(open, row)
			return err
		}, `SELECT id, creator, settings, epoch FROM tables WHERE closed_at IS NULL ORDER BY created_at, rowid`)
	}, func() {})
	if err != nil {
		return nil, fmt.Errorf("take over the open tables: %w", err)
	}
	return open, nil
}

func scanTable(rows *sql.Rows) (row lobby.Row, err error) {
	var settings string
	if err := rows.Scan(&row.ID, &row.Creator, &settings, &row.Epoch); err != nil {
		return row, err
	}
	if err := json.Unmarshal([]byte(settings), &row.Settings); err != nil {
		return row, fmt.Errorf("settings of table %s: %w", row.ID, err)
	}
	return row, nil
}
