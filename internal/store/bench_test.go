package store_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"example.com/fullhouse/internal/store"
	"example.com/fullhouse/lobby"
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
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			s := open(b, b.TempDir())
			creator := addGuest(b, s, "Brave Otter 12", 0)
			free := make(chan table.Batch, tables)
			for i := range tables {
				row := lobby.Row{ID: fmt.Sprintf("bench%021d", i), Creator: creator.ID, Epoch: 1}
				if err := s.Create(b.Context(), row); err != nil {
					b.Fatal(err)
				}
				free <- table.Batch{Table: row.ID, Epoch: 1}
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
		})
	}
}

var acted = json.RawMessage(`{"seat":3,"move":{"do":"raise","to":1200},"id":"0f8c2d6e-5a4b-4c3d-9e8f-7a6b5c4d3e2f"}`)

var _ = store.Config{}
