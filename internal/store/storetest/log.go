package storetest

import (
	"errors"
	"fmt"
	"sync"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/table"
	"github.com/google/go-cmp/cmp"
)

var logSpecs = []spec{
	{"KeepsRecordsInOrder", func(h *house) {
		row := h.table(h.guest("alice", 0))
		first, second := Steps(row, 0, "sat", "sat", "started"), Steps(row, 3, "acted")
		h.mustAppend(first)
		h.mustAppend(second)
		h.reopen()
		want := append(first.Records, second.Records...)
		if diff := cmp.Diff(want, h.records(row.ID)); diff != "" {
			h.Errorf("the log (-want +got):\n%s", diff)
		}
	}},
	{"HasNoRecordsOfATableItDoesNotKnow", func(h *house) {
		if log := h.records("nowhere"); len(log) != 0 {
			h.Errorf("%d records, want none", len(log))
		}
	}},
	{"FencesWhoeverIsNotAtTheEndOfTheLogAsItsOwner", func(h *house) {
		row := h.table(h.guest("alice", 0))
		h.mustAppend(Steps(row, 0, "sat", "sat"))
		later, unknown := row, row
		later.Epoch, unknown.ID = 2, "nowhere"
		for name, b := range map[string]table.Batch{
			"the same again": Steps(row, 0, "sat", "sat"), "a gap": Steps(row, 3, "sat"), "half of it": Steps(row, 1, "sat"),
			"another epoch": Steps(later, 2, "sat"), "another table": Steps(unknown, 0, "sat"),
		} {
			if err := h.append(b); !errors.Is(err, table.ErrFenced) {
				h.Errorf("%s: error = %v, want ErrFenced", name, err)
			}
		}
		if got := h.lastSeq(row.ID); got != 2 {
			h.Errorf("the log ends with %d, want 2", got)
		}
		h.mustAppend(Steps(row, 2, "started"))
	}},
	{"RefusesABatchThatDoesNotContinueItsOwnLog", func(h *house) {
		row := h.table(h.guest("alice", 0))
		gap, unnamed := Steps(row, 0, "sat", "sat"), Steps(row, 0, "sat")
		gap.Records[1].Seq, unnamed.Records[0].Kind = 3, ""
		for name, b := range map[string]table.Batch{"empty": Steps(row, 0), "gap": gap, "no kind": unnamed} {
			if err := h.append(b); !errors.Is(err, store.ErrBadBatch) {
				h.Errorf("%s: error = %v, want ErrBadBatch", name, err)
			}
		}
		if got := h.lastSeq(row.ID); got != 0 {
			h.Errorf("the log ends with %d, want it empty", got)
		}
	}},
	{"BeginsAtTheLastCheckpoint", func(h *house) {
		row := h.table(h.guest("alice", 0))
		h.mustAppend(Steps(row, 0, "sat", "started", table.KindCheckpoint, "started", "acted"))
		h.mustAppend(Steps(row, 5, "acted", table.KindCheckpoint))
		h.mustAppend(Steps(row, 7, "started"))
		h.reopen()
		want := Steps(row, 6, table.KindCheckpoint, "started").Records
		if diff := cmp.Diff(want, h.records(row.ID)); diff != "" {
			h.Errorf("the log (-want +got):\n%s", diff)
		}
	}},
	{"KeepsTheSecretOfARunningHand", func(h *house) {
		row := h.table(h.guest("alice", 0))
		h.mustAppend(Steps(row, 0, table.KindCheckpoint, "started", "acted"))
		h.reopen()
		if log := h.records(row.ID); len(log) != 3 || string(log[1].Secret) != "the order of the cards" {
			h.Errorf("the log is %v, want the secret with record 2", log)
		}
	}},
	{"WipesSecretsWhenTheTableCloses", func(h *house) {
		row := h.table(h.guest("alice", 0))
		b := Steps(row, 0, "started", "closed")
		b.Closed = "idle"
		h.mustAppend(b)
		for _, r := range h.records(row.ID) {
			if r.Secret != nil {
				h.Errorf("record %d still has its secret", r.Seq)
			}
		}
	}},
	{"TakesAppendsOfManyTablesAtOnceEachOnce", func(h *house) {
		const tables, appends = 20, 25
		alice := h.guest("alice", 0)
		var all sync.WaitGroup
		for i := range tables {
			row := h.table(alice)
			all.Go(func() {
				for n := range int64(appends) {
					b := Steps(row, n, "acted")
					b.Transfers = []table.Transfer{
						Move(fmt.Sprintf("%s:%d", row.ID, n), table.Mint, table.Escrow("t", table.Seat(i%9)), 1),
					}
					if err := h.append(b); err != nil {
						h.Errorf("table %d, append %d: %v", i, n, err)
					}
				}
				if log := h.records(row.ID); len(log) != appends {
					h.Errorf("table %d has %d records, want %d", i, len(log), appends)
				}
			})
		}
		all.Wait()
		if a, err := h.Audit(h.Context()); err != nil || a.Escrow != tables*appends {
			h.Errorf("escrow = %d, %v, want %d", a.Escrow, err, tables*appends)
		}
	}},
	{"LetsOneOfTwoAppendsAtTheSamePlaceThrough", func(h *house) {
		row := h.table(h.guest("alice", 0))
		const rivals = 8
		answers := make(chan error, rivals)
		for range rivals {
			h.Append(Steps(row, 0, "sat"), func(err error) { answers <- err })
		}
		through := 0
		for range rivals {
			if err := <-answers; err == nil {
				through++
			} else if !errors.Is(err, table.ErrFenced) {
				h.Errorf("error = %v, want ErrFenced", err)
			}
		}
		if through != 1 || h.lastSeq(row.ID) != 1 {
			h.Errorf("%d appends went through and the log ends with %d, want 1 and 1", through, h.lastSeq(row.ID))
		}
	}},
	{"AnswersWhatCameBeforeItWasClosedAndRefusesTheRest", func(h *house) {
		row := h.table(h.guest("alice", 0))
		const before = 50
		answers := make(chan error, before)
		for n := range int64(before) {
			h.Append(Steps(row, n, "acted"), func(err error) { answers <- err })
		}
		if err := h.Close(); err != nil {
			h.Fatal(err)
		}
		for range before {
			if err := <-answers; err != nil {
				h.Errorf("asked before: %v", err)
			}
		}
		if err := h.append(Steps(row, before, "acted")); !errors.Is(err, table.ErrUnavailable) {
			h.Errorf("asked after: error = %v, want ErrUnavailable", err)
		}
		h.reopen()
		if got := h.lastSeq(row.ID); got != before {
			h.Errorf("the log ends with %d, want %d", got, before)
		}
	}},
}
