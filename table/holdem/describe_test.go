package holdem

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table/deck"
)

func TestDescribe_NamesHandsLikeADealer(t *testing.T) {
	for _, row := range []struct{ cards, want string }{
		{"", ""},
		{"Qs Qd", "Pair of queens"},
		{"As Kd", "Ace high"},
		{"7s 2d", "Seven high"},
		{"6s 6d Ah Kc 2s", "Pair of sixes"},
		{"As Td Ah Tc 2s", "Two pair, aces and tens"},
		{"As Td Ah Tc 2s 2d 9h", "Two pair, aces and tens"},
		{"3s 3d 3h Kc 2s", "Three threes"},
		{"As 2d 3h 4c 5s", "Five-high straight"},
		{"As Kd Qh Jc Ts", "Ace-high straight"},
		{"As Ks 9s 4s 2s 2d 2c", "Ace-high flush"},
		{"3s 3d 3h Tc Ts", "Full house, threes over tens"},
		{"6s 6d 6h 6c Ts", "Four sixes"},
		{"9s 8s 7s 6s 5s", "Nine-high straight flush"},
		{"As Ks Qs Js Ts 9s 9d", "Royal flush"},
	} {
		if got := Describe(cards(t, row.cards)...); got != row.want {
			t.Errorf("%s: %q, want %q", row.cards, got, row.want)
		}
	}
}

func TestBest5_OrdersTheCardsThatPlay(t *testing.T) {
	for _, row := range []struct{ cards, want string }{
		{"", ""},
		{"2s Kd", "Kd 2s"},
		{"As Kd 9h 7c 5s 4d 2h", "As Kd 9h 7c 5s"},
		{"2h As 9h Ad 5s 4d 7c", "As Ad 9h 7c 5s"},
		{"2h 9h As Ad 9c 2d Kh", "As Ad 9h 9c Kh"},
		{"2s 9h As 9d 9c 4d Kh", "9h 9d 9c As Kh"},
		{"Ks 5d As 2c 4h 3d Kh", "5d 4h 3d 2c As"},
		{"As 2h Kh 9h 4h 3h Ah", "Ah Kh 9h 4h 3h"},
		{"Ts Th 2s 3s 2h 3h 3d", "3s 3h 3d Ts Th"},
		{"9s 9d 9h 9c 8s 8d 8h", "9s 9d 9h 9c 8s"},
		{"As 2s 3s 4s 5s 6d Ad", "5s 4s 3s 2s As"},
	} {
		if got, want := Best5(cards(t, row.cards)...), cards(t, row.want); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", row.cards, got, want)
		}
	}
}

func TestBest5_IsAsStrongAsAllSevenAndPartOfThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seven := rapid.Permutation(allCards()).Draw(t, "deck")[:7]
		best := Best5(seven...)
		if deck.Check(best...) != nil || len(best) != 5 || Set(best...)&^Set(seven...) != 0 {
			t.Fatalf("%v plays %v, want five of its cards", seven, best)
		}
		if got, want := Evaluate(Set(best...)), Evaluate(Set(seven...)); got != want {
			t.Fatalf("%v: the five are worth %v, want %v", seven, got, want)
		}
	})
}
