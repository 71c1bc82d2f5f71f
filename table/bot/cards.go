package bot

import (
	"math/bits"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// startValue rates two cards before the flop by Bill Chen's formula, doubled to stay with whole numbers: 40 for aces, 24
// for AKs, 20 for AKo, 10 for a pair of twos, -3 for 72o. A tenth of all hands have 16 or more, half have 8.
func startValue(own [2]deck.Card) int {
	high, low := own[0].Rank(), own[1].Rank()
	if high < low {
		high, low = low, high
	}
	value := rankValue(high)
	if high == low {
		return max(2*value, 10)
	}
	if own[0].Suit() == own[1].Suit() {
		value += 4
	}
	gap := high - low - 1
	value -= [...]int{0, 2, 4, 8, 10}[min(gap, 4)]
	if gap <= 1 && high < queen {
		value += 2 // room for straights
	}
	return value
}

const (
	queen = 10
	king  = 11
	ace   = 12
)

func rankValue(rank int) int {
	switch rank {
	case ace:
		return 20
	case king:
		return 16
	case queen:
		return 14
	case queen - 1:
		return 12
	}
	return rank + 2
}

// grade is what two cards make of a board.
type grade int

const (
	nothing  grade = iota
	draw           // four to a flush, or to a straight open at both ends, with a card to come
	weakPair       // below the board's highest card
	topPair        // the board's highest card paired, or a pair above it
	strong         // two pair or three of a kind
	monster        // a straight or better
)

// gradeOf rates the cards on a flop or later. What the board holds by itself helps everyone and counts as nothing.
func gradeOf(own [2]deck.Card, board []deck.Card) grade {
	mine, all := holdem.Evaluate(holdem.Set(board...)|holdem.Set(own[:]...)), holdem.Evaluate(holdem.Set(board...))
	made, common := mine.Category(), all.Category()
	pair := pairGrade(own, board)
	switch {
	case mine == all && len(board) == 5:
		return nothing
	case made > common && made >= holdem.Straight:
		return monster
	case mine > all && common >= holdem.Straight:
		return strong // ours is higher than the board's own straight or flush
	case made > common && made == holdem.ThreeOfAKind, made == holdem.TwoPair && common == holdem.HighCard:
		return strong
	case pair > nothing:
		return pair
	case len(board) < 5 && drawing(own, board):
		return draw
	}
	return nothing
}

// pairGrade looks for a pair that uses one of our cards.
func pairGrade(own [2]deck.Card, board []deck.Card) grade {
	highest, paired := 0, -1
	if own[0].Rank() == own[1].Rank() {
		paired = own[0].Rank()
	}
	for _, c := range board {
		highest = max(highest, c.Rank())
		for _, o := range own {
			if o.Rank() == c.Rank() {
				paired = max(paired, c.Rank())
			}
		}
	}
	switch {
	case paired < 0:
		return nothing
	case paired >= highest:
		return topPair
	}
	return weakPair
}

// drawing reports whether one more card could make a flush or, in eight ways or so, a straight, with the help of ours.
func drawing(own [2]deck.Card, board []deck.Card) bool {
	var suits [4]int
	ranks, without := uint(0), uint(0)
	for _, c := range board {
		suits[c.Suit()]++
		without |= 1 << c.Rank()
	}
	ranks = without
	for _, c := range own {
		suits[c.Suit()]++
		ranks |= 1 << c.Rank()
	}
	for _, c := range own {
		if suits[c.Suit()] == 4 {
			return true
		}
	}
	return fourInARow(ranks) && !fourInARow(without)
}

// fourInARow leaves out runs that begin or end with the ace: those are open at one end only.
func fourInARow(ranks uint) bool {
	ranks &^= 1 << ace
	return bits.OnesCount(ranks&(ranks<<1)&(ranks<<2)&(ranks<<3)) > 0
}
