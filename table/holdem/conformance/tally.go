package conformance

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// tally is what an onlooker knows who only hears the events. The replay compares it with the hand as well, so that the
// events are known to tell all that happens to the chips.
type tally struct {
	ante, blind   [table.MaxSeats]table.Chips
	stack, bet    [table.MaxSeats]table.Chips
	uncalled, won [table.MaxSeats]table.Chips
	pots          []holdem.Won
	showdown      []Tabled
	board         int
}

func (t *tally) add(events []table.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case holdem.Posted:
			if e.Kind == holdem.PostAnte {
				t.ante[e.Seat] += e.Amount
			} else {
				t.blind[e.Seat] += e.Amount
			}
			t.bet[e.Seat], t.stack[e.Seat] = e.Bet, e.Stack
		case holdem.Acted:
			t.bet[e.Seat], t.stack[e.Seat] = e.Bet, e.Stack
		case holdem.Uncalled:
			t.uncalled[e.Seat] += e.Amount
			t.stack[e.Seat] = e.Stack
		case holdem.StreetDealt:
			t.bet = [table.MaxSeats]table.Chips{}
			t.board = len(e.Board)
		case holdem.Shown:
			t.showdown = append(t.showdown, Tabled{Seat: e.Seat, Show: true})
		case holdem.Mucked:
			t.showdown = append(t.showdown, Tabled{Seat: e.Seat})
		case holdem.Won:
			t.pots = append(t.pots, e)
			for _, w := range e.Winners {
				t.won[w.Seat] += w.Chips
				t.stack[w.Seat] += w.Chips
			}
		}
	}
}
