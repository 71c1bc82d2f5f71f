package holdem

import (
	"slices"

	"example.com/fullhouse/table"
)

// straddler is the place of who may straddle: the first to act before the flop, left of the big blind.
const straddler = 2

// canStraddle reports whether the third player could post so much: it must have chips left, so that there is a decision to
// come back to. With two players there is no third, and who posts what it owes has its bet already.
func (c Config) canStraddle(amount table.Chips) bool {
	if c.BombPot || len(c.Players) <= straddler || amount <= c.BigBlind {
		return false
	}
	if slices.ContainsFunc(c.Posts, func(p Post) bool { return p.Seat == c.Players[straddler].Seat }) {
		return false
	}
	left := c.Players[straddler].Chips
	if c.AnteKind == AnteEach {
		left -= c.Ante
	}
	return left > amount
}

// postStraddle makes the straddle the bet to answer: the price and the least raise follow from it, who comes after it speaks
// first, and it has the last word.
func (h *Hand) postStraddle(events []table.Event, amount table.Chips) []table.Event {
	if amount == 0 {
		return events
	}
	h.straddle, h.price, h.raise = amount, amount, amount
	h.turn = straddler
	h.opener = h.after(straddler)
	return h.post(events, straddler, PostStraddle, amount)
}
