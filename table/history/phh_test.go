package history_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
	"github.com/google/go-cmp/cmp"
)

// threeHanded is a sound hand for tests to change.
const threeHanded = `
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 7c2d", "d dh p2 QhQs", "d dh p3 AcKs", "p3 cbr 6", "p1 f", "p2 cc", "d db Kd7d2c", "p2 cc", "p3 cbr 8", "p2 f"]
finishing_stacks = [199, 194, 207]
`

// with returns the text with one part replaced, which must be there.
func with(t *testing.T, text, old, new string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("%q is not in the text", old)
	}
	return strings.Replace(text, old, new, 1)
}

// readPHH reads a text of one hand.
func readPHH(text string) (*history.Hand, error) {
	for h, err := range history.ReadPHH(strings.NewReader(text)) {
		return h, err
	}
	return nil, errors.New("no hand in it")
}

func mustReadPHH(t *testing.T, text string) *history.Hand {
	t.Helper()
	h, err := readPHH(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// replayed are the mismatches of a hand as text.
func replayed(t *testing.T, h *history.Hand) (lines []string) {
	t.Helper()
	report, err := history.Replay(h)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range report.Mismatches {
		lines = append(lines, m.String())
	}
	return lines
}

func TestReadPHH_TakesEveryField(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "raise.phh"))
	if err != nil {
		t.Fatal(err)
	}
	got := mustReadPHH(t, string(text))
	want := &history.Hand{
		Version: history.Version, ID: "7", Button: 2, Viewer: table.NoSeat,
		Game: holdem.Stakes{SmallBlind: 1, BigBlind: 2, AnteKind: holdem.AnteNone},
		Seats: []history.Seat{
			{Seat: 0, Name: "Ann", Chips: 200},
			{Seat: 1, Name: "p2", Chips: 200, Cards: cards(t, "Qh9h")},
			{Seat: 2, Name: "Tom", Chips: 200, Cards: cards(t, "AcKs")},
		},
		Board: cards(t, "Kd7d2c"),
		Actions: []history.Action{
			{Street: "preflop", Seat: 2, Do: history.BetOrRaise, To: 6},
			{Street: "preflop", Seat: 0, Do: holdem.Fold},
			{Street: "preflop", Seat: 1, Do: history.CheckOrCall},
			{Street: "flop", Seat: 1, Do: history.CheckOrCall},
			{Street: "flop", Seat: 2, Do: history.BetOrRaise, To: 8},
			{Street: "flop", Seat: 1, Do: holdem.Fold},
		},
		Result: &history.Result{
			Stacks:   []table.Stack{{Seat: 0, Chips: 199}, {Seat: 1, Chips: 194}, {Seat: 2, Chips: 207}},
			Winnings: []table.Stack{{Seat: 0, Chips: 0}, {Seat: 1, Chips: 0}, {Seat: 2, Chips: 13}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hand differs from what the file says (-want +got):\n%s", diff)
	}
}

func TestReadPHH_HandsOfTheFilesAgreeWithTheRules(t *testing.T) {
	for name, want := range map[string]int{"raise.phh": 1, "evening.phhs": 3} {
		f, err := os.Open(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		hands := 0
		for h, err := range history.ReadPHH(f) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			hands++
			for _, m := range replayed(t, h) {
				t.Errorf("%s: %s", name, m)
			}
		}
		if hands != want {
			t.Errorf("%s: %d hands, want %d", name, hands, want)
		}
	}
}

func TestReadPHH_UnderstandsTheNotation(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
	}{
		{"comments after actions", `"p3 cbr 6"`, `"p3 cbr 6   # a small one", "# p3 drops a chip"`},
		{"entries that say nothing", `"p1 f"`, `"", "   ", "p1 f"`},
		{"any white space", `"p3 cbr 6"`, `"  p3\t cbr   6 "`},
		{"hole cards that nobody saw", `"d dh p1 7c2d"`, `"d dh p1 ????"`},
		{"one hole card that somebody saw", `"d dh p1 7c2d"`, `"d dh p1 ??2h"`},
		{"hole cards that are left out", `"d dh p1 7c2d", `, ``},
		{"hole cards one at a time", `"d dh p1 7c2d"`, `"d dh p1 7c", "d dh p1 2h"`},
		{"a flop card by card", `"d db Kd7d2c"`, `"d db Kd", "d db 7d", "d db 3c"`},
		{"a showing after all have folded", `"p2 f"]`, `"p2 f", "p3 sm Ac??"]`},
		{"cards shown as they were dealt", `"p2 f"]`, `"p2 f", "p3 sm -"]`},
		{"a muck", `"p2 f"]`, `"p2 f", "p3 sm"]`},
		{"whole numbers written with a fraction", `[200, 200, 200]`, `[200.0, 2e2, 200]`},
		{"a whole number in an action too", `"p3 cbr 6"`, `"p3 cbr 6.00"`},
		{"fields of later versions and of users", `min_bet = 2`, "min_bet = 2\n_mood = {good = [1, 2]}\nfuture = 3"},
		{"a table of a user inside a hand", `finishing_stacks = [199, 194, 207]`, "finishing_stacks = [199, 194, 207]\n[_mood]\nx = 1"},
		{"a name that is a text", `min_bet = 2`, "min_bet = 2\nhand = 'final table 3'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := with(t, threeHanded, tt.old, tt.new)
			if tt.new == `"d db Kd", "d db 7d", "d db 3c"` || strings.Contains(tt.new, "??") {
				text = strings.Replace(text, "7c2d", "7s2s", 1) // nothing else may hold the same card
			}
			for _, m := range replayed(t, mustReadPHH(t, text)) {
				t.Error(m)
			}
		})
	}
}

func TestReadPHH_HeadsUpTheLastPlayerPostsTheSmallBlind(t *testing.T) {
	h := mustReadPHH(t, `
		variant = "NT"
		antes = [0, 0]
		blinds_or_straddles = [1, 2]
		min_bet = 2
		starting_stacks = [100, 100]
		actions = ["d dh p1 7c2d", "d dh p2 QhQs", "p2 f"]
		finishing_stacks = [101, 99]`)
	for _, m := range replayed(t, h) {
		t.Error(m)
	}
}

func TestReadPHH_TellsAntesApart(t *testing.T) {
	tests := []struct {
		antes string
		kind  holdem.AnteKind
		ante  table.Chips
	}{
		{"[0, 0, 0]", holdem.AnteNone, 0},
		{"[0.0, 0.0, 0.0]", holdem.AnteNone, 0},
		{"[1, 1, 1]", holdem.AnteEach, 1},
		{"[0, 2, 0]", holdem.AnteBB, 2},
	}
	for _, tt := range tests {
		game := mustReadPHH(t, with(t, threeHanded, "antes = [0, 0, 0]", "antes = "+tt.antes)).Game
		if game.AnteKind != tt.kind || game.Ante != tt.ante {
			t.Errorf("antes %s: got %d of %s, want %d of %s", tt.antes, game.Ante, game.AnteKind, tt.ante, tt.kind)
		}
	}
}

func TestReadPHH_TakesAStraddleOfTheThirdPlayer(t *testing.T) {
	h := mustReadPHH(t, `
		variant = "NT"
		antes = [0, 0, 0, 0]
		blinds_or_straddles = [1, 2, 4, 0]
		min_bet = 2
		starting_stacks = [100, 100, 100, 100]
		actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 7c2d", "p4 f", "p1 cc", "p2 f", "p3 cbr 12", "p1 f"]
		finishing_stacks = [96, 98, 106, 100]`)
	if h.Straddle != 4 || h.Viewer != 3 {
		t.Errorf("straddle %d and viewer %d, want 4 and 3", h.Straddle, h.Viewer)
	}
	for _, m := range replayed(t, h) {
		t.Error(m)
	}
}

func TestReadPHH_TakesAntesWithoutBlindsAsABombPot(t *testing.T) {
	h := mustReadPHH(t, `
		variant = "NT"
		antes = [5, 5, 5]
		blinds_or_straddles = [0, 0, 0]
		min_bet = 2
		starting_stacks = [100, 100, 100]
		actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cc", "p2 cc", "p3 cc", "d db Kd7d2c", "p1 cbr 9", "p2 f", "p3 f"]
		finishing_stacks = [110, 95, 95]`)
	if h.BombPot != 5 || h.Game.Ante != 0 || len(h.Actions) != 3 {
		t.Errorf("bomb pot %d, ante %d and moves %v, want 5, 0 and 3 of them", h.BombPot, h.Game.Ante, h.Actions)
	}
	for _, m := range replayed(t, h) {
		t.Error(m)
	}
}

func TestReadPHH_NumbersSeatsAsTheFileDoes(t *testing.T) {
	for given, want := range map[string][]table.Seat{
		"seats = [9, 2, 5]": {8, 1, 4}, "seats = [9, 2, 2]": {0, 1, 2}, "seats = [10, 2, 5]": {0, 1, 2}, "seats = [0, 2, 5]": {0, 1, 2},
		"seats = [1, 2]": {0, 1, 2}, "": {0, 1, 2},
	} {
		h := mustReadPHH(t, with(t, threeHanded, "min_bet = 2", "min_bet = 2\n"+given))
		for i, s := range h.Seats {
			if s.Seat != want[i] {
				t.Errorf("%s: p%d has seat %d, want %d", given, i+1, s.Seat, want[i])
			}
		}
		for _, m := range replayed(t, h) {
			t.Error(m)
		}
	}
}

func TestReadPHH_NamesTheVariantThatItDoesNotKnow(t *testing.T) {
	for variant, want := range map[string]string{
		"PO":    `history: variant "PO" (pot-limit Omaha) is not supported, only "NT" (no-limit hold'em) is`,
		"F7S/8": `history: variant "F7S/8" (fixed-limit seven-card stud high-low, eight or better) is not supported, only "NT" (no-limit hold'em) is`,
		"XYZ":   `history: variant "XYZ" is not known, only "NT" (no-limit hold'em) is supported`,
	} {
		_, err := readPHH(`variant = "` + variant + `"`)
		refusal, ok := errors.AsType[history.VariantError](err)
		if !ok {
			t.Errorf("variant %s: error %v, want a VariantError", variant, err)
			continue
		}
		if refusal.Error() != want {
			t.Errorf("variant %s: got %q, want %q", variant, refusal, want)
		}
	}
}

func TestReadPHH_RefusesWithAReason(t *testing.T) {
	tests := []struct {
		old, new string
		code     string
		says     string
	}{
		{`"NT"`, `7`, "malformed_hand", "variant is missing"},
		{"variant = \"NT\"", "", "malformed_hand", "variant is missing"},
		{"starting_stacks = [200, 200, 200]", "", "malformed_hand", "starting_stacks is missing"},
		{"[200, 200, 200]", "[200]", "unsupported_hand", "1 players"},
		{"[200, 200, 200]", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "unsupported_hand", "10 players"},
		{"[200, 200, 200]", "[200, 200]", "malformed_hand", "antes has 3 entries for 2 players"},
		{"[200, 200, 200]", "[200, 0, 200]", "malformed_hand", "the stacks are not each at least 1"},
		{"[200, 200, 200]", "[200, -5, 200]", "bad_amount", "starting_stacks of p2: -5"},
		{"[200, 200, 200]", "[200, inf, 200]", "unsupported_hand", "starting_stacks of p2: an amount that is not known"},
		{"[200, 200, 200]", "[200, nan, 200]", "bad_amount", "starting_stacks of p2: NaN"},
		{"[200, 200, 200]", "[200, 99.5, 200]", "bad_amount", "starting_stacks of p2: 99.5 is not a whole number of chips"},
		{"[200, 200, 200]", "[200, 9007199254740992, 200]", "bad_amount", "9007199254740992"},
		{"[200, 200, 200]", "[200, 1e300, 200]", "bad_amount", "1e+300"},
		{"[200, 200, 200]", "[200, 99999999999999999999, 200]", "malformed_hand", "99999999999999999999"},
		{"[200, 200, 200]", "[9007199254740991, 200, 200]", "malformed_hand", "together at most 9007199254740991"},
		{"[200, 200, 200]", `[200, "many", 200]`, "bad_amount", "starting_stacks of p2: many"},
		{"[1, 2, 0]", "[1, 2, 2]", "unsupported_hand", "a straddle or a third blind (2 by p3)"},
		{"[1, 2, 0]", "[1, 2]", "malformed_hand", "blinds_or_straddles has 2 entries for 3 players"},
		{"[1, 2, 0]", "[1, 2, 1]", "unsupported_hand", "a straddle or a third blind (1 by p3)"},
		{"antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]", "antes = [5, 5, 5]\nblinds_or_straddles = [0, 0, 0]",
			"unsupported_hand", "antes without blinds, and a move other than a check"},
		{"min_bet = 2", "min_bet = 2\n_live_posts = [0, 2]", "malformed_hand", "_live_posts has 2 entries"},
		{"min_bet = 2", "min_bet = 2\n_dead_posts = [0, 0, -1]", "bad_amount", "_dead_posts of p3: -1"},
		{"min_bet = 2", "min_bet = 2\n_second_board = 'Ac'", "malformed_hand", "the boards have 3 and 1 cards"},
		{"min_bet = 2", "min_bet = 2\n_second_board = 'Ac2'", "malformed_hand", "not a run of cards"},
		{"min_bet = 2", "min_bet = 2\n_second_board = 'Xc'", "malformed_hand", "Xc"},
		{"min_bet = 2", "min_bet = 4", "unsupported_hand", "a least bet (4) other than the big blind (2)"},
		{"min_bet = 2", "", "bad_amount", "min_bet"},
		{"antes = [0, 0, 0]", "antes = [0, 0, 2]", "unsupported_hand", "antes [0 0 2]"},
		{"antes = [0, 0, 0]", "", "malformed_hand", "antes is missing"},
		{"[199, 194, 207]", "[199, 194]", "malformed_hand", "finishing_stacks has 2 entries"},
		{"[199, 194, 207]", "[199.5, 193.5, 207]", "bad_amount", "finishing_stacks of p1: 199.5"},
		{`"p1 f"`, `3`, "malformed_hand", "actions"},
		{`"p1 f"`, `"p1"`, "malformed_hand", "entry 5 of actions"},
		{`"p1 f"`, `"p4 f"`, "malformed_hand", `"p4" is neither`},
		{`"p1 f"`, `"p01 f"`, "malformed_hand", `"p01" is neither`},
		{`"p1 f"`, `"p1 folds"`, "malformed_hand", `"folds"`},
		{`"p1 f"`, `"p1 f 3"`, "malformed_hand", `"f" with 1 words more`},
		{`"p1 f"`, `"p1 pb"`, "malformed_hand", `"pb" is no action of no-limit hold'em`},
		{`"p1 f"`, `"p1 sd 7c"`, "malformed_hand", `"sd"`},
		{`"p3 cbr 6"`, `"p3 cbr"`, "malformed_hand", `"cbr" with 0 words more`},
		{`"p3 cbr 6"`, `"p3 cbr six"`, "bad_amount", `cbr: "six"`},
		{`"p3 cbr 6"`, `"p3 cbr 6.50"`, "bad_amount", "cbr: 6.5"},
		{`"p3 cbr 6"`, `"p3 cbr -6"`, "bad_amount", "cbr: -6"},
		{`"p3 cbr 6"`, `"p3 cbr 1e30"`, "bad_amount", "cbr: 1e+30"},
		{`"d db Kd7d2c"`, `"d db Kd7d"`, "malformed_hand", "p2 acts on a flop of 2"},
		{`"d db Kd7d2c"`, `"d db Kd7d2"`, "malformed_hand", `"Kd7d2" is not a run of cards`},
		{`"d db Kd7d2c"`, `"d db Kd7d??"`, "unsupported_hand", "a card of the board that is not known"},
		{`"d db Kd7d2c"`, `"d db Kd7dXc"`, "malformed_hand", "Xc"},
		{`"d db Kd7d2c"`, `"d db Kd7dQh"`, "malformed_hand", "Qh"},
		{`"d db Kd7d2c"`, `"d db Kd7d2c", "d db 3c4c5c"`, "malformed_hand", "more than 5 cards"},
		{`"d dh p1 7c2d"`, `"d dh p1 7c2d5h"`, "malformed_hand", "p1 is dealt more than 2 cards"},
		{`"d dh p1 7c2d"`, `"d dh p1"`, "malformed_hand", "the dealer deals with"},
		{`"d dh p1 7c2d"`, `"d burns p1 7c2d"`, "malformed_hand", "the dealer deals with"},
		{`"p2 f"]`, `"p2 f", "p3 sm AdKs"]`, "malformed_hand", "p3 shows AdKs, but was dealt AcKs"},
		{`"p2 f"]`, `"p2 f", "p3 sm Ac"]`, "malformed_hand", "p3 shows 1 cards"},
		{"min_bet = 2", "min_bet = ", "malformed_hand", "line 5"},
		{"min_bet = 2", "min_bet = 2\nmin_bet = 2", "malformed_hand", "line 6"},
		{"min_bet = 2", "min_bet = 2\n[broken", "malformed_hand", "table name"},
		{"min_bet = 2", "min_bet = 2\n_x = [[[[[[[[[1]]]]]]]]]", "hand_too_long", "more than 8 deep"},
		{"min_bet = 2", "min_bet = 2\n" + strings.Repeat("_a.", 20000) + "b = 1", "hand_too_long", "more than 8 deep"},
		{"min_bet = 2", "min_bet = 2\n_x = {" + strings.Repeat("a.", 9) + "b = 1}", "hand_too_long", "more than 8 deep"},
		{"min_bet = 2", "min_bet = 2\n[_x." + strings.Repeat("a.", 9) + "b]", "hand_too_long", "more than 8 deep"},
		{"min_bet = 2", "min_bet = 2\nplayers = ['" + strings.Repeat("long", 60) + "', '', '']", "malformed_hand", "the name of seat 0"},
		{"min_bet = 2", "min_bet = 2\n# " + strings.Repeat("long ", 20000), "hand_too_long", "at most 65536 bytes"},
		{"min_bet = 2", "min_bet = 2\n" + strings.Repeat("# long\n", 10000), "hand_too_long", "at most 65536 bytes"},
	}
	for _, tt := range tests {
		_, err := readPHH(with(t, threeHanded, tt.old, tt.new))
		if err == nil {
			t.Errorf("%s: read, want %s", tt.new, tt.code)
			continue
		}
		if got := codeOf(err); got != tt.code {
			t.Errorf("%s: code %q of %v, want %q", tt.new, got, err, tt.code)
		}
		if !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%.60s: got %q, want it to say %q", tt.new, err, tt.says)
		}
	}
}

// codeOf is the code of the first error of a chain that has one.
func codeOf(err error) string {
	if coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err); ok {
		return coded.Code()
	}
	return ""
}

func TestReadPHH_GoesOnAfterAHandThatItCannotRead(t *testing.T) {
	omaha := with(t, threeHanded, `"NT"`, `"PO"`)
	broken := with(t, threeHanded, "min_bet = 2", "min_bet = = 2")
	text := "# a file\n[1]" + threeHanded + "[2]" + omaha + "[3] # broken\n" + broken + "['the last']" + threeHanded
	var got []string
	for h, err := range history.ReadPHH(strings.NewReader(text)) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, string(h.ID))
		}
	}
	want := []string{
		"1",
		`line 10: hand 2: history: variant "PO" (pot-limit Omaha) is not supported, only "NT" (no-limit hold'em) is`,
		`line 18: hand 3: history: malformed_hand: line 23: `,
		"the last",
	}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadPHH_IsNotMisledAboutWhereAHandBegins(t *testing.T) {
	for name, extra := range map[string]string{
		"a text of several lines":         "_x = \"\"\"\n[2]\n\\\"\"\"\n[3]\"\"\"\"\n",
		"a plain text of several lines":   "_x = '''\n[2]\n\\'''\n",
		"a list of lists":                 "_x = [\n[2],\n[3]]\n",
		"brackets in a comment":           "_x = 1 # [[[\n",
		"brackets in texts":               "_x = [\"[\", '[', \"\\\"[\"]\n",
		"a hash in a text":                "_x = [\"#\", '#',\n[2]]\n",
		"a brace over several lines":      "_x = {a = [\n[2]]}\n",
		"quotes that end a text of lines": "_x = '''a''''' # '''\n",
	} {
		hands := 0
		for _, err := range history.ReadPHH(strings.NewReader("[1]\n" + extra + threeHanded)) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			hands++
		}
		if hands != 1 {
			t.Errorf("%s: %d hands, want 1", name, hands)
		}
	}
}

func TestReadPHH_ReadsNoFurtherThanItsReaderAsks(t *testing.T) {
	endless := &repeated{text: "[again]\n" + threeHanded}
	hands := 0
	for _, err := range history.ReadPHH(endless) {
		if err != nil {
			t.Fatal(err)
		}
		if hands++; hands == 500 {
			break
		}
	}
	if most := 500*len(endless.text) + 128<<10; endless.given > most {
		t.Errorf("%d bytes read for 500 hands, want at most %d", endless.given, most)
	}
}

// repeated gives out the same text without end and counts.
type repeated struct {
	text  string
	given int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.given%len(r.text):])
	r.given += n
	return n, nil
}

func TestReadPHH_MissesNoTableWithoutAHand(t *testing.T) {
	for text, want := range map[string]int{"[1]": 1, "[1]\n[2]\n": 2, "[1]" + threeHanded + "[2] # the end": 2} {
		got := 0
		for h, err := range history.ReadPHH(strings.NewReader(text)) {
			if got++; h == nil && codeOf(err) != "malformed_hand" {
				t.Errorf("%.20q: got %v, want malformed_hand", text, err)
			}
		}
		if got != want {
			t.Errorf("%.20q: %d hands, want %d", text, got, want)
		}
	}
}

func TestReadPHH_FindsNoHandWhereThereIsNone(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# nothing\n  # at all"} {
		for h, err := range history.ReadPHH(strings.NewReader(text)) {
			t.Errorf("%q: got hand %v and error %v, want none", text, h, err)
		}
	}
}
