package history_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
	"github.com/google/go-cmp/cmp"
)

func TestWriteText_WritesAgainWhatItHasWritten(t *testing.T) {
	for _, kind := range kinds {
		text, err := os.ReadFile(filepath.Join("testdata", "exports", kind.name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := history.WriteText(&again, mustReadText(t, string(text)), about); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), again.String()); diff != "" {
			t.Errorf("%s: written otherwise (-want +got):\n%s", kind.name, diff)
		}
	}
}

func TestWriters_TakeHandsFromElsewhere(t *testing.T) {
	for _, name := range []string{"raise.phh", "evening.phhs"} {
		f, err := os.Open(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for h, err := range history.ReadPHH(f) {
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range forms {
				var text bytes.Buffer
				if err := form.write(&text, h); err != nil {
					t.Fatalf("%s as %s: %v", h.ID, form.name, err)
				}
				for _, m := range replayed(t, readOne(t, form, text.Bytes())) {
					t.Errorf("%s: %s", form.name, m)
				}
			}
		}
	}
}

func TestWriters_RefuseWhatTheRulesDo(t *testing.T) {
	tests := []struct{ name, old, new, says string }{
		{"other stacks", "[199, 194, 207]", "[200, 194, 206]", "stack of p1: got 199, want 200"},
		{"a hand that breaks off", `, "p2 f"]`, `]`, "mismatch"},
		{"no known hand at the showdown", "", "", "no hand at the showdown is known"},
	}
	for _, tt := range tests {
		text := strings.NewReplacer("QhQs", "????", "AcKs", "????").Replace(called)
		if tt.old != "" {
			text = with(t, threeHanded, tt.old, tt.new)
		}
		if tt.says == "mismatch" {
			text, tt.says = strings.Replace(text, "finishing_stacks", "_stacks", 1), "it does not end"
		}
		h := mustReadPHH(t, text)
		for _, f := range forms[1:] {
			if err := f.write(io.Discard, h); !errors.Is(err, history.ErrNotByRules) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s as %s: got %v, want %v that says %q", tt.name, f.name, err, history.ErrNotByRules, tt.says)
			}
		}
	}
	h := mustReadPHH(t, threeHanded)
	h.ID = ""
	for _, f := range forms {
		if err := f.write(io.Discard, h); !errors.Is(err, history.ErrMalformed) {
			t.Errorf("a hand without a name as %s: got %v, want %v", f.name, err, history.ErrMalformed)
		}
	}
}

func TestWriters_NeverInventACard(t *testing.T) {
	text := strings.NewReplacer(`"p2 cc", "p3 cc"]`, `"p2 cbr 10", "p3 cc"]`, "QhQs", "????", "[199, 194, 207]", "[199, 184, 217]").Replace(called)
	h := mustReadPHH(t, text) // p2 would have to show first, but nobody knows what
	for _, f := range forms {
		var out bytes.Buffer
		if err := f.write(&out, h); err != nil {
			t.Fatal(err)
		}
		if got := readOne(t, f, out.Bytes()); got.Seats[1].Cards != nil {
			t.Errorf("%s: p2 has %v, which nobody has seen", f.name, got.Seats[1].Cards)
		}
	}
}

func TestWriteText_ShowsWhatWasShownUnasked(t *testing.T) {
	h := mustReadPHH(t, threeHanded)
	h.Viewer, h.Seats[0].Cards = 1, nil
	var text bytes.Buffer
	if err := history.WriteText(&text, h, about); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "p3 collected 13 from pot\np3: shows [Ac Ks]\n*** SUMMARY") {
		t.Errorf("p3 has shown, but the text says:\n%s", &text)
	}
	if got := mustReadText(t, text.String()); got.Viewer != 1 || got.Seats[0].Cards != nil || len(got.Seats[2].Cards) != 2 {
		t.Errorf("read back: viewer %d, seats %v", got.Viewer, got.Seats)
	}
}

func TestNumber_IsStableAndKeepsNumbers(t *testing.T) {
	for id, want := range map[table.HandID]int64{
		"0": 0, "42": 42, "9223372036854775807": 1<<63 - 1,
		"mfrggzdf-1": 8867724227206341252, "042": history.Number("042"), "9223372036854775808": history.Number("9223372036854775808"),
	} {
		if got := history.Number(id); got != want || got < 0 {
			t.Errorf("number of %q = %d, want %d", id, got, want)
		}
	}
	if history.Number("042") == 42 || history.Number("-1") < 0 {
		t.Error("what is no number in its one form counts as one")
	}
}

func TestWriteText_TellsTheTimeOfNewYork(t *testing.T) {
	// The two days of 2026 on which the clocks change there are 8 March and 1 November.
	for utc, want := range map[string]string{
		"2026-03-08T06:59:59Z": "2026/03/08 01:59:59 ET", "2026-03-08T07:00:00Z": "2026/03/08 03:00:00 ET",
		"2026-11-01T05:59:59Z": "2026/11/01 01:59:59 ET", "2026-11-01T06:00:00Z": "2026/11/01 01:00:00 ET",
		"2027-01-01T00:00:00Z": "2026/12/31 19:00:00 ET",
	} {
		var text bytes.Buffer
		if err := history.WriteText(&text, mustReadPHH(t, threeHanded), history.About{Start: parseTime(t, utc)}); err != nil {
			t.Fatal(err)
		}
		if first, _, _ := strings.Cut(text.String(), "\n"); !strings.HasSuffix(first, "["+want+"]") {
			t.Errorf("%s: got %q, want it to end with %q", utc, first, want)
		}
	}
}
