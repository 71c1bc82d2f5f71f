package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/fullhouse/table"
)

// simStore is the database of a simulation: logs with their fences, and balances. What must never be asked of it ends the
// simulation.
type simStore struct {
	failf    func(format string, args ...any)
	heads    map[string]*simHead
	balances map[table.Account]table.Chips
	posted   map[string]bool
	hands    int
}

// simHead is one table there.
type simHead struct {
	epoch int64
	log   []table.Record // all of it
	ids   map[string]int // of commands, and in how many records each is
}

const simWallet = 500 // everybody's chips at the beginning, and what is given to who has none left

// What a store answers besides the truth.
var errLost = errors.New("the answer to the commit is lost")

// take makes a table another owner's, and returns its epoch and its log from the last checkpoint on.
func (s *simStore) take(id string) (epoch int64, log []table.Record) {
	h := s.heads[id]
	if h == nil {
		h = &simHead{ids: map[string]int{}}
		s.heads[id] = h
	}
	h.epoch++
	return h.epoch, s.records(id)
}

func (s *simStore) records(id string) []table.Record {
	log := s.heads[id].log
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Kind == table.KindCheckpoint {
			return slices.Clone(log[i:])
		}
	}
	return slices.Clone(log)
}

// balance is what an account holds; a wallet that was never used is full.
func (s *simStore) balance(a table.Account) table.Chips {
	if _, known := s.balances[a]; !known && strings.HasPrefix(string(a), "wallet:") {
		s.give(a)
	}
	return s.balances[a]
}

// give mints chips for somebody.
func (s *simStore) give(a table.Account) {
	s.balances[a] += simWallet
	s.balances[table.Mint] -= simWallet
}

// commit writes a batch, or nothing of it.
func (s *simStore) commit(b *table.Batch) error {
	h := s.heads[b.Table]
	if h.epoch != b.Epoch {
		return table.ErrFenced
	}
	if last := int64(len(h.log)); last != b.Prev {
		s.failf("a batch of %s follows record %d, the log ends with %d", b.Table, b.Prev, last)
	}
	moved := map[table.Account]table.Chips{}
	for _, tr := range b.Transfers {
		for _, e := range tr.Entries {
			moved[e.Account] += e.Amount
		}
	}
	for a, amount := range moved {
		if a != table.Mint && s.balance(a)+amount < 0 {
			return table.ErrNotEnoughChips
		}
	}
	for _, tr := range b.Transfers {
		if s.posted[tr.ID] {
			s.failf("transfer %s is posted twice", tr.ID)
		}
		s.posted[tr.ID] = true
	}
	for a, amount := range moved {
		s.balances[a] += amount
	}
	for _, r := range b.Records {
		s.keep(h, r)
	}
	return nil
}

func (s *simStore) keep(h *simHead, r table.Record) {
	var body struct{ ID string }
	_ = json.Unmarshal(r.Body, &body) // a checkpoint has none
	if body.ID != "" {
		if h.ids[body.ID]++; h.ids[body.ID] > 1 {
			s.failf("command %s is in the log twice", body.ID)
		}
	}
	if r.Kind == table.KindCheckpoint {
		s.hands++
	}
	r.Body, r.Secret = slices.Clone(r.Body), slices.Clone(r.Secret)
	h.log = append(h.log, r)
}

// sound tells what is wrong with the ledger: chips lost or made, a debt, or a seat that holds something else than its table says.
func (s *simStore) sound(id string, chips func(table.Seat) table.Chips) error {
	var sum table.Chips
	for a, amount := range s.balances {
		if sum += amount; amount < 0 && a != table.Mint {
			return fmt.Errorf("%s holds %d", a, amount)
		}
	}
	if sum != 0 {
		return fmt.Errorf("all accounts sum to %d", sum)
	}
	for at := range table.Seat(table.MaxSeats) {
		if seat := table.Escrow(id, at); s.balances[seat] != chips(at) {
			return fmt.Errorf("%s holds %d in the ledger and %d in its log", seat, s.balances[seat], chips(at))
		}
	}
	return nil
}
