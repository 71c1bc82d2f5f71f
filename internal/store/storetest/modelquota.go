package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// modelUse is a row of what is used of an allowance.
type modelUse struct {
	day     time.Time
	subject string
	kind    quota.Kind
}

// today is the day by this machine's clock, which is the databases' too.
func today() time.Time { return time.Now().UTC().Truncate(24 * time.Hour) }

// charged is what is used after the charges, when all of them fit.
func (m *Model) charged(charges []quota.Charge) (map[modelUse]int64, error) {
	usage := maps.Clone(m.usage)
	ordered := slices.SortedFunc(slices.Values(charges), func(a, b quota.Charge) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Kind, b.Kind))
	})
	for _, c := range ordered {
		use := modelUse{today(), c.Subject, c.Kind}
		switch used := usage[use]; {
		case c.N < 1:
			return nil, store.ErrBadCharge
		case used > c.Limit-c.N:
			return nil, &quota.ExhaustedError{Kind: c.Kind, Used: used, Limit: c.Limit, Reset: today().AddDate(0, 0, 1)}
		}
		usage[use] += c.N
	}
	return usage, nil
}

func (m *Model) giveBack(day time.Time, charges []quota.Charge) {
	for _, c := range charges {
		use := modelUse{day, c.Subject, c.Kind}
		if used, ok := m.usage[use]; ok && used >= c.N {
			m.usage[use] -= c.N
		}
	}
}

// Charge makes all charges or none.
func (m *Model) Charge(ctx context.Context, charges []quota.Charge) (day time.Time, err error) {
	err = m.write(ctx, func() error {
		usage, err := m.charged(charges)
		if err == nil {
			m.usage, day = usage, today()
		}
		return err
	})
	return day, err
}

// GiveBack takes charges back, but never more than there were.
func (m *Model) GiveBack(ctx context.Context, day time.Time, charges []quota.Charge) error {
	return m.write(ctx, func() error {
		m.giveBack(day.UTC(), charges)
		return nil
	})
}

// Used is what a subject has used today.
func (m *Model) Used(_ context.Context, subject string) (used map[quota.Kind]int64, reset time.Time, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	used = map[quota.Kind]int64{}
	for use, n := range m.usage {
		if use.subject == subject && use.day.Equal(today()) {
			used[use.kind] = n
		}
	}
	return used, today().AddDate(0, 0, 1), nil
}

// Refill tops an account up, chips at tables counted in.
func (m *Model) Refill(ctx context.Context, account string, upTo table.Chips, charges []quota.Charge) (added table.Chips, err error) {
	err = m.write(ctx, func() error {
		usage, err := m.charged(charges)
		if err != nil {
			return err
		}
		missing := upTo - m.balances[table.Wallet(account)] - m.atTables(account)
		if missing <= 0 {
			return table.ErrEnoughChips
		}
		if err := m.move(account, fmt.Sprint("refill:", len(m.ledger)), "refill", missing, time.Now()); err != nil {
			return err
		}
		added, m.usage = missing, usage
		return nil
	})
	return added, err
}
