package history_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/table/history"
	"github.com/google/go-cmp/cmp"
)

// abroad is a hand as another program may have written it: with chat, sums of money and somebody who sits out.
const abroad = `PokerStars Zoom Hand #77:  Hold'em No Limit ($1/$2 USD) - 2026/12/01 20:05:09 CET [2026/12/01 14:05:09 ET]
Table 'O'Hara's (9 in chips)' 6-max Seat #3 is the button
Seat 1: Ann: bets ($1,200 in chips)
Seat 2: Tom ($200 in chips)
Seat 3: Ann ($200 in chips)
Seat 5: Bob ($90 in chips) is sitting out
Ann: posts small blind $1
Ann: bets: posts big blind $2
Bob: sits out
Ann joins the table at seat #6
*** HOLE CARDS ***
Dealt to Tom [As Kd]
Tom said, "Ann collected $5 from pot"
Tom: raises $4 to $6
Ann: folds
Ann: bets: calls $4
*** FLOP *** [Ac 7d 2c]
Ann: bets: checks
Tom has timed out
Tom: bets $8
Ann: bets: calls $8
*** TURN *** [Ac 7d 2c] [9h]
Ann: bets: checks
Tom: checks
*** RIVER *** [Ac 7d 2c 9h] [9s]
Ann: bets: bets $20
Tom: calls $20
*** SHOW DOWN ***
Ann: bets: shows [7s 6s] (two pair, Nines and Sevens)
Tom: shows [As Kd] (two pair, Aces and Nines)
Tom collected $69 from pot
Ann: leaves the table
*** SUMMARY ***
Total pot $69 | Rake $0
Board [Ac 7d 2c 9h 9s]
Seat 1: nothing that is read
`

// heads is abroad in plain words, for tests to change.
var heads = strings.NewReplacer("Ann: leaves the table\n", "", "Ann: posts small blind", "Tom: posts small blind",
	"Seat 3: Ann ($200 in chips)\n", "", "Ann: folds\n", "", "Seat #3", "Seat #2", "Ann: bets", "Eve", "$69", "68", "$", "").Replace(abroad)

// readText reads a text of one hand.
func readText(text string) (*history.Hand, error) {
	for h, err := range history.ReadText(strings.NewReader(text)) {
		return h, err
	}
	return nil, io.EOF
}

func mustReadText(t *testing.T, text string) *history.Hand {
	t.Helper()
	h, err := readText(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestReadText_TakesWhatOtherProgramsWrite(t *testing.T) {
	text := strings.Replace(abroad, "Ann: leaves the table\n", "", 1)
	three := strings.NewReplacer(
		"Ann: posts small blind $1", "Ann: bets: posts small blind $1", "Ann: bets: posts big blind $2", "Tom: posts big blind $2",
		"Tom: raises $4 to $6\nAnn: folds\nAnn: bets: calls $4\n", "Ann: folds\nAnn: bets: raises $4 to $6\nTom: calls $4\n", "$69", "$68",
	).Replace(text)
	h := mustReadText(t, three)
	if got := replayed(t, h); len(got) > 0 {
		t.Errorf("mismatches %q", got)
	}
	if h.ID != "77" || h.Viewer != 1 || h.Seats[0].Name != "Ann: bets" || h.Seats[0].Chips != 1200 || len(h.Seats) != 3 {
		t.Errorf("read hand %s of viewer %d and seats %v", h.ID, h.Viewer, h.Seats)
	}
}

func TestReadText_DoesNotMindLineEndsMarksAndSigns(t *testing.T) {
	want := mustReadText(t, heads)
	if got := replayed(t, want); len(got) > 0 {
		t.Fatalf("mismatches %q", got)
	}
	for name, text := range map[string]string{
		"CRLF":         strings.ReplaceAll(heads, "\n", "\r\n"),
		"a mark":       "\uFEFF" + heads,
		"marks":        "\uFEFF" + heads + "\n\n\uFEFF" + heads,
		"spaces":       strings.ReplaceAll(heads, "\n", "  \n "),
		"no last line": strings.TrimRight(heads, "\n"),
		"no summary":   heads[:strings.Index(heads, "*** SUMMARY")],
		"a preface":    "Hands of one evening\n\n********* # 1 *********\n" + heads,
		"dollars":      strings.NewReplacer("(200 in", "($200 in", "calls 4", "calls $4.00", "raises 4 to 6", "raises €4 to €6").Replace(heads),
	} {
		got := mustReadText(t, text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: read otherwise (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadText_TellsWhereARecordDisagrees(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           []string
	}{
		{"another winner", "Tom collected 68", "Eve collected 68", []string{
			"77: result: stack of Eve: got 1166, want 1234", "77: result: stack of Tom: got 234, want 166",
			"77: result: pots: got 68 (Tom 68), want 68 (Eve 68)",
		}},
		{"a rake", "collected 68", "collected 65", []string{
			"77: result: stack of Tom: got 234, want 231", "77: result: pots: got 68 (Tom 68), want 65 (Tom 65)",
		}},
		{"a wrong call", "Eve: calls 8", "Eve: calls 7", []string{
			"77: result: stack of Eve: got 1166, want 1167",
		}},
		{"out of turn", "Tom: raises 4 to 6", "Eve: raises 4 to 6", []string{
			"77: action 1 (Eve raises to 6): turn: got Tom, want Eve",
		}},
		{"a raise too small", "raises 4 to 6", "raises 1 to 3", []string{
			"77: action 1 (Tom raises to 3): got holdem: the total must be 4 to 200, when a call is 1 and a raise is to 4 up to 200, want played",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := replayed(t, mustReadText(t, with(t, heads, tt.old, tt.new))); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadText_RefusesWithAReason(t *testing.T) {
	tests := []struct {
		old, new string
		code     string
		says     string
	}{
		{"Hold'em No Limit", "Omaha Pot Limit", "unsupported_variant", "Omaha Pot Limit"},
		{"#77:", "#77", "malformed_hand", "the header has no number or no stakes"},
		{"#77:", "#\xff:", "malformed_hand", "the hand's id is not UTF-8"},
		{"Tom: calls 20", "Tom: calls 201", "malformed_hand", "201 of"},
		{"#77:", "#:", "malformed_hand", "the hand's id has 0 bytes"},
		{"(1/2 USD)", "(1 USD)", "malformed_hand", `"1" are not stakes`},
		{"(1/2 USD)", "(0.50/1 USD)", "bad_amount", "small blind: 0.5 is not a whole number of chips"},
		{"(1/2 USD)", "(1/x)", "bad_amount", `big blind: "x"`},
		{"Seat #2 is the button", "is on", "malformed_hand", "who has the button"},
		{"Seat #2 is the button", "Seat #6 is the button", "unsupported_hand", "the button is at a seat that was not dealt in"},
		{"Seat #2 is the button", "Seat #10 is the button", "malformed_hand", `"10" is not the number of a seat`},
		{"Seat 1: Eve", "Seat 0: Eve", "malformed_hand", `"0" is not the number of a seat`},
		{"Seat 1: Eve", "Seat 2: Eve", "malformed_hand", "seat 1 comes twice"},
		{"Seat 1: Eve", "Seat 1: Tom", "malformed_hand", "two of that name"},
		{"Tom (200 in chips)", "Tom (200.50 in chips)", "bad_amount", "stack: 200.5"},
		{"Tom (200 in chips)", "Tom 200 in chips)", "malformed_hand", "a name and a stack"},
		{"Tom (200 in chips)", "Tom (200 in chips) out of hand", "unsupported_hand", "the button is at a seat"},
		{"posts small blind 1", "posts small blind", "bad_amount", "posts small"},
		{"posts small blind 1", "posts button blind 1", "unsupported_hand", "a post that is not dealt here"},
		{"posts small blind 1", "posts straddle 4", "unsupported_hand", "a straddle of another player than the third"},
		{"posts small blind 1", "posts the ante 1", "unsupported_hand", "an ante of one player who is not the big blind"},
		{"posts small blind 1", "posts small blind 201", "malformed_hand", "201 of 200 chips"},
		{"Tom: calls 20", "Tom: calls twenty", "bad_amount", `calls: "twenty"`},
		{"Tom: calls 20", "Tom: calls -20", "bad_amount", "calls: -20"},
		{"Tom: calls 20", "Tom: sings", "malformed_hand", `"Tom: sings"`},
		{"raises 4 to 6", "raises 4", "bad_amount", `raise: ""`},
		{"raises 4 to 6", "raises 4 to 0", "malformed_hand", "-1 of 199 chips"},
		{"[Ac 7d 2c]\n", "[Ac 7d]\n", "malformed_hand", "does not follow"},
		{"[Ac 7d 2c] [9h]", "[Ac 7d 2h] [9h]", "malformed_hand", "does not follow"},
		{"[Ac 7d 2c] [9h]", "[Ac 7d 2c] [Xh]", "malformed_hand", "Xh"},
		{"[Ac 7d 2c] [9h]", "[Ac 7d 2c] [9h 9s 9d]", "malformed_hand", "6 cards"},
		{"*** TURN ***", "*** TORN ***", "malformed_hand", "not the name of a street"},
		{"*** TURN ***", "*** TURN [", "malformed_hand", "not the beginning of a street"},
		{"[9h]", "[As]", "malformed_hand", "does not follow"},
		{"Dealt to Tom [As Kd]", "Dealt to Tom [As]", "malformed_hand", "not the two cards"},
		{"Dealt to Tom [As Kd]", "Dealt to Tom [As Qd]", "malformed_hand", "not the two cards"},
		{"Dealt to Tom [As Kd]", "Dealt to Sam [As Kd]", "malformed_hand", "nobody is called so"},
		{"Dealt to Tom [As Kd]", "Dealt to Tom [Ac Kd]", "malformed_hand", "not the two cards"},
		{"Eve: shows [7s 6s]", "Eve: shows [As 6s]", "malformed_hand", "As"},
		{"Tom collected 68 from pot", "Tom collected 68 from me", "malformed_hand", `"me" is not a pot`},
		{"Tom collected 68 from pot", "Tom collected 9007199254740991 from pot", "malformed_hand", "more chips than there can be"},
		{"*** SHOW DOWN ***", "Uncalled bet (5) returned to Sam", "malformed_hand", "nobody is called so"},
		{"*** SHOW DOWN ***", "Uncalled bet (5.5) returned to Tom", "bad_amount", "uncalled bet: 5.5"},
		{"*** SHOW DOWN ***", strings.Repeat("long ", 5000), "hand_too_long", "a line has at most 16384 bytes"},
		{"*** SHOW DOWN ***", strings.Repeat("Tom has timed out\n", 60000), "hand_too_long", "a hand has at most 1048576 bytes"},
	}
	for _, tt := range tests {
		_, err := readText(with(t, heads, tt.old, tt.new))
		if err == nil {
			t.Errorf("%.60s: read, want %s", tt.new, tt.code)
			continue
		}
		if got := codeOf(err); got != tt.code {
			t.Errorf("%.60s: code %q of %v, want %q", tt.new, got, err, tt.code)
		}
		if !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%.60s: got %q, want it to say %q", tt.new, err, tt.says)
		}
	}
}

func TestReadText_GoesOnAfterAHandThatItCannotRead(t *testing.T) {
	text := heads + with(t, heads, "Hold'em No Limit", "Razz Limit") + heads
	var got []string
	for h, err := range history.ReadText(strings.NewReader(text)) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, string(h.ID))
		}
	}
	want := []string{"77", "line 34: hand 77: history: variant \"Razz Limit\"", "77"}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadText_ReadsNoFurtherThanItsReaderAsks(t *testing.T) {
	endless := &repeated{text: heads}
	hands := 0
	for _, err := range history.ReadText(endless) {
		if err != nil {
			t.Fatal(err)
		}
		if hands++; hands == 1000 {
			break
		}
	}
	if most := 1001*len(endless.text) + 64<<10; endless.given > most {
		t.Errorf("%d bytes read for 1000 hands, want at most %d", endless.given, most)
	}
}

func TestReadText_StopsAtALineWithoutEnd(t *testing.T) {
	count := 0
	for _, err := range history.ReadText(io.MultiReader(strings.NewReader(heads), zeros{})) {
		if count++; count == 1 && codeOf(err) != "hand_too_long" || count > 1 {
			t.Errorf("error %d: %v, want one hand_too_long", count, err)
		}
	}
}

func TestReadText_SaysWhenItCannotRead(t *testing.T) {
	broken := errors.New("the disk is gone")
	for h, err := range history.ReadText(io.MultiReader(strings.NewReader(heads), iotestErr{broken})) {
		if !errors.Is(err, broken) || h != nil {
			t.Errorf("got %v and %v, want %v", h, err, broken)
		}
	}
}

type iotestErr struct{ error }

func (e iotestErr) Read([]byte) (int, error) { return 0, e.error }

func TestReadText_TakesPostsApart(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "exports", "posts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for posted, want := range map[string]history.Post{
		"posts small & big blinds 150": {Seat: 4, Live: 100, Dead: 50}, "posts big blind 100": {Seat: 4, Live: 100},
		"posts small blind 50": {Seat: 4, Dead: 50}, "posts big blind 40\nCalm Heron: posts small blind 50": {Seat: 4, Live: 40, Dead: 50},
	} {
		h := mustReadText(t, with(t, string(text), "posts small & big blinds 150", posted))
		if h.Posts[0] != want {
			t.Errorf("%q: got %+v, want %+v", posted, h.Posts[0], want)
		}
		h.Result, h.Actions, h.Board = nil, nil, nil // the moves were for another price
		if got := replayed(t, h); len(got) > 0 {
			t.Errorf("%q: %q", posted, got)
		}
	}
}
