package history_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example.com/fullhouse/table"
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

// told is what a table tells of a hand in which the small blind folds.
var told = table.HandRecord{
	Hand: "k7q2-1",
	Events: json.RawMessage(`[
		{"type": "hand_started", "hand": "k7q2-1", "number": 1, "button": 4, "small_blind": 4, "big_blind": 1,
			"seats": [{"seat": 1, "chips": 900}, {"seat": 4, "chips": 800}]},
		{"type": "posted", "seat": 4, "kind": "small_blind", "amount": 50, "bet": 50, "stack": 750, "pot": 50, "all_in": false},
		{"type": "posted", "seat": 1, "kind": "big_blind", "amount": 100, "bet": 100, "stack": 800, "pot": 150, "all_in": false},
		{"type": "dealt", "seats": [1, 4]},
		{"type": "acted", "seat": 4, "do": "fold", "amount": 0, "bet": 50, "stack": 750, "pot": 150, "all_in": false},
		{"type": "uncalled", "seat": 1, "amount": 50, "stack": 850, "pot": 100},
		{"type": "won", "pot": 0, "amount": 100, "winners": [{"seat": 1, "chips": 100}], "best5": []},
		{"type": "hand_ended", "hand": "k7q2-1", "seats": [{"seat": 1, "stack": 950, "net": 50}, {"seat": 4, "stack": 750, "net": -50}]}]`),
	Seats: []table.HandSeat{
		{Seat: 1, Account: "ann", Name: "Ann", Private: json.RawMessage(`{"3": {"your_cards": [{"card": "7c"}, {"card": "2d"}]}}`)},
		{Seat: 4, Account: "tom", Name: "Tom", Private: json.RawMessage(`{"3": {"your_cards": [{"card": "As"}, {"card": "Kd"}]}}`)},
	},
}

// settings are the table's.
var settings = json.RawMessage(`{"small_blind": 50, "big_blind": 100, "ante": 0, "ante_kind": "none"}`)

func ExampleFromRecord() {
	hand, err := history.FromRecord(settings, &told, history.SeatOf(&told, "tom"))
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range hand.Seats {
		fmt.Println(s.Name, s.Chips, s.Cards)
	}
	// Output:
	// Ann 900 []
	// Tom 800 [As Kd]
}

func ExampleWriteText() {
	hand, err := history.FromRecord(settings, &told, 4)
	if err != nil {
		log.Fatal(err)
	}
	about := history.About{Table: "Friday night", Seats: 6, Start: time.Date(2026, 12, 1, 20, 5, 9, 0, time.UTC)}
	if err := history.WriteText(os.Stdout, hand, about); err != nil {
		log.Fatal(err)
	}
	// Output:
	// PokerStars Hand #5510199884384534868:  Hold'em No Limit (50/100) - 2026/12/01 20:05:09 UTC [2026/12/01 15:05:09 ET]
	// Table 'Friday night' 6-max (Play Money) Seat #5 is the button
	// Seat 2: Ann (900 in chips)
	// Seat 5: Tom (800 in chips)
	// Tom: posts small blind 50
	// Ann: posts big blind 100
	// *** HOLE CARDS ***
	// Dealt to Tom [As Kd]
	// Tom: folds
	// Uncalled bet (50) returned to Ann
	// Ann collected 100 from pot
	// Ann: doesn't show hand
	// *** SUMMARY ***
	// Total pot 100 | Rake 0
	// Seat 2: Ann (big blind) collected (100)
	// Seat 5: Tom (button) (small blind) folded before Flop
}

func ExampleWritePHH() {
	hand, err := history.FromRecord(settings, &told, table.NoSeat) // as a watcher has seen it
	if err != nil {
		log.Fatal(err)
	}
	if err := history.WritePHH(os.Stdout, hand, history.About{Seats: 6, Start: time.Unix(0, 0)}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// variant = "NT"
	// antes = [0, 0]
	// blinds_or_straddles = [50, 100]
	// min_bet = 100
	// starting_stacks = [900, 800]
	// actions = [
	//   "d dh p1 ????",
	//   "d dh p2 ????",
	//   "p2 f",
	// ]
	// hand = "k7q2-1"
	// seats = [2, 5]
	// seat_count = 6
	// players = ["Ann", "Tom"]
	// time = 00:00:00
	// time_zone_abbreviation = "UTC"
	// day = 1
	// month = 1
	// year = 1970
	// finishing_stacks = [950, 750]
	// winnings = [100, 0]
}

func ExampleWriteJSON() {
	for hand, err := range history.ReadJSON(strings.NewReader(`{
		"version": 1, "hand": "k7q2-2", "button": 4, "viewer": -1,
		"game": {"small_blind": 50, "big_blind": 100, "ante": 0, "ante_kind": "none"},
		"seats": [{"seat": 1, "name": "Ann", "chips": 900, "cards": null}, {"seat": 4, "name": "Tom", "chips": 800, "cards": null}],
		"board": [], "actions": [{"street": "preflop", "seat": 4, "do": "fold"}], "result": null
	}`)) {
		if err != nil {
			log.Fatal(err)
		}
		var text strings.Builder
		if err := history.WriteJSON(&text, hand); err != nil {
			log.Fatal(err)
		}
		fmt.Println(text.String()[:17]) // it is written in the newest version
	}
	// Output:
	// {
	//   "version": 2,
}

func ExampleReadText() {
	text := `PokerStars Hand #77:  Hold'em No Limit ($1/$2 USD) - 2026/12/01 15:05:09 ET
Table 'Friday night' 6-max Seat #5 is the button
Seat 2: Ann ($100 in chips)
Seat 5: Tom ($100 in chips)
Tom: posts small blind $1
Ann: posts big blind $2
*** HOLE CARDS ***
Dealt to Tom [As Kd]
Tom: raises $1 to $3
`
	for hand, err := range history.ReadText(strings.NewReader(text)) {
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
	// 77: action 1 (Tom raises to 3): got holdem: the total must be 4 to 100, when a call is 1 and a raise is to 4 up to 100, want played
}

func ExampleNumber() {
	fmt.Println(history.Number("k7q2-1"), history.Number("77"))
	// Output: 5510199884384534868 77
}
