package holdem

import (
	"math/bits"

	"example.com/fullhouse/table/deck"
)

var rankNames = [...]string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}

// Describe names the best hand in two to seven cards the way a dealer would: "Pair of queens", "Ace high".
func Describe(cards ...deck.Card) string { return Evaluate(Set(cards...)).String() }

// String is the hand's name, such as "Two pair, aces and tens".
func (s Strength) String() string {
	made, kickers := s.ranks()
	high, low := bits.Len32(made)-1, bits.TrailingZeros32(made)
	switch s.Category() {
	case Pair:
		return "Pair of " + plural(high)
	case TwoPair:
		return "Two pair, " + plural(high) + " and " + plural(low)
	case ThreeOfAKind:
		return "Three " + plural(high)
	case Straight:
		return capital(rankNames[high]) + "-high straight"
	case Flush:
		return capital(rankNames[high]) + "-high flush"
	case FullHouse:
		return "Full house, " + plural(high) + " over " + plural(bits.Len32(kickers)-1)
	case FourOfAKind:
		return "Four " + plural(high)
	case StraightFlush:
		if high == ace {
			return "Royal flush"
		}
		return capital(rankNames[high]) + "-high straight flush"
	}
	if kickers == 0 {
		return "" // no cards
	}
	return capital(rankNames[bits.Len32(kickers)-1]) + " high"
}

const ace = 12

// ranks splits a strength into the ranks that make the hand and the kickers.
func (s Strength) ranks() (made, kickers uint32) {
	const lane = 1<<13 - 1
	return uint32(s) >> 13 & lane, uint32(s) & lane
}

func plural(rank int) string {
	if rankNames[rank] == "six" {
		return "sixes"
	}
	return rankNames[rank] + "s"
}

func capital(word string) string { return string(word[0]-'a'+'A') + word[1:] }

// Best5 is the five cards that play, those that decide first in front: a full house begins with its three, a straight
// with its highest card. Of cards that serve equally well it takes the first in cards. With fewer than five it orders what
// there is.
func Best5(cards ...deck.Card) []deck.Card {
	s := Evaluate(Set(cards...))
	made, kickers := s.ranks()
	if c := s.Category(); c == Flush || c == StraightFlush {
		cards = flushOf(cards)
	}
	best := make([]deck.Card, 0, 5)
	if c := s.Category(); c == Straight || c == StraightFlush {
		for i := range 5 {
			best = appendRank(best, cards, (bits.Len32(made)-1-i+13)%13, 1) // the ace follows the two
		}
		return best
	}
	n := copies[s.Category()]
	for made != 0 {
		rank := bits.Len32(made) - 1
		best, made = appendRank(best, cards, rank, n.made), made&^(1<<rank)
	}
	for kickers != 0 {
		rank := bits.Len32(kickers) - 1
		best, kickers = appendRank(best, cards, rank, n.kickers), kickers&^(1<<rank)
	}
	return best
}

// copies is how many cards of each rank play, among those that make the hand and among the kickers.
var copies = [...]struct{ made, kickers int }{
	HighCard: {0, 1}, Pair: {2, 1}, TwoPair: {2, 1}, ThreeOfAKind: {3, 1}, Flush: {1, 0}, FullHouse: {3, 2}, FourOfAKind: {4, 1},
}

// appendRank appends the first n cards of a rank to best.
func appendRank(best, cards []deck.Card, rank, n int) []deck.Card {
	for _, c := range cards {
		if c.Rank() == rank && n > 0 {
			best = append(best, c)
			n--
		}
	}
	return best
}

// flushOf is the cards of the suit that has at least five.
func flushOf(cards []deck.Card) []deck.Card {
	var suits [4][]deck.Card
	for _, c := range cards {
		suits[c.Suit()] = append(suits[c.Suit()], c)
	}
	for _, suit := range suits {
		if len(suit) >= 5 {
			return suit
		}
	}
	return nil
}
