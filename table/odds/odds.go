package odds

import (
	"fmt"
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Result is what each hand can expect, in the order in which the hands were given.
type Result struct {
	Hands  []Equity `json:"hands"`
	Boards int64    `json:"boards"` // how many were dealt
	Exact  bool     `json:"exact"`  // those were all there are
}

// Equity is what one hand can expect.
type Equity struct {
	Wins   int64   `json:"wins"`   // boards on which it takes the whole pot
	Ties   int64   `json:"ties"`   // boards on which it takes part of it
	Share  float64 `json:"share"`  // the part of the pot it gets on average, 0 to 1
	StdErr float64 `json:"stderr"` // the standard error of Share; 0 when exact
}

// Error is a question that has no answer, named by its code; compare with errors.Is.
type Error string

func (e Error) Error() string { return "odds: " + string(e) }

// Code is the refusal's name on the wire.
func (e Error) Code() string { return string(e) }

const (
	ErrHands       Error = "bad_hands"      // fewer than 2 or more than 9, or one that has not two cards
	ErrBoard       Error = "bad_board"      // a board has 0, 3, 4 or 5 cards
	ErrFewCards    Error = "too_few_cards"  // so many cards are dead that the hands and the board cannot be dealt
	ErrUnknownHand Error = "unknown_hand"   // only MonteCarlo can do without a hand's cards
	ErrIterations  Error = "bad_iterations" // MonteCarlo was asked for fewer than 1
	ErrRange       Error = "bad_range"      // a hand of a Question that is neither cards nor a range
	ErrBlocked     Error = "range_blocked"  // every hand of a range needs a card that is somewhere else
	ErrClash       Error = "ranges_clash"   // the ranges need the same cards, and never fit together
)

// maxHands is how many hands can share a pot.
const maxHands = table.MaxSeats

// spot is a checked question.
type spot struct {
	hands   []holdem.CardSet // an unknown one is empty
	unknown []int            // which those are, except those that have a range
	ranges  []group
	board   holdem.CardSet
	missing int              // cards the board still needs
	rest    []holdem.CardSet // the cards still to come, a set of one each
}

func newSpot(hands [][]deck.Card, board, dead []deck.Card) (*spot, error) {
	if len(hands) < 2 || len(hands) > maxHands {
		return nil, fmt.Errorf("%w: %d hands, want 2 to %d", ErrHands, len(hands), maxHands)
	}
	if n := len(board); n > 5 || n == 1 || n == 2 {
		return nil, fmt.Errorf("%w: %d cards", ErrBoard, n)
	}
	s := &spot{board: holdem.Set(board...), missing: 5 - len(board), hands: make([]holdem.CardSet, 0, len(hands))}
	known := make([]deck.Card, 0, len(board)+len(dead)+2*len(hands))
	known = append(append(known, board...), dead...)
	for i, hand := range hands {
		switch len(hand) {
		case 0:
			s.unknown = append(s.unknown, i)
		case 2:
			known = append(known, hand...)
		default:
			return nil, fmt.Errorf("%w: hand %d has %d cards", ErrHands, i, len(hand))
		}
		s.hands = append(s.hands, holdem.Set(hand...))
	}
	if err := deck.Check(known...); err != nil {
		return nil, err
	}
	taken := holdem.Set(known...)
	s.rest = make([]holdem.CardSet, 0, deck.Cards-len(known))
	for c := range deck.Card(deck.Cards) {
		if !taken.Has(c) {
			s.rest = append(s.rest, holdem.Set(c))
		}
	}
	if need := s.missing + 2*len(s.unknown); need > len(s.rest) {
		return nil, fmt.Errorf("%w: %d left, %d needed", ErrFewCards, len(s.rest), need)
	}
	return s, nil
}

// clone is a spot that can be dealt from: hands and rest are working space.
func (s *spot) clone() *spot {
	c := *s
	c.hands, c.rest = slices.Clone(s.hands), slices.Clone(s.rest)
	return &c
}
