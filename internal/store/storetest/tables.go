package storetest

import (
	"context"
	"errors"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"github.com/google/go-cmp/cmp"
)

var tableSpecs = []spec{
	{"TakesOverOpenTablesInTheOrderOfTheirCreation", func(h *house) {
		alice := h.guest("alice", 0)
		var want []lobby.Row
		for range 5 {
			row := h.table(alice)
			row.Epoch = 2
			want = append(want, row)
		}
		h.reopen()
		got, err := h.Open(h.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			h.Errorf("open tables: %v (-want +got):\n%s", err, diff)
		}
	}},
	{"TellsWhoTakesATableOverWhereItsLogEndsAndWhatItsSeatsHold", func(h *house) {
		row := h.table(h.guest("alice", 1_000))
		buy := func(prev int64, seat table.Seat, from table.Account, amount table.Chips) {
			h.Helper()
			h.must(h.pay(Steps(row, prev, "sat"), buyIn(id("buy", int(prev)), from, table.Escrow(row.ID, seat), amount)))
		}
		buy(0, 8, table.Mint, 70)
		buy(1, 2, table.Wallet(row.Creator), 50)
		buy(2, 0, table.Mint, 1)
		h.must(h.pay(Steps(row, 3, "stood"), Move("out", table.Escrow(row.ID, 0), table.Mint, 1)))
		other := h.table(h.guest("bob", 0))
		open, err := h.Open(h.Context())
		if err != nil || len(open) != 2 {
			h.Fatalf("open tables = %v, %v, want two", open, err)
		}
		want := []table.Entry{{Account: table.Escrow(row.ID, 2), Amount: 50}, {Account: table.Escrow(row.ID, 8), Amount: 70}}
		if diff := cmp.Diff(want, open[0].Held); diff != "" || open[0].LastSeq != 4 {
			h.Errorf("the first ends with record %d, want 4, and its seats (-want +got):\n%s", open[0].LastSeq, diff)
		}
		if got := open[1]; got.ID != other.ID || got.LastSeq != 0 || len(got.Held) != 0 {
			h.Errorf("the other is %+v, want it without records and chips", got)
		}
	}},
	{"FencesTheOwnerThatATableWasTakenOverFrom", func(h *house) {
		old := h.table(h.guest("alice", 0))
		h.mustAppend(Steps(old, 0, "sat"))
		open, err := h.Open(h.Context())
		if err != nil || len(open) != 1 {
			h.Fatalf("open tables = %v, %v, want one", open, err)
		}
		if err := h.append(Steps(old, 1, "sat")); !errors.Is(err, table.ErrFenced) {
			h.Errorf("the old owner: error = %v, want ErrFenced", err)
		}
		h.mustAppend(Steps(open[0], 1, "sat"))
	}},
	{"ClosesATableWithItsLastBatch", func(h *house) {
		alice := h.guest("alice", 0)
		row, other := h.table(alice), h.table(alice)
		last := Steps(row, 0, "sat", "closed")
		last.Closed = "idle"
		h.mustAppend(last)
		if err := h.append(Steps(row, 2, "sat")); !errors.Is(err, table.ErrFenced) {
			h.Errorf("after the end: error = %v, want ErrFenced", err)
		}
		open, err := h.Open(h.Context())
		if err != nil || len(open) != 1 || open[0].ID != other.ID {
			h.Errorf("open tables = %v, %v, want only %s", open, err, other.ID)
		}
	}},
	{"LeavesATableOpenWhoseLastBatchWasRefused", func(h *house) {
		row := h.table(h.guest("alice", 0))
		last := Steps(row, 0, "closed")
		last.Closed = "idle"
		last.Transfers = []table.Transfer{Move("cash_out", table.Escrow(row.ID, 0), table.Mint, 1)}
		if err := h.append(last); !errors.Is(err, table.ErrNotEnoughChips) {
			h.Fatalf("error = %v, want ErrNotEnoughChips", err)
		}
		if open, err := h.Open(h.Context()); err != nil || len(open) != 1 {
			h.Errorf("open tables = %v, %v, want one", open, err)
		}
	}},
	{"RefusesATableItHasAlready", func(h *house) {
		row := h.table(h.guest("alice", 0))
		if err := h.Create(h.Context(), row); err == nil {
			h.Error("the same id twice: no error")
		}
	}},
	{"RefusesATableOfNobody", func(h *house) {
		if err := h.Create(h.Context(), lobby.Row{ID: "t", Creator: "nobody", Epoch: 1, Settings: Settings()}); err == nil {
			h.Error("an unknown creator: no error")
		}
	}},
	{"WritesNothingForWhoHasGone", func(h *house) {
		alice := h.guest("alice", 0)
		gone, cancel := context.WithCancel(h.Context())
		cancel()
		err := h.Create(gone, lobby.Row{ID: "t", Creator: alice.ID, Epoch: 1, Settings: Settings()})
		if !errors.Is(err, context.Canceled) {
			h.Errorf("create: error = %v, want context.Canceled", err)
		}
		err = h.AddGuest(gone, auth.Account{ID: "b", Name: "bob"}, 100, NewSession("bob"))
		if !errors.Is(err, context.Canceled) {
			h.Errorf("add guest: error = %v, want context.Canceled", err)
		}
		if open, err := h.Open(h.Context()); err != nil || len(open) != 0 {
			h.Errorf("open tables = %v, %v, want none", open, err)
		}
		if a, err := h.Audit(h.Context()); err != nil || a.Minted != 0 {
			h.Errorf("minted = %d, %v, want 0", a.Minted, err)
		}
	}},
}
