package storetest

import (
	"errors"
	"sync"
	"sync/atomic"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/table"
)

// pay is a batch of one record and the transfers.
func (h *house) pay(b table.Batch, transfers ...table.Transfer) error {
	b.Transfers = transfers
	return h.append(b)
}

var ledgerSpecs = []spec{
	{"MovesChipsWithTheRecordThatSaysSo", func(h *house) {
		alice := h.guest("alice", 10_000)
		row := h.table(alice)
		seat := table.Escrow(row.ID, 2)
		if err := h.pay(Steps(row, 0, "sat"), Move("in", table.Wallet(alice.ID), seat, 4_000)); err != nil {
			h.Fatal(err)
		}
		h.reopen()
		if got := h.wallet(alice); got != 6_000 {
			h.Errorf("wallet after buying in = %d, want 6000", got)
		}
		if err := h.pay(Steps(row, 1, "stood"), Move("out", seat, table.Wallet(alice.ID), 4_000)); err != nil {
			h.Fatal(err)
		}
		if got := h.wallet(alice); got != 10_000 {
			h.Errorf("wallet after cashing out = %d, want 10000", got)
		}
	}},
	{"SettlesSeveralSeatsInOneTransfer", func(h *house) {
		row := h.table(h.guest("alice", 0))
		seat := func(i table.Seat) table.Account { return table.Escrow(row.ID, i) }
		err := h.pay(Steps(row, 0, "sat"),
			Move("in0", table.Mint, seat(0), 100), Move("in1", table.Mint, seat(1), 100), Move("in2", table.Mint, seat(2), 100))
		if err != nil {
			h.Fatal(err)
		}
		hand := table.Transfer{ID: "hand", Kind: "settlement", Entries: []table.Entry{
			{Account: seat(0), Amount: -100}, {Account: seat(1), Amount: 150}, {Account: seat(2), Amount: -50},
		}}
		if err := h.pay(Steps(row, 1, "acted"), hand); err != nil {
			h.Fatal(err)
		}
		if err := h.pay(Steps(row, 2, "stood"), Move("out", seat(0), table.Mint, 1)); !errors.Is(err, table.ErrNotEnoughChips) {
			h.Errorf("taking from the broke seat: error = %v, want ErrNotEnoughChips", err)
		}
		if err := h.pay(Steps(row, 2, "stood"), Move("out", seat(1), table.Mint, 250)); err != nil {
			h.Errorf("the winner takes all: %v", err)
		}
	}},
	{"WritesNothingOfABatchThatCannotBePaid", func(h *house) {
		alice := h.guest("alice", 1_000)
		row := h.table(alice)
		wallet, seat := table.Wallet(alice.ID), table.Escrow(row.ID, 0)
		err := h.pay(Steps(row, 0, "sat", "sat"), Move("first", wallet, seat, 600), Move("second", wallet, seat, 401))
		if !errors.Is(err, table.ErrNotEnoughChips) {
			h.Fatalf("error = %v, want ErrNotEnoughChips", err)
		}
		if h.lastSeq(row.ID) != 0 || h.wallet(alice) != 1_000 {
			h.Errorf("the log ends with %d and the wallet has %d, want 0 and 1000", h.lastSeq(row.ID), h.wallet(alice))
		}
		if err := h.pay(Steps(row, 0, "sat"), Move("first", wallet, seat, 1_000)); err != nil {
			h.Errorf("what can be paid, at the same place and under the same id: %v", err)
		}
	}},
	{"RefusesTransfersThatAreNoDoubleEntry", func(h *house) {
		alice := h.guest("alice", 1_000)
		row := h.table(alice)
		w := table.Wallet(alice.ID)
		entries := func(e ...table.Entry) table.Transfer { return table.Transfer{ID: "x", Kind: "test", Entries: e} }
		for name, c := range map[string]struct {
			transfer table.Transfer
			want     error
		}{
			"no entries": {entries(), store.ErrBadTransfer},
			"one side":   {entries(table.Entry{Account: table.Mint, Amount: 5}), store.ErrBadTransfer},
			"no balance": {entries(table.Entry{Account: table.Mint, Amount: -5}, table.Entry{Account: w, Amount: 6}),
				store.ErrBadTransfer},
			"nothing":      {Move("x", table.Mint, w, 0), store.ErrBadTransfer},
			"to oneself":   {Move("x", w, w, 5), store.ErrBadTransfer},
			"to nobody":    {Move("x", table.Mint, "", 5), store.ErrBadTransfer},
			"without id":   {Move("", table.Mint, w, 5), store.ErrBadTransfer},
			"without kind": {table.Transfer{ID: "x", Entries: Move("x", table.Mint, w, 5).Entries}, store.ErrBadTransfer},
			"too much":     {Move("x", table.Mint, w, table.MaxChips+1), store.ErrOutOfRange},
			"overflowing": {entries(table.Entry{Account: table.Mint, Amount: -1 << 63}, table.Entry{Account: w, Amount: -1 << 63}),
				store.ErrOutOfRange},
			"posted before": {Move("start:"+alice.ID, table.Mint, w, 5), store.ErrPosted},
		} {
			if err := h.pay(Steps(row, 0, "sat"), c.transfer); !errors.Is(err, c.want) {
				h.Errorf("%s: error = %v, want %v", name, err, c.want)
			}
		}
		if h.lastSeq(row.ID) != 0 || h.wallet(alice) != 1_000 {
			h.Errorf("the log ends with %d and the wallet has %d, want 0 and 1000", h.lastSeq(row.ID), h.wallet(alice))
		}
	}},
	{"LetsNoBalancePass2To53", func(h *house) {
		alice := h.guest("alice", int64(table.MaxChips)-10)
		row := h.table(alice)
		w := table.Wallet(alice.ID)
		if err := h.pay(Steps(row, 0, "sat"), Move("a", table.Mint, w, 11)); !errors.Is(err, store.ErrOutOfRange) {
			h.Errorf("past the limit: error = %v, want ErrOutOfRange", err)
		}
		if err := h.pay(Steps(row, 0, "sat"), Move("a", table.Mint, w, 10)); err != nil {
			h.Errorf("up to the limit: %v", err)
		}
		minted := Move("b", table.Mint, table.Escrow(row.ID, 1), 1)
		if err := h.pay(Steps(row, 1, "sat"), minted); !errors.Is(err, store.ErrOutOfRange) {
			h.Errorf("past what can be minted: error = %v, want ErrOutOfRange", err)
		}
	}},
	{"LetsOneWalletBuyInAtOneOfManyTables", func(h *house) {
		alice := h.guest("alice", 10_000)
		var bought atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			row := h.table(alice)
			all.Go(func() {
				err := h.pay(Steps(row, 0, "sat"), Move(row.ID+":1", table.Wallet(alice.ID), table.Escrow(row.ID, 0), 6_000))
				if err == nil {
					bought.Add(1)
				} else if !errors.Is(err, table.ErrNotEnoughChips) {
					h.Errorf("error = %v, want ErrNotEnoughChips", err)
				}
			})
		}
		all.Wait()
		if bought.Load() != 1 || h.wallet(alice) != 4_000 {
			h.Errorf("%d buy-ins and %d in the wallet, want 1 and 4000", bought.Load(), h.wallet(alice))
		}
	}},
	{"HasNoChipsForAStranger", func(h *house) {
		if got := h.wallet(auth.Account{ID: "nobody"}); got != 0 {
			h.Errorf("chips = %d, want 0", got)
		}
	}},
	{"AuditsWhatIsWhere", func(h *house) {
		alice := h.guest("alice", 1_000)
		row := h.table(alice)
		if err := h.pay(Steps(row, 0, "sat"), Move("in", table.Wallet(alice.ID), table.Escrow(row.ID, 0), 300)); err != nil {
			h.Fatal(err)
		}
		a, err := h.Audit(h.Context())
		if err != nil || a.Minted != 1_000 || a.Wallets != 700 || a.Escrow != 300 || len(a.Problems) != 0 {
			h.Errorf("audit = %+v, %v, want 1000 minted, 700 in wallets, 300 in escrow", a, err)
		}
	}},
}
