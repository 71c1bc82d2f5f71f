package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// one is a charge of one unit.
func one(subject string, limit int64) []quota.Charge {
	return []quota.Charge{{Subject: subject, Kind: quota.Tables, N: 1, Limit: limit}}
}

// used is what a subject has used of its tables today.
func (h *house) used(subject string) int64 {
	h.Helper()
	used, _, err := h.Used(h.Context(), subject)
	if err != nil {
		h.Fatal(err)
	}
	return used[quota.Tables]
}

// charge makes charges that must fit.
func (h *house) charge(charges []quota.Charge) (day time.Time) {
	h.Helper()
	day, err := h.Charge(h.Context(), charges)
	if err != nil {
		h.Fatalf("charge %v: %v", charges, err)
	}
	return day
}

// exhausted checks a refusal of an allowance.
func (h *house) exhausted(err error, used, limit int64) {
	h.Helper()
	e, ok := errors.AsType[*quota.ExhaustedError](err)
	if !ok {
		h.Errorf("error = %v, want an allowance that is used up", err)
	} else if e.Used != used || e.Limit != limit || e.Reset.Before(time.Now().Add(-time.Minute)) || e.Reset.Unix()%86400 != 0 {
		h.Errorf("%d of %d used until %v, want %d of %d until midnight UTC", e.Used, e.Limit, e.Reset, used, limit)
	}
}

var quotaSpecs = []spec{
	{"LetsExactlyOneOfAHundredHaveTheLastUnit", func(h *house) {
		h.charge(one("account:a", 2))
		var passed atomic.Int64
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				_, err := h.Charge(h.Context(), one("account:a", 2))
				if err == nil {
					passed.Add(1)
				} else if _, ok := errors.AsType[*quota.ExhaustedError](err); !ok {
					h.Errorf("charge: %v", err)
				}
			})
		}
		all.Wait()
		if got := passed.Load(); got != 1 {
			h.Errorf("%d passed, want 1", got)
		}
		if got := h.used("account:a"); got != 2 {
			h.Errorf("%d used, want 2", got)
		}
	}},
	{"ChargesAllOfARequestOrNone", func(h *house) {
		h.charge(one("address:x", 1))
		_, err := h.Charge(h.Context(), append(one("account:a", 5), one("address:x", 1)...))
		h.exhausted(err, 1, 1)
		if got := h.used("account:a"); got != 0 {
			h.Errorf("%d used by the account, want 0: the address had refused", got)
		}
	}},
	{"LetsChargesInAnyOrderPassEachOther", func(h *house) {
		there := append(one("account:a", 1000), one("address:x", 1000)...)
		back := []quota.Charge{there[1], there[0]}
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				if _, err := h.Charge(h.Context(), [][]quota.Charge{there, back}[i%2]); err != nil {
					h.Errorf("charge: %v", err)
				}
			})
		}
		all.Wait()
		if a, x := h.used("account:a"), h.used("address:x"); a != 100 || x != 100 {
			h.Errorf("%d and %d used, want 100 each", a, x)
		}
	}},
	{"RefusesAChargeOfLessThanOneUnit", func(h *house) {
		for _, n := range []int64{0, -1} {
			charges := one("account:a", 5)
			charges[0].N = n
			if _, err := h.Charge(h.Context(), charges); !errors.Is(err, store.ErrBadCharge) {
				h.Errorf("%d units: error = %v, want ErrBadCharge", n, err)
			}
		}
	}},
	{"RefillsNothingByARestart", func(h *house) {
		h.charge(one("account:a", 1))
		h.reopen()
		_, err := h.Charge(h.Context(), one("account:a", 1))
		h.exhausted(err, 1, 1)
	}},
	{"NeverGivesAUnitWhereThereIsNoAllowance", func(h *house) {
		_, err := h.Charge(h.Context(), one("account:a", 0))
		h.exhausted(err, 0, 0)
	}},
	{"GivesBackToTheDayThatWasChargedAndNoMoreThanThat", func(h *house) {
		day := h.charge(one("account:a", 3))
		yesterday := day.AddDate(0, 0, -1)
		for _, from := range []time.Time{yesterday, day, day} {
			if err := h.GiveBack(h.Context(), from, one("account:a", 3)); err != nil {
				h.Fatal(err)
			}
			if from == yesterday && h.used("account:a") != 1 {
				h.Error("what was given back to yesterday came off today")
			}
		}
		if got := h.used("account:a"); got != 0 {
			h.Errorf("%d used, want 0: given back once, and not below", got)
		}
	}},
	{"HoldsAThousandGuestsOfOneAddressToTheAddress", func(h *house) {
		passed := 0
		for i := range 1000 {
			charges := append(one(fmt.Sprint("account:", i), 1), one("address:x", 10)...)
			if _, err := h.Charge(h.Context(), charges); err == nil {
				passed++
			}
		}
		if passed != 10 {
			h.Errorf("%d passed, want ten guests' worth", passed)
		}
	}},
	{"MakesATableTogetherWithItsCharge", func(h *house) {
		alice := h.guest("alice", 0)
		row := lobby.Row{ID: "first", Creator: alice.ID, Address: "home", Epoch: 1, Settings: Settings(), Charges: one("account:a", 1)}
		if err := h.Create(h.Context(), row); err != nil {
			h.Fatal(err)
		}
		second := row
		second.ID = "second"
		h.exhausted(h.Create(h.Context(), second), 1, 1)
		if open, err := h.Open(h.Context()); err != nil || len(open) != 1 || open[0].ID != "first" || open[0].Address != "home" {
			h.Errorf("open tables %+v, %v, want only the first, with its address", open, err)
		}
	}},
	{"TakesATableBackWithItsChargeOnlyWhileItHasNotRun", func(h *house) {
		alice := h.guest("alice", 0)
		row := lobby.Row{ID: "first", Creator: alice.ID, Epoch: 1, Settings: Settings(), Charges: one("account:a", 1)}
		if err := h.Create(h.Context(), row); err != nil {
			h.Fatal(err)
		}
		for _, want := range []bool{true, false} {
			if found, err := h.Undo(h.Context(), row); err != nil || found != want {
				h.Errorf("undo: %v, %v, want %v", found, err, want)
			}
		}
		if got := h.used("account:a"); got != 0 {
			h.Errorf("%d used, want 0", got)
		}
		if err := h.Create(h.Context(), row); err != nil {
			h.Fatal(err)
		}
		h.mustAppend(Steps(row, 0, "sat"))
		if found, err := h.Undo(h.Context(), row); err != nil || found {
			h.Errorf("undo of a table that has run: %v, %v", found, err)
		}
	}},
	{"FillsAWalletUpTogetherWithTheCharge", func(h *house) {
		alice := h.guest("alice", 300)
		added, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 2))
		if err != nil || added != 700 || h.wallet(alice) != 1000 {
			h.Errorf("added %d, %v, wallet %d, want 700 and 1000", added, err, h.wallet(alice))
		}
		if _, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 2)); !errors.Is(err, table.ErrEnoughChips) {
			h.Errorf("with a full wallet: %v, want ErrEnoughChips", err)
		}
		if got := h.used("account:a"); got != 1 {
			h.Errorf("%d used, want 1: nothing was added the second time", got)
		}
	}},
	{"CountsChipsAtTablesWhenItFillsUp", func(h *house) {
		alice := h.guest("alice", 1000)
		row := h.table(alice)
		buy := Steps(row, 0, "bought")
		buy.Transfers = []table.Transfer{Move("in", table.Wallet(alice.ID), table.Escrow(row.ID, 0), 900)}
		buy.Transfers[0].Kind = "buy_in"
		h.mustAppend(buy)
		if _, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 2)); !errors.Is(err, table.ErrEnoughChips) {
			h.Errorf("with 900 at a table: %v, want ErrEnoughChips", err)
		}
	}},
	{"CountsNobodyElsesChipsWhereAnAccountOnceSat", func(h *house) {
		alice, bob := h.guest("alice", 1000), h.guest("bob", 1000)
		row := h.table(alice)
		seat := table.Escrow(row.ID, 0)
		step := func(prev int64, kind string, from, to table.Account, amount table.Chips) {
			h.Helper()
			b := Steps(row, prev, "moved")
			b.Transfers = []table.Transfer{Move(fmt.Sprint(row.ID, ":", prev), from, to, amount)}
			b.Transfers[0].Kind = kind
			h.mustAppend(b)
		}
		step(0, "buy_in", table.Wallet(alice.ID), seat, 1000)
		step(1, "settlement", seat, table.Escrow(row.ID, 1), 1000) // alice is broke, and goes without a cash-out
		step(2, "buy_in", table.Wallet(bob.ID), seat, 1000)
		if added, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 2)); err != nil || added != 1000 {
			h.Errorf("alice, who has none: added %d, %v, want 1000", added, err)
		}
		if _, err := h.Refill(h.Context(), bob.ID, 1000, one("account:b", 2)); !errors.Is(err, table.ErrEnoughChips) {
			h.Errorf("bob, who sits there now: %v, want ErrEnoughChips", err)
		}
	}},
	{"FillsAWalletUpOnceForAllWhoAskAtTheSameTime", func(h *house) {
		alice := h.guest("alice", 0)
		var added atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				n, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 8))
				if err != nil && !errors.Is(err, table.ErrEnoughChips) {
					h.Errorf("refill: %v", err)
				}
				added.Add(int64(n))
			})
		}
		all.Wait()
		if added.Load() != 1000 || h.wallet(alice) != 1000 || h.used("account:a") != 1 {
			h.Errorf("added %d, wallet %d, %d used, want 1000, 1000 and 1", added.Load(), h.wallet(alice), h.used("account:a"))
		}
	}},
	{"AddsNothingWithoutAnAllowance", func(h *house) {
		alice := h.guest("alice", 0)
		_, err := h.Refill(h.Context(), alice.ID, 1000, one("account:a", 0))
		h.exhausted(err, 0, 0)
		if got := h.wallet(alice); got != 0 {
			h.Errorf("the wallet has %d, want 0", got)
		}
	}},
}
