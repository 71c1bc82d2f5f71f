package holdem_test

import (
	"encoding/json"
	"errors"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestParseAction_ReadsWhatActionsMarshalTo(t *testing.T) {
	for _, want := range []holdem.Action{
		{Do: holdem.Fold}, {Do: holdem.Check}, {Do: holdem.Call}, {Do: holdem.Bet, To: 1}, {Do: holdem.Raise, To: table.MaxChips},
	} {
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := holdem.ParseAction(raw); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", raw, got, err, want)
		}
	}
	raw := json.RawMessage("\n{ \"to\" : 300 ,\t\"do\" : \"raise\" }\r\n")
	if got, err := holdem.ParseAction(raw); err != nil || got != (holdem.Action{Do: holdem.Raise, To: 300}) {
		t.Errorf("with white space: %+v, %v", got, err)
	}
}

func TestParseAction_RefusesAnythingElse(t *testing.T) {
	for _, raw := range []string{
		``, ` `, `null`, `"fold"`, `1`, `[]`, `{}`, `{`, `}`, `{"do"}`, `{"do":}`, `{"do":"fold"`, `{"do":"fold}`, `{"do":"fold",}`,
		`{,"do":"fold"}`, `{"do":"call" "to":0}`, `{"do":"call"}}`, `{"do":"call"} {}`, `{"do":"call"}x`, "{\"do\":\"call\"}\x00",
		`{"do":null}`, `{"do":1}`, `{"do":"all-in"}`, `{"do":"Fold"}`, `{"Do":"fold"}`, `{"do":"fold","do":"call"}`, `{"do":"f\u006fld"}`,
		`{"do":"fold","why":"clock"}`, `{"do":"fold","":0}`, `{"to":100}`, `{"do":"fold","to":100}`, `{"do":"check","to":1}`,
		`{"do":"raise","to":-1}`, `{"do":"raise","to":-0}`, `{"do":"raise","to":+1}`, `{"do":"raise","to":1.5}`, `{"do":"raise","to":1.0}`,
		`{"do":"raise","to":1e3}`, `{"do":"raise","to":"1e3"}`, `{"do":"raise","to":"100"}`, `{"do":"raise","to":01}`, `{"do":"raise","to":0x10}`,
		`{"do":"raise","to":null}`, `{"do":"raise","to":[1]}`, `{"do":"raise","to":}`, `{"do":"raise","to":1,"to":2}`,
		`{"do":"raise","to":9007199254740992}`, `{"do":"raise","to":18446744073709551617}`, `{"do":"raise","to":99999999999999999999999999}`,
	} {
		got, err := holdem.ParseAction(json.RawMessage(raw))
		if !errors.Is(err, holdem.ErrBadAction) || got != (holdem.Action{}) {
			t.Errorf("%s: %+v, %v; want nothing and %v", raw, got, err, holdem.ErrBadAction)
		}
	}
}

// FuzzParseAction holds the parser against encoding/json: what it takes must be JSON, and mean the same there.
func FuzzParseAction(f *testing.F) {
	for _, raw := range []string{`{"do":"raise","to":300}`, `{"to":0,"do":"call"}`, `{"do":"fold"`, `[]`, ` { } `, `{"do":"raise","to":1e3}`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := holdem.ParseAction(raw)
		if err != nil {
			if !errors.Is(err, holdem.ErrBadAction) {
				t.Errorf("%q: %v is no %v", raw, err, holdem.ErrBadAction)
			}
			return
		}
		var want holdem.Action
		if err := json.Unmarshal(raw, &want); err != nil || got != want {
			t.Errorf("%q: %+v, want %+v, %v", raw, got, want, err)
		}
		if got.To < 0 || got.To > table.MaxChips {
			t.Errorf("%q: %d chips", raw, got.To)
		}
	})
}

func BenchmarkParseAction(b *testing.B) {
	raw := json.RawMessage(`{"do":"raise","to":12345}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := holdem.ParseAction(raw); err != nil {
			b.Fatal(err)
		}
	}
}
