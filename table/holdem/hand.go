package holdem

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// Hand is one hand of No-Limit Texas Hold'em, from the blinds to the last paid pot. It is dealt from a given deck and moved
// on by actions alone, so the same deck and actions always give the same events.
//
// Inside, players are known by their place: 0 is the first left of the button, the button is the last.
//
// A Hand holds no slice, map or pointer of its own (the deck never changes), so that Clone and == see all of it.
type Hand struct {
	deck     Deck
	small    table.Chips
	big      table.Chips
	straddle table.Chips // 0: nobody has posted one
	n        int         // players dealt in
	players  [table.MaxSeats]player

	street   Street
	price    table.Chips // what a player must have in on this street; the full big blind even if that was posted short
	raise    table.Chips // the last full bet or raise of this street, at least the big blind
	turn     int         // the place that must act, or that acted last
	leader   int         // who bet or raised last on this street; nobody if none did
	opener   int         // who tables first if nobody bets on this street
	decision int         // counts decisions from 1
	live     int         // players who have not folded

	pot    table.Chips // everything put in, less what went back uncalled
	dead   table.Chips // the part of it that buys no claim and is owed by nobody: the big blind's ante, missed small blinds
	pots   [table.MaxSeats]sidePot
	npots  int             // how many of them there are; 0 before the flop
	boards [2][5]deck.Card // by run; the second only with twice

	bomb     bool   // antes only, and no betting before the flop
	mayTwice bool   // the players may agree to see the rest of the board twice
	voting   bool   // they are being asked
	twice    bool   // they have agreed
	fork     Street // the last street that both boards share; only with twice
	tabled   bool   // hands are face up, or mucked
	over     bool
}

// player is one player of a hand.
type player struct {
	seat   table.Seat
	stack  table.Chips
	bet    table.Chips // on this street
	in     table.Chips // in the whole hand
	dead   table.Chips // the part of it that buys no claim
	hole   [2]deck.Card
	folded bool
	shown  bool
	paid   bool        // has called or raised before the flop
	raised bool        // has raised before the flop
	last   table.Event // its last Acted on this street; nil before: a blind is no decision
}

const nobody = -1

// The runs of a board. Most hands have only the first.
const (
	first = iota
	second
)

// Clone returns an independent copy.
func (h *Hand) Clone() *Hand {
	c := *h
	return &c
}

// Turn is the seat that must act, or NoSeat when the hand is over.
func (h *Hand) Turn() table.Seat {
	if h.over {
		return table.NoSeat
	}
	return h.players[h.turn].seat
}

// Over reports whether the last pot has been paid.
func (h *Hand) Over() bool { return h.over }

// Decision is the number of the decision the hand waits for, counted from 1. Refused actions do not count.
func (h *Hand) Decision() int { return h.decision }

// Street is the betting round the hand is in, or ended in.
func (h *Hand) Street() Street { return h.street }

// Pot is all that was put in so far, bets of this street included, less what went back uncalled. It stays when the hand is
// over, though it has been paid by then.
func (h *Hand) Pot() table.Chips { return h.pot }

// Pots are the main pot and the side pots as swept at the end of the last street, or of the hand.
func (h *Hand) Pots() []Pot {
	list := make([]Pot, h.npots)
	for i, pot := range h.pots[:h.npots] {
		list[i] = Pot{Amount: pot.amount, Eligible: h.seats(pot.eligible)}
	}
	return list
}

// Stacks are the stacks of all players as they stand, in order from the left of the button.
func (h *Hand) Stacks() []table.Stack {
	stacks := make([]table.Stack, h.n)
	for i, p := range h.players[:h.n] {
		stacks[i] = table.Stack{Seat: p.seat, Chips: p.stack}
	}
	return stacks
}

// Chips is all that is on the table, in stacks and in pots. It never changes.
func (h *Hand) Chips() table.Chips {
	var sum table.Chips
	if !h.over { // then it is in the stacks again
		sum = h.pot
	}
	for i := range h.n {
		sum += h.players[i].stack
	}
	return sum
}

// after is the next place, clockwise.
func (h *Hand) after(place int) int {
	if place++; place < h.n {
		return place
	}
	return 0
}

// blindSeats are the seats that have posted the blinds; none in a bomb pot.
func (h *Hand) blindSeats() (small, big table.Seat) {
	if h.bomb {
		return table.NoSeat, table.NoSeat
	}
	s, b := h.blindPlaces()
	return h.players[s].seat, h.players[b].seat
}

// blindPlaces are the places that post. With two players the button posts the small blind.
func (h *Hand) blindPlaces() (small, big int) {
	if h.n == 2 {
		return 1, 0
	}
	return 0, 1
}
