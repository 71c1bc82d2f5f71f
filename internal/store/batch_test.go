package store

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// atOnce makes the writer find what is submitted waiting together.
func (s *Store) atOnce(t *testing.T, submit func()) {
	t.Helper()
	h := hold(t, &testStore{s, ""})
	submit()
	h.letGo()
}

// appendGroup asks for all batches at once and returns the answers, in order.
func (s *Store) appendGroup(t *testing.T, batches ...table.Batch) []error {
	t.Helper()
	answers := make([]error, len(batches))
	var asked sync.WaitGroup
	asked.Add(len(batches))
	s.atOnce(t, func() {
		for i, b := range batches {
			s.Append(b, func(err error) {
				answers[i] = err
				asked.Done()
			})
		}
	})
	asked.Wait()
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
		if err := s.appendGroup(t, b)[0]; err != nil {
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
				answers := s.appendGroup(t, group...)
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

func TestAppend_InAGroupAHandThatIsKeptAlreadyIsRefusedAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		var group []table.Batch
		for i, row := range someTables(t, s, 3) {
			b := batch(row, 1)
			b.Hand = &table.HandRecord{Hand: table.HandID(fmt.Sprint("hand", i%2)), Events: []byte("[]"), Seats: []table.HandSeat{{Account: "host"}}}
			group = append(group, b)
		}
		answers := s.appendGroup(t, group...)
		if answers[0] != nil || answers[1] != nil || !errors.Is(answers[2], ErrKept) {
			t.Errorf("answers = %v, want ErrKept to the last alone", answers)
		}
		if told, want := s.lines(t, `SELECT hand || ' of ' || table_id FROM hand_seats JOIN hands ON id = hand ORDER BY hand`),
			[]string{"hand0 of table0", "hand1 of table1"}; !slices.Equal(told, want) {
			t.Errorf("kept are %q, want %q", told, want)
		}
	})
}

func TestAppend_TwoOfOneTableInAGroupAreOneAfterTheOther(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		row := someTables(t, s, 1)[0]
		answers := s.appendGroup(t, batch(row, 1), batch(row, 1), batch(row, 2))
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
		for _, err := range append(s.appendGroup(t, started...), s.appendGroup(t, ended...)...) {
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

func TestAppend_FollowsTheBalancesFromOneOfAGroupToTheNext(t *testing.T) {
	onBoth(t, func(t *testing.T, s *Store) {
		rows := someTables(t, s, 2)
		seat := table.Escrow(rows[0].ID, 0)
		takeThenGive := func(take, give table.Chips) []error {
			return s.appendGroup(t, s.pay(t, rows[0], seat, table.Mint, take), s.pay(t, rows[1], table.Mint, seat, give))
		}
		sameAnswers(t, takeThenGive(150, 100), []error{table.ErrNotEnoughChips, nil}) // though both together could be paid
		sameAnswers(t, takeThenGive(150, 100), []error{nil, nil})
	})
}

func TestPostgres_WritesAllThatAnAppendCanBeByOneStatement(t *testing.T) {
	s := openServer(t, pgtest.Start(t).Database(t)).Store
	rows := someTables(t, s, 5)
	deal := batch(rows[1], 1)
	deal.Records[0].Secret = []byte("the order of the cards")
	sameAnswers(t, s.appendGroup(t, deal), []error{nil})
	end, closing, stale := batch(rows[1], 2), batch(rows[2], 1), batch(rows[3], 7)
	end.Records[0].Kind = table.KindCheckpoint
	end.Transfers = []table.Transfer{{ID: "hand", Kind: settlement, Entries: []table.Entry{
		{Account: table.Mint, Amount: -30}, {Account: table.Escrow(rows[1].ID, 0), Amount: -10}, {Account: table.Escrow(rows[1].ID, 4), Amount: 40},
	}}}
	end.Hand = &table.HandRecord{Hand: "told", Events: []byte("[]"), Seats: []table.HandSeat{{Account: "host"}, {Seat: 4, Bot: "tight"}}}
	stale.Hand = &table.HandRecord{Hand: "another", Events: []byte("[]"), Seats: []table.HandSeat{{Account: "host"}}}
	closing.Closed = "idle"
	var group []request
	for _, b := range []table.Batch{batch(rows[0], 1), end, closing, stale, s.pay(t, rows[4], table.Escrow(rows[4].ID, 0), table.Mint, 90)} {
		group = append(group, request{batch: &b})
	}
	var moved []bool // read only when it is written
	err := s.ask(t.Context(), func(t *tx) (err error) {
		moved, err = appendBatches(t, group, 1)
		return err
	}, func() {})
	if want := []bool{true, true, true, false, true}; err != nil || !slices.Equal(moved, want) {
		t.Fatalf("written: %v, %v, want %v", moved, err, want)
	}
	if a, err := s.Audit(t.Context()); err != nil || a.Escrow != 500+30-90 || len(a.Problems) != 0 {
		t.Errorf("audit = %+v, %v, want 440 in escrow", a, err)
	}
	if open, err := s.Open(t.Context()); err != nil || len(open) != 4 {
		t.Errorf("%d open tables, %v, want all but the third", len(open), err)
	}
	if told, want := s.lines(t, `SELECT hand || ' ' || seat || ' ' || coalesce(account, '-') FROM hand_seats JOIN hands ON id = hand ORDER BY seat`),
		[]string{"told 0 host", "told 4 -"}; !slices.Equal(told, want) {
		t.Errorf("seats of hands: %q, want %q", told, want)
	}
	if secrets := s.lines(t, `SELECT table_id FROM table_log WHERE secret IS NOT NULL`); len(secrets) != 0 {
		t.Errorf("secrets of %q, want the hand's wiped", secrets)
	}
}

func TestPostgres_NeverGoesThroughTheWholeLogForAGroup(t *testing.T) {
	url := pgtest.Start(t).Database(t)
	s := openServer(t, url).Store
	if _, err := raw(t, url).Exec(t.Context(), "ANALYZE"); err != nil { // the server now knows how short the log is
		t.Fatal(err)
	}
	var plan []string // read only when it is written
	err := s.ask(t.Context(), func(t *tx) error {
		if _, err := t.exec("PREPARE look AS " + batchLog + batchLedger + batchHands + batchPaid); err != nil {
			return err
		}
		return t.each(func(rows *sql.Rows) error {
			var line string
			err := rows.Scan(&line)
			plan = append(plan, line)
			return err
		}, "EXPLAIN EXECUTE look (NULL"+strings.Repeat(", NULL", 33)+")")
	}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range plan { // an index and its condition are two lines
		if strings.Contains(line, "Seq Scan on table_log") || strings.Contains(line, "table_log_pkey") && !strings.Contains(plan[i+1], "Index Cond") {
			t.Errorf("the plan has %q, want it by key:\n%s", line, strings.Join(plan, "\n"))
		}
	}
}

// pay is the next append of a table, and moves chips.
func (s *Store) pay(t *testing.T, row lobby.Row, from, to table.Account, amount table.Chips) table.Batch {
	t.Helper()
	log, err := s.Records(t.Context(), row.ID)
	if err != nil {
		t.Fatal(err)
	}
	b := batch(row, int64(len(log)))
	b.Transfers = []table.Transfer{chips(fmt.Sprint(row.ID, ":", len(log), ":", rand.Uint64()), from, to, amount)}
	return b
}

// lines are what a query returns.
func (s *Store) lines(t *testing.T, query string) (lines []string) {
	t.Helper()
	err := s.each(t.Context(), func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		lines = append(lines, line)
		return err
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// sameAnswers holds answers to the errors that they should be.
func sameAnswers(t *testing.T, got, want []error) {
	t.Helper()
	kinds := []error{table.ErrFenced, table.ErrNotEnoughChips, ErrBadBatch, ErrBadTransfer, ErrOutOfRange, ErrPosted, table.ErrUnavailable}
	kind := func(err error) error {
		i := slices.IndexFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
		if i < 0 {
			return err
		}
		return kinds[i]
	}
	for i := range want {
		if kind(got[i]) != kind(want[i]) {
			t.Errorf("answer %d = %v, want %v", i, got[i], want[i])
		}
	}
}
