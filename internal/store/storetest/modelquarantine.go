package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// note remembers who has bought into which seat.
func (t *modelTable) note(transfers []table.Transfer) {
	for _, tr := range transfers {
		if tr.Kind == "buy_in" {
			from, to := tr.Entries[0].Account, tr.Entries[1].Account
			t.bought[to] = from
		}
	}
}

// Quarantine closes a table and gives its seats' chips back.
func (m *Model) Quarantine(ctx context.Context, row lobby.Row, _ string) error {
	return m.write(ctx, func() error {
		t := m.tables[row.ID]
		if t == nil || t.closed || t.row.Epoch != row.Epoch {
			return table.ErrFenced
		}
		refund := &table.Transfer{ID: fmt.Sprintf("quarantine:%s:%d", row.ID, row.Epoch), Kind: "quarantine_refund"}
		owed := map[table.Account]table.Chips{}
		for _, seat := range slices.Sorted(maps.Keys(t.bought)) {
			if chips := m.balances[seat]; chips > 0 {
				refund.Entries = append(refund.Entries, table.Entry{Account: seat, Amount: -chips})
				owed[t.bought[seat]] += chips
			}
		}
		for _, home := range slices.Sorted(maps.Keys(owed)) {
			refund.Entries = append(refund.Entries, table.Entry{Account: home, Amount: owed[home]})
		}
		if len(refund.Entries) == 0 {
			refund = nil
		} else if err := m.post(time.Now(), *refund); err != nil {
			return err
		}
		t.closed, t.quarantined, t.spoilt, t.refund = true, true, true, refund
		return nil
	})
}

// UndoQuarantine takes the chips back and opens the table again.
func (m *Model) UndoQuarantine(ctx context.Context, id string) error {
	return m.write(ctx, func() error {
		t := m.tables[id]
		if t == nil || !t.quarantined {
			return store.ErrNotQuarantined
		}
		if t.refund != nil {
			back := table.Transfer{ID: t.refund.ID + ":undone", Kind: "quarantine_undone"}
			for _, e := range t.refund.Entries {
				back.Entries = append(back.Entries, table.Entry{Account: e.Account, Amount: -e.Amount})
			}
			if err := m.post(time.Now(), back); err != nil {
				return err
			}
		}
		t.closed, t.quarantined = false, false
		t.row.Epoch++
		return nil
	})
}
