package store

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// atOnce makes the writer find what is submitted waiting together.
func (s *Store) atOnce(submit func()) {
	inside, gate := make(chan struct{}), make(chan struct{})
	s.writer.submit(request{ctx: context.Background(), done: func(error) {}, do: func(*tx) error {
		close(inside)
		<-gate
		return nil
	}})
	<-inside
	submit()
	close(gate)
}

// appendAll asks for all batches at once and returns the answers, in order.
func (s *Store) appendAll(batches ...table.Batch) []error {
	answers := make([]error, len(batches))
	done := make(chan struct{})
	s.atOnce(func() {
		left := len(batches)
		for i, b := range batches {
			s.Append(b, func(err error) { // from one goroutine, one after the other
				answers[i] = err
				if left--; left == 0 {
					close(done)
				}
			})
		}
	})
	<-done
	return answers
}

// someTables are new tables of one host, each with 100 chips of the mint's at its seat 0.
func someTables(t *testing.T, s *Store, n int) (rows []lobby.Row) {
	t.Helper()
	mustAddGuest(t, s, "host", 0)
	for i := range n {
		row := lobby.Row{ID: fmt.Sprint("table", i), Creator: "host", Epoch: 1}
		if err := s.Create(t.Context(), row); err != nil {
			t.Fatal(err)
		}
		b := batch(row, 0)
		b.Transfers = []table.Transfer{chips("in:"+row.ID, table.Mint, table.Escrow(row.ID, 0), 100)}
		if err := s.appendAll(b)[0]; err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func chips(id string, from, to table.Account, amount table.Chips) table.Transfer {
	return table.Transfer{ID: id, Kind: settlement, Entries: []table.Entry{{Account: from, Amount: -amount}, {Account: to, Amount: amount}}}
}

// TestAppend_InAGroupEachIsAnsweredForItself: one that is refused costs the others nothing, whatever it is refused for.
func TestAppend_InAGroupEachIsAnsweredForItself(t *testing.T) {
	bad := map[string]struct {
		spoil func(*table.Batch)
		want  error
	}{
		"fenced by its epoch": {func(b *table.Batch) { b.Epoch = 7 }, table.ErrFenced},
		"fenced by its place": {func(b *table.Batch) { b.Prev, b.Records[0].Seq = 4, 5 }, table.ErrFenced},
		"of no table":         {func(b *table.Batch) { b.Table = "nowhere" }, table.ErrFenced},
		"too poor": {func(b *table.Batch) {
			b.Transfers = []table.Transfer{chips("poor", table.Escrow(b.Table, 0), table.Mint, 101)}
		}, table.ErrNotEnoughChips},
		"posted twice": {func(b *table.Batch) {
			b.Transfers = []table.Transfer{chips("in:table0", table.Escrow(b.Table, 0), table.Mint, 1)}
		}, ErrPosted},
		"a record of the same number": {func(b *table.Batch) { b.Records = append(b.Records, b.Records[0]) }, ErrBadBatch},
		"no double entry": {func(b *table.Batch) {
			b.Transfers = []table.Transfer{{ID: "odd", Kind: settlement, Entries: []table.Entry{{Account: table.Mint, Amount: 1}}}}
		}, ErrBadTransfer},
		"too rich": {func(b *table.Batch) {
			b.Transfers = []table.Transfer{chips("rich", table.Mint, table.Escrow(b.Table, 0), table.MaxChips)}
		}, ErrOutOfRange},
	}
	for name, c := range bad {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, s *Store) {
				rows := someTables(t, s, 3)
				var group []table.Batch
				for _, row := range rows {
					b := batch(row, 1)
					b.Transfers = []table.Transfer{chips("out:"+row.ID, table.Escrow(row.ID, 0), table.Mint, 100)}
					group = append(group, b)
				}
				c.spoil(&group[1])
				answers := s.appendAll(group...)
				if answers[0] != nil || !errors.Is(answers[1], c.want) || answers[2] != nil {
					t.Errorf("answers = %v, want %v in the middle alone", answers, c.want)
				}
				for i, want := range []int{2, 1, 2} {
					if log, err := s.Records(t.Context(), rows[i].ID); err != nil || len(log) != want {
						t.Errorf("table %d has %d records, %v; want %d", i, len(log), err, want)
					}
				}
				if a, err := s.Audit(t.Context()); err != nil || len(a.Problems) > 0 || a.Escrow != 100 {
					t.Errorf("audit: %+v, %v; want the 100 of the one in the middle", a, err)
				}
			})
		})
	}
}

func TestAppend_TwoOfOneTableInAGroupAreOneAfterTheOther(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		row := someTables(t, s, 1)[0]
		answers := s.appendAll(batch(row, 1), batch(row, 1), batch(row, 2))
		if answers[0] != nil || !errors.Is(answers[1], table.ErrFenced) || answers[2] != nil {
			t.Errorf("answers = %v, want the second refused, which says it follows what it does not", answers)
		}
	})
}

func TestAppend_InAGroupSecretsAreForgottenWithTheHand(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		rows := someTables(t, s, 3)
		var started, ended []table.Batch
		for i, row := range rows {
			deal, end := batch(row, 1), batch(row, 2)
			deal.Records[0].Secret = []byte("cards")
			switch i {
			case 0: // goes on
			case 1:
				end.Records = append(end.Records, table.Record{Seq: 4, Kind: table.KindCheckpoint, Body: []byte("{}")})
				end.Records[0].Secret = []byte("a hand that begins and ends at once")
			case 2:
				end.Closed = "idle"
				end.Transfers = []table.Transfer{chips("out", table.Escrow(row.ID, 0), table.Mint, 100)}
			}
			started, ended = append(started, deal), append(ended, end)
		}
		for _, err := range append(s.appendAll(started...), s.appendAll(ended...)...) {
			if err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []int{1, 0, 0} {
			var secrets int
			if _, err := s.row(t.Context(), `SELECT count(*) FROM table_log WHERE table_id = ? AND secret IS NOT NULL`, []any{rows[i].ID}, &secrets); err != nil || secrets != want {
				t.Errorf("table %d keeps %d secrets, %v; want %d", i, secrets, err, want)
			}
		}
	})
}

func TestF5_AnAppendThatWaitsWithABumpOfTheEpochIsBeforeItOrRefused(t *testing.T) {
	for _, first := range []string{"append", "bump"} {
		t.Run(first+" first", func(t *testing.T) {
			onBoth(t, func(t *testing.T, s *Store) {
				row := someTables(t, s, 1)[0]
				appended, bumped := make(chan error, 1), make(chan error, 1)
				raise := func() {
					s.writer.submit(request{ctx: context.Background(), done: func(err error) { bumped <- err }, do: func(t *tx) error {
						_, err := t.exec(`UPDATE tables SET epoch = epoch + 1 WHERE closed_at IS NULL`)
						return err
					}})
				}
				s.atOnce(func() {
					if first == "bump" {
						raise()
					}
					s.Append(batch(row, 1), func(err error) { appended <- err })
					if first == "append" {
						raise()
					}
				})
				if err := <-bumped; err != nil {
					t.Fatal(err)
				}
				err := <-appended
				log, readErr := s.Records(t.Context(), row.ID)
				if readErr != nil || (err == nil) != (first == "append") || len(log) != 1+map[bool]int{true: 1}[err == nil] {
					t.Errorf("appended: %v, %d records, %v", err, len(log), readErr)
				}
				if err := s.appendAll(batch(row, int64(len(log))))[0]; !errors.Is(err, table.ErrFenced) {
					t.Errorf("the old owner's next: %v, want ErrFenced", err)
				}
			})
		})
	}
}
