package history

import (
	"fmt"
	"slices"
	"strings"

	"example.com/fullhouse/table"
)

// compareResult compares what the record says of the end, as far as it says it and its cards allow.
func (rp *replay) compareResult() {
	if rp.board < len(rp.record.Board) {
		rp.mismatch("board", fmt.Sprintf("%d cards", rp.board), fmt.Sprintf("%d cards", len(rp.record.Board)))
	}
	if rp.board2 < len(rp.record.Board2) {
		rp.mismatch("second board", fmt.Sprintf("%d cards", rp.board2), fmt.Sprintf("%d cards", len(rp.record.Board2)))
	}
	want := rp.record.Result
	if want == nil {
		return
	}
	if want.Uncalled != nil {
		rp.compareUncalled(want.Uncalled)
	}
	if rp.report.Untold = rp.untold(); rp.report.Untold != "" {
		return
	}
	rp.compareStacks(want.Stacks)
	if want.Winnings != nil {
		rp.compareWinnings(want.Winnings)
	}
	if want.Pots != nil {
		if got, want := rp.describePots(rp.pots), rp.describePots(want.Pots); got != want {
			rp.mismatch("result: pots", got, want)
		}
	}
}

// untold is why nobody can know from the record who won; empty when it can be known.
func (rp *replay) untold() string {
	if len(rp.contested) == 0 {
		return ""
	}
	if rp.board > len(rp.record.Board) {
		return "the board is not known to the end"
	}
	if rp.board2 > len(rp.record.Board2) {
		return "the second board is not known"
	}
	if !slices.ContainsFunc(rp.contested, func(s table.Seat) bool { return rp.record.knows(s) }) {
		return "no hand at the showdown is known"
	}
	return ""
}

// knows reports whether a seat's cards are on record.
func (h *Hand) knows(seat table.Seat) bool { return len(h.cards(seat)) == 2 }

func (rp *replay) compareStacks(want []table.Stack) {
	got := chipsBySeat(rp.hand.Stacks())
	for _, w := range want {
		if got[w.Seat] != w.Chips {
			rp.mismatch("result: stack of "+rp.record.name(w.Seat), got[w.Seat], w.Chips)
		}
	}
}

func (rp *replay) compareUncalled(uncalled []table.Stack) {
	want := chipsBySeat(uncalled)
	for _, s := range rp.record.Seats {
		if got := rp.uncalled[s.Seat]; got != want[s.Seat] {
			rp.mismatch("result: uncalled of "+rp.record.name(s.Seat), got, want[s.Seat])
		}
	}
}

// compareWinnings takes both ways of counting: rooms differ on whether a bet that nobody called was won or given back.
func (rp *replay) compareWinnings(winnings []table.Stack) {
	want := chipsBySeat(winnings)
	for _, s := range rp.record.Seats {
		if got := rp.won[s.Seat]; got != want[s.Seat] && got+rp.uncalled[s.Seat] != want[s.Seat] {
			rp.mismatch("result: winnings of "+rp.record.name(s.Seat), got, want[s.Seat])
		}
	}
}

func chipsBySeat(list []table.Stack) (chips [table.MaxSeats]table.Chips) {
	for _, s := range list {
		chips[s.Seat] = s.Chips
	}
	return chips
}

// describePots is a list of pots as text, which is also how two are compared: "300 (Tom 150, Ann 150)".
func (rp *replay) describePots(pots []Pot) string {
	var list []string
	for _, p := range pots {
		var winners []string
		for _, w := range p.Winners {
			winners = append(winners, fmt.Sprintf("%s %d", rp.record.name(w.Seat), w.Chips))
		}
		text := fmt.Sprintf("%d (%s)", p.Amount, strings.Join(winners, ", "))
		if p.Run != 0 {
			text = fmt.Sprintf("board %d: %s", p.Run, text)
		}
		list = append(list, text)
	}
	return strings.Join(list, " + ")
}
