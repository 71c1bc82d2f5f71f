package holdem

import "example.com/fullhouse/table"

// VoteRunTwice is the question whether to deal the rest of the board twice.
const VoteRunTwice = "run_twice"

// startVote asks the players still in whether they want to see the rest of the board twice, one after the other from the left
// of the button. Their bets stay in front of them until it is answered.
func (h *Hand) startVote() {
	h.voting = true
	h.turn = h.nextVoter(0)
}

// nextVoter is the first place from one on that has a vote; nobody when all have been asked.
func (h *Hand) nextVoter(from int) int {
	for place := from; place < h.n; place++ {
		if !h.players[place].folded {
			return place
		}
	}
	return nobody
}

// vote counts an answer. The first "once" is the end of it: all must agree.
func (h *Hand) vote(do Verb, why table.Why) []table.Event {
	events := []table.Event{Voted{Seat: h.players[h.turn].seat, Do: do, Why: why}}
	h.decision++
	if do == Once {
		h.voting = false
		return h.advance(events)
	}
	if next := h.nextVoter(h.turn + 1); next != nobody {
		h.turn = next
		return events
	}
	h.voting = false
	return h.runTwice(events)
}

// runTwice deals one board to its end and then the other, and pays by both.
func (h *Hand) runTwice(events []table.Event) []table.Event {
	h.sweep()
	h.twice, h.fork = true, h.street
	h.boards[second] = h.boards[first]
	for run := range h.runs() {
		for h.street = h.fork; h.street < River; {
			events = append(events, h.nextStreet(run))
		}
	}
	return h.payAll(events)
}

// runs is how many boards there are.
func (h *Hand) runs() int {
	if h.twice {
		return 2
	}
	return 1
}

// runNumber is how events name a run: not at all when there is only one.
func (h *Hand) runNumber(run int) int {
	if h.twice {
		return run + 1
	}
	return 0
}

// runPosition is where in the deck the i-th card of a run's board comes from. What the second board does not share, which is
// all that is asked for, follows the last card of the first.
func (h *Hand) runPosition(run, i int) int {
	if run == second {
		i += len(h.boards[first]) - boardCards[h.fork]
	}
	return h.boardPosition(i)
}

// part is what of a pot a run decides: all of it or half, with the odd chip on the first board.
func (h *Hand) part(amount table.Chips, run int) table.Chips {
	switch {
	case !h.twice:
		return amount
	case run == first:
		return amount - amount/2
	}
	return amount / 2
}
