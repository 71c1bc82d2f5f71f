package holdem_test

import (
	"encoding/json"
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Two players, dealt from a deck whose cards come in order: the button raises, the big blind gives up.
func ExampleDeal() {
	hand, events, err := holdem.Deal(holdem.Config{
		SmallBlind: 50,
		BigBlind:   100,
		Players:    []table.Stack{{Seat: 2, Chips: 5000}, {Seat: 6, Chips: 5000}}, // seat 6 is the button
	}, deck.Stacked())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range []holdem.Action{{Do: holdem.Raise, To: 300}, {Do: holdem.Fold}} {
		more, err := hand.Apply(hand.Turn(), move)
		if err != nil {
			fmt.Println(err)
			return
		}
		events = append(events, more...)
	}
	for _, e := range events {
		raw, _ := json.Marshal(e)
		fmt.Println(e.Type(), string(raw))
	}
	fmt.Println(hand.Stacks())
	// Output:
	// posted {"seat":6,"kind":"small_blind","amount":50,"bet":50,"stack":4950,"pot":50,"all_in":false}
	// posted {"seat":2,"kind":"big_blind","amount":100,"bet":100,"stack":4900,"pot":150,"all_in":false}
	// dealt {"seats":[2,6]}
	// acted {"seat":6,"do":"raise","amount":250,"bet":300,"stack":4700,"pot":400,"all_in":false}
	// acted {"seat":2,"do":"fold","amount":0,"bet":100,"stack":4900,"pot":400,"all_in":false}
	// uncalled {"seat":6,"amount":200,"stack":4900,"pot":200}
	// won {"pot":0,"amount":200,"winners":[{"seat":6,"chips":200}],"best5":[]}
	// [{2 4900} {6 5100}]
}

func ExampleHand_Legal() {
	hand, _, err := holdem.Deal(holdem.Config{
		SmallBlind: 50,
		BigBlind:   100,
		Players:    []table.Stack{{Seat: 0, Chips: 900}, {Seat: 1, Chips: 800}, {Seat: 2, Chips: 700}},
	}, deck.Stacked())
	if err != nil {
		fmt.Println(err)
		return
	}
	l := hand.Legal()
	fmt.Printf("seat %d: call %d, %s to %d-%d\n", l.Seat, l.Call, l.Raise, l.MinTo, l.MaxTo)
	_, err = hand.Apply(2, holdem.Action{Do: holdem.Raise, To: 150})
	fmt.Println(err)
	fmt.Println(holdem.DefaultAction(l).Do)
	// Output:
	// seat 2: call 100, raise to 200-700
	// holdem: the total must be 200 to 700
	// fold
}

func ExampleParseAction() {
	a, err := holdem.ParseAction(json.RawMessage(`{"do":"raise","to":300}`))
	fmt.Println(a, err)
	_, err = holdem.ParseAction(json.RawMessage(`{"do":"all-in"}`))
	fmt.Println(err)
	// Output:
	// {raise 300} <nil>
	// holdem: bad_request: do is none of fold, check, call, bet, raise, twice and once
}
