package holdem

import "example.com/fullhouse/table"

// Apply plays one action for a seat and reports what happened, in order: the action, then all that follows from it until
// someone must act again or the hand is over. When it returns an error, the hand is exactly as it was.
//
// The errors are ErrHandOver, ErrNotYourTurn, ErrIllegalAction and AmountError.
func (h *Hand) Apply(seat table.Seat, a Action) ([]table.Event, error) {
	return h.act(seat, a, table.ByPlayer)
}

// act is Apply with the reason for a move that the player did not make by hand.
func (h *Hand) act(seat table.Seat, a Action, why table.Why) ([]table.Event, error) {
	if h.over {
		return nil, ErrHandOver
	}
	if seat != h.Turn() {
		return nil, ErrNotYourTurn
	}
	amount, err := h.cost(a)
	if err != nil {
		return nil, err
	}
	if h.voting {
		return h.vote(a.Do, why), nil
	}
	return h.advance([]table.Event{h.bet(a.Do, amount, why)}), nil
}

// cost is how many chips an action adds, or why it is not allowed.
func (h *Hand) cost(a Action) (table.Chips, error) {
	l := h.Legal()
	switch {
	case l.Vote != "":
		if a.To != 0 || a.Do != Twice && a.Do != Once {
			return 0, ErrIllegalAction
		}
		return 0, nil
	case a.Do == Bet || a.Do == Raise:
		if a.Do != l.Raise {
			return 0, ErrIllegalAction
		}
		if a.To < l.MinTo || a.To > l.MaxTo {
			return 0, AmountError{Min: l.MinTo, Max: l.MaxTo}
		}
		return a.To - h.players[h.turn].bet, nil
	case a.To != 0:
		return 0, ErrIllegalAction
	case a.Do == Fold, a.Do == Check && l.Call == 0:
		return 0, nil
	case a.Do == Call && l.Call > 0:
		return l.Call, nil
	}
	return 0, ErrIllegalAction
}

// bet carries out an action that is allowed.
func (h *Hand) bet(do Verb, amount table.Chips, why table.Why) table.Event {
	p := &h.players[h.turn]
	h.decision++
	h.put(p, amount)
	if h.street == Preflop && amount > 0 {
		p.paid, p.raised = true, p.raised || do == Raise
	}
	if do == Fold {
		p.folded = true
		h.live--
	}
	if p.bet > h.price {
		h.raise = max(h.raise, p.bet-h.price) // a short all-in is not the measure of the next raise
		h.price = p.bet
		h.leader = h.turn
	}
	p.last = Acted{
		Seat: p.seat, Do: do, Amount: amount, Bet: p.bet, Stack: p.stack, Pot: h.pot, AllIn: p.stack == 0, Why: why,
	}
	return p.last
}

// advance deals streets and pays pots until someone must act or answer.
func (h *Hand) advance(events []table.Event) []table.Event {
	for !h.over && !h.voting && !h.findTurn() {
		events = h.endStreet(events)
	}
	return events
}

// findTurn passes the turn clockwise to the next player who must act, or reports that the street is finished.
func (h *Hand) findTurn() bool {
	place := h.turn
	for range h.n {
		place = h.after(place)
		if h.mustAct(&h.players[place]) {
			h.turn = place
			return true
		}
	}
	return false
}
