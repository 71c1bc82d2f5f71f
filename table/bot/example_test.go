package bot_test

import (
	"context"
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/bot"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// always is a gate that lets everyone pass.
type always struct{}

func (always) Acquire(context.Context) (release func(), err error) { return func() {}, nil }

func ExampleBots_Think() {
	cfg := holdem.Config{SmallBlind: 50, BigBlind: 100, Players: []table.Stack{{Seat: 0, Chips: 10000}, {Seat: 1, Chips: 10000}}}
	const aceOfSpades, aceOfHearts = 51, 50
	h, _, err := holdem.Deal(cfg, deck.Stacked(0, aceOfSpades, 5, aceOfHearts))
	if err != nil {
		panic(err)
	}
	bots := bot.New(always{}, 1)
	move, err := bots.Think(context.Background(), bot.Tight, h.View(h.Turn()))
	if err != nil {
		panic(err)
	}
	fmt.Println(string(move))
	// Output: {"do":"raise","to":300}
}
