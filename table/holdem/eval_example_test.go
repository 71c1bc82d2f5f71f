package holdem_test

import (
	"fmt"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func ExampleEvaluate() {
	board := holdem.Set(hand("2h 3s 5c Kh Jd")...)
	wheel := holdem.Evaluate(board | holdem.Set(hand("As 4d")...))
	kings := holdem.Evaluate(board | holdem.Set(hand("Kc Kd")...))
	fmt.Println(wheel, "beats", kings, wheel > kings)
	// Output: Five-high straight beats Three kings true
}

func ExampleDescribe() {
	fmt.Println(holdem.Describe(hand("Qs Qd")...))
	fmt.Println(holdem.Describe(hand("Ts Th 2s 3s 2h 3h 3d")...))
	fmt.Println(holdem.Best5(hand("Ts Th 2s 3s 2h 3h 3d")...))
	// Output:
	// Pair of queens
	// Full house, threes over tens
	// [3s 3h 3d Ts Th]
}

// hand reads cards that are known to be right.
func hand(text string) (cards []deck.Card) {
	for i := 0; i < len(text); i += 3 {
		c, err := deck.ParseCard(text[i : i+2])
		if err != nil {
			panic(err)
		}
		cards = append(cards, c)
	}
	return cards
}
