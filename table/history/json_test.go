package history_test

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/table/history"
	"github.com/google/go-cmp/cmp"
)

// ours is a sound hand in our form, from seats that are not the first ones.
const ours = `{
	"version": 1, "hand": "k7q2-15", "game": {"small_blind": 50, "big_blind": 100, "ante": 10, "ante_kind": "each"},
	"button": 2, "viewer": 7,
	"seats": [
		{"seat": 5, "name": "Ann", "chips": 1000, "cards": null},
		{"seat": 7, "name": "Bob", "chips": 1000, "cards": ["As", "Ad"]},
		{"seat": 2, "name": "Tom", "chips": 430, "cards": ["Kc", "Kd"]}
	],
	"board": ["2c", "7h", "9s", "Jd", "3c"],
	"actions": [
		{"street": "preflop", "seat": 2, "do": "raise", "to": 420},
		{"street": "preflop", "seat": 5, "do": "fold"},
		{"street": "preflop", "seat": 7, "do": "raise", "to": 990},
		{"street": "preflop", "seat": 7, "do": "check"}
	],
	"result": {
		"stacks": [{"seat": 5, "chips": 940}, {"seat": 7, "chips": 1490}, {"seat": 2, "chips": 0}],
		"uncalled": [],
		"pots": [{"amount": 920, "winners": [{"seat": 7, "chips": 920}]}]
	}
}`

// readJSON reads a text of one hand.
func readJSON(text string) (*history.Hand, error) {
	for h, err := range history.ReadJSON(strings.NewReader(text)) {
		return h, err
	}
	return nil, io.EOF
}

// sound is ours with moves that are allowed: nobody can answer a raise of seat 7, so it calls.
func sound(t *testing.T) string {
	t.Helper()
	return with(t, with(t, ours, `"do": "raise", "to": 990}`, `"do": "call"}`),
		`,
		{"street": "preflop", "seat": 7, "do": "check"}`, "")
}

func TestReadJSON_AgreesWithTheRulesOrSaysWhereNot(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     []string
	}{
		{"as it was", `"call"`, `"call"`, nil},
		{"without a result", `"stacks": [{"seat": 5, "chips": 940}, {"seat": 7, "chips": 1490}, {"seat": 2, "chips": 0}],`, ``, nil},
		{"a check that is none", `"call"`, `"check"`, []string{
			"k7q2-15: action 3 (Bob checks): got holdem: illegal_action, when a call is 320 and no raise is allowed, want played",
		}},
		{"a raise that nobody can answer", `"do": "call"`, `"do": "raise", "to": 990`, []string{
			"k7q2-15: action 3 (Bob raises to 990): got holdem: illegal_action, " +
				"when a call is 320 and no raise is allowed, want played",
		}},
		{"other pots", `"amount": 920`, `"amount": 900`, []string{
			"k7q2-15: result: pots: got 920 (Bob 920), want 900 (Bob 920)",
		}},
		{"something went back", `"uncalled": []`, `"uncalled": [{"seat": 2, "chips": 7}]`, []string{
			"k7q2-15: result: uncalled of Tom: got 0, want 7",
		}},
		{"no name", `"name": "Ann"`, `"name": ""`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h, err := readJSON(with(t, sound(t), tt.old, tt.new))
			if err != nil {
				t.Fatal(err)
			}
			if got := replayed(t, h); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadJSON_ReadsWhatWasWritten(t *testing.T) {
	for _, text := range []string{threeHanded, called} {
		want := mustReadPHH(t, text)
		written, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readJSON(string(written))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("read back otherwise (-want +got):\n%s", diff)
		}
	}
}

func TestReadJSON_RefusesWithAReason(t *testing.T) {
	tests := []struct {
		old, new string
		code     string
		says     string
	}{
		{`"version": 1`, `"version": 3, "new": true`, "unsupported_hand", "version 3 of our form; this program reads versions 1 to 2"},
		{`"version": 1`, `"version": 1, "straddle": 200`, "malformed_hand", "version 1 knows no straddle"},
		{`"version": 1`, `"version": 1, "bomb_pot": 300`, "malformed_hand", "version 1 knows no straddle"},
		{`"name": "Ann"`, `"name": "Ann", "bot": "tight"`, "malformed_hand", "version 1 knows no straddle"},
		{`"do": "fold"`, `"do": "twice"`, "malformed_hand", "version 1 knows no straddle"},
		{`"version": 1`, `"version": 2, "straddle": -1`, "bad_amount", "straddle: -1"},
		{`"version": 1`, `"version": 2, "bomb_pot": -1`, "bad_amount", "bomb_pot: -1"},
		{`"version": 1`, `"version": 2, "posts": [{"seat": 4, "live": 100}]`, "malformed_hand", "in the posts, seat 4 was not dealt in"},
		{`"version": 1`, `"version": 2, "posts": [{"seat": 5}, {"seat": 5}]`, "malformed_hand", "in the posts, seat 5"},
		{`"version": 1`, `"version": 2, "posts": [{"seat": 2, "dead": -1}]`, "bad_amount", "dead post: -1"},
		{`"version": 1`, `"version": 2, "board2": ["2c"]`, "malformed_hand", "the boards have 5 and 1 cards"},
		{`"version": 1`, `"version": 2, "board2": ["4c", "4d", "4h", "4s", "5c"]`, "malformed_hand", "nobody has voted for it"},
		{`"amount": 920`, `"run": 1, "amount": 920`, "malformed_hand", "version 1 knows no straddle"},
		{`"version": 1,`, ``, "unsupported_hand", "version 0"},
		{`"version": 1`, `"version": "1"`, "malformed_hand", "version"},
		{`"board"`, `"bord"`, "malformed_hand", `unknown field "bord"`},
		{`"hand": "k7q2-15"`, `"hand": ""`, "malformed_hand", "the hand's id has 0 bytes"},
		{`"chips": 1000`, `"chips": 1000.5`, "malformed_hand", "1000.5"},
		{`"chips": 1000`, `"chips": 9007199254740991`, "malformed_hand", "together at most 9007199254740991"},
		{`"chips": 1000`, `"chips": 99999999999999999999`, "malformed_hand", "99999999999999999999"},
		{`"chips": 1000`, `"chips": -1`, "malformed_hand", "not each at least 1"},
		{`"seat": 5, "name"`, `"seat": 7, "name"`, "malformed_hand", "seat 7 comes twice"},
		{`"seat": 5, "name"`, `"seat": 9, "name"`, "malformed_hand", "seat 9 is not 0 to 8"},
		{`"button": 2`, `"button": 5`, "malformed_hand", "the button is seat 5, but the last of the seats is 2"},
		{`"viewer": 7`, `"viewer": 3`, "malformed_hand", "the viewer's seat 3 was not dealt in"},
		{`["As", "Ad"]`, `["As"]`, "malformed_hand", "Bob has 1 cards"},
		{`["As", "Ad"]`, `["As", "As"]`, "malformed_hand", "As"},
		{`["As", "Ad"]`, `["As", "Ax"]`, "malformed_hand", "Ax"},
		{`, "Jd", "3c"]`, `, "Jd", "3c", "4c"]`, "malformed_hand", "the board has 6 cards"},
		{`["2c", "7h", "9s", "Jd", "3c"]`, `["2c", "7h"]`, "malformed_hand", "the board has 2 cards"},
		{`"street": "preflop", "seat": 5`, `"street": "preflop", "seat": 4`, "malformed_hand", "action 2"},
		{`"street": "preflop", "seat": 5`, `"street": "second", "seat": 5`, "malformed_hand", `"second" is not a street`},
		{`"do": "fold"`, `"do": "sleep"`, "malformed_hand", `"sleep" is not a move`},
		{`"do": "fold"`, `"do": "fold", "to": 3`, "malformed_hand", "fold takes no amount"},
		{`"to": 420`, `"to": -420`, "bad_amount", "action 1: history: to: -420"},
		{`{"seat": 5, "chips": 940}, `, ``, "malformed_hand", "2 stacks for 3 seats"},
		{`{"seat": 5, "chips": 940}`, `{"seat": 7, "chips": 940}`, "malformed_hand", "seat 7 was not dealt in or comes twice"},
		{`"uncalled": []`, `"uncalled": [{"seat": 1, "chips": 1}]`, "malformed_hand", "seat 1 was not dealt in"},
		{`"uncalled": []`, `"uncalled": [{"seat": 5, "chips": -1}]`, "bad_amount", "result: -1"},
		{`"result": {`, `"result": `, "malformed_hand", "at byte"},
		{`"result": {`, `"result": {{`, "malformed_hand", "at byte"},
	}
	for _, tt := range tests {
		_, err := readJSON(with(t, sound(t), tt.old, tt.new))
		if got := codeOf(err); got != tt.code {
			t.Errorf("%s: code %q of %v, want %q", tt.new, got, err, tt.code)
			continue
		}
		if !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %q, want it to say %q", tt.new, err, tt.says)
		}
	}
}

func TestReadJSON_TakesOneHandAfterAnother(t *testing.T) {
	text := sound(t) + "\n" + with(t, sound(t), `"version": 1`, `"version": 9`) + sound(t) + "[]" + sound(t) + "{"
	var got []string
	for h, err := range history.ReadJSON(strings.NewReader(text)) {
		if err != nil {
			got = append(got, err.Error())
		} else {
			got = append(got, string(h.ID))
		}
	}
	want := []string{"k7q2-15", "hand 2: history: unsupported_hand", "k7q2-15", "hand 4: history: malformed_hand", "k7q2-15",
		"hand 6: history: malformed_hand"}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadJSON_ReadsNoFurtherThanItsReaderAsks(t *testing.T) {
	endless := &repeated{text: sound(t)}
	hands := 0
	for _, err := range history.ReadJSON(endless) {
		if err != nil {
			t.Fatal(err)
		}
		if hands++; hands == 3000 { // more than one hand may be long
			break
		}
	}
	if most := 3000*len(endless.text) + 128<<10; endless.given > most {
		t.Errorf("%d bytes read for 3000 hands, want at most %d", endless.given, most)
	}
}

func TestReadJSON_StopsAtAHandWithoutEnd(t *testing.T) {
	endless := io.MultiReader(strings.NewReader(`{"version": 1, "hand": "`), zeros{})
	count := 0
	for _, err := range history.ReadJSON(endless) {
		count++
		if codeOf(err) != "hand_too_long" {
			t.Errorf("got %v, want hand_too_long", err)
		}
	}
	if count != 1 {
		t.Errorf("%d errors, want 1", count)
	}
}

// zeros is text without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte("0"), len(p))), nil }
