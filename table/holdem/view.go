package holdem

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// View is a hand as the holder of one seat, or a watcher, may see it.
type View struct {
	Hand       table.HandID   `json:"hand"`
	Number     int64          `json:"number"`
	Button     table.Seat     `json:"button"`
	SmallBlind table.Seat     `json:"small_blind"`        // -1 in a bomb pot
	BigBlind   table.Seat     `json:"big_blind"`          // -1 in a bomb pot
	Blinds     [2]table.Chips `json:"blinds"`             // small and big, in chips
	BombPot    bool           `json:"bomb_pot,omitempty"` // true: an ante of each instead of blinds, and no betting before the flop
	Straddle   table.Chips    `json:"straddle,omitempty"` // what the third of the seats has posted before the cards; absent: nothing
	Commitment string         `json:"commitment,omitempty"`
	Street     Street         `json:"street"`
	Board      []deck.Card    `json:"board"`
	Board2     []deck.Card    `json:"board2,omitempty"`  // the second one when it was dealt twice, with the cards that both share
	Pot        table.Chips    `json:"pot"`               // everything put in so far
	Pots       []Pot          `json:"pots"`              // as swept at the end of the last street
	Seats      []SeatView     `json:"seats"`             // who was dealt in, in the order of action after the flop
	Waiting    []Waiting      `json:"waiting,omitempty"` // who would have been dealt in and waits for the big blind; absent: nobody
	Over       bool           `json:"over"`
	Won        []Won          `json:"won"`        // how the pots were paid, once the hand is over
	You        table.Seat     `json:"you"`        // whose view this is; -1 for a watcher or a seat not dealt in
	Cards      []deck.Card    `json:"your_cards"` // two, or none
	Name       string         `json:"your_hand"`  // what they make, on the first board; "" without cards
	Legal      *Legal         `json:"legal"`      // what the seat on turn may do; null when the hand is over
	Rabbit     []deck.Card    `json:"rabbit"`     // what would have come on the board, once somebody has asked for it
	// Openings are the proofs of every card in this view, against the commitment.
	Openings []deck.Opening `json:"openings"`
}

// SeatView is one seat of a hand.
type SeatView struct {
	Seat   table.Seat  `json:"seat"`
	Stack  table.Chips `json:"stack"`
	Bet    table.Chips `json:"bet"` // on this street
	In     table.Chips `json:"in"`  // in the whole hand
	Folded bool        `json:"folded"`
	AllIn  bool        `json:"all_in"`
	Last   *Acted      `json:"last"`  // its last decision on this street; null if none
	Shown  []deck.Card `json:"shown"` // two once tabled; one or two that the player showed later; else none
}

// Legal is what the seat on turn may do.
type Legal struct {
	Seat  table.Seat  `json:"seat"`
	Call  table.Chips `json:"call"`   // chips that a call adds; 0 means check
	Raise Verb        `json:"raise"`  // "bet", "raise", or "" when neither is allowed
	MinTo table.Chips `json:"min_to"` // least total of the street for a bet or raise; 0 when neither is allowed
	MaxTo table.Chips `json:"max_to"` // most; equal to min_to when only all-in is left
	Step  table.Chips `json:"step"`   // one big blind, a handy step for amounts
	// Vote is "run_twice" when the only answers are twice and once; absent in any other decision.
	Vote string `json:"vote,omitempty"`
}

// Action is a decision.
type Action struct {
	Do Verb        `json:"do"`           // what to do
	To table.Chips `json:"to,omitempty"` // with bet or raise: the total of the street
}

// Street is a betting round. It reads "preflop", "flop", "turn" and "river" in JSON.
type Street uint8

const (
	Preflop Street = iota
	Flop
	Turn
	River
)

func (s Street) String() string { return [...]string{"preflop", "flop", "turn", "river"}[s] }

// MarshalText makes streets strings in JSON.
func (s Street) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
