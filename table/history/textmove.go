package history

import (
	"strconv"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// What players do, by the lines that are about them.

// says reads what follows a player's name and a colon.
func (p *textParser) says(seat table.Seat, what string) error {
	what = strings.TrimSuffix(what, " and is all-in")
	verb, rest, _ := strings.Cut(what, " ")
	switch verb {
	case "folds":
		p.decide(Action{Seat: seat, Do: holdem.Fold})
		return nil
	case "checks":
		p.decide(Action{Seat: seat, Do: holdem.Check})
		return nil
	case "calls":
		p.decide(Action{Seat: seat, Do: holdem.Call})
		return p.adds(seat, verb, rest)
	case "bets":
		return p.raises(seat, holdem.Bet, rest)
	case "raises":
		_, to, _ := strings.Cut(rest, " to ")
		return p.raises(seat, holdem.Raise, to)
	case "posts", "straddle":
		return p.post(seat, what)
	case "shows":
		cards, _, _ := strings.Cut(rest, "]")
		return p.know(seat, cards)
	case "mucks", "doesn't", "is", "sits":
		return nil // shows nothing, or is not there
	}
	return malformed("not a move")
}

func (p *textParser) decide(a Action) {
	a.Street = p.street
	p.hand.Actions = append(p.hand.Actions, a)
}

// adds takes chips out of a stack into a bet.
func (p *textParser) adds(seat table.Seat, verb, text string) error {
	chips, err := textChips(verb, text)
	if err != nil {
		return err
	}
	p.bets[seat] += chips
	return p.pays(seat, chips)
}

// pays takes chips out of a stack.
func (p *textParser) pays(seat table.Seat, chips table.Chips) error {
	if chips < 0 || chips > p.stacks[seat] {
		return malformed("%d of %d chips", chips, p.stacks[seat])
	}
	p.stacks[seat] -= chips
	return nil
}

// raises takes a bet or a raise to a total of the street.
func (p *textParser) raises(seat table.Seat, do holdem.Verb, text string) error {
	to, err := textChips(string(do), text)
	if err != nil {
		return err
	}
	p.decide(Action{Seat: seat, Do: do, To: to})
	added := to - p.bets[seat]
	p.bets[seat] = to
	return p.pays(seat, added)
}

// uncalled reads "200) returned to Ann".
func (p *textParser) uncalled(text string) error {
	amount, name, _ := strings.Cut(text, ") returned to ")
	seat, ok := p.seats[name]
	if !ok {
		return malformed("nobody is called so")
	}
	chips, err := textChips("uncalled bet", amount)
	if err != nil {
		return err
	}
	p.gone = append(p.gone, table.Stack{Seat: seat, Chips: chips})
	return p.gets(seat, chips)
}

// gets puts chips to a stack.
func (p *textParser) gets(seat table.Seat, chips table.Chips) error {
	if chips > table.MaxChips-p.stacks[seat] {
		return malformed("more chips than there can be")
	}
	p.stacks[seat] += chips
	return nil
}

// collected reads what a player got out of a pot: "300 from side pot-1".
func (p *textParser) collected(name, text string) error {
	seat, ok := p.seats[name]
	if !ok {
		return nil // somebody talks about it
	}
	amount, from, found := strings.Cut(text, " from ")
	index, ok := potIndex(from)
	if !found || !ok {
		return malformed("%q is not a pot", from)
	}
	chips, err := textChips("collected", amount)
	if err != nil {
		return err
	}
	pot := p.pot(index)
	if chips > table.MaxChips-pot.Amount || len(pot.Winners) == table.MaxSeats {
		return malformed("more chips or winners than there can be")
	}
	pot.Amount += chips
	pot.Winners = append(pot.Winners, table.Stack{Seat: seat, Chips: chips})
	return p.gets(seat, chips)
}

// potIndex is the place of a pot among the others: the main pot is the first.
func potIndex(name string) (int, bool) {
	switch name {
	case "pot", "main pot":
		return 0, true
	case "side pot":
		return 1, true
	}
	n, err := strconv.Atoi(strings.TrimPrefix(name, "side pot-"))
	return n, err == nil && n > 0 && n < table.MaxSeats
}

// pot finds or adds one of the run that is being paid.
func (p *textParser) pot(index int) *textPot {
	for i := range p.pots {
		if pot := &p.pots[i]; pot.Run == p.run && pot.index == index {
			return pot
		}
	}
	p.pots = append(p.pots, textPot{Pot{Run: p.run}, index})
	return &p.pots[len(p.pots)-1]
}
