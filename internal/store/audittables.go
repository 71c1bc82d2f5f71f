package store

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Held tells what the seats of a table hold according to its log, from the last checkpoint on.
type Held func(lobby.Row, []table.Record) ([]table.Entry, error)

// auditTables replays the open tables' logs and compares what the seats hold with their balances. No other seat may hold
// anything.
func auditTables(t *tx, a *Audit, held Held) error {
	balances, err := seatBalances(t)
	if err != nil {
		return err
	}
	open, err := openTables(t)
	if err != nil {
		return err
	}
	for _, row := range open {
		log, err := logOf(t, row.ID)
		if err != nil {
			return err
		}
		a.Tables++
		if why := gap(log, row.LastSeq); why != "" {
			a.Problems = append(a.Problems, fmt.Sprintf("the log of table %s %s", row.ID, why))
		}
		a.Problems = append(a.Problems, compare(row, log, held, balances)...)
	}
	for _, seat := range slices.Sorted(maps.Keys(balances)) {
		a.Problems = append(a.Problems, fmt.Sprintf("%s holds %d, and its table is closed", seat, balances[seat]))
	}
	return nil
}

// seatBalances are what seats hold according to the ledger.
func seatBalances(t *tx) (map[table.Account]table.Chips, error) {
	balances := map[table.Account]table.Chips{}
	err := t.each(func(rows *sql.Rows) error {
		var seat string
		var chips int64
		err := rows.Scan(&seat, &chips)
		balances[table.Account(seat)] = table.Chips(chips)
		return err
	}, `SELECT account, amount FROM balances WHERE account LIKE 'seat:%' AND amount <> 0`)
	return balances, err
}

// gap tells how a log is not the whole one from its first record to the last there must be; "" when it is.
func gap(log []table.Record, last int64) string {
	if len(log) == 0 {
		if last == 0 {
			return ""
		}
		return fmt.Sprintf("is empty, and should end with record %d", last)
	}
	for i, r := range log {
		if want := log[0].Seq + int64(i); r.Seq != want {
			return fmt.Sprintf("lacks record %d", want)
		}
	}
	if first := log[0]; first.Seq != 1 && first.Kind != table.KindCheckpoint {
		return fmt.Sprintf("begins with record %d, which is no checkpoint", first.Seq)
	}
	if end := log[len(log)-1].Seq; end != last {
		return fmt.Sprintf("ends with record %d instead of %d", end, last)
	}
	return ""
}

// compare tells where a table's log and its seats' balances differ, and takes these balances off the list.
func compare(row lobby.Row, log []table.Record, held Held, balances map[table.Account]table.Chips) (problems []string) {
	seats := map[table.Account]table.Chips{}
	for i := range table.Seat(table.MaxSeats) {
		seat := table.Escrow(row.ID, i)
		seats[seat] = balances[seat]
		delete(balances, seat)
	}
	if row.Damage != nil {
		return []string{fmt.Sprintf("table %s can't be opened: %v", row.ID, row.Damage)}
	}
	entries, err := held(row, log)
	if err != nil {
		return []string{fmt.Sprintf("the log of table %s can't be replayed: %v", row.ID, err)}
	}
	for _, e := range entries {
		if chips := seats[e.Account]; chips != e.Amount {
			problems = append(problems, fmt.Sprintf("%s holds %d in the ledger and %d according to its table's log", e.Account, chips, e.Amount))
		}
		delete(seats, e.Account)
	}
	for _, seat := range slices.Sorted(maps.Keys(seats)) {
		if chips := seats[seat]; chips != 0 {
			problems = append(problems, fmt.Sprintf("%s holds %d in the ledger and nothing according to its table's log", seat, chips))
		}
	}
	return problems
}
