package history

import (
	"fmt"
	"slices"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// The end of a hand in text: who shows what, who gets what, and the summary.

// collected tells what a pot has brought, and before the first of a run who has shown what.
func (t *textWriter) collected(e holdem.Won) {
	if t.paid <= e.Run {
		t.paid = e.Run + 1
		t.showdown(e.Run)
	}
	for len(t.pots) <= e.Pot {
		t.pots = append(t.pots, 0)
	}
	t.pots[e.Pot] += e.Amount
	for _, w := range e.Winners {
		t.won[max(e.Run-1, 0)][w.Seat] += w.Chips
		t.line("%s collected %d from %s", t.names[w.Seat], w.Chips, t.potName(e.Pot))
	}
}

// potName is how a pot is called among so many.
func (t *textWriter) potName(index int) string {
	many := slices.ContainsFunc(t.events, func(e table.Event) bool { won, ok := e.(holdem.Won); return ok && won.Pot > 1 })
	two := many || slices.ContainsFunc(t.events, func(e table.Event) bool { won, ok := e.(holdem.Won); return ok && won.Pot > 0 })
	switch {
	case !two:
		return "pot"
	case index == 0:
		return "main pot"
	case many:
		return fmt.Sprintf("side pot-%d", index)
	}
	return "side pot"
}

// showdown tells who shows and who does not, in order.
func (t *textWriter) showdown(run int) {
	if len(t.contested) == 0 {
		return
	}
	t.line("*** %sSHOW DOWN ***", runNames[run])
	for _, seat := range t.contested {
		if t.tabled[seat] {
			t.line("%s: shows %s (%s)", t.names[seat], bracket(t.hand.cards(seat)), t.holds(seat, run))
		} else {
			t.line("%s: mucks hand", t.names[seat])
		}
	}
}

// holds is what a seat's cards make on a board.
func (t *textWriter) holds(seat table.Seat, run int) string {
	name := holdem.Describe(slices.Concat(t.hand.cards(seat), t.boards[max(run-1, 0)])...)
	return strings.ToLower(name[:1]) + name[1:]
}

// showUnasked tells whether the winner of a pot that nobody contested has shown.
func (t *textWriter) showUnasked() {
	for _, s := range t.bySeat() {
		switch {
		case len(t.contested) > 0 || t.folded[s.Seat] != "":
		case t.showsUnasked(s):
			t.line("%s: shows %s", t.names[s.Seat], bracket(s.Cards))
		default:
			t.line("%s: doesn't show hand", t.names[s.Seat])
		}
	}
}

func (t *textWriter) summary() {
	t.line("*** SUMMARY ***")
	var total table.Chips
	parts := ""
	for i, pot := range t.pots {
		total += pot
		if len(t.pots) > 1 {
			name := t.potName(i)
			parts += fmt.Sprintf(" %s%s %d.", strings.ToUpper(name[:1]), name[1:], pot)
		}
	}
	t.line("Total pot %d%s | Rake 0", total, parts)
	switch {
	case t.boards[1] != nil:
		t.line("Hand was run twice")
		t.line("FIRST Board %s", bracket(t.boards[0]))
		t.line("SECOND Board %s", bracket(t.boards[1]))
	case t.boards[0] != nil:
		t.line("Board %s", bracket(t.boards[0]))
	}
	for _, s := range t.bySeat() {
		t.line("Seat %d: %s%s %s", s.Seat+1, t.names[s.Seat], t.roles(s.Seat), t.outcome(s))
	}
}

// roles are the button and the forced bets.
func (t *textWriter) roles(seat table.Seat) (roles string) {
	place := t.hand.place(seat)
	small, big := t.hand.blindPlaces()
	if seat == t.hand.Button {
		roles += " (button)"
	}
	switch {
	case t.hand.BombPot != 0:
	case place == small:
		roles += " (small blind)"
	case place == big:
		roles += " (big blind)"
	case place == 2 && t.hand.Straddle != 0:
		roles += " (straddle)"
	}
	return roles
}

// outcome is what became of a seat.
func (t *textWriter) outcome(s Seat) string {
	switch street := t.folded[s.Seat]; {
	case street == streets[holdem.Preflop] && t.put[s.Seat] == 0:
		return "folded before Flop (didn't bet)"
	case street == streets[holdem.Preflop]:
		return "folded before Flop"
	case street != "":
		return "folded on the " + strings.ToUpper(street[:1]) + street[1:]
	case len(t.contested) == 0:
		return fmt.Sprintf("collected (%d)", t.won[0][s.Seat])
	case !t.tabled[s.Seat]:
		return "mucked"
	}
	text := fmt.Sprintf("showed %s and %s", bracket(s.Cards), t.fortune(s.Seat, 0))
	if t.boards[1] != nil {
		text += ", and " + t.fortune(s.Seat, 1)
	}
	return text
}

// fortune is what a seat's hand has brought on a board.
func (t *textWriter) fortune(seat table.Seat, run int) string {
	if chips := t.won[run][seat]; chips > 0 {
		return fmt.Sprintf("won (%d) with %s", chips, t.holds(seat, run+1))
	}
	return "lost with " + t.holds(seat, run+1)
}
