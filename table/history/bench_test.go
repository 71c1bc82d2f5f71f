package history_test

import (
	"strings"
	"testing"

	"example.com/fullhouse/table/history"
)

// One operation is one hand: read from PHH, dealt and played to its end.
func BenchmarkReplay_PHH(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for h, err := range history.ReadPHH(strings.NewReader(called)) {
			if err != nil {
				b.Fatal(err)
			}
			if _, err := history.Replay(h); err != nil {
				b.Fatal(err)
			}
		}
	}
}
