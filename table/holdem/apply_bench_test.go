package holdem_test

import (
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// BenchmarkApply plays a six-handed pot with four callers to showdown, 23 actions, again and again.
func BenchmarkApply(b *testing.B) {
	cfg := holdem.Config{SmallBlind: 50, BigBlind: 100}
	for seat := range table.Seat(6) {
		cfg.Players = append(cfg.Players, table.Stack{Seat: seat, Chips: 10000})
	}
	dealt, _, err := holdem.Deal(cfg, shuffled(1))
	if err != nil {
		b.Fatal(err)
	}
	moves := []holdem.Action{
		{Do: holdem.Raise, To: 250}, {Do: holdem.Call}, {Do: holdem.Fold}, {Do: holdem.Call}, {Do: holdem.Fold}, {Do: holdem.Call},
		{Do: holdem.Check}, {Do: holdem.Bet, To: 500}, {Do: holdem.Call}, {Do: holdem.Call}, {Do: holdem.Call},
		{Do: holdem.Check}, {Do: holdem.Check}, {Do: holdem.Check}, {Do: holdem.Bet, To: 2000}, {Do: holdem.Call}, {Do: holdem.Call}, {Do: holdem.Call},
		{Do: holdem.Check}, {Do: holdem.Check}, {Do: holdem.Check}, {Do: holdem.Check},
	}
	b.ReportAllocs()
	hand, next := *dealt, 0
	for b.Loop() {
		if next == len(moves) {
			hand, next = *dealt, 0
		}
		if _, err := hand.Apply(hand.Turn(), moves[next]); err != nil {
			b.Fatal(next, err)
		}
		next++
	}
}

func BenchmarkClone(b *testing.B) {
	hand, _, err := holdem.Deal(holdem.Config{
		SmallBlind: 50, BigBlind: 100, Players: []table.Stack{{Seat: 0, Chips: 1000}, {Seat: 1, Chips: 1000}},
	}, shuffled(1))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		hand = hand.Clone()
	}
}
