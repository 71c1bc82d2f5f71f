package history

import (
	"fmt"
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Version is the version of our JSON that this package writes. It reads the ones before as well, and what it has read is of
// this one.
const Version = 2

// Hand is one hand as one viewer may know it. Its JSON is our own form of hand history; see the package's comment.
type Hand struct {
	Version int           `json:"version"`
	ID      table.HandID  `json:"hand"`
	Game    holdem.Stakes `json:"game"`
	Button  table.Seat    `json:"button"`
	Viewer  table.Seat    `json:"viewer"` // whose view it is; NoSeat (-1) for a watcher and for most records from elsewhere
	// BombPot is the ante of everyone that stood in place of blinds and antes; 0 when it was no bomb pot. Game tells what the
	// table plays otherwise.
	BombPot  table.Chips `json:"bomb_pot,omitempty"`
	Straddle table.Chips `json:"straddle,omitempty"` // what the third of the seats has posted before the cards; 0: nothing
	Posts    []Post      `json:"posts,omitempty"`    // of seats that came in without waiting for the big blind
	Seats    []Seat      `json:"seats"`              // who was dealt in, in order from the left of the button
	Board    []deck.Card `json:"board"`              // as far as it was dealt
	Board2   []deck.Card `json:"board2,omitempty"`   // the second one when it was dealt twice, with the cards that both share
	Actions  []Action    `json:"actions"`
	Result   *Result     `json:"result"` // null when the hand was not finished or nothing is known of it
	// Commitment is the root of the deck, told before the first card; Openings are the cards that the viewer saw, with their
	// proofs. Both are empty in records from elsewhere. The verify command checks them.
	Commitment string       `json:"commitment,omitempty"`
	Openings   []deck.Proof `json:"openings,omitempty"`
}

// Seat is one player of a hand.
type Seat struct {
	Seat  table.Seat  `json:"seat"`
	Name  string      `json:"name"`
	Chips table.Chips `json:"chips"`         // before anything was posted
	Cards []deck.Card `json:"cards"`         // two, or null when they are not known
	Bot   string      `json:"bot,omitempty"` // its level; absent for a person
}

// Post is what a seat put in to be dealt in without waiting for the big blind.
type Post struct {
	Seat table.Seat  `json:"seat"`
	Live table.Chips `json:"live,omitempty"` // its bet of the first street
	Dead table.Chips `json:"dead,omitempty"` // a small blind that it had missed: into the pot, and no part of a bet
}

// Action is one decision, or an answer to the question whether to deal the rest of the board twice.
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
	Run     int           `json:"run,omitempty"` // 1 or 2: the board that decided, when there were two
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
		Straddle: h.Straddle, RunTwice: slices.ContainsFunc(h.Actions, Action.vote),
	}
	if h.BombPot != 0 {
		cfg.BombPot, cfg.Ante, cfg.AnteKind = true, h.BombPot, holdem.AnteEach
	}
	for _, s := range h.Seats {
		cfg.Players = append(cfg.Players, table.Stack{Seat: s.Seat, Chips: s.Chips})
	}
	for _, p := range h.Posts {
		cfg.Posts = append(cfg.Posts, holdem.Post(p))
	}
	return cfg
}

// vote reports whether an action is an answer and no move.
func (a Action) vote() bool { return a.Do == holdem.Twice || a.Do == holdem.Once }

// shared is how many cards of the board lay there before the rest was dealt twice.
func (h *Hand) shared() int {
	for _, a := range h.Actions {
		if a.Do == holdem.Twice {
			return boardCards[a.Street]
		}
	}
	return 0
}

// boardCards is how many cards lie on the board in each street.
var boardCards = map[string]int{streets[holdem.Preflop]: 0, streets[holdem.Flop]: 3, streets[holdem.Turn]: 4, streets[holdem.River]: 5}

// voteTwice adds the answers that have led to a second board, for forms that tell nothing of them: everyone still in has agreed,
// from the left of the button, on the street of the last move.
func (h *Hand) voteTwice() {
	street := streets[holdem.Preflop]
	if n := len(h.Actions); n > 0 {
		street = h.Actions[n-1].Street
	}
	for _, s := range h.Seats {
		if !h.folds(s.Seat) {
			h.Actions = append(h.Actions, Action{Street: street, Seat: s.Seat, Do: holdem.Twice})
		}
	}
}

// cards are those of a seat, none if they are not known.
func (h *Hand) cards(seat table.Seat) []deck.Card { return h.Seats[h.place(seat)].Cards }
