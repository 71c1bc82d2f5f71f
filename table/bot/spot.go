package bot

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// spot is a decision: a view, and what every policy wants to know of it. Its methods make actions that are legal whatever
// the policy had in mind.
type spot struct {
	*holdem.View
	me     holdem.SeatView
	legal  holdem.Legal
	rivals []holdem.SeatView // who can still win against us
}

// spotOf refuses a view whose holder has nothing to decide.
func spotOf(v *holdem.View) (*spot, error) {
	if v == nil || v.Legal == nil || v.You == table.NoSeat || v.Legal.Seat != v.You || len(v.Cards) != 2 {
		return nil, ErrNotItsTurn
	}
	s := &spot{View: v, legal: *v.Legal}
	for _, seat := range v.Seats {
		switch {
		case seat.Seat == v.You:
			s.me = seat
		case !seat.Folded:
			s.rivals = append(s.rivals, seat)
		}
	}
	return s, nil
}

func (s *spot) own() [2]deck.Card  { return [2]deck.Card(s.Cards) }
func (s *spot) big() table.Chips   { return s.Blinds[1] }
func (s *spot) free() bool         { return s.legal.Call == 0 }
func (s *spot) price() table.Chips { return s.me.Bet + s.legal.Call } // what a call brings our bet to
func (s *spot) preflop() bool      { return s.Street == holdem.Preflop }
func (s *spot) hasRaised() bool    { return raised(s.me) }

// dear reports whether a call takes more than one n-th of the stack.
func (s *spot) dear(n table.Chips) bool { return n*s.legal.Call > s.me.Stack }

// raised reports whether the seat's last decision on this street was a bet or a raise.
func raised(seat holdem.SeatView) bool {
	return seat.Last != nil && (seat.Last.Do == holdem.Bet || seat.Last.Do == holdem.Raise)
}

// prize is the part of the pot that a call could win: from each player no more than we will have put in ourselves.
func (s *spot) prize() table.Chips {
	var sum table.Chips
	for _, seat := range s.Seats {
		sum += min(seat.In, s.me.In+s.legal.Call)
	}
	return sum
}

// odds is the share of the pot that makes a call break even.
func (s *spot) odds() float64 {
	return float64(s.legal.Call) / float64(s.prize()+s.legal.Call)
}

// giveUp checks, or folds to a bet.
func (s *spot) giveUp() holdem.Action { return holdem.DefaultAction(s.legal) }

// call calls, or checks when there is nothing to call.
func (s *spot) call() holdem.Action {
	if s.free() {
		return holdem.Action{Do: holdem.Check}
	}
	return holdem.Action{Do: holdem.Call}
}

// raise bets or raises by a part of the pot as it would be after a call, in whole small blinds. Where that would commit
// most of the stack it goes all-in, and where no raise is allowed it calls: a policy that asks for a raise is content with
// either.
func (s *spot) raise(part float64) holdem.Action {
	by := table.Chips(part * float64(s.Pot+s.legal.Call))
	return s.raiseTo(s.price() + by)
}

func (s *spot) raiseTo(to table.Chips) holdem.Action {
	if s.legal.Raise == "" {
		return s.call()
	}
	to -= to % max(s.Blinds[0], 1)
	to = min(max(to, s.legal.MinTo), s.legal.MaxTo)
	if s.commits(to) {
		to = s.legal.MaxTo
	}
	return holdem.Action{Do: s.legal.Raise, To: to}
}

// commits reports whether betting to this total leaves too little behind to fold later.
func (s *spot) commits(to table.Chips) bool { return to-s.me.Bet > s.me.Stack*3/5 }
