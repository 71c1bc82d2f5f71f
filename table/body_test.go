package table

import (
	"encoding/json"
	"testing"
)

func TestBody_IsWhatEncodingJSONWrites(t *testing.T) {
	for _, c := range []*actedChange{
		{Seat: 3, Move: json.RawMessage(`{"do":"raise","to":720}`), ID: "c1-7_x"},
		{Seat: 0, Move: json.RawMessage(`"pass"`)},
		{Seat: 8, Move: json.RawMessage(`{"do":"fold"}`), Why: ByClock},
		{Seat: 8, Move: json.RawMessage(`{"do":"check"}`), Why: ByBot, ID: "x"},
		{Seat: 1, Move: json.RawMessage(`{ "do" : "fold" }`), ID: "spaces"},
		{Seat: 1, Move: json.RawMessage(`"<&>"`), ID: "markup"},
		{Seat: 1, Move: json.RawMessage(`"caf\u00e9 \u2028 \\n"`), ID: "letters"},
		{Seat: 1, Move: json.RawMessage(`1`), ID: "é"},
		{Seat: 1, Move: json.RawMessage(`1`), ID: "a<b"},
		{Seat: 1, Move: json.RawMessage(`1`), ID: `a"b`},
		{Seat: 1},
	} {
		want, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := body(c); string(got) != string(want) {
			t.Errorf("body = %s, want %s", got, want)
		}
	}
}
