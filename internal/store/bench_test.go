package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

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

var acted = json.RawMessage(`{"seat":3,"move":{"do":"raise","to":1200},"id":"0f8c2d6e-5a4b-4c3d-9e8f-7a6b5c4d3e2f"}`)
