package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Model is a store in memory, written as plainly as possible: it says what a database must answer. A write that fails
// leaves no trace because what it changes is copied first and put in place last.
type Model struct {
	mu     sync.Mutex // guards the rest
	closed bool

	tables   map[string]*modelTable
	order    []string // ids of the tables by age
	balances map[table.Account]table.Chips
	posted   map[string]bool
	ledger   []modelTransfer
	usage    map[modelUse]int64 // of the allowances
	people   map[string]*modelAccount
	sessions map[auth.TokenHash]modelSession
	resets   map[string]auth.Reset // by account
	keys     map[string][]byte
	hands    map[table.HandID]*table.Played
	invites  map[door]lobby.Invite
	admitted map[admission]lobby.Admission
	reports  []lobby.Report
}

type modelTable struct {
	row         lobby.Row
	chargedOn   time.Time
	log         []table.Record
	closed      bool
	quarantined bool
	compacted   int                             // how many of the first records are no longer there
	spoilt      bool                            // it has been in quarantine
	refund      *table.Transfer                 // of the quarantine; nil when there was nothing to give back
	bought      map[table.Account]table.Account // who bought into each seat last
}

// NewModel returns an empty one.
func NewModel() *Model {
	return &Model{
		tables:   map[string]*modelTable{},
		balances: map[table.Account]table.Chips{table.Mint: 0},
		posted:   map[string]bool{},
		usage:    map[modelUse]int64{},
		people:   map[string]*modelAccount{},
		sessions: map[auth.TokenHash]modelSession{},
		resets:   map[string]auth.Reset{},
		keys:     map[string][]byte{},
		hands:    map[table.HandID]*table.Played{},
		invites:  map[door]lobby.Invite{},
		admitted: map[admission]lobby.Admission{},
	}
}

// Reopen undoes Close: the model itself is its data folder.
func (m *Model) Reopen() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = false
}

// Close makes the model refuse writes.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// write does what every write begins with.
func (m *Model) write(ctx context.Context, do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if m.closed {
		return fmt.Errorf("model: closed: %w", table.ErrUnavailable)
	}
	return do()
}

// Append answers before it returns.
func (m *Model) Append(b table.Batch, done func(error)) {
	done(m.write(context.Background(), func() error { return m.append(b) }))
}

func (m *Model) append(b table.Batch) error {
	if len(b.Records) == 0 {
		return store.ErrBadBatch
	}
	for i, r := range b.Records {
		if r.Seq != b.Prev+int64(i)+1 || r.Kind == "" {
			return store.ErrBadBatch
		}
	}
	t := m.tables[b.Table]
	if t == nil || t.closed || t.row.Epoch != b.Epoch || int64(len(t.log)) != b.Prev {
		return table.ErrFenced
	}
	if b.Hand != nil && m.hands[b.Hand.Hand] != nil {
		return store.ErrKept
	}
	if err := m.post(time.Now(), b.Transfers...); err != nil {
		return err
	}
	m.keep(b.Table, b.Hand)
	t.note(b.Transfers)
	for _, r := range b.Records {
		t.log = append(t.log, r)
		if r.Kind == table.KindCheckpoint {
			t.wipe()
		}
	}
	if b.Closed != "" {
		t.closed = true
		t.wipe()
	}
	return nil
}

func (t *modelTable) wipe() {
	for i := range t.log {
		t.log[i].Secret = nil
	}
}

// modelTransfer is a transfer in the ledger.
type modelTransfer struct {
	table.Transfer
	at time.Time
}

// post posts transfers one after the other, or changes nothing.
func (m *Model) post(at time.Time, transfers ...table.Transfer) error {
	balances, posted := maps.Clone(m.balances), maps.Clone(m.posted)
	for _, tr := range transfers {
		if err := postTo(balances, posted, tr); err != nil {
			return err
		}
	}
	m.balances, m.posted = balances, posted
	for _, tr := range transfers {
		m.ledger = append(m.ledger, modelTransfer{tr, at.UTC()})
	}
	return nil
}

// postTo posts a transfer; when it returns an error, the maps may be half changed.
func postTo(balances map[table.Account]table.Chips, posted map[string]bool, tr table.Transfer) error {
	if tr.ID == "" || tr.Kind == "" || len(tr.Entries) < 2 || len(tr.Entries) > 100 {
		return store.ErrBadTransfer
	}
	sum, seen := table.Chips(0), map[table.Account]bool{"": true}
	for _, e := range tr.Entries {
		if e.Amount > table.MaxChips || e.Amount < -table.MaxChips {
			return store.ErrOutOfRange
		}
		if e.Amount == 0 || seen[e.Account] {
			return store.ErrBadTransfer
		}
		seen[e.Account] = true
		sum += e.Amount
	}
	if sum != 0 {
		return store.ErrBadTransfer
	}
	if posted[tr.ID] {
		return store.ErrPosted
	}
	posted[tr.ID] = true
	for _, e := range tr.Entries {
		balances[e.Account] += e.Amount
		switch now := balances[e.Account]; {
		case now > table.MaxChips, now < -table.MaxChips && e.Account == table.Mint:
			return store.ErrOutOfRange
		case now < 0 && e.Account != table.Mint:
			return table.ErrNotEnoughChips
		}
	}
	return nil
}

// Records returns a log from its last checkpoint on.
func (m *Model) Records(_ context.Context, id string) ([]table.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tables[id]
	if t == nil {
		return nil, nil
	}
	return append([]table.Record(nil), t.log[max(t.checkpoint(), t.compacted):]...), nil
}

// Create adds a table.
func (m *Model) Create(ctx context.Context, row lobby.Row) error {
	return m.write(ctx, func() error {
		usage, err := m.charged(row.Charges)
		if err != nil {
			return err
		}
		if m.tables[row.ID] != nil || m.people[row.Creator] == nil {
			return fmt.Errorf("model: table %s: there already, or of nobody", row.ID)
		}
		m.usage = usage
		row.Charges = nil
		m.tables[row.ID] = &modelTable{row: row, chargedOn: today(), bought: map[table.Account]table.Account{}}
		m.order = append(m.order, row.ID)
		return nil
	})
}

// Undo takes back a table that has never run.
func (m *Model) Undo(ctx context.Context, row lobby.Row) (found bool, err error) {
	err = m.write(ctx, func() error {
		t := m.tables[row.ID]
		if found = t != nil && t.row.Epoch == row.Epoch && len(t.log) == 0 && !t.closed && !t.spoilt; found {
			m.giveBack(t.chargedOn, row.Charges)
			delete(m.tables, row.ID)
			m.order = slices.DeleteFunc(m.order, func(id string) bool { return id == row.ID })
		}
		return nil
	})
	return found, err
}

// Open takes over the open tables.
func (m *Model) Open(ctx context.Context) (open []lobby.Row, err error) {
	err = m.write(ctx, func() error {
		for _, id := range m.order {
			if t := m.tables[id]; !t.closed {
				t.row.Epoch++
				row := t.row
				row.LastSeq = int64(len(t.log))
				for seat := range table.Seat(table.MaxSeats) {
					if chips := m.balances[table.Escrow(id, seat)]; chips > 0 {
						row.Held = append(row.Held, table.Entry{Account: table.Escrow(id, seat), Amount: chips})
					}
				}
				open = append(open, row)
			}
		}
		return nil
	})
	return open, err
}

// Chips reads a wallet.
func (m *Model) Chips(_ context.Context, account string) (table.Chips, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.balances[table.Wallet(account)], nil
}

// Key makes a key when it is first asked for.
func (m *Model) Key(ctx context.Context, name string) (key []byte, err error) {
	err = m.write(ctx, func() error {
		if m.keys[name] == nil {
			m.keys[name] = make([]byte, 32)
			rand.Read(m.keys[name])
		}
		key = m.keys[name]
		return nil
	})
	return key, err
}

// Audit adds up the balances. That they are the sums of their entries is true by the only statement that changes them.
func (m *Model) Audit(context.Context) (store.Audit, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := store.Audit{Minted: -m.balances[table.Mint]}
	for account, amount := range m.balances {
		switch {
		case strings.HasPrefix(string(account), "wallet:"):
			a.Wallets += amount
		case strings.HasPrefix(string(account), "seat:"):
			a.Escrow += amount
		case account != table.Mint:
			a.Problems = append(a.Problems, fmt.Sprintf("account %s is neither a wallet nor a seat", account))
		}
	}
	return a, nil
}
