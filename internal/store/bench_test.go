package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/internal/store/pgtest"
	"example.com/fullhouse/table"
)

// BenchmarkFdatasync is the measure for the others: what the disk takes to keep one page, whoever asks.
func BenchmarkFdatasync(b *testing.B) {
	page := newPage(b)
	for b.Loop() {
		page.keep()
	}
}

// BenchmarkStore_Commit appends at a steady rate, whether or not the appends before are answered, as many tables do, and tells
// how long it takes from when an append is due until it is answered, in microseconds and as so many flushes of a page. What the
// benchmark itself is late by is in that, and told beside it.
func BenchmarkStore_Commit(b *testing.B) {
	for _, rate := range []int{1000, 5000} {
		onBoth(b, fmt.Sprintf("rate=%d", rate), func(b *testing.B, s *store.Store) { commits(b, s, rate) })
	}
}

// BenchmarkStore_Append keeps one append of each table under way.
func BenchmarkStore_Append(b *testing.B) {
	for _, tables := range []int{1, 16, 256} {
		onBoth(b, fmt.Sprintf("tables=%d", tables), func(b *testing.B, s *store.Store) { appends(b, s, tables) })
	}
}

func onBoth(b *testing.B, name string, run func(*testing.B, *store.Store)) {
	b.Run("sqlite/"+name, func(b *testing.B) { run(b, open(b, b.TempDir())) })
	b.Run("postgres/"+name, func(b *testing.B) { run(b, openPostgres(b, pgtest.Start(b).Database(b))) })
}

func commits(b *testing.B, s *store.Store, rate int) {
	const tables = 256 // so many that one without an append under way is always there, unless the database stands still
	free := benchTables(b, s, tables)
	page := newPage(b)
	var plain []time.Duration
	for range 200 {
		plain = append(plain, page.keep())
	}
	var mu sync.Mutex
	var took []time.Duration // guarded by mu
	var late []time.Duration
	interval := time.Second / time.Duration(rate)
	next := time.Now()
	for b.Loop() {
		due := next
		next = next.Add(interval)
		time.Sleep(time.Until(due))
		late = append(late, time.Since(due))
		t := <-free
		s.Append(t.next(), func(err error) {
			if err != nil {
				b.Error(err)
			}
			mu.Lock()
			took = append(took, time.Since(due))
			mu.Unlock()
			free <- t
		})
	}
	for range tables {
		<-free
	}
	for range 200 {
		plain = append(plain, page.keep())
	}
	fdatasync, p50, p99 := quantile(plain, 50), quantile(took, 50), quantile(took, 99)
	b.ReportMetric(micros(quantile(late, 50)), "late-us")
	b.ReportMetric(micros(fdatasync), "fdatasync-us")
	b.ReportMetric(micros(p50), "p50-us")
	b.ReportMetric(micros(p99), "p99-us")
	b.ReportMetric(float64(p50)/float64(fdatasync), "p50/fdatasync")
}

func appends(b *testing.B, s *store.Store, tables int) {
	free := benchTables(b, s, tables)
	b.ReportAllocs()
	for b.Loop() {
		t := <-free
		s.Append(t.next(), func(err error) {
			if err != nil {
				b.Error(err)
			}
			free <- t
		})
	}
	for range tables {
		<-free
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

// page is a file of which each page is kept by a flush of its own.
type page struct {
	b    *testing.B
	file *os.File
}

func newPage(b *testing.B) page {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "page"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = file.Close() })
	return page{b, file}
}

func (p page) keep() time.Duration {
	since := time.Now()
	if _, err := p.file.Write(make([]byte, 4096)); err != nil {
		p.b.Fatal(err)
	}
	if err := syscall.Fdatasync(int(p.file.Fd())); err != nil {
		p.b.Fatal(err)
	}
	return time.Since(since)
}

// quantile sorts what was measured and returns that below which percent of it lie.
func quantile(measured []time.Duration, percent int) time.Duration {
	slices.Sort(measured)
	return measured[(len(measured)-1)*percent/100]
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// benchTable plays hands of 24 appends, as many as a hand of six has: the first brings the secret, the last settles the hand,
// tells it and ends with a checkpoint.
type benchTable struct {
	id    string
	epoch int64
	seq   int64
	moves int64
}

const movesOfAHand = 24

// benchTables are new tables at which the six seats have chips.
func benchTables(b *testing.B, s *store.Store, n int) (free chan *benchTable) {
	b.Helper()
	free = make(chan *benchTable, n)
	for i := range n {
		row := newTable(b, s, fmt.Sprintf("benchmark%017d", i), 0)
		t := &benchTable{id: row.ID, epoch: row.Epoch}
		sat := table.Batch{Table: t.id, Epoch: t.epoch, Records: t.records("sat")}
		for seat := range table.Seat(6) {
			sat.Transfers = append(sat.Transfers, table.Transfer{ID: fmt.Sprint(t.id, ":", seat), Kind: "buy_in", Entries: []table.Entry{
				{Account: table.Mint, Amount: -10_000}, {Account: table.Escrow(t.id, seat), Amount: 10_000},
			}})
		}
		s.Append(sat, func(err error) {
			if err != nil {
				b.Error(err)
			}
			free <- t
		})
	}
	for len(free) < n {
		time.Sleep(time.Millisecond)
	}
	return free
}

func (t *benchTable) records(kinds ...string) (all []table.Record) {
	for _, kind := range kinds {
		t.seq++
		all = append(all, table.Record{Seq: t.seq, Kind: kind, Schema: table.RecordSchema, Body: acted})
	}
	return all
}

// next is the table's next append.
func (t *benchTable) next() table.Batch {
	b := table.Batch{Table: t.id, Epoch: t.epoch, Prev: t.seq}
	switch move := t.moves % movesOfAHand; move {
	case 0:
		b.Records = t.records("started")
		b.Records[0].Secret = make([]byte, 52+52*32)
	case movesOfAHand - 1:
		b.Records = t.records("acted", table.KindCheckpoint)
		winner := table.Seat(t.moves/movesOfAHand) % 6
		b.Hand = &table.HandRecord{Hand: table.HandID(fmt.Sprint(t.id, "-", t.moves)), Events: story}
		settled := table.Transfer{ID: string(b.Hand.Hand), Kind: "settlement"}
		for seat := range table.Seat(6) {
			amount := table.Chips(-100)
			if seat == winner {
				amount = 500
			}
			settled.Entries = append(settled.Entries, table.Entry{Account: table.Escrow(t.id, seat), Amount: amount})
			b.Hand.Seats = append(b.Hand.Seats, table.HandSeat{Seat: seat, Account: fmt.Sprint("account", seat), Name: "Brave Otter 12", Net: amount,
				Marks: []string{"vpip", "showdown"}, Private: cards})
		}
		b.Transfers = []table.Transfer{settled}
	default:
		b.Records = t.records("acted")
	}
	t.moves++
	return b
}

// story and cards are as long as those of a hand of six that comes to a showdown, with the proofs of the cards.
var (
	story = json.RawMessage(`["` + strings.Repeat("event", 1800) + `"]`)
	cards = json.RawMessage(`{"2":"` + strings.Repeat("proof", 240) + `"}`)
)

var acted = json.RawMessage(`{"seat":3,"move":{"do":"raise","to":1200},"id":"0f8c2d6e-5a4b-4c3d-9e8f-7a6b5c4d3e2f"}`)
