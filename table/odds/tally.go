package odds

import (
	"math"

	"example.com/fullhouse/table/holdem"
)

// pot is divisible by any number of winners up to nine, so that shares add up without rounding.
const pot = 2520

// tally counts showdowns.
type tally struct {
	boards  int64
	wins    [maxHands]int64
	ties    [maxHands]int64
	shares  [maxHands]int64 // in parts of a pot
	squares [maxHands]int64 // of the shares, for the error
}

// showdown pays one pot on a complete board.
func (t *tally) showdown(hands []holdem.CardSet, board holdem.CardSet) {
	var winners [maxHands]int
	n, best := 0, holdem.Strength(0)
	for i, hand := range hands {
		switch s := holdem.Evaluate(board | hand); {
		case s > best:
			winners[0], n, best = i, 1, s
		case s == best:
			winners[n], n = i, n+1
		}
	}
	t.boards++
	if n == 1 {
		t.wins[winners[0]]++
		return
	}
	share := int64(pot / n)
	for _, i := range winners[:n] {
		t.ties[i]++
		t.shares[i] += share
		t.squares[i] += share * share
	}
}

func (t *tally) result(hands int, exact bool) Result {
	r := Result{Hands: make([]Equity, hands), Boards: t.boards, Exact: exact}
	for i := range r.Hands {
		shares := float64(t.shares[i])/pot + float64(t.wins[i])
		r.Hands[i] = Equity{Wins: t.wins[i], Ties: t.ties[i], Share: shares / float64(max(t.boards, 1))}
		if !exact {
			squares := float64(t.squares[i])/(pot*pot) + float64(t.wins[i])
			r.Hands[i].StdErr = stdErr(float64(t.boards), shares, squares)
		}
	}
	return r
}

// stdErr is the standard error of a mean from the sum and the sum of squares of n samples between 0 and 1. One sample of
// each extreme is added: without them a hand that won all of its first ten boards would claim to be certain.
func stdErr(n, sum, squares float64) float64 {
	n, sum, squares = n+2, sum+1, squares+1
	mean := sum / n
	return math.Sqrt((squares/n - mean*mean) / (n - 1))
}
