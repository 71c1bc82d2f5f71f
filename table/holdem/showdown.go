package holdem

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// showdown turns the hands face up. Who bet last on this street comes first, else the opener; then clockwise. A hand that
// cannot win any more is mucked, unless someone is all-in: then all must show.
func (h *Hand) showdown(events []table.Event) []table.Event {
	h.tabled = true
	place := h.opener
	if h.leader != nobody {
		place = h.leader
	}
	all, best := h.anyoneAllIn(), Strength(0)
	for range h.n {
		if p := &h.players[place]; !p.folded {
			if s := h.strength(p, first); all || s >= best { // with nobody all-in there is one pot, so one best hand
				best = max(best, s)
				p.shown = true
				events = append(events, h.shown(place))
			} else {
				events = append(events, Mucked{Seat: p.seat})
			}
		}
		place = h.after(place)
	}
	return events
}

func (h *Hand) anyoneAllIn() bool {
	return slices.ContainsFunc(h.players[:h.n], func(p player) bool { return !p.folded && p.stack == 0 })
}

func (h *Hand) shown(place int) Shown {
	p := &h.players[place]
	e := Shown{Seat: p.seat, Cards: h.openHole(place), Best: []deck.Card{}}
	if h.street >= Flop {
		e.Name = h.strength(p, first).String()
	}
	if h.street == River {
		e.Best = Best5(h.cards(p, first)...)
	}
	return e
}

// payAll pays the pots, main pot first, and ends the hand.
func (h *Hand) payAll(events []table.Event) []table.Event {
	h.over = true
	for run := range h.runs() {
		for i := range h.npots {
			h.pots[i].winners[run] = h.winners(h.pots[i].eligible, run)
			e := h.won(i, run)
			for _, w := range e.Winners {
				h.player(w.Seat).stack += w.Chips
			}
			events = append(events, e)
		}
	}
	return events
}

// winners are the best hands among the eligible.
func (h *Hand) winners(eligible places, run int) (best places) {
	if h.live == 1 {
		return eligible
	}
	var most Strength
	for i := range h.n {
		if !eligible.has(i) {
			continue
		}
		if s := h.strength(&h.players[i], run); s > most {
			best, most = 0, s
			best.add(i)
		} else if s == most {
			best.add(i)
		}
	}
	return best
}

// won tells how a pot, or the part of it that a run decides, is paid: in equal shares, odd chips one each in order from the
// left of the button.
func (h *Hand) won(index, run int) Won {
	pot := &h.pots[index]
	e := Won{Pot: index, Run: h.runNumber(run), Amount: h.part(pot.amount, run), Best: [][]deck.Card{}}
	n := table.Chips(pot.winners[run].len())
	share, odd := e.Amount/n, e.Amount%n
	for _, seat := range h.seats(pot.winners[run]) {
		chips := share
		if odd > 0 {
			chips, odd = chips+1, odd-1
		}
		e.Winners = append(e.Winners, table.Stack{Seat: seat, Chips: chips})
	}
	if h.live == 1 { // nobody had to show
		return e
	}
	for _, w := range e.Winners {
		e.Best = append(e.Best, Best5(h.cards(h.player(w.Seat), run)...))
	}
	e.Name = h.strength(h.player(e.Winners[0].Seat), run).String()
	return e
}

// player finds a player by its seat; nil if it was not dealt in.
func (h *Hand) player(seat table.Seat) *player {
	for i := range h.n {
		if h.players[i].seat == seat {
			return &h.players[i]
		}
	}
	return nil
}
