package holdem_test

import (
	"encoding/json"
	"testing"

	"example.com/fullhouse/table/holdem"
)

func BenchmarkParseAction(b *testing.B) {
	raw := json.RawMessage(`{"do":"raise","to":12345}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := holdem.ParseAction(raw); err != nil {
			b.Fatal(err)
		}
	}
}
