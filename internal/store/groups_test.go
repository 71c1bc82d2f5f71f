package store

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Both databases get the same groups: one writes each as one statement, the other one append after the other.
func TestAppend_AnswersAGroupAsIfOneCameAfterTheOther(t *testing.T) {
	both := [2]*Store{openServer(t, pgtest.Start(t).Database(t)).Store, openTest(t, 10).Store}
	rows := someTables(t, both[0], 6)
	someTables(t, both[1], 6)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	prevs := []int64{1, 1, 1, 1, 1, 1}
	taken, refused := 0, 0
	for round := range 60 {
		var batches []table.Batch
		for i := range 1 + random.IntN(8) {
			batches = append(batches, randomBatch(random, rows, prevs, fmt.Sprint(round, ":", i)))
		}
		got, want := both[0].appendGroup(t, batches...), both[1].appendGroup(t, batches...)
		sameAnswers(t, got, want)
		for i, b := range batches {
			if want[i] == nil {
				taken++
				prevs[slices.IndexFunc(rows, func(r lobby.Row) bool { return r.ID == b.Table })] += int64(len(b.Records))
			} else {
				refused++
			}
		}
	}
	if taken < 20 || refused < 20 {
		t.Errorf("%d appends were taken and %d refused: that proves little", taken, refused)
	}
	for _, what := range []string{
		`SELECT id || ' ' || last_seq || ' ' || checkpoint || ' ' || coalesce(closed_reason, '') FROM tables ORDER BY id`,
		`SELECT table_id || ' ' || seq || ' ' || kind || ' ' || coalesce(length(secret), 0) FROM table_log ORDER BY table_id, seq`,
		`SELECT id || ' ' || kind FROM transfers ORDER BY id`,
		`SELECT transfer || ' ' || account || ' ' || amount FROM transfer_entries ORDER BY transfer, account`,
		`SELECT account || ' ' || amount FROM balances ORDER BY account`,
	} {
		if got, want := both[0].lines(t, what), both[1].lines(t, what); !slices.Equal(got, want) {
			t.Errorf("%s\ngives %q\nunder SQLite %q", what, got, want)
		}
	}
}

// randomBatch is an append that may be good, and may be poor, stale or malformed.
func randomBatch(random *rand.Rand, rows []lobby.Row, prevs []int64, id string) table.Batch {
	i := random.IntN(len(rows))
	b := table.Batch{Table: rows[i].ID, Epoch: 1, Prev: prevs[i]}
	if random.IntN(10) == 0 {
		b.Prev += int64(random.IntN(3)) - 1
	}
	kinds := []string{"started", "acted", "acted", table.KindCheckpoint}
	for n := range 1 + random.IntN(3) {
		r := table.Record{Seq: b.Prev + int64(n) + 1, Kind: kinds[random.IntN(len(kinds))], Schema: 1, Body: json.RawMessage(`{}`)}
		if r.Kind == "started" {
			r.Secret = []byte("the order of the cards")
		}
		b.Records = append(b.Records, r)
	}
	if random.IntN(40) == 0 {
		b.Records[0].Seq++
	}
	if random.IntN(60) == 0 {
		b.Closed = "idle"
	}
	accounts := []table.Account{table.Wallet("alice"), table.Wallet("bob"), table.Escrow(b.Table, 0), table.Escrow(b.Table, 1), table.Mint}
	for n := range random.IntN(3) {
		random.Shuffle(len(accounts), func(i, j int) { accounts[i], accounts[j] = accounts[j], accounts[i] })
		amount := table.Chips(random.IntN(40))
		tr := table.Transfer{ID: fmt.Sprint(id, ":", n), Kind: "test", Entries: []table.Entry{
			{Account: accounts[0], Amount: -amount - 1}, {Account: accounts[1], Amount: amount}, {Account: accounts[2], Amount: 1},
		}}
		if random.IntN(20) == 0 {
			tr.ID = "used"
		}
		b.Transfers = append(b.Transfers, tr)
	}
	return b
}
