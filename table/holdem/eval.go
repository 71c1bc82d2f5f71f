package holdem

import (
	"math/bits"

	"example.com/fullhouse/table/deck"
)

// CardSet is a set of cards as four lanes of 16 bits, one a suit; in a lane, bit r is the card of rank r. Sets are joined
// with | and need no order, which is all that makes the evaluator below short.
type CardSet uint64

// Set is the set of the given cards.
func Set(cards ...deck.Card) (s CardSet) {
	for _, c := range cards {
		s |= 1 << (uint(c)&3<<4 | uint(c)>>2)
	}
	return s
}

// Has reports whether the card is in the set.
func (s CardSet) Has(c deck.Card) bool { return s&Set(c) != 0 }

// Len is how many cards the set has.
func (s CardSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Strength orders hands: the larger wins, equal ones split. From the top it holds the category, then 13 bits for the ranks
// that make it, then 13 bits for the kickers. Within a category every mask has the same number of bits set, and of two
// such masks the larger is the one with the higher highest rank, then the higher second, and so on: just the rule of poker.
type Strength uint32

// Category is the kind of a hand.
type Category uint8

const (
	HighCard Category = iota
	Pair
	TwoPair
	ThreeOfAKind
	Straight
	Flush
	FullHouse
	FourOfAKind
	StraightFlush
)

func (c Category) String() string {
	return [...]string{"high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house",
		"four of a kind", "straight flush"}[c]
}

// Category is the kind of hand that has this strength.
func (s Strength) Category() Category { return Category(s >> 26) }

func strength(c Category, made, kickers uint32) Strength {
	return Strength(uint32(c)<<26 | made<<13 | kickers)
}

// Evaluate is the strength of the best five of up to seven cards. With fewer than five the missing cards count as nothing.
//
// The early returns rely on seven cards being too few to hold both a straight or a flush and four of a kind or a full house.
func Evaluate(s CardSet) Strength {
	c, d, h, p := uint32(s&0xffff), uint32(s>>16&0xffff), uint32(s>>32&0xffff), uint32(s>>48)
	if flush := fiveOf(c) | fiveOf(d) | fiveOf(h) | fiveOf(p); flush != 0 { // at most one suit has five
		if high := straight(flush); high != 0 {
			return strength(StraightFlush, high, 0)
		}
		return strength(Flush, top(flush, 5), 0)
	}
	once := c | d | h | p
	if high := straight(once); high != 0 {
		return strength(Straight, high, 0)
	}
	twice := c&d | h&p | (c|d)&(h|p)
	if twice == 0 {
		return strength(HighCard, 0, top(once, 5))
	}
	if four := c & d & h & p; four != 0 {
		return strength(FourOfAKind, four, top(once&^four, 1))
	}
	if thrice := c&d&(h|p) | h&p&(c|d); thrice != 0 {
		three := top(thrice, 1)
		if pair := twice &^ three; pair != 0 { // a second three of a kind serves as the pair
			return strength(FullHouse, three, top(pair, 1))
		}
		return strength(ThreeOfAKind, three, top(once&^three, 2))
	}
	if pairs := top(twice, 2); pairs&(pairs-1) != 0 { // a third pair can only be a kicker
		return strength(TwoPair, pairs, top(once&^pairs, 1))
	}
	return strength(Pair, twice, top(once&^twice, 3))
}

// fiveOf is the lane itself if it has five cards or more, else 0.
func fiveOf(lane uint32) uint32 {
	if bits.OnesCount32(lane) < 5 {
		return 0
	}
	return lane
}

// straight is the highest rank that ends five in a row, as a mask, or 0. The ace also counts below the two.
func straight(ranks uint32) uint32 {
	r := ranks<<1 | ranks>>12&1
	if r = r & (r << 1) & (r << 2) & (r << 3) & (r << 4); r == 0 {
		return 0
	}
	return 1 << (bits.Len32(r) - 2)
}

// top keeps the n highest ranks.
func top(ranks uint32, n int) uint32 {
	for extra := bits.OnesCount32(ranks) - n; extra > 0; extra-- {
		ranks &= ranks - 1
	}
	return ranks
}
