package history

import (
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// Mismatch is one point where the rules and a recorded hand disagree.
type Mismatch struct {
	Hand  table.HandID
	Where string // "action 3 (Tom raises to 300): turn", "result: stack of Tom", ...
	Got   string // by the rules
	Want  string // by the record
}

func (m Mismatch) String() string {
	return fmt.Sprintf("%s: %s: got %s, want %s", m.Hand, m.Where, m.Got, m.Want)
}

// Report is what a replay has shown.
type Report struct {
	Mismatches []Mismatch
	// Untold is why the record's result could not be compared; empty when it was, or when there is none.
	Untold string
}

// Replay plays a recorded hand by the rules. After a move that is out of turn or refused it stops, since what follows would
// mean nothing. The error is of a hand that cannot be dealt at all.
func Replay(h *Hand) (Report, error) {
	rp, err := play(h)
	if err != nil {
		return Report{}, err
	}
	return rp.report, nil
}

func play(h *Hand) (*replay, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	hand, events, err := holdem.Deal(h.config(), h.deck())
	if err != nil {
		return nil, unsupported("%v", err)
	}
	rp := &replay{record: h, hand: hand}
	rp.see(events)
	for i := range h.Actions {
		if !rp.act(i) {
			return rp, nil
		}
	}
	rp.compareResult()
	return rp, nil
}

// replay is one hand under way.
type replay struct {
	record *Hand
	hand   *holdem.Hand
	report Report
	events []table.Event // all that has happened

	board     int // cards dealt
	board2    int // on the second board
	uncalled  [table.MaxSeats]table.Chips
	won       [table.MaxSeats]table.Chips
	pots      []Pot
	contested []table.Seat // who came to the showdown
	tabled    [table.MaxSeats]bool
}

// see keeps what the end of the hand is compared by.
func (rp *replay) see(events []table.Event) {
	rp.events = append(rp.events, events...)
	for _, e := range events {
		switch e := e.(type) {
		case holdem.StreetDealt:
			if e.Run == 2 {
				rp.board2 = len(e.Board)
			} else {
				rp.board = len(e.Board)
			}
		case holdem.Uncalled:
			rp.uncalled[e.Seat] += e.Amount
		case holdem.Shown:
			rp.contested = append(rp.contested, e.Seat)
			rp.tabled[e.Seat] = rp.record.knows(e.Seat)
		case holdem.Mucked:
			rp.contested = append(rp.contested, e.Seat)
		case holdem.Won:
			rp.pots = append(rp.pots, Pot{Run: e.Run, Amount: e.Amount, Winners: e.Winners})
			for _, w := range e.Winners {
				rp.won[w.Seat] += w.Chips
			}
		}
	}
}

func (rp *replay) mismatch(where string, got, want any) {
	rp.report.Mismatches = append(rp.report.Mismatches, Mismatch{
		Hand: rp.record.ID, Where: where, Got: fmt.Sprint(got), Want: fmt.Sprint(want),
	})
}

// act compares one action with what the rules expect and plays it. It returns false when the replay cannot go on.
func (rp *replay) act(index int) bool {
	a := rp.record.Actions[index]
	where := fmt.Sprintf("action %d (%s)", index+1, rp.describe(a))
	if rp.hand.Over() {
		rp.mismatch(where, "the hand is over", "a decision")
		return false
	}
	legal := rp.hand.Legal()
	if legal.Seat != a.Seat {
		rp.mismatch(where+": turn", rp.record.name(legal.Seat), rp.record.name(a.Seat))
		return false
	}
	if got := rp.hand.Street().String(); got != a.Street {
		rp.mismatch(where+": street", got, a.Street)
		return false
	}
	events, err := rp.hand.Apply(a.Seat, holdem.Action{Do: resolve(a.Do, legal), To: a.To})
	if err != nil {
		rp.mismatch(where, fmt.Sprintf("%v, when %s", err, allowed(legal)), "played")
		return false
	}
	rp.see(events)
	return true
}

// resolve tells which of two moves a record means that does not tell them apart.
func resolve(do holdem.Verb, legal holdem.Legal) holdem.Verb {
	switch {
	case do == CheckOrCall && legal.Call == 0:
		return holdem.Check
	case do == CheckOrCall:
		return holdem.Call
	case do == BetOrRaise && legal.Raise == holdem.Bet:
		return holdem.Bet
	case do == BetOrRaise:
		return holdem.Raise
	}
	return do
}

func (rp *replay) describe(a Action) string {
	do := map[holdem.Verb]string{
		holdem.Fold: "folds", holdem.Check: "checks", holdem.Call: "calls", CheckOrCall: "checks or calls",
		holdem.Bet: "bets", holdem.Raise: "raises to", BetOrRaise: "bets or raises to",
		holdem.Twice: "votes for two boards", holdem.Once: "votes for one board",
	}[a.Do]
	if a.To != 0 {
		do += fmt.Sprintf(" %d", a.To)
	}
	return rp.record.name(a.Seat) + " " + do
}

// allowed tells what a seat may do, for messages.
func allowed(l holdem.Legal) string {
	if l.Vote != "" {
		return "there is a vote on dealing the rest of the board twice"
	}
	s := "a check is free"
	if l.Call > 0 {
		s = fmt.Sprintf("a call is %d", l.Call)
	}
	if l.Raise == "" {
		return s + " and no raise is allowed"
	}
	return s + fmt.Sprintf(" and a %s is to %d up to %d", l.Raise, l.MinTo, l.MaxTo)
}
