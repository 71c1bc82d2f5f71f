package conformance

import (
	"errors"
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// check refuses a record that cannot be replayed because its parts do not fit together.
func (r *Record) check() error {
	n := r.Players
	switch {
	case n < 2 || n > table.MaxSeats:
		return fmt.Errorf("hand %s: n is %d", r.ID, n)
	case len(r.Stacks) != n || len(r.Hole) != n || len(r.Posted.Ante) != n || len(r.Posted.Blind) != n || len(r.Result.Final) != n:
		return fmt.Errorf("hand %s: not every seat has stack, hole, posted and final", r.ID)
	case r.Result.FinalAlt != nil && len(r.Result.FinalAlt) != n:
		return fmt.Errorf("hand %s: not every seat has final_alt", r.ID)
	case len(r.Board) > 5:
		return fmt.Errorf("hand %s: board has %d cards", r.ID, len(r.Board))
	}
	if err := deck.Check(r.known()...); err != nil {
		return fmt.Errorf("hand %s: %w", r.ID, err)
	}
	return errors.Join(r.checkSeats()...)
}

// checkSeats looks at every seat that is named.
func (r *Record) checkSeats() (errs []error) {
	seat := func(s table.Seat) {
		if s < 0 || int(s) >= r.Players {
			errs = append(errs, fmt.Errorf("hand %s: seat %d is not dealt in", r.ID, s))
		}
	}
	for _, d := range r.Actions {
		seat(d.Seat)
	}
	for _, u := range r.Result.Uncalled {
		seat(u.Seat)
	}
	for _, t := range r.Result.Showdown {
		seat(t.Seat)
	}
	for _, p := range r.Result.Pots {
		for _, s := range p.Eligible {
			seat(s)
		}
		for _, s := range p.Winners {
			seat(s)
		}
	}
	return errs
}

// known are the cards that the record names.
func (r *Record) known() []deck.Card {
	cards := make([]deck.Card, 0, 2*len(r.Hole)+len(r.Board))
	for _, hole := range r.Hole {
		if hole != nil {
			cards = append(cards, hole[:]...)
		}
	}
	return append(cards, r.Board...)
}

// complete reports whether all cards that decide the hand are known.
func (r *Record) complete() bool {
	if r.Result.Showdown == nil {
		return true
	}
	for _, t := range r.Result.Showdown {
		if r.Hole[t.Seat] == nil {
			return false
		}
	}
	return len(r.Board) == 5
}

// deck puts the record's cards where the rules deal from. Cards that are not known become any that nobody else has.
func (r *Record) deck() *deck.Deck {
	spare := deck.Stacked(r.known()...)
	next := len(r.known())
	unknown := func() deck.Card {
		next++
		return spare.Open(next - 1).Card
	}
	cards := make([]deck.Card, 2*r.Players, 2*r.Players+5)
	for seat, hole := range r.Hole {
		if hole == nil {
			hole = &Hole{unknown(), unknown()}
		}
		cards[seat], cards[r.Players+seat] = hole[0], hole[1]
	}
	return deck.Stacked(append(cards, r.Board...)...)
}

func (r *Record) config() holdem.Config {
	cfg := holdem.Config{SmallBlind: r.SmallBlind, BigBlind: r.BigBlind, Ante: r.Ante.Amount, AnteKind: r.Ante.Kind}
	for seat, chips := range r.Stacks {
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(seat), Chips: chips})
	}
	return cfg
}
