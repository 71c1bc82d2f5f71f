package history

import (
	"slices"
	"strconv"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// phhActions follows the actions of one PHH hand: the dealer's fill in cards, the players' become decisions.
type phhActions struct {
	hand  *Hand
	holes [table.MaxSeats][]string // by player from 0, as dealt so far; "??" is not known
	open  []table.Seat             // whose two cards were dealt face up
}

// play takes one entry of the list: "[actor action[ argument]...][ # comment]".
func (p *phhActions) play(entry string) error {
	notation, _, _ := strings.Cut(entry, "#")
	words := strings.Fields(notation)
	switch {
	case len(words) == 0:
		return nil // a comment alone, or nothing: no move
	case len(words) == 1:
		return malformed("%q has an actor but no action", notation)
	case words[0] == "d":
		return p.deal(words[1], words[2:])
	}
	player, err := p.player(words[0])
	if err != nil {
		return err
	}
	return p.move(player, words[1], words[2:])
}

// player counts "p1", "p2", ... from 0.
func (p *phhActions) player(word string) (int, error) {
	if digits, ok := strings.CutPrefix(word, "p"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= len(p.hand.Seats) && strconv.Itoa(n) == digits {
			return n - 1, nil
		}
	}
	return 0, malformed("%q is neither the dealer (d) nor one of the players p1 to p%d", word, len(p.hand.Seats))
}

func (p *phhActions) deal(what string, args []string) error {
	switch {
	case what == "db" && len(args) == 1:
		return p.dealBoard(args[0])
	case what == "dh" && len(args) == 2:
		player, err := p.player(args[0])
		if err != nil {
			return err
		}
		return p.dealHole(player, args[1])
	}
	return malformed("the dealer deals with \"d db CARDS\" and \"d dh PLAYER CARDS\", not with %q and %d words more", what, len(args))
}

func (p *phhActions) dealBoard(text string) error {
	words, err := splitCards(text)
	if err != nil {
		return err
	}
	for _, word := range words {
		if word == unknownCard {
			return unsupported("a card of the board that is not known")
		}
		card, err := deck.ParseCard(word)
		if err != nil {
			return malformed("%v", err)
		}
		p.hand.Board = append(p.hand.Board, card)
	}
	if len(p.hand.Board) > 5 {
		return malformed("the board has more than 5 cards")
	}
	return nil
}

func (p *phhActions) dealHole(player int, text string) error {
	cards, err := splitCards(text)
	if err != nil {
		return err
	}
	if p.holes[player] = append(p.holes[player], cards...); len(p.holes[player]) > 2 {
		return malformed("p%d is dealt more than 2 cards", player+1)
	}
	if len(p.holes[player]) == 2 && !slices.Contains(p.holes[player], unknownCard) {
		p.open = append(p.open, p.hand.Seats[player].Seat)
	}
	return nil
}

func (p *phhActions) move(player int, what string, args []string) error {
	seat := p.hand.Seats[player].Seat
	switch {
	case what == "f" && len(args) == 0:
		return p.decide(Action{Seat: seat, Do: holdem.Fold})
	case what == "cc" && len(args) == 0:
		return p.decide(Action{Seat: seat, Do: CheckOrCall})
	case what == "cbr" && len(args) == 1:
		to, err := parseChips("cbr", args[0])
		if err != nil {
			return err
		}
		return p.decide(Action{Seat: seat, Do: BetOrRaise, To: to})
	case what == "sm" && len(args) == 0: // mucks
		return nil
	case what == "sm" && len(args) == 1:
		return p.show(player, args[0])
	case what == "sd" || what == "pb":
		return malformed("%q is no action of %s", what, variants[noLimit])
	}
	return malformed("%q with %d words more is not an action of a player", what, len(args))
}

// decide adds a decision, on the street that the board stands for.
func (p *phhActions) decide(a Action) error {
	cards := len(p.hand.Board)
	if cards == 1 || cards == 2 {
		return malformed("p%d acts on a flop of %d", p.hand.place(a.Seat)+1, cards)
	}
	if cards == 0 && p.hand.BombPot != 0 { // the round that a bomb pot has not, see WritePHH
		if a.Do != CheckOrCall {
			return unsupported("antes without blinds, and a move other than a check before the flop")
		}
		return nil
	}
	a.Street = streets[max(0, cards-2)]
	p.hand.Actions = append(p.hand.Actions, a)
	return nil
}

// show takes hole cards from a showdown, which may tell those that the deal did not.
func (p *phhActions) show(player int, text string) error {
	if text == "-" {
		return nil // as dealt
	}
	shown, err := splitCards(text)
	if err != nil {
		return err
	}
	if len(shown) != 2 {
		return malformed("p%d shows %d cards", player+1, len(shown))
	}
	if p.holes[player] == nil {
		p.holes[player] = []string{unknownCard, unknownCard}
	}
	for _, card := range shown {
		if card == unknownCard || slices.Contains(p.holes[player], card) {
			continue
		}
		gap := slices.Index(p.holes[player], unknownCard)
		if gap < 0 {
			return malformed("p%d shows %s, but was dealt %s", player+1, text, strings.Join(p.holes[player], ""))
		}
		p.holes[player][gap] = card
	}
	return nil
}

// finish gives the seats their cards. A hand of which one card is known counts as not known, but nobody else may hold it. Whose
// cards alone were dealt face up is the viewer.
func (p *phhActions) finish() error {
	if len(p.open) == 1 {
		p.hand.Viewer = p.open[0]
	}
	all := slices.Clone(p.hand.Board)
	for i := range p.hand.Seats {
		var hole []deck.Card
		for _, word := range p.holes[i] {
			if word == unknownCard {
				continue
			}
			card, err := deck.ParseCard(word)
			if err != nil {
				return malformed("%v", err)
			}
			hole = append(hole, card)
		}
		all = append(all, hole...)
		if len(hole) == 2 {
			p.hand.Seats[i].Cards = hole
		}
	}
	if err := deck.Check(all...); err != nil {
		return malformed("cards: %v", err)
	}
	return nil
}

const unknownCard = "??"

// splitCards cuts a run of cards such as "Ac2d" or "????".
func splitCards(text string) ([]string, error) {
	if len(text)%2 != 0 || len(text) > 10 {
		return nil, malformed("%q is not a run of cards", text)
	}
	var cards []string
	for ; text != ""; text = text[2:] {
		cards = append(cards, text[:2])
	}
	return cards, nil
}
