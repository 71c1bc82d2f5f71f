package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"example.com/fullhouse/table"
)

// Tally counts somebody's hands that are kept: all of them, or those of one table. It reads an index alone.
func (s *Store) Tally(ctx context.Context, account, at string) (table.Tally, error) {
	sum := table.Tally{Marks: map[string]int64{}}
	only, prefix := atTable(at)
	err := s.each(ctx, func(rows *sql.Rows) error {
		var text string
		var hands, net int64
		if err := rows.Scan(&text, &hands, &net); err != nil {
			return err
		}
		var marks []string
		if err := json.Unmarshal([]byte(text), &marks); err != nil {
			return err
		}
		for _, mark := range marks {
			sum.Marks[mark] += hands
		}
		sum.Hands += hands
		sum.Net += table.Chips(net)
		return nil
	}, `SELECT s.marks, count(*), sum(s.net) FROM hand_seats s WHERE s.account = ?`+only+` GROUP BY s.marks`,
		append([]any{account}, prefix...)...)
	if err != nil {
		return table.Tally{}, fmt.Errorf("count the hands of %s: %w", account, err)
	}
	return sum, nil
}
