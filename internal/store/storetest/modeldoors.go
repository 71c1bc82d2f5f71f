package storetest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
)

// door is what a table has at most one invite for.
type door struct {
	table string
	watch bool
}

// admission is one account at one table.
type admission struct{ table, account string }

// opened reports whether there is a table, and it is open.
func (m *Model) opened(id string) bool {
	t := m.tables[id]
	return t != nil && !t.closed
}

// AddInvite ends the one before.
func (m *Model) AddInvite(ctx context.Context, inv lobby.Invite) error {
	return m.write(ctx, func() error {
		d := door{inv.Table, inv.Watch}
		if !m.opened(inv.Table) {
			return lobby.ErrNotFound
		}
		for other, has := range m.invites {
			if has.Hash == inv.Hash && other != d {
				return errors.New("model: a token that another invite has")
			}
		}
		m.invites[d] = inv
		return nil
	})
}

// FindInvite looks through all.
func (m *Model) FindInvite(_ context.Context, hash lobby.InviteHash) (lobby.Invite, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, inv := range m.invites {
		if inv.Hash == hash && m.opened(inv.Table) {
			inv.Host = m.people[m.tables[inv.Table].row.Creator].Name
			return inv, nil
		}
	}
	return lobby.Invite{}, lobby.ErrInviteEnded
}

// Admit lets an account in.
func (m *Model) Admit(ctx context.Context, inv lobby.Invite, account string, at time.Time, most int) error {
	return m.write(ctx, func() error {
		others, a := 0, admission{inv.Table, account}
		for other := range m.admitted {
			if other.table == inv.Table && other != a {
				others++
			}
		}
		for _, has := range m.invites {
			if has.Hash == inv.Hash && has.Table == inv.Table && has.Expires.After(at) {
				if others >= most {
					return lobby.ErrAdmissionsFull
				}
				m.admitted[a] = max(m.admitted[a], has.Grants())
				return nil
			}
		}
		return lobby.ErrInviteEnded
	})
}

// Admission reads one.
func (m *Model) Admission(_ context.Context, table, account string) (lobby.Admission, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.admitted[admission{table, account}], nil
}

// ForgetDoors forgets what leads nowhere.
func (m *Model) ForgetDoors(ctx context.Context, now time.Time, limit int) (deleted int, err error) {
	closed := func(id string) bool { return !m.opened(id) && (m.tables[id] == nil || !m.tables[id].quarantined) }
	err = m.write(ctx, func() error {
		left := limit
		for a := range m.admitted {
			if left > 0 && closed(a.table) {
				delete(m.admitted, a)
				left--
			}
		}
		invites := limit
		for d, inv := range m.invites {
			if invites > 0 && (closed(d.table) || !inv.Expires.After(now)) {
				delete(m.invites, d)
				invites--
			}
		}
		deleted = 2*limit - left - invites
		return nil
	})
	return deleted, err
}

// AddReport keeps a report with its charges.
func (m *Model) AddReport(ctx context.Context, r lobby.Report, charges []quota.Charge) error {
	return m.write(ctx, func() error {
		usage, err := m.charged(charges)
		if err != nil {
			return err
		}
		for _, p := range m.people {
			if r.Account == "" && !r.Bot && !p.erased && auth.Skeleton(p.Name) == auth.Skeleton(r.Who) {
				r.Account = p.ID
			}
		}
		r.ID, r.Bot, r.Said = int64(len(m.reports)+1), false, append([]string{}, r.Said...)
		m.usage, m.reports = usage, append(m.reports, r)
		return nil
	})
}

// Reports are all of them: nobody closes any here.
func (m *Model) Reports(_ context.Context, limit int) ([]lobby.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := slices.SortedFunc(slices.Values(m.reports), func(a, b lobby.Report) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	for i := range all {
		if p := m.people[all[i].By]; p != nil {
			all[i].ByName = p.Name
		}
	}
	return all[:min(limit, len(all))], nil
}

// OpenReports counts them.
func (m *Model) OpenReports(context.Context) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return int64(len(m.reports)), nil
}
