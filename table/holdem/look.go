package holdem

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// View is the hand as the holder of a seat may see it; a seat that was not dealt in sees what a watcher sees. What the hand
// does not know (its id and number, the commitment) is left empty.
//
// This and the Private methods of the events are the only ways in which hidden cards leave the package.
func (h *Hand) View(seat table.Seat) *View {
	small, big := h.blindSeats()
	v := &View{
		Button:     h.players[h.n-1].seat,
		SmallBlind: small,
		BigBlind:   big,
		Blinds:     [2]table.Chips{h.small, h.big},
		BombPot:    h.bomb,
		Straddle:   h.straddle,
		Street:     h.street,
		Board:      h.boardList(first),
		Pot:        h.pot,
		Pots:       h.Pots(),
		Seats:      h.seatViews(),
		Over:       h.over,
		Won:        h.wonList(),
		You:        table.NoSeat,
		Cards:      []deck.Card{},
		Openings:   h.openings(seat),
	}
	if h.twice {
		v.Board2 = h.boardList(second)
	}
	if p := h.player(seat); p != nil {
		v.You, v.Cards = seat, slices.Clone(p.hole[:])
		if !p.folded {
			v.Name = h.strength(p, first).String()
		}
	}
	if !h.over {
		v.Legal = new(h.Legal())
	}
	return v
}

func (h *Hand) seatViews() []SeatView {
	views := make([]SeatView, h.n)
	for i, p := range h.players[:h.n] {
		views[i] = SeatView{
			Seat: p.seat, Stack: p.stack, Bet: p.bet, In: p.in, Folded: p.folded,
			AllIn: p.stack == 0 && !p.folded,
			Shown: []deck.Card{},
		}
		if last, ok := p.last.(Acted); ok {
			views[i].Last = &last
		}
		if p.shown {
			views[i].Shown = slices.Clone(p.hole[:])
		}
	}
	return views
}

func (h *Hand) wonList() []Won {
	list := []Won{}
	if !h.over {
		return list
	}
	for run := range h.runs() {
		for i := range h.npots {
			list = append(list, h.won(i, run))
		}
	}
	return list
}

// openings prove the seat's own cards, those shown to all, and the boards.
func (h *Hand) openings(seat table.Seat) []deck.Opening {
	list := []deck.Opening{}
	for i, p := range h.players[:h.n] {
		if p.shown || p.seat == seat {
			both := h.openHole(i)
			list = append(list, both[:]...)
		}
	}
	for i := range boardCards[h.street] {
		list = append(list, h.deck.Open(h.boardPosition(i)))
	}
	if h.twice {
		for i := boardCards[h.fork]; i < boardCards[h.street]; i++ {
			list = append(list, h.deck.Open(h.runPosition(second, i)))
		}
	}
	return list
}

// Private gives a seat its own two cards.
func (e Dealt) Private(seat table.Seat) any {
	if !slices.Contains(e.Seats, seat) {
		return nil
	}
	own := e.hole[seat]
	return OwnCards{Cards: own, Name: Describe(own[0].Card, own[1].Card)}
}

// Private tells a seat that is still in what it holds now.
func (e StreetDealt) Private(seat table.Seat) any {
	if seat < 0 || seat >= table.MaxSeats || e.holds[seat] == 0 {
		return nil
	}
	return OwnHand{Name: e.holds[seat].String()}
}
