package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	file, err := os.Create(filepath.Join(b.TempDir(), "page"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	page := make([]byte, 4096)
	for b.Loop() {
		if _, err := file.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(file.Fd())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStore_Append keeps one append of each table under way, as tables do.
func BenchmarkStore_Append(b *testing.B) {
	for _, tables := range []int{1, 16, 256} {
		b.Run(fmt.Sprintf("sqlite/tables=%d", tables), func(b *testing.B) { appends(b, open(b, b.TempDir()), tables) })
		b.Run(fmt.Sprintf("postgres/tables=%d", tables), func(b *testing.B) {
			appends(b, openPostgres(b, pgtest.Start(b).Database(b)), tables)
		})
	}
}

func appends(b *testing.B, s *store.Store, tables int) {
	free := make(chan table.Batch, tables)
	for i := range tables {
		row := newTable(b, s, fmt.Sprintf("benchmark%017d", i), 0)
		free <- table.Batch{Table: row.ID, Epoch: row.Epoch}
	}
	b.ReportAllocs()
	for b.Loop() {
		batch := <-free
		batch.Records = []table.Record{{Seq: batch.Prev + 1, Kind: "acted", Schema: 1, Body: acted}}
		s.Append(batch, func(err error) {
			if err != nil {
				b.Error(err)
			}
			batch.Prev++
			free <- batch
		})
	}
	for range tables {
		<-free
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

// BenchmarkStore_Commit asks for so many appends a second, whether the earlier ones are answered or not, and tells how long an
// answer takes from the moment at which its append was due: in microseconds, and the middle one as so many times a flush of
// the disk in the same run.
func BenchmarkStore_Commit(b *testing.B) {
	for _, rate := range []int{1000, 5000} {
		b.Run(fmt.Sprintf("sqlite/rate=%d", rate), func(b *testing.B) { commits(b, open(b, b.TempDir()), rate) })
		b.Run(fmt.Sprintf("postgres/rate=%d", rate), func(b *testing.B) {
			commits(b, openPostgres(b, pgtest.Start(b).Database(b)), rate)
		})
	}
}

func commits(b *testing.B, s *store.Store, rate int) {
	const tables = 2000 // a table has at most one append under way
	free := make(chan table.Batch, tables)
	for i := range tables {
		row := newTable(b, s, fmt.Sprintf("benchmark%017d", i), 0)
		free <- table.Batch{Table: row.ID, Epoch: row.Epoch}
	}
	flush := flushTime(b)
	took := make([]time.Duration, 0, b.N)
	var answers sync.WaitGroup
	start := time.Now()
	b.ResetTimer()
	for i := range b.N {
		due := start.Add(time.Duration(i) * time.Second / time.Duration(rate))
		time.Sleep(time.Until(due))
		batch := <-free
		batch.Records = []table.Record{{Seq: batch.Prev + 1, Kind: "acted", Schema: 1, Body: acted}}
		answers.Add(1)
		s.Append(batch, func(err error) { // from the writer's goroutine alone
			if err != nil {
				b.Error(err)
			}
			took = append(took, time.Since(due))
			batch.Prev++
			free <- batch
			answers.Done()
		})
	}
	answers.Wait()
	slices.Sort(took)
	p50, p99 := took[len(took)/2], took[len(took)*99/100]
	b.ReportMetric(float64(p50.Microseconds()), "p50-us")
	b.ReportMetric(float64(p99.Microseconds()), "p99-us")
	b.ReportMetric(float64(p50)/float64(flush), "p50-flushes")
}

// flushTime is what one flush of a page takes here and now, in the middle of many.
func flushTime(b *testing.B) time.Duration {
	file, err := os.Create(filepath.Join(b.TempDir(), "page"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	page, took := make([]byte, 4096), make([]time.Duration, 500)
	for i := range took {
		start := time.Now()
		if _, err := file.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(file.Fd())); err != nil {
			b.Fatal(err)
		}
		took[i] = time.Since(start)
	}
	slices.Sort(took)
	return took[len(took)/2]
}

var acted = json.RawMessage(`{"seat":3,"move":{"do":"raise","to":1200},"id":"0f8c2d6e-5a4b-4c3d-9e8f-7a6b5c4d3e2f"}`)
