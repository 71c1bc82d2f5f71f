package table_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/fullhouse/table"
)

// simStore is the database of a simulation: logs with their fences, and balances.
type simStore struct {
	heads    map[string]*simHead
	balances map[table.Account]table.Chips
	posted   map[string]bool
	hands    int
}

// simHead is one table there.
type simHead struct {
	epoch  int64
	log    []table.Record // all of it
	closed string
	ids    map[string]int // of commands, and in how many records each is
}

const simWallet = 100_000 // everybody's chips at the beginning

func newSimStore() *simStore {
	return &simStore{heads: map[string]*simHead{}, balances: map[table.Account]table.Chips{}, posted: map[string]bool{}}
}

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
		s.balances[a] = simWallet
		s.balances[table.Mint] -= simWallet
	}
	return s.balances[a]
}

// commit writes a batch, or nothing of it.
func (s *simStore) commit(b *table.Batch) error {
	h := s.heads[b.Table]
	if h.epoch != b.Epoch || int64(len(h.log)) != b.Prev || h.closed != "" {
		return table.ErrFenced
	}
	moved := map[table.Account]table.Chips{}
	for _, tr := range b.Transfers {
		if s.posted[tr.ID] {
			return fmt.Errorf("transfer %s is posted twice", tr.ID)
		}
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
		s.posted[tr.ID] = true
	}
	for a, amount := range moved {
		s.balances[a] += amount
	}
	for _, r := range b.Records {
		h.keep(r)
		if r.Kind == table.KindCheckpoint {
			s.hands++
		}
	}
	h.closed = b.Closed
	return nil
}

func (h *simHead) keep(r table.Record) {
	var body struct{ ID string }
	_ = json.Unmarshal(r.Body, &body) // a checkpoint has none
	if body.ID != "" {
		h.ids[body.ID]++
	}
	r.Body, r.Secret = slices.Clone(r.Body), slices.Clone(r.Secret)
	h.log = append(h.log, r)
}

// sound tells what is wrong with the ledger and the logs: chips lost or made, a command that took effect twice, or seats that
// hold something else than their table's log says.
func (s *simStore) sound(cfg *table.Config) error {
	var sum table.Chips
	for a, amount := range s.balances {
		if sum += amount; amount < 0 && a != table.Mint {
			return fmt.Errorf("%s holds %d", a, amount)
		}
	}
	if sum != 0 {
		return fmt.Errorf("all accounts sum to %d", sum)
	}
	for id, h := range s.heads {
		for command, n := range h.ids {
			if n != 1 {
				return fmt.Errorf("command %s is in %d records", command, n)
			}
		}
		held, err := table.Holdings(id, cfg.Settings, cfg.NewGame, s.records(id))
		if err != nil {
			return err
		}
		seats := map[table.Account]table.Chips{}
		for _, e := range held {
			seats[e.Account] = e.Amount
		}
		for at := range table.Seat(table.MaxSeats) {
			if seat := table.Escrow(id, at); s.balances[seat] != seats[seat] {
				return fmt.Errorf("%s holds %d in the ledger and %d in its log", seat, s.balances[seat], seats[seat])
			}
		}
	}
	return nil
}

// What a store answers besides the truth.
var errLost = errors.New("the answer to the commit is lost")
