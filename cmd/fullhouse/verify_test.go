package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// commitment is that of the sample hand.
const commitment = "609a37bb18354922cdb6de2a7175dd25c5215e545eed293d981b2bbbd08ad451"

func TestVerify_SaysOfEachCardThatItIsAsCommittedTo(t *testing.T) {
	code, out, errs := called(t, environ(), "verify", histories+"hand.json")
	want := "hand k7q2-15, commitment " + commitment + `
  9s  position  0  first card of seat 0     ok
  3c  position  3  second card of seat 0    ok
  Td  position  1  first card of seat 1     ok
  Qh  position  4  second card of seat 1    ok
  3d  position  2  first card of seat 4     ok
  8c  position  5  second card of seat 4    ok
  Kh  position  6  flop                     ok
  9c  position  7  flop                     ok
  6d  position  8  flop                     ok
  8s  position  9  turn                     ok
  Qd  position 10  river                    ok
11 of 11 cards are as committed to.
Proven: these cards lay at these places before the first one was dealt, if you were told this commitment then.
Not proven: how the deck was shuffled, and who has seen it.
`
	if code != exitGood || out != want || errs != "" {
		t.Errorf("exit %d, stderr %q, stdout\n%swant %d, nothing and\n%s", code, errs, out, exitGood, want)
	}
}

func TestVerify_ExplainsItselfWithWhatItSays(t *testing.T) {
	_, out, _ := called(t, environ(), "verify", histories+"hand.json")
	_, example, _ := strings.Cut(verifyUsage, "$ fullhouse verify table/history/testdata/hand.json\n")
	if got := strings.ReplaceAll(strings.TrimPrefix(example, "    "), "\n    ", "\n"); got != out {
		t.Errorf("the example says\n%swant\n%s", got, out)
	}
}

func TestVerify_ProvesTheSecondBoardToo(t *testing.T) {
	code, out, _ := called(t, environ(), "verify", histories+"exports/twice.json")
	if want := "  Qh  position 16  second board             ok\n11 of 11 cards are as committed to.\n"; code != exitGood || !strings.Contains(out, want) {
		t.Errorf("exit %d, stdout\n%swant %d and\n%s", code, out, exitGood, want)
	}
	forged := changed(t, histories+"exports/twice.json", `"Qd",
    "Qh"
  ],`, `"Qd",
    "Ah"
  ],`)
	code, out, _ = called(t, environ(), "verify", forged)
	if want := "  Qh  position 16  second board             wrong: the hand has Ah there\n"; code != exitNot || !strings.Contains(out, want) {
		t.Errorf("exit %d, stdout\n%swant %d and\n%s", code, out, exitNot, want)
	}
}

func TestVerify_FindsWhatWasChanged(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     string // a line of the output
	}{
		{"a card of a player", `"cards": [
        "9s",`, `"cards": [
        "Ah",`, "  9s  position  0  first card of seat 0     wrong: the hand has Ah there"},
		{"a card of the board", `"board": [
    "Kh",`, `"board": [
    "Ah",`, "  Kh  position  6  flop                     wrong: the hand has Ah there"},
		{"an opened card", `"card": "8s"`, `"card": "7s"`,
			"  7s  position  9  turn                     wrong: the hand has 8s there"},
		{"the hand", `"hand": "k7q2-15"`, `"hand": "k7q2-16"`,
			"  9s  position  0  first card of seat 0     wrong: the commitment holds another card, place or hand"},
		{"the commitment", commitment, strings.Replace(commitment, "6", "7", 1), "0 of 11 cards are as committed to."},
		{"a salt", `"salt": "`, `"salt": "x`,
			"  9s  position  0  first card of seat 0     wrong: position 0: salt: deck: bad_proof: 65 digits, not 64"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := called(t, environ(), "verify", changed(t, histories+"hand.json", tt.old, tt.new))
			if code != exitNot || !strings.Contains(out, tt.want+"\n") || errs != "" {
				t.Errorf("exit %d, stderr %q, stdout\n%swant %d and the line\n%s", code, errs, out, exitNot, tt.want)
			}
		})
	}
}

// sealed is a hand as JSON with the cards of the given positions opened, and whatever else is asked for.
func sealed(t *testing.T, more map[string]any, positions ...int) string {
	t.Helper()
	d, err := deck.Shuffle(rand.NewChaCha8([32]byte{7}))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Seal("h-1")
	hand := map[string]any{"hand": "h-1", "commitment": s.Root()}
	var openings []deck.Opening
	for _, p := range positions {
		openings = append(openings, s.Open(p))
	}
	hand["openings"] = openings
	for field, value := range more {
		hand[field] = value
	}
	text, err := json.Marshal(hand)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestVerify_NeedsNoMoreThanHandCommitmentAndOpenings(t *testing.T) {
	file := write(t, "two.json", sealed(t, nil, 0, 51)+"\n"+sealed(t, nil, 30))
	code, out, errs := called(t, environ(), "verify", file)
	if code != exitGood || errs != "" || !strings.Contains(out, "2 of 2 cards") || !strings.Contains(out, "1 of 1 cards") {
		t.Errorf("exit %d, stdout %q, stderr %q, want %d and all cards of both hands", code, out, errs, exitGood)
	}
}

func TestVerify_TakesTheHandOfASnapshot(t *testing.T) {
	d, err := deck.Shuffle(rand.NewChaCha8([32]byte{7}))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Seal("h-1")
	hand, _, err := holdem.Deal(holdem.Config{
		SmallBlind: 1, BigBlind: 2, Players: []table.Stack{{Seat: 3, Chips: 100}, {Seat: 6, Chips: 100}},
	}, s)
	if err != nil {
		t.Fatal(err)
	}
	view := hand.View(6)
	view.Hand, view.Commitment = "h-1", s.Root()
	text, err := json.Marshal(view)
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := called(t, environ(), "verify", write(t, "snapshot.json", string(text)))
	if code != exitGood || errs != "" || !strings.Contains(out, "second card of seat 6    ok\n2 of 2 cards") {
		t.Errorf("exit %d, stdout %q, stderr %q, want %d and both cards of seat 6", code, out, errs, exitGood)
	}
}

func TestVerify_WantsAProofOfEveryCardThatTheHandShows(t *testing.T) {
	seats := []map[string]any{{"seat": 2, "cards": []string{"As", "Ad"}}, {"seat": 5}}
	file := write(t, "hand.json", sealed(t, map[string]any{"seats": seats}, 4, 20))
	code, out, _ := called(t, environ(), "verify", file)
	for _, want := range []string{
		"  As  position  0  first card of seat 2     wrong: it has no proof\n",
		"  Ad  position  2  second card of seat 2    wrong: it has no proof\n",
		"  position 20  not dealt                ok\n",
		"2 of 4 cards are as committed to.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("stdout lacks %q:\n%s", want, out)
		}
	}
	if code != exitNot {
		t.Errorf("exit %d, want %d", code, exitNot)
	}
}

func TestVerify_ExitsWith2WhenThereIsNothingToCheck(t *testing.T) {
	tests := []struct {
		name, text, says string
	}{
		{"nothing", "", "there is no hand in it"},
		{"no JSON", "hand", "invalid character"},
		{"a list", "[]", "cannot unmarshal array"},
		{"no commitment", sealed(t, map[string]any{"commitment": ""}, 1), "it has no hand or no commitment"},
		{"no hand", sealed(t, map[string]any{"hand": ""}, 1), "it has no hand or no commitment"},
		{"no openings", sealed(t, nil), "it opens no card"},
		{"half a commitment", sealed(t, map[string]any{"commitment": "77aa"}, 1), "root: deck: bad_proof"},
		{"a hand's name without end", sealed(t, map[string]any{"hand": strings.Repeat("long", 64)}, 1), "at most 255"},
		{"too many seats", sealed(t, map[string]any{"seats": make([]struct{}, 10)}, 1), "too many seats"},
		{"three cards", sealed(t, map[string]any{"seats": []any{map[string]any{"cards": []string{"As", "Ad", "Ac"}}}}, 1), "3 cards"},
		{"no card", strings.Replace(sealed(t, nil, 1), `"card":"`, `"card":"x`, 1), "not_a_card"},
		{"junk after a hand", sealed(t, nil, 1) + "{", "hand 2: unexpected EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, _, errs := called(t, environ(), "verify", write(t, "hand.json", tt.text))
			if code != exitUse || !strings.Contains(errs, tt.says) {
				t.Errorf("exit %d, stderr %q, want %d and %q", code, errs, exitUse, tt.says)
			}
		})
	}
}

func TestVerify_TakesOneFile(t *testing.T) {
	for _, args := range [][]string{{"verify"}, {"verify", "a.json", "b.json"}, {"verify", "--all"}, {"verify", "no-such-file.json"}} {
		if code, out, errs := called(t, environ(), args...); code != exitUse || out != "" || errs == "" {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %d and a reason", args, code, out, errs, exitUse)
		}
	}
}

// Files are strangers' work: whatever is in one, verify ends in order, and never with success when a card is not proven.
func FuzzVerify_EndsInOrder(f *testing.F) {
	f.Add([]byte(`{"hand":"h","commitment":"` + commitment + `","openings":[{"position":-1,"card":"As"}]}`))
	f.Add([]byte(`{"hand":"h","commitment":"` + commitment + `","seats":[{"cards":["As"]}],"openings":[{"position":60}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var out strings.Builder
		if right, err := verifyAll(strings.NewReader(string(text)), &out); right && (err != nil || strings.Contains(out.String(), "wrong")) {
			t.Errorf("right and error %v, stdout\n%s", err, out.String())
		}
	})
}
