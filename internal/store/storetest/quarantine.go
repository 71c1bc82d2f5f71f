package storetest

import (
	"errors"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// dealt is a table in mid-hand: one player has 300 chips of her own at seat 0 and a bot 200 of the mint's at seat 1.
func (h *house) dealt(owner string) (row lobby.Row, seat table.Account) {
	h.Helper()
	alice := h.guest(owner, 1_000)
	row = h.table(alice)
	seat = table.Escrow(row.ID, 0)
	h.must(h.pay(Steps(row, 0, "sat"), buyIn(row.ID+":1", table.Wallet(alice.ID), seat, 300)))
	h.must(h.pay(Steps(row, 1, "sat"), buyIn(row.ID+":2", table.Mint, table.Escrow(row.ID, 1), 200)))
	started := Steps(row, 2, "started")
	started.Records[0].Secret = []byte("the deck")
	h.mustAppend(started)
	return row, seat
}

func buyIn(id string, from, to table.Account, amount table.Chips) table.Transfer {
	tr := Move(id, from, to, amount)
	tr.Kind = "buy_in"
	return tr
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

var quarantineSpecs = []spec{
	{"QuarantineClosesATableAndGivesBackWhatItsSeatsHold", func(h *house) {
		row, _ := h.dealt("alice")
		log := h.records(row.ID)
		h.must(h.Quarantine(h.Context(), row, "it could not go on"))
		a, err := h.Audit(h.Context())
		if err != nil || a.Escrow != 0 || a.Wallets != 1_000 || a.Minted != 1_000 {
			h.Errorf("ledger: %+v, %v; want alice's 1000 in her wallet and nothing at the table", a, err)
		}
		if err := h.append(Steps(row, 3, "acted")); !errors.Is(err, table.ErrFenced) {
			h.Errorf("an append afterwards: %v, want ErrFenced", err)
		}
		if open, err := h.Open(h.Context()); err != nil || len(open) != 0 {
			h.Errorf("open tables: %v, %v; want none", open, err)
		}
		if kept := h.records(row.ID); len(kept) != len(log) || string(kept[2].Secret) != "the deck" {
			h.Errorf("the log is %v, want it with its secret as it was", kept)
		}
		if err := h.Quarantine(h.Context(), row, "again"); !errors.Is(err, table.ErrFenced) {
			h.Errorf("a second time: %v, want ErrFenced", err)
		}
	}},
	{"QuarantineBelongsToTheOwnerOfATable", func(h *house) {
		row, _ := h.dealt("alice")
		if _, err := h.Open(h.Context()); err != nil {
			h.Fatal(err)
		}
		if err := h.Quarantine(h.Context(), row, "by yesterday's owner"); !errors.Is(err, table.ErrFenced) {
			h.Errorf("error = %v, want ErrFenced", err)
		}
		if a, err := h.Audit(h.Context()); err != nil || a.Escrow != 500 {
			h.Errorf("at the table: %d, %v; want its 500", a.Escrow, err)
		}
	}},
	{"QuarantineOfATableWithoutChipsIsOneToo", func(h *house) {
		row := h.table(h.guest("alice", 0))
		h.must(h.Quarantine(h.Context(), row, "empty"))
		h.must(h.UndoQuarantine(h.Context(), row.ID))
		if open, err := h.Open(h.Context()); err != nil || len(open) != 1 || open[0].Epoch != 3 {
			h.Errorf("open tables: %v, %v; want it back under epoch 3", open, err)
		}
	}},
	{"QuarantineCanBeUndoneAndDoneAgain", func(h *house) {
		row, seat := h.dealt("alice")
		for range 2 {
			h.must(h.Quarantine(h.Context(), row, "a fault"))
			h.reopen()
			h.must(h.UndoQuarantine(h.Context(), row.ID))
			open, err := h.Open(h.Context())
			if err != nil || len(open) != 1 {
				h.Fatalf("open tables: %v, %v; want it back", open, err)
			}
			row = open[0]
		}
		a, err := h.Audit(h.Context())
		if err != nil || a.Escrow != 500 || a.Wallets != 700 {
			h.Errorf("ledger: %+v, %v; want 500 at the table as before", a, err)
		}
		h.must(h.pay(Steps(row, 3, "stood"), Move("out", seat, table.Mint, 300)))
		if err := h.UndoQuarantine(h.Context(), row.ID); !errors.Is(err, store.ErrNotQuarantined) {
			h.Errorf("undo of what is undone: %v, want ErrNotQuarantined", err)
		}
	}},
	{"QuarantineIsNotUndoneWhenTheChipsAreSpent", func(h *house) {
		row, _ := h.dealt("alice")
		h.must(h.Quarantine(h.Context(), row, "a fault"))
		other := h.table(h.guest("bob", 0))
		h.must(h.pay(Steps(other, 0, "sat"), buyIn(other.ID+":1", table.Wallet(row.Creator), table.Escrow(other.ID, 0), 900)))
		if err := h.UndoQuarantine(h.Context(), row.ID); !errors.Is(err, table.ErrNotEnoughChips) {
			h.Errorf("error = %v, want ErrNotEnoughChips", err)
		}
		if open, err := h.Open(h.Context()); err != nil || len(open) != 1 || open[0].ID != other.ID {
			h.Errorf("open tables: %v, %v; want only the other", open, err)
		}
	}},
}
