package history

import (
	"slices"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// section reads what begins with three stars: "FLOP *** [2c 7h 9s]".
func (p *textParser) section(text string) error {
	name, rest, ends := strings.Cut(text, " ***")
	if !ends {
		return malformed("not the beginning of a street")
	}
	p.run = 0
	for i, prefix := range runNames[1:] {
		if after, ok := strings.CutPrefix(name, prefix); ok {
			name, p.run = after, i+1
		}
	}
	switch name {
	case "HOLE CARDS", "SHOW DOWN", "SHOWDOWN":
		return nil
	case "SUMMARY":
		p.over = true
		return nil
	case "FLOP", "TURN", "RIVER":
		return p.dealStreet(strings.ToLower(name), rest)
	}
	return malformed("not the name of a street")
}

// dealStreet takes a board: the old cards in brackets, then the new ones.
func (p *textParser) dealStreet(street, text string) error {
	cards, err := textCards(text)
	if err != nil {
		return err
	}
	board := &p.hand.Board
	if p.run == 2 {
		board = &p.hand.Board2
	}
	if len(cards) != boardCards[street] || len(*board) > len(cards) || !slices.Equal(*board, cards[:len(*board)]) {
		return malformed("the board of the %s does not follow from the one before", street)
	}
	*board, p.bets = cards, [table.MaxSeats]table.Chips{}
	if p.run == 0 {
		p.street = street
	}
	return nil
}

// textCards reads cards in brackets, such as "[2c 7h 9s] [Jd]".
func textCards(text string) (cards []deck.Card, err error) {
	words := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(text))
	if len(words) > 5 {
		return nil, malformed("%d cards", len(words))
	}
	for _, word := range words {
		card, err := deck.ParseCard(word)
		if err != nil {
			return nil, malformed("%v", err)
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// dealtTo reads "Ann [As Kd]".
func (p *textParser) dealtTo(text string) error {
	name, cards, _ := cutLast(text, " [")
	seat, ok := p.seats[name]
	if !ok {
		return malformed("nobody is called so")
	}
	p.dealt = append(p.dealt, seat)
	return p.know(seat, cards)
}

// know takes the cards of a seat, which may be told more than once.
func (p *textParser) know(seat table.Seat, text string) error {
	cards, err := textCards(text)
	if err != nil {
		return err
	}
	own := &p.hand.Seats[p.hand.place(seat)].Cards
	if len(cards) != 2 || *own != nil && !slices.Equal(*own, cards) {
		return malformed("not the two cards that it has")
	}
	*own = cards
	return nil
}
