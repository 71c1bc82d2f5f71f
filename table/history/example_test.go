package history_test

import (
	"fmt"
	"log"
	"strings"

	"example.com/fullhouse/table/history"
)

func ExampleReplay() {
	text := `
		variant = "NT"
		antes = [0, 0]
		blinds_or_straddles = [1, 2]
		min_bet = 2
		starting_stacks = [100, 100]
		actions = ["d dh p1 7c2d", "d dh p2 QhQs", "p2 cbr 3", "p1 f"]`
	for hand, err := range history.ReadPHH(strings.NewReader(text)) {
		if err != nil {
			log.Fatal(err)
		}
		report, err := history.Replay(hand)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(report.Mismatches[0])
	}
	// Output:
	// 1: action 1 (p2 bets or raises to 3): got holdem: the total must be 4 to 100, when a call is 1 and a raise is to 4 up to 100, want played
}

func ExampleReadPHH() {
	text := "[1]\nvariant = 'PO'\n[2]\nvariant = 'NT'\nstarting_stacks = [100, 99.50]"
	for _, err := range history.ReadPHH(strings.NewReader(text)) {
		fmt.Println(err)
	}
	// Output:
	// line 1: hand 1: history: variant "PO" (pot-limit Omaha) is not supported, only "NT" (no-limit hold'em) is
	// line 3: hand 2: history: starting_stacks of p2: 99.5 is not a whole number of chips from 0 to 9007199254740991
}

func ExampleReadJSON() {
	text := `{
		"version": 1, "hand": "k7q2-1", "button": 4, "viewer": 4,
		"game": {"small_blind": 50, "big_blind": 100, "ante": 0, "ante_kind": "none"},
		"seats": [{"seat": 1, "name": "Ann", "chips": 900, "cards": null}, {"seat": 4, "name": "Tom", "chips": 800, "cards": ["As", "Kd"]}],
		"actions": [{"street": "preflop", "seat": 4, "do": "fold"}],
		"result": {"stacks": [{"seat": 1, "chips": 950}, {"seat": 4, "chips": 750}]}
	}`
	for hand, err := range history.ReadJSON(strings.NewReader(text)) {
		if err != nil {
			log.Fatal(err)
		}
		report, err := history.Replay(hand)
		fmt.Println(hand.Seats[1].Cards, len(report.Mismatches), err)
	}
	// Output: [As Kd] 0 <nil>
}
