package holdem

import "example.com/fullhouse/table"

// Legal is what the seat on turn may do; with NoSeat and nothing else when the hand is over. Folding is always allowed,
// even when checking is free, but for a vote: that takes an answer and nothing else.
func (h *Hand) Legal() Legal {
	if h.over {
		return Legal{Seat: table.NoSeat}
	}
	p := &h.players[h.turn]
	if h.voting {
		return Legal{Seat: p.seat, Step: h.big, Vote: VoteRunTwice}
	}
	l := Legal{Seat: p.seat, Call: min(h.price-p.bet, p.stack), Step: h.big}
	if !h.mayRaise(p) {
		return l
	}
	l.Raise = Raise
	if h.price == 0 {
		l.Raise = Bet
	}
	l.MaxTo = p.bet + p.stack
	l.MinTo = min(h.price+h.raise, l.MaxTo) // all-in for less than a full raise is a raise too
	return l
}

// mayRaise applies the three rules that forbid a raise: the chips do not reach beyond a call; nobody could answer it; the
// player has acted, and what has come on top since is less than a full raise, so the betting is not open again.
//
// After its own decision a player with chips left has bet the price of that moment, so price - bet is just what has come on
// top: one short all-in, or several that add up.
func (h *Hand) mayRaise(p *player) bool {
	owed := h.price - p.bet
	if p.stack <= owed || p.last != nil && owed < h.raise {
		return false
	}
	return h.anyoneCanAnswer(p)
}

// anyoneCanAnswer reports whether a raise could bring in a chip: someone else has more than the price.
func (h *Hand) anyoneCanAnswer(raiser *player) bool {
	for i := range h.n {
		if p := &h.players[i]; p != raiser && !p.folded && p.bet+p.stack > h.price {
			return true
		}
	}
	return false
}

func (h *Hand) anyoneElseHasChips(than *player) bool {
	for i := range h.n {
		if p := &h.players[i]; p != than && !p.folded && p.stack > 0 {
			return true
		}
	}
	return false
}

// mustAct reports whether the street waits for this player.
func (h *Hand) mustAct(p *player) bool {
	if p.folded || p.stack == 0 {
		return false
	}
	if h.anyoneElseHasChips(p) {
		return p.last == nil || p.bet < h.price
	}
	return p.bet < h.mostBetBesides(p) // all others are all-in: there is only a call to think about, if that
}

// mostBetBesides is what the others still in have bet at most. With a short big blind it can be less than the price.
func (h *Hand) mostBetBesides(than *player) (most table.Chips) {
	for i := range h.n {
		if p := &h.players[i]; p != than && !p.folded {
			most = max(most, p.bet)
		}
	}
	return most
}

// DefaultAction is the move for a player who does not make one: a check where it is free, else a fold. In a vote it is to
// leave things as they are.
func DefaultAction(l Legal) Action {
	switch {
	case l.Vote != "":
		return Action{Do: Once}
	case l.Call == 0:
		return Action{Do: Check}
	}
	return Action{Do: Fold}
}
