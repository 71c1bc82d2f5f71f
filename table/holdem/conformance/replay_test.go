package conformance_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/holdem/conformance"
)

// threeHanded is a small record with a side pot, an odd chip and a bet that comes back.
const threeHanded = `{"id":"three","n":3,"sb":10,"bb":20,"ante":{"type":"each","amount":1},"stacks":[200,61,200],
 "hole":[["Ks","Kh"],["Kd","Kc"],["Qs","2d"]],"board":["Ad","9c","5h","4s","3c"],"board_dealt":5,
 "posted":{"ante":[1,1,1],"blind":[10,20,0]},
 "actions":[
  {"street":0,"seat":2,"pot":33,"bet":0,"call":20,"raise":[40,199],"do":"call","amount":20},
  {"street":0,"seat":0,"pot":53,"bet":10,"call":10,"raise":[40,199],"do":"raise","to":90},
  {"street":0,"seat":1,"pot":133,"bet":20,"call":40,"raise":null,"do":"call","amount":40},
  {"street":0,"seat":2,"pot":173,"bet":20,"call":70,"raise":[160,199],"do":"fold"}],
 "result":{"final":[211,71,179],"uncalled":[{"seat":0,"amount":30}],
  "pots":[{"amount":143,"eligible":[0,1],"winners":[0,1],"won":{"0":72,"1":71}}],
  "showdown":[{"seat":0,"show":true},{"seat":1,"show":true}]}}`

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", "") }

func read(t *testing.T, text string) *conformance.Record {
	t.Helper()
	for rec, err := range conformance.Read(strings.NewReader(oneLine(text))) {
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	t.Fatal("no record")
	return nil
}

func TestReplay_AgreesWithARecordThatIsRight(t *testing.T) {
	if found := conformance.Replay(read(t, threeHanded), conformance.Options{Neighbours: true}); found != nil {
		t.Error(found)
	}
}

func TestReplay_NoticesEveryKindOfDifference(t *testing.T) {
	for _, c := range []struct {
		where string
		spoil func(r *conformance.Record)
	}{
		{"record: ante", func(r *conformance.Record) { r.Posted.Ante[2] = 0 }},
		{"record: blind", func(r *conformance.Record) { r.Posted.Blind[0] = 20 }},
		{"action 1: turn", func(r *conformance.Record) { r.Actions[0].Seat = 0 }},
		{"action 1: street", func(r *conformance.Record) { r.Actions[0].Street = 1 }},
		{"action 2: pot", func(r *conformance.Record) { r.Actions[1].Pot++ }},
		{"action 3: bet", func(r *conformance.Record) { r.Actions[2].Bet++ }},
		{"action 3: call", func(r *conformance.Record) { r.Actions[2].Call++ }},
		{"action 3: raise", func(r *conformance.Record) { r.Actions[2].Raise = &[2]table.Chips{60, 60} }},
		{"action 4: raise", func(r *conformance.Record) { r.Actions[3].Raise = nil }},
		{"action 4: raise", func(r *conformance.Record) { r.Actions[3].Raise[0]-- }},
		{"action 4: check", func(r *conformance.Record) { r.Actions[3].Do = holdem.Check }},
		{"end: over", func(r *conformance.Record) { r.Actions = r.Actions[:3] }},
		{"end: cards on the board", func(r *conformance.Record) { r.BoardDealt = 4 }},
		{"end: uncalled", func(r *conformance.Record) { r.Result.Uncalled = nil }},
		{"end: pots", func(r *conformance.Record) { r.Result.Pots[0].Amount++ }},
		{"end: pots", func(r *conformance.Record) { r.Result.Pots[0].Eligible = []table.Seat{0, 1, 2} }},
		{"end: pots", func(r *conformance.Record) { r.Result.Pots[0].Winners = []table.Seat{0} }},
		{"end: pots", func(r *conformance.Record) { r.Result.Pots[0].Won = map[table.Seat]table.Chips{0: 71, 1: 72} }},
		{"end: final", func(r *conformance.Record) { r.Result.Final[0], r.Result.Final[1] = 210, 72 }},
		{"end: showdown", func(r *conformance.Record) { r.Result.Showdown[1].Show = false }},
		{"record", func(r *conformance.Record) { r.Stacks[0] = 0 }},
		{"record", func(r *conformance.Record) { r.Board[0] = r.Hole[0][0] }},
		{"record", func(r *conformance.Record) { r.Actions[0].Seat = 9 }},
		{"record", func(r *conformance.Record) { r.Players = 4 }},
	} {
		rec := read(t, threeHanded)
		c.spoil(rec)
		found := conformance.Replay(rec, conformance.Options{})
		if len(found) == 0 || found[0].Where != c.where {
			t.Errorf("found %v, want %q first", found, c.where)
		}
	}
}

func TestReplay_TakesTheSmallerCallForTheSame(t *testing.T) {
	rec := read(t, threeHanded)
	rec.Actions[2].Call, rec.Actions[2].CallAlt = 70, new(table.Chips(40))
	if found := conformance.Replay(rec, conformance.Options{}); found != nil {
		t.Error(found)
	}
}

func TestReplay_WithFinalAltOddChipsMayFallAsTheyDo(t *testing.T) {
	rec := read(t, threeHanded)
	rec.Result.FinalAlt = rec.Result.Final
	rec.Result.Final = []table.Chips{210, 72, 179}
	rec.Result.Pots[0].Won = map[table.Seat]table.Chips{0: 71, 1: 72}
	if found := conformance.Replay(rec, conformance.Options{}); found != nil {
		t.Error(found)
	}
}

func TestReplay_PotsOfTheSameSeatsAreOnePot(t *testing.T) {
	rec := read(t, threeHanded)
	p := &rec.Result.Pots[0]
	rest := *p
	p.Amount, p.Won = 100, map[table.Seat]table.Chips{0: 50, 1: 50}
	rest.Amount, rest.Won = 43, map[table.Seat]table.Chips{0: 22, 1: 21}
	rec.Result.Pots = append(rec.Result.Pots, rest)
	if found := conformance.Replay(rec, conformance.Options{}); found != nil {
		t.Error(found)
	}
}

func TestReplay_UnknownCardsOfAFoldedHandDoNotMatter(t *testing.T) {
	rec := read(t, threeHanded)
	rec.Hole[2] = nil
	if found := conformance.Replay(rec, conformance.Options{}); found != nil {
		t.Error(found)
	}
	rec.Hole[1] = nil // and where the winner cannot be known, the pots are still compared
	rec.Result.Pots[0].Amount++
	if found := conformance.Replay(rec, conformance.Options{}); len(found) != 1 || found[0].Where != "end: pots" {
		t.Errorf("found %v, want the pots", found)
	}
}

func TestRead_KnowsCompressedTextByItself(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprintf(w, "%s\n\n%s", oneLine(threeHanded), oneLine(threeHanded))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	hands := 0
	for rec, err := range conformance.Read(&packed) {
		if err != nil {
			t.Fatal(err)
		}
		if want := deck.Card(12*4 + 1); rec.Board[0] != want {
			t.Errorf("first card = %v, want %v", rec.Board[0], want)
		}
		hands++
	}
	if hands != 2 {
		t.Errorf("hands = %d, want 2", hands)
	}
}

func TestRead_NamesTheLineThatIsWrong(t *testing.T) {
	good := oneLine(threeHanded)
	for _, bad := range []string{
		"{", "[]", "nonsense",
		strings.Replace(good, `"stacks":[200,`, `"stacks":[`, 1),
		strings.Replace(good, `"n":3`, `"n":10`, 1),
		strings.Replace(good, `"Kd"`, `"Ks"`, 1),
		strings.Replace(good, `"Kd"`, `"Kx"`, 1),
		strings.Replace(good, `"seat":1,"pot"`, `"seat":3,"pot"`, 1),
		strings.Replace(good, `"winners":[0,1]`, `"winners":[-1]`, 1),
	} {
		var last error
		hands := 0
		for _, err := range conformance.Read(strings.NewReader(good + "\n" + bad)) {
			if last = err; err == nil {
				hands++
			}
		}
		if hands != 1 || last == nil || !strings.Contains(last.Error(), "line 2") {
			t.Errorf("%.40q: %d hands and %v, want 1 and an error in line 2", bad, hands, last)
		}
	}
}

func ExampleReplay() {
	text := strings.NewReader(oneLine(strings.Replace(threeHanded, `"final":[211,71`, `"final":[212,70`, 1)))
	for rec, err := range conformance.Read(text) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, m := range conformance.Replay(rec, conformance.Options{}) {
			fmt.Println(m)
		}
	}
	// Output: three: end: final: got [211 71 179], want [212 70 179]
}
