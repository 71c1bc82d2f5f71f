package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Store is everything a database does for this program.
type Store interface {
	table.Recorder
	lobby.Tables
	lobby.Doors
	auth.Accounts
	quota.Store
	Refill(ctx context.Context, account string, upTo table.Chips, charges []quota.Charge) (added table.Chips, err error)
	Chips(ctx context.Context, account string) (table.Chips, error)
	Key(ctx context.Context, name string) ([]byte, error)
	Audit(ctx context.Context) (store.Audit, error)
	Compact(ctx context.Context, before time.Time, limit int) (deleted int, err error)
	ForgetSessions(ctx context.Context, now time.Time, limit int) (deleted int, err error)
	ForgetGuests(ctx context.Context, now time.Time, limit int) (removed int, err error)
	ForgetHands(ctx context.Context, before time.Time, limit int) (deleted int, err error)
	Hands(ctx context.Context, q table.HandQuery) ([]table.Played, error)
	Hand(ctx context.Context, account string, id table.HandID) (hand table.Played, found bool, err error)
	Tally(ctx context.Context, account, at string) (table.Tally, error)
	Sittings(ctx context.Context, table string) (host string, all []table.Sitting, found bool, err error)
	ForgetDoors(ctx context.Context, now time.Time, limit int) (deleted int, err error)
	AddReport(ctx context.Context, r lobby.Report, charges []quota.Charge) error
	Reports(ctx context.Context, limit int) ([]lobby.Report, error)
	OpenReports(ctx context.Context) (int64, error)
	UndoQuarantine(ctx context.Context, table string) error
	Close() error
}

// Run runs the suite. For each test, database makes an empty database and returns how to open it: a test may close what it
// has opened and open it again.
func Run(t *testing.T, database func(t *testing.T) (open func() Store)) {
	for _, group := range [][]spec{logSpecs, tableSpecs, ledgerSpecs, quotaSpecs, accountSpecs, quarantineSpecs, handSpecs, doorSpecs,
		reportSpecs} {
		for _, s := range group {
			t.Run(s.name, func(t *testing.T) {
				open := database(t)
				h := &house{T: t, Store: open(), open: open}
				s.test(h)
				h.sound()
				if err := h.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			})
		}
	}
}

// spec is one promise of a store.
type spec struct {
	name string
	test func(*house)
}

// house is a store under test with what tests often do to it.
type house struct {
	*testing.T
	Store
	open func() Store
}

// reopen closes the store and opens its database again.
func (h *house) reopen() {
	h.Helper()
	if err := h.Close(); err != nil {
		h.Fatalf("close: %v", err)
	}
	h.Store = h.open()
}

// sound checks what must hold after every test: the ledger adds up.
func (h *house) sound() {
	h.Helper()
	a, err := h.Audit(context.WithoutCancel(h.Context()))
	if err != nil {
		h.Fatalf("audit: %v", err)
	}
	if len(a.Problems) > 0 || a.Wallets+a.Escrow != a.Minted {
		h.Errorf("the ledger is off: %+v", a)
	}
}

// guest adds an account with chips.
func (h *house) guest(name string, chips int64) auth.Account {
	h.Helper()
	a := auth.Account{ID: rand.Text(), Name: name, Guest: true}
	if err := h.AddGuest(h.Context(), a, chips, NewSession(name)); err != nil {
		h.Fatalf("add guest %s: %v", name, err)
	}
	return a
}

// table creates one under epoch 1.
func (h *house) table(creator auth.Account) lobby.Row {
	h.Helper()
	row := lobby.Row{ID: rand.Text(), Creator: creator.ID, Epoch: 1, Settings: Settings()}
	if err := h.Create(h.Context(), row); err != nil {
		h.Fatalf("create table: %v", err)
	}
	return row
}

// append waits for the answer to an append.
func (h *house) append(b table.Batch) error { return Append(h.Store, b) }

// mustAppend is append where there must be no error.
func (h *house) mustAppend(b table.Batch) {
	h.Helper()
	if err := h.append(b); err != nil {
		h.Fatalf("append after %d: %v", b.Prev, err)
	}
}

// records reads a log.
func (h *house) records(id string) []table.Record {
	h.Helper()
	log, err := h.Records(h.Context(), id)
	if err != nil {
		h.Fatalf("records: %v", err)
	}
	return log
}

// lastSeq is the number of the last record of a log, 0 without one.
func (h *house) lastSeq(id string) int64 {
	h.Helper()
	log := h.records(id)
	if len(log) == 0 {
		return 0
	}
	return log[len(log)-1].Seq
}

// wallet reads what an account has.
func (h *house) wallet(a auth.Account) table.Chips {
	h.Helper()
	chips, err := h.Chips(h.Context(), a.ID)
	if err != nil {
		h.Fatalf("chips: %v", err)
	}
	return chips
}

// Append makes a batch durable and returns the answer.
func Append(r table.Recorder, b table.Batch) error {
	answer := make(chan error, 1)
	r.Append(b, func(err error) { answer <- err })
	return <-answer
}

// Steps is a batch of records of the given kinds that follow prev. A record of kind "started" has a secret.
func Steps(row lobby.Row, prev int64, kinds ...string) table.Batch {
	b := table.Batch{Table: row.ID, Epoch: row.Epoch, Prev: prev}
	for i, kind := range kinds {
		r := table.Record{
			Seq: prev + int64(i) + 1, Kind: kind, Schema: table.RecordSchema, Body: json.RawMessage(`{"kind":"` + kind + `"}`),
		}
		if kind == "started" {
			r.Secret = []byte("the order of the cards")
		}
		b.Records = append(b.Records, r)
	}
	return b
}

// Move is a transfer of chips between two accounts.
func Move(id string, from, to table.Account, amount table.Chips) table.Transfer {
	entries := []table.Entry{{Account: from, Amount: -amount}, {Account: to, Amount: amount}}
	return table.Transfer{ID: id, Kind: "test", Entries: entries}
}

// NewSession is an hour's session for the token.
func NewSession(token string) auth.Session {
	now := time.Now().Truncate(time.Millisecond)
	return auth.Session{ID: "session of " + token, Hash: sha256.Sum256([]byte(token)), Agent: "a browser", Created: now, Seen: now,
		Expires: now.Add(time.Hour)}
}

// Settings are those of an ordinary table.
func Settings() table.Settings {
	return table.Settings{
		Name: "Test table", Seats: 6, BuyInMin: 4_000, BuyInMax: 10_000, ActionMS: 15_000,
		Game: json.RawMessage(`{"small_blind":50,"big_blind":100}`),
	}
}
