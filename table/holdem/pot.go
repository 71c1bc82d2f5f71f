package holdem

import (
	"math/bits"

	"example.com/fullhouse/table"
)

// places is a set of places.
type places uint16

func (s places) has(place int) bool { return s>>place&1 != 0 }
func (s *places) add(place int)     { *s |= 1 << place }
func (s places) len() int           { return bits.OnesCount16(uint16(s)) }

// sidePot is the main pot or a side pot.
type sidePot struct {
	amount   table.Chips
	eligible places    // who can win it
	winners  [2]places // who did, by run, once the hand is over
}

// claim is how far into the pots a player's chips reach: all that it put in, but for what was dead.
func (h *Hand) claim(place int) table.Chips { return h.players[place].in - h.players[place].dead }

// returnUncalled gives back what the player who has put in most has put in beyond the next one. Chips of those who have
// folded count as a match: they called once. The player who has put in most is one of them only when it folded for nothing
// what it had to post.
func (h *Hand) returnUncalled(events []table.Event) []table.Event {
	top, most, next := 0, table.Chips(0), table.Chips(0)
	for i := range h.n {
		if c := h.claim(i); c > most {
			top, most, next = i, c, most
		} else {
			next = max(next, c)
		}
	}
	amount := most - next
	if amount == 0 {
		return events
	}
	p := &h.players[top]
	p.stack += amount
	p.in -= amount
	p.bet -= min(p.bet, amount) // an ante can come back too
	h.pot -= amount
	return append(events, Uncalled{Seat: p.seat, Amount: amount, Stack: p.stack, Pot: h.pot})
}

// sweep makes the pots anew from all that was put in: one for each height at which a player still in has no more. The dead
// chips are in the first. Above the last height there is nothing, unless several have folded for nothing more than a short
// stack could post: that is in the last, so that no chip is left out.
func (h *Hand) sweep() {
	for i := range h.n {
		h.players[i].bet = 0
	}
	h.npots = 0
	below, carry, rest := table.Chips(0), h.dead, h.pot
	for height, found := h.nextHeight(nobody); found; height, found = h.nextHeight(height) {
		pot := h.layer(below, height)
		pot.amount += carry
		carry, below = 0, height
		h.pots[h.npots] = pot
		h.npots++
		rest -= pot.amount
	}
	h.pots[h.npots-1].amount += rest
}

// nextHeight is the least claim above a height of any player still in.
func (h *Hand) nextHeight(above table.Chips) (height table.Chips, found bool) {
	for i := range h.n {
		if c := h.claim(i); !h.players[i].folded && c > above && (!found || c < height) {
			height, found = c, true
		}
	}
	return height, found
}

// layer is the part of the pots between two heights.
func (h *Hand) layer(from, to table.Chips) (pot sidePot) {
	for i := range h.n {
		c := h.claim(i)
		pot.amount += max(0, min(c, to)-from)
		if c >= to && !h.players[i].folded {
			pot.eligible.add(i)
		}
	}
	return pot
}

// seats lists a set of places as seats, in order from the left of the button.
func (h *Hand) seats(set places) []table.Seat {
	list := make([]table.Seat, 0, set.len())
	for i := range h.n {
		if set.has(i) {
			list = append(list, h.players[i].seat)
		}
	}
	return list
}
