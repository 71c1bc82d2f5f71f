package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"github.com/google/go-cmp/cmp"
)

// Compare does to two empty stores what the script says, and wants the same answers and in the end the same state. Any
// bytes are a script; most of what they ask for is refused.
func Compare(t testing.TB, a, b Store, script []byte) {
	t.Helper()
	left, right := &player{Store: a, t: t, epochs: map[string]int64{}}, &player{Store: b, t: t, epochs: map[string]int64{}}
	all := slices.Concat(ops, accountOps)
	for n := 0; len(script) > 0; n++ {
		next := reader{script}
		op := all[next.pick(len(all))]
		fork := next // both players read the same bytes
		x, y := op(left, &next), op(right, &fork)
		if x != y {
			t.Fatalf("step %d: %s, but %s", n, x, y)
		}
		script = next.script
	}
	if diff := cmp.Diff(left.state(), right.state()); diff != "" {
		t.Errorf("the stores differ in the end:\n%s", diff)
	}
}

// reader turns a script into choices.
type reader struct{ script []byte }

// pick is one of n choices; the first when the script is at its end.
func (r *reader) pick(n int) int {
	if len(r.script) == 0 {
		return 0
	}
	b := r.script[0]
	r.script = r.script[1:]
	return int(b) % n
}

// player plays a script on one store. What it names comes from small sets, so that things meet again.
type player struct {
	Store
	t      testing.TB
	epochs map[string]int64 // of the tables
	begun  int              // sessions
}

const (
	few       = 3  // accounts and tables
	transfers = 50 // ids, so that one is met again now and then
)

func id(kind string, i int) string { return fmt.Sprintf("%s%d", kind, i) }

// amounts are what scripts move: some little, the limits, and what is out of range.
var amounts = []table.Chips{
	1, 2, 3, 5, 7, 10, 20, 50, 100, 1_000, 0, -7, table.MaxChips, table.MaxChips - 1, table.MaxChips + 1, -1 << 63,
}

// ops are what a script can ask for. Each answers in words that are the same for equal outcomes.
var ops = []func(*player, *reader) string{
	(*player).addGuest, (*player).create, (*player).appends, (*player).appends, (*player).appends, (*player).appends,
	(*player).appends, (*player).takeOver, (*player).endSession,
}

func (p *player) addGuest(r *reader) string {
	name := id("guest", r.pick(few))
	chips := int64(max(0, amounts[r.pick(len(amounts))]))
	return "add guest: " + kindOf(p.AddGuest(p.t.Context(), auth.Account{ID: name, Name: name}, chips, NewSession(name)))
}

func (p *player) create(r *reader) string {
	row := lobby.Row{ID: id("table", r.pick(few)), Creator: id("guest", r.pick(few)), Epoch: 1, Settings: Settings()}
	err := p.Create(p.t.Context(), row)
	if err == nil {
		p.epochs[row.ID] = row.Epoch
	}
	return "create: " + kindOf(err)
}

func (p *player) takeOver(*reader) string {
	rows, err := p.Open(p.t.Context())
	for _, row := range rows {
		p.epochs[row.ID] = row.Epoch
	}
	return fmt.Sprintf("take over: %v %s", rows, kindOf(err))
}

func (p *player) endSession(r *reader) string {
	return "end session: " + kindOf(p.EndSession(p.t.Context(), NewSession(id("guest", r.pick(few))).Hash))
}

// appends mostly continues a log as its owner would, and sometimes not.
func (p *player) appends(r *reader) string {
	row := lobby.Row{ID: id("table", r.pick(few))}
	log, err := p.Records(p.t.Context(), row.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	prev := int64(0)
	if len(log) > 0 {
		prev = log[len(log)-1].Seq
	}
	row.Epoch = p.epochs[row.ID]
	switch r.pick(16) {
	case 14:
		row.Epoch--
	case 15:
		prev--
	}
	var kinds []string
	for range max(1, r.pick(5)) - r.pick(8)/7 {
		kinds = append(kinds, []string{"started", "acted", table.KindCheckpoint}[r.pick(3)])
	}
	batch := Steps(row, prev, kinds...)
	for range r.pick(4) / 2 {
		batch.Transfers = append(batch.Transfers, p.transfer(r, row.ID))
	}
	if r.pick(64) == 63 {
		batch.Closed = "idle"
	}
	return fmt.Sprintf("append to %s after %d: %s", row.ID, prev, kindOf(Append(p.Store, batch)))
}

func (p *player) transfer(r *reader, tableID string) table.Transfer {
	side := func() table.Account {
		switch who := r.pick(6); who {
		case 0:
			return table.Mint
		case 1, 2:
			return table.Wallet(id("guest", who))
		default:
			return table.Escrow(tableID, table.Seat(who))
		}
	}
	return Move(id("transfer", r.pick(transfers)), side(), side(), amounts[r.pick(len(amounts))])
}

// kindOf says what an error means to the caller.
func kindOf(err error) string {
	for _, known := range []error{table.ErrFenced, table.ErrNotEnoughChips, table.ErrUnavailable, store.ErrBadBatch,
		store.ErrBadTransfer, store.ErrOutOfRange, store.ErrPosted, auth.ErrNameTaken, auth.ErrUnauthenticated, auth.ErrNotGuest,
		auth.ErrBadCredentials, auth.ErrBadToken, auth.ErrNotFound} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	if err != nil {
		return "refused" // in the database's own words
	}
	return "done"
}

// state is all that can be seen of a store that scripts have changed.
type state struct {
	Logs     map[string][]table.Record
	Chips    map[string]table.Chips
	Sessions map[string]bool
	People   map[string]string
	Audit    store.Audit
}

func (p *player) state() state {
	s := state{Logs: map[string][]table.Record{}, Chips: map[string]table.Chips{}, Sessions: map[string]bool{}, People: p.people()}
	var errs [3]error
	for i := range few {
		name, tableID := id("guest", i), id("table", i)
		s.Logs[tableID], errs[0] = p.Records(p.t.Context(), tableID)
		s.Chips[name], errs[1] = p.Chips(p.t.Context(), name)
		_, _, err := p.FindSession(p.t.Context(), NewSession(name).Hash)
		s.Sessions[name] = err == nil
		s.Audit, errs[2] = p.Audit(p.t.Context())
		if err := errors.Join(errs[:]...); err != nil {
			p.t.Fatal(err)
		}
	}
	return s
}
