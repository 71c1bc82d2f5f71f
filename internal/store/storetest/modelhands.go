package storetest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/table"
)

// keep adds the hand of a batch.
func (m *Model) keep(id string, h *table.HandRecord) {
	if h == nil {
		return
	}
	kept := &table.Played{HandRecord: *h, Table: id, Settings: m.tables[id].row.Settings, Ended: time.Now().UTC().Truncate(time.Millisecond)}
	kept.Seats = slices.Clone(h.Seats)
	m.hands[h.Hand] = kept
}

// seen is a hand as an account may know it; false when it was not dealt in.
func seen(h *table.Played, account string) (table.Played, bool) {
	view := *h
	view.Seats, view.Viewer = slices.Clone(h.Seats), table.NoSeat
	for i := range view.Seats {
		if s := &view.Seats[i]; s.Account == account && account != "" {
			view.Viewer = s.Seat
		} else {
			s.Account, s.Private = "", nil
		}
	}
	return view, view.Viewer != table.NoSeat
}

// Hands lists an account's.
func (m *Model) Hands(_ context.Context, q table.HandQuery) ([]table.Played, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := []table.Played{}
	for _, h := range m.hands {
		view, own := seen(h, q.Account)
		if !own || q.Table != "" && q.Table != h.Table || q.After != (table.HandPlace{}) && later(h, q.After) >= 0 {
			continue
		}
		view.Seats = slices.DeleteFunc(view.Seats, func(s table.HandSeat) bool { return s.Seat != view.Viewer })
		all = append(all, view)
	}
	slices.SortFunc(all, func(a, b table.Played) int {
		return later(&b, table.HandPlace{Ended: a.Ended.UnixMilli(), Hand: a.Hand})
	})
	return all[:min(len(all), q.Limit)], nil
}

// later compares a hand's place with another.
func later(h *table.Played, than table.HandPlace) int {
	return cmp.Or(cmp.Compare(h.Ended.UnixMilli(), than.Ended), cmp.Compare(h.Hand, than.Hand))
}

// Hand finds one.
func (m *Model) Hand(_ context.Context, account string, id table.HandID) (table.Played, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.hands[id]; h != nil {
		if view, own := seen(h, account); own {
			return view, true, nil
		}
	}
	return table.Played{}, false, nil
}

// Tally counts an account's.
func (m *Model) Tally(_ context.Context, account, at string) (table.Tally, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := table.Tally{Marks: map[string]int64{}}
	for _, h := range m.hands {
		for _, s := range h.Seats {
			if s.Account == account && account != "" && (at == "" || at == h.Table) {
				sum.Hands++
				sum.Net += s.Net
				for _, mark := range s.Marks {
					sum.Marks[mark]++
				}
			}
		}
	}
	return sum, nil
}

// ForgetHands removes the oldest.
func (m *Model) ForgetHands(ctx context.Context, before time.Time, limit int) (deleted int, err error) {
	err = m.write(ctx, func() error {
		var old []*table.Played
		for _, h := range m.hands {
			if h.Ended.UnixMilli() < before.UnixMilli() {
				old = append(old, h)
			}
		}
		slices.SortFunc(old, func(a, b *table.Played) int {
			return later(a, table.HandPlace{Ended: b.Ended.UnixMilli(), Hand: b.Hand})
		})
		for _, h := range old[:min(len(old), limit)] {
			delete(m.hands, h.Hand)
			deleted++
		}
		return nil
	})
	return deleted, err
}

// leaveHands takes an account out of its hands.
func (m *Model) leaveHands(account string) {
	for _, h := range m.hands {
		for i := range h.Seats {
			if s := &h.Seats[i]; s.Account == account {
				s.Account, s.Private, s.Name = "", nil, "Deleted account"
			}
		}
	}
}

// Sittings adds up what went between purses and a table's seats, from the first transfer on.
func (m *Model) Sittings(_ context.Context, id string) (host string, all []table.Sitting, found bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[id]
	if t == nil {
		return "", nil, false, nil
	}
	for _, tr := range m.ledger {
		atTable := slices.ContainsFunc(tr.Entries, func(e table.Entry) bool { return strings.HasPrefix(string(e.Account), "seat:"+id+":") })
		if !atTable || tr.Kind == "settlement" {
			continue
		}
		for _, e := range tr.Entries {
			if strings.HasPrefix(string(e.Account), "seat:") {
				continue
			}
			s := m.sitting(&all, e.Account)
			if e.Amount < 0 && tr.Kind != "quarantine_undone" {
				s.In -= e.Amount
			} else {
				s.Out += e.Amount
			}
		}
	}
	for seat, home := range t.bought {
		m.sitting(&all, home).Now += m.balances[seat]
	}
	return t.row.Creator, all, true, nil
}

// sitting is a purse's line, which is added when it is missing.
func (m *Model) sitting(all *[]table.Sitting, purse table.Account) *table.Sitting {
	account, _ := strings.CutPrefix(string(purse), "wallet:")
	if purse == table.Mint {
		account = ""
	}
	for i := range *all {
		if (*all)[i].Account == account {
			return &(*all)[i]
		}
	}
	line := table.Sitting{Account: account}
	if account != "" {
		line.Name = "Deleted account"
		if p := m.people[account]; p != nil {
			line.Name = p.Name
		}
	}
	*all = append(*all, line)
	return &(*all)[len(*all)-1]
}
