package history_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
)

// cards reads a run of cards.
func cards(t *testing.T, text string) (list []deck.Card) {
	t.Helper()
	for ; text != ""; text = text[2:] {
		c, err := deck.ParseCard(text[:2])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

func TestReplay_TellsWhereARecordDisagrees(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		want     []string
	}{
		{"out of turn", `"p1 f"`, `"p2 f"`, []string{
			"1: action 2 (p2 folds): turn: got p1, want p2",
		}},
		{"too small a raise", `"p3 cbr 6"`, `"p3 cbr 3"`, []string{
			"1: action 1 (p3 bets or raises to 3): got holdem: the total must be 4 to 200, " +
				"when a call is 2 and a raise is to 4 up to 200, want played",
		}},
		{"more than there is", `"p3 cbr 8"`, `"p3 cbr 195"`, []string{
			"1: action 5 (p3 bets or raises to 195): got holdem: the total must be 2 to 194, " +
				"when a check is free and a bet is to 2 up to 194, want played",
		}},
		{"a flop too late", `"p2 cc", "d db Kd7d2c", "p2 cc"`, `"p2 cc", "p2 cc", "d db KdTd3c"`, []string{
			"1: action 4 (p2 checks or calls): street: got flop, want preflop",
		}},
		{"a turn that never came", `"p2 f"]`, `"p2 f", "d db 9h"]`, []string{
			"1: board: got 3 cards, want 4 cards",
		}},
		{"a move after the end", `"p2 f"]`, `"p2 f", "p3 cc"]`, []string{
			"1: action 7 (p3 checks or calls): got the hand is over, want a decision",
		}},
		{"other stacks", "[199, 194, 207]", "[200, 194, 206]", []string{
			"1: result: stack of p1: got 199, want 200",
			"1: result: stack of p3: got 207, want 206",
		}},
		{"other winnings", "[199, 194, 207]", "[199, 194, 207]\nwinnings = [0, 13, 0]", []string{
			"1: result: winnings of p2: got 0, want 13",
			"1: result: winnings of p3: got 13, want 0",
		}},
		{"winnings without what went back", "[199, 194, 207]", "[199, 194, 207]\nwinnings = [0, 0, 13]", nil},
		{"winnings with what went back", "[199, 194, 207]", "[199, 194, 207]\nwinnings = [0, 0, 21]", nil},
		{"a hand that breaks off", `, "p3 cbr 8", "p2 f"]`, `]`, []string{
			"1: result: stack of p3: got 194, want 207",
		}},
		{"a blind that nobody here posts", "[1, 2, 0]", "[2, 2, 0]", []string{
			"1: result: stack of p1: got 198, want 199",
			"1: result: stack of p3: got 208, want 207",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(with(t, threeHanded, tt.old, tt.new), "7c2d", "8c8d", 1)
			if got := replayed(t, mustReadPHH(t, text)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// called is a hand that comes to a showdown between p2 and p3, p3 holding the better cards.
const called = `
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????", "d dh p2 QhQs", "d dh p3 AcKs", "p3 cbr 6", "p1 f", "p2 cc", "d db Kd7d2c", "p2 cc", "p3 cc",
  "d db 3h", "p2 cc", "p3 cc", "d db 8s", "p2 cc", "p3 cc"]
finishing_stacks = [199, 194, 207]
`

func TestReplay_WhoShowsNothingWinsNothing(t *testing.T) {
	h := mustReadPHH(t, with(t, called, "QhQs", "????"))
	report, err := history.Replay(h)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Mismatches) > 0 || report.Untold != "" {
		t.Errorf("got mismatches %v and untold %q, want the known hand to win", report.Mismatches, report.Untold)
	}
}

func TestReplay_SaysWhenThereWasNoSecondBoard(t *testing.T) {
	h := mustReadPHH(t, with(t, twoBoards, "min_bet", "_second_board = '4c5c6c9dTd'\nmin_bet"))
	if got := replayed(t, h); len(got) > 0 {
		t.Errorf("got %q, want two boards and half of the pot for each player", got)
	}
	h.Actions[len(h.Actions)-1].Do = holdem.Once
	want := []string{"1: second board: got 0 cards, want 5 cards", "1: result: stack of p1: got 0, want 50", "1: result: stack of p2: got 100, want 50"}
	if got := replayed(t, h); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	h.Actions[len(h.Actions)-1].Do = holdem.Fold
	want = []string{"1: action 4 (p2 folds): got holdem: illegal_action, when there is a vote on dealing the rest of the board twice, want played"}
	if got := replayed(t, h); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReplay_SaysWhenTheResultCannotBeTold(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"nobody's cards", strings.NewReplacer("QhQs", "????", "AcKs", "????").Replace(called), "no hand at the showdown is known"},
		{"all-in, but no board", `
			variant = "NT"
			antes = [0, 0]
			blinds_or_straddles = [1, 2]
			min_bet = 2
			starting_stacks = [50, 50]
			actions = ["d dh p1 QhQs", "d dh p2 AcKs", "p2 cbr 50", "p1 cc", "d db Kd7d2c"]
			finishing_stacks = [100, 0]`, "the board is not known to the end"},
		{"two boards, but one is not known", twoBoards, "the second board is not known"},
	}
	for _, tt := range tests {
		h := mustReadPHH(t, tt.text)
		if tt.text == twoBoards {
			for seat := range table.Seat(2) {
				h.Actions = append(h.Actions, history.Action{Street: "preflop", Seat: seat, Do: holdem.Twice})
			}
		}
		report, err := history.Replay(h)
		if err != nil {
			t.Fatal(err)
		}
		if report.Untold != tt.want || len(report.Mismatches) > 0 {
			t.Errorf("%s: got untold %q and mismatches %v, want %q and none", tt.name, report.Untold, report.Mismatches, tt.want)
		}
	}
}

// twoBoards is a hand of which the second board is missing.
const twoBoards = `
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = ["d dh p1 QhQs", "d dh p2 AcKs", "p2 cbr 50", "p1 cc", "d db Kd7d2c", "d db 3h", "d db 8s"]
finishing_stacks = [50, 50]
`

func TestReplay_RefusesWhatCannotBeDealt(t *testing.T) {
	h := mustReadPHH(t, with(t, threeHanded, "[1, 2, 0]", "[0, 2, 0]"))
	if _, err := history.Replay(h); codeOf(err) != "unsupported_hand" {
		t.Errorf("a hand without a small blind: got %v, want unsupported_hand", err)
	}
	h = mustReadPHH(t, threeHanded)
	h.Seats[1].Seat = h.Seats[0].Seat
	if _, err := history.Replay(h); codeOf(err) != "malformed_hand" {
		t.Errorf("two in one seat: got %v, want malformed_hand", err)
	}
}
