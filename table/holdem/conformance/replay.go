package conformance

import (
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// Replay plays a record and returns where the rules disagree with it; nil if they do not. After a decision that is not the
// rules' own (another seat's turn, a move they refuse) it stops, since what follows would mean nothing.
func Replay(r *Record, o Options) []Mismatch {
	rp := &replay{rec: r, where: "record"}
	if err := r.check(); err != nil {
		rp.report("", err, "a hand that fits together")
		return rp.found
	}
	hand, events, err := holdem.Deal(r.config(), r.deck())
	if err != nil {
		rp.report("", err, "a hand")
		return rp.found
	}
	rp.hand = hand
	rp.tally.add(events)
	rp.comparePosted()
	for i := range r.Actions {
		rp.where = fmt.Sprintf("action %d", i+1)
		if !rp.decide(&r.Actions[i], o) {
			return rp.found
		}
	}
	rp.where = "end"
	rp.compareResult()
	return rp.found
}

// replay is one record under way.
type replay struct {
	rec   *Record
	hand  *holdem.Hand
	tally tally
	where string
	found []Mismatch
}

func (rp *replay) report(what string, got, want any) {
	where := rp.where
	if what != "" {
		where += ": " + what
	}
	rp.found = append(rp.found, Mismatch{Hand: rp.rec.ID, Where: where, Got: fmt.Sprint(got), Want: fmt.Sprint(want)})
}

// same reports a mismatch unless got is want.
func same[T comparable](rp *replay, what string, got, want T) bool {
	if got != want {
		rp.report(what, got, want)
	}
	return got == want
}

// decide compares one decision and plays it. It returns false when the replay cannot go on.
func (rp *replay) decide(d *Decision, o Options) bool {
	if !same(rp, "turn", rp.hand.Turn(), d.Seat) {
		return false
	}
	legal := rp.hand.Legal()
	same(rp, "street", rp.hand.Street(), holdem.Street(d.Street))
	same(rp, "pot", rp.hand.Pot(), d.Pot)
	same(rp, "bet", rp.tally.bet[d.Seat], d.Bet)
	if d.CallAlt == nil || legal.Call != *d.CallAlt {
		same(rp, "call", legal.Call, d.Call)
	}
	want := [2]table.Chips{}
	if d.Raise != nil {
		want = *d.Raise
	}
	same(rp, "raise", [2]table.Chips{legal.MinTo, legal.MaxTo}, want)
	if o.Neighbours {
		rp.tryNeighbours(legal)
	}
	events, err := rp.hand.Apply(d.Seat, holdem.Action{Do: d.Do, To: d.To})
	if err != nil {
		rp.report(string(d.Do), err, "played")
		return false
	}
	rp.tally.add(events)
	return true
}

// tryNeighbours plays what must be refused.
func (rp *replay) tryNeighbours(l holdem.Legal) {
	refused := func(seat table.Seat, do holdem.Verb, to table.Chips) {
		before := *rp.hand
		_, err := rp.hand.Apply(seat, holdem.Action{Do: do, To: to})
		if err == nil || *rp.hand != before {
			rp.report(fmt.Sprintf("seat %d: %s %d", seat, do, to), err, "refused without a trace")
			*rp.hand = before
		}
	}
	other := (l.Seat + 1) % table.Seat(rp.rec.Players)
	refused(other, holdem.Fold, 0)
	allIn := rp.tally.bet[l.Seat] + rp.tally.stack[l.Seat]
	switch l.Raise {
	case "":
		refused(l.Seat, holdem.Bet, allIn)
		refused(l.Seat, holdem.Raise, allIn)
		refused(l.Seat, holdem.Raise, l.Call+1)
	case holdem.Bet:
		refused(l.Seat, holdem.Raise, l.MinTo)
	case holdem.Raise:
		refused(l.Seat, holdem.Bet, l.MinTo)
	}
	if l.Raise != "" {
		refused(l.Seat, l.Raise, l.MinTo-1)
		refused(l.Seat, l.Raise, l.MaxTo+1)
	}
	if l.Call > 0 {
		refused(l.Seat, holdem.Check, 0)
	} else {
		refused(l.Seat, holdem.Call, 0)
	}
}
