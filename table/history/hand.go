package history

import (
	"fmt"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Version is the version of our JSON that this package reads.
const Version = 1

// Hand is one hand as one viewer may know it. Its JSON is our own form of hand history; see the package's comment.
type Hand struct {
	Version int           `json:"version"`
	ID      table.HandID  `json:"hand"`
	Game    holdem.Stakes `json:"game"`
	Button  table.Seat    `json:"button"`
	Viewer  table.Seat    `json:"viewer"` // whose view it is; NoSeat (-1) for a watcher and for records from elsewhere
	Seats   []Seat        `json:"seats"`  // who was dealt in, in order from the left of the button
	Board   []deck.Card   `json:"board"`  // as far as it was dealt
	Actions []Action      `json:"actions"`
	Result  *Result       `json:"result"` // null when the hand was not finished or nothing is known of it
	// Commitment is the root of the deck, told before the first card; Openings are the cards that the viewer saw, with their
	// proofs. Both are empty in records from elsewhere. The verify command checks them.
	Commitment string       `json:"commitment,omitempty"`
	Openings   []deck.Proof `json:"openings,omitempty"`
}

// Seat is one player of a hand.
type Seat struct {
	Seat  table.Seat  `json:"seat"`
	Name  string      `json:"name"`
	Chips table.Chips `json:"chips"` // before anything was posted
	Cards []deck.Card `json:"cards"` // two, or null when they are not known
}

// Action is one decision.
type Action struct {
	Street string      `json:"street"` // "preflop", "flop", "turn" or "river"
	Seat   table.Seat  `json:"seat"`
	Do     holdem.Verb `json:"do"`           // or one of the two below
	To     table.Chips `json:"to,omitempty"` // the total of the street, for a bet or a raise
}

// Verbs of records that do not tell two moves apart. Replay takes whichever the rules allow.
const (
	CheckOrCall holdem.Verb = "check_or_call"
	BetOrRaise  holdem.Verb = "bet_or_raise"
)

// Result is what became of a hand. What is nil was not recorded.
type Result struct {
	Stacks   []table.Stack `json:"stacks"`             // of every seat, afterwards
	Uncalled []table.Stack `json:"uncalled"`           // what went back
	Pots     []Pot         `json:"pots"`               // main pot first
	Winnings []table.Stack `json:"winnings,omitempty"` // out of all pots together; with or without what went back
}

// Pot is one pot and how it was paid.
type Pot struct {
	Amount  table.Chips   `json:"amount"`
	Winners []table.Stack `json:"winners"`
}

// name is how a seat is called in messages.
func (h *Hand) name(seat table.Seat) string {
	for _, s := range h.Seats {
		if s.Seat == seat && s.Name != "" {
			return s.Name
		}
	}
	if seat == table.NoSeat {
		return "nobody"
	}
	return fmt.Sprintf("seat %d", seat)
}

// config is the hand before it is dealt.
func (h *Hand) config() holdem.Config {
	cfg := holdem.Config{
		SmallBlind: h.Game.SmallBlind, BigBlind: h.Game.BigBlind, Ante: h.Game.Ante, AnteKind: h.Game.AnteKind,
	}
	for _, s := range h.Seats {
		cfg.Players = append(cfg.Players, table.Stack{Seat: s.Seat, Chips: s.Chips})
	}
	return cfg
}
