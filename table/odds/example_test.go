package odds_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/odds"
)

func hand(names ...string) (cards []deck.Card) {
	for _, name := range names {
		c, err := deck.ParseCard(name)
		if err != nil {
			panic(err)
		}
		cards = append(cards, c)
	}
	return cards
}

func ExampleExact() {
	r, err := odds.Exact(context.Background(), [][]deck.Card{hand("As", "Ah"), hand("Kd", "Kc")}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Printf("aces %.6f, kings %.6f of %d boards\n", r.Hands[0].Share, r.Hands[1].Share, r.Boards)
	// Output: aces 0.812555, kings 0.187445 of 1712304 boards
}

func ExampleMonteCarlo() {
	random := rand.New(rand.NewPCG(1, 2))
	unknown := []deck.Card(nil)
	r, err := odds.MonteCarlo(context.Background(), 10_000, random,
		[][]deck.Card{hand("As", "Ah"), unknown, unknown}, hand("Ks", "7d", "2c"))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f, give or take %.3f\n", r.Hands[0].Share, r.Hands[0].StdErr)
	// Output: 0.78, give or take 0.004
}

func ExampleAsk() {
	asked, err := odds.Ask(odds.Question{Hands: []string{"AsKs", "QQ+, AK"}, Board: "Kd7c2h"})
	if err != nil {
		panic(err)
	}
	fmt.Println("cost", asked.Cost()) // ask a limiter now
	r, err := asked.Answer(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.2f, give or take %.3f\n", r.Hands[0].Share, r.Hands[0].StdErr)
	// Output:
	// cost 5
	// 0.54, give or take 0.002
}
