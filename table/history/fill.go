package history

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// deck puts the record's cards where the rules deal from: the hole cards in two rounds, then the board, then what
// a second board does not share with it. In place of cards that are not known come others that nobody has.
func (h *Hand) deck() *deck.Deck {
	n := len(h.Seats)
	cards := make([]deck.Card, 2*n, 2*n+5)
	spare := h.spare()
	var unknown, folded []int
	for i, s := range h.Seats {
		switch {
		case len(s.Cards) == 2:
			cards[i], cards[n+i] = s.Cards[0], s.Cards[1]
		case h.folds(s.Seat):
			folded = append(folded, i)
		default:
			unknown = append(unknown, i)
		}
	}
	for _, i := range unknown { // before the folded ones take what is weak
		pair := weakest(spare, h.Board)
		cards[i], cards[n+i] = pair[0], pair[1]
		spare = slices.DeleteFunc(spare, func(c deck.Card) bool { return c == pair[0] || c == pair[1] })
	}
	for _, i := range folded {
		cards[i], cards[n+i] = spare[0], spare[1]
		spare = spare[2:]
	}
	cards = append(cards, h.Board...)
	cards = append(cards, spare[:5-len(h.Board)]...)
	if len(h.Board2) == 5 {
		cards = append(cards, h.Board2[h.shared():]...)
	}
	return deck.Stacked(cards...)
}

// spare are the cards that the record does not name.
func (h *Hand) spare() (cards []deck.Card) {
	named := holdem.Set(h.known()...)
	for c := range deck.Card(deck.Cards) {
		if !named.Has(c) {
			cards = append(cards, c)
		}
	}
	return cards
}

func (h *Hand) folds(seat table.Seat) bool {
	return slices.ContainsFunc(h.Actions, func(a Action) bool { return a.Seat == seat && a.Do == holdem.Fold })
}

// weakest is the pair that makes least of a board. Who tables nothing at a showdown wins nothing, so that is how cards are
// filled in which nobody has seen. Before the board is whole any pair will do.
func weakest(spare, board []deck.Card) (pair [2]deck.Card) {
	pair = [2]deck.Card(spare)
	if len(board) < 5 {
		return pair
	}
	on := holdem.Set(board...)
	least := holdem.Evaluate(on | holdem.Set(pair[:]...))
	for i, a := range spare {
		for _, b := range spare[:i] {
			if s := holdem.Evaluate(on | holdem.Set(a, b)); s < least {
				pair, least = [2]deck.Card{a, b}, s
			}
		}
	}
	return pair
}
