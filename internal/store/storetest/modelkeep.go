package storetest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
)

// Compact hides what no recovery reads. The model keeps no times of records: all are older than before.
func (m *Model) Compact(ctx context.Context, _ time.Time, limit int) (deleted int, err error) {
	err = m.write(ctx, func() error {
		for _, id := range m.order {
			t := m.tables[id]
			end := t.checkpoint()
			switch {
			case t.quarantined:
				continue
			case t.closed:
				end = len(t.log)
			}
			if n := min(limit, end-t.compacted); n > 0 {
				t.compacted += n
				deleted = n
				break
			}
		}
		return nil
	})
	return deleted, err
}

// checkpoint is where in the log the last one is; 0 without one.
func (t *modelTable) checkpoint() int {
	for i, r := range slices.Backward(t.log) {
		if r.Kind == table.KindCheckpoint {
			return i
		}
	}
	return 0
}

// ForgetSessions forgets what is over.
func (m *Model) ForgetSessions(ctx context.Context, now time.Time, limit int) (deleted int, err error) {
	err = m.write(ctx, func() error {
		for hash, s := range m.sessions {
			if deleted < limit && !s.session.Expires.After(now) {
				delete(m.sessions, hash)
				deleted++
			}
		}
		for account, r := range m.resets {
			if !r.Expires.After(now) {
				delete(m.resets, account)
			}
		}
		return nil
	})
	return deleted, err
}

// ForgetGuests removes those who can't come back.
func (m *Model) ForgetGuests(ctx context.Context, now time.Time, limit int) (removed int, err error) {
	err = m.write(ctx, func() error {
		var stranded []*modelAccount
		for _, p := range m.people {
			if p.Guest && !p.erased && !m.comesBack(p.ID, now) && !m.hosts(p.ID, false) {
				stranded = append(stranded, p)
			}
		}
		slices.SortFunc(stranded, func(a, b *modelAccount) int { return cmp.Compare(a.ID, b.ID) })
		for page := range slices.Chunk(stranded, limit) { // one in which somebody goes is the last
			for _, p := range page {
				gone, err := m.forgetGuest(p, now)
				if err != nil {
					return err
				}
				if gone {
					removed++
				}
			}
			if removed > 0 {
				break
			}
		}
		return nil
	})
	return removed, err
}

// forgetGuest removes one, unless it has chips at a table.
func (m *Model) forgetGuest(p *modelAccount, now time.Time) (gone bool, err error) {
	if m.atTables(p.ID) > 0 {
		return false, nil
	}
	if chips := m.balances[table.Wallet(p.ID)]; chips > 0 {
		if err := m.move(p.ID, "erase:"+p.ID, "erased", -chips, now); err != nil {
			return false, err
		}
	}
	m.endAll(p.ID)
	m.leaveHands(p.ID)
	*p = modelAccount{Account: auth.Account{ID: p.ID, Name: "Deleted account", Guest: true}, erased: true, created: p.created}
	if !m.hosts(p.ID, true) {
		delete(m.people, p.ID)
	}
	return true, nil
}

// comesBack reports whether an account has a session that lives.
func (m *Model) comesBack(account string, now time.Time) bool {
	return slices.ContainsFunc(m.of(account), func(s auth.Session) bool { return s.Expires.After(now) })
}

// hosts reports whether an account has made a table that is open, or any.
func (m *Model) hosts(account string, any bool) bool {
	for _, t := range m.tables {
		if t.row.Creator == account && (any || !t.closed) {
			return true
		}
	}
	return false
}

// atTables is what an account has at tables: a seat is whose buy-in was the last.
func (m *Model) atTables(account string) (chips table.Chips) {
	for _, t := range m.tables {
		for seat, by := range t.bought {
			if by == table.Wallet(account) {
				chips += m.balances[seat]
			}
		}
	}
	return chips
}
