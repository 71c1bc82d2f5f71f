package holdem

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// boardCards is how many cards lie on the board in each street.
var boardCards = [...]int{Preflop: 0, Flop: 3, Turn: 4, River: 5}

// endStreet closes a betting round: it gives back what nobody called, sweeps the bets into the pots, and goes on to the
// next street, to the showdown or, when all others have folded, to the payment. Before the board runs out it may have a
// question to ask.
func (h *Hand) endStreet(events []table.Event) []table.Event {
	events = h.returnUncalled(events)
	if h.live > 1 && !h.tabled && (h.street == River || h.bettingOver()) {
		events = h.showdown(events)
		if h.mayTwice && h.street < River {
			h.startVote()
			return events
		}
	}
	h.sweep()
	if h.live == 1 || h.street == River {
		return h.payAll(events)
	}
	return append(events, h.nextStreet(first))
}

// bettingOver reports whether nobody has anyone to bet against, so that the board runs out with the hands face up.
func (h *Hand) bettingOver() bool {
	withChips := 0
	for i := range h.n {
		if p := &h.players[i]; !p.folded && p.stack > 0 {
			withChips++
		}
	}
	return withChips <= 1
}

func (h *Hand) nextStreet(run int) StreetDealt {
	h.price, h.raise = 0, h.big
	h.leader, h.opener = nobody, 0
	h.turn = h.n - 1 // the button: who comes after it speaks first
	for i := range h.n {
		h.players[i].last = nil
	}
	from := boardCards[h.street]
	h.street++
	e := StreetDealt{Street: h.street, Run: h.runNumber(run), Pots: h.Pots()}
	for i := from; i < boardCards[h.street]; i++ {
		o := h.deck.Open(h.runPosition(run, i))
		h.boards[run][i] = o.Card
		e.Cards = append(e.Cards, o)
	}
	e.Board = h.boardList(run)
	for _, p := range h.players[:h.n] {
		if !p.folded {
			e.holds[p.seat] = h.strength(&p, run)
		}
	}
	return e
}

// boardList is a copy of a board so far.
func (h *Hand) boardList(run int) []deck.Card {
	return append([]deck.Card{}, h.boards[run][:boardCards[h.street]]...)
}

// cards are the hole cards of a player and a board so far.
func (h *Hand) cards(p *player, run int) []deck.Card {
	return append(p.hole[:len(p.hole):len(p.hole)], h.boards[run][:boardCards[h.street]]...)
}

// strength is what a player holds on a board so far.
func (h *Hand) strength(p *player, run int) Strength {
	return Evaluate(Set(p.hole[:]...) | Set(h.boards[run][:boardCards[h.street]]...))
}
