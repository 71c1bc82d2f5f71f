package holdem

import (
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table/deck"
)

func BenchmarkEvaluate_SevenCards(b *testing.B) {
	sets := randomSevens(1 << 16)
	b.ReportAllocs()
	var sink Strength
	i := 0
	for b.Loop() {
		sink ^= Evaluate(sets[i&(1<<16-1)])
		i++
	}
	_ = sink
}

func BenchmarkSet_SevenCards(b *testing.B) {
	cards := []deck.Card{3, 17, 50, 22, 9, 31, 44}
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(Set(cards...))
	}
}

func randomSevens(n int) []CardSet {
	r := rand.New(rand.NewPCG(1, 2))
	sets := make([]CardSet, n)
	for i := range sets {
		for sets[i].Len() < 7 {
			sets[i] |= Set(deck.Card(r.IntN(deck.Cards)))
		}
	}
	return sets
}
