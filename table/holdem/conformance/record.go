package conformance

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Record is one hand as it is written in the data.
type Record struct {
	ID         string        `json:"id"`
	Players    int           `json:"n"`
	SmallBlind table.Chips   `json:"sb"`
	BigBlind   table.Chips   `json:"bb"`
	Ante       Ante          `json:"ante"`
	Stacks     []table.Chips `json:"stacks"` // before anything is posted
	Hole       []*Hole       `json:"hole"`   // nil: not known
	Board      []deck.Card   `json:"board"`  // in the order in which they would come
	BoardDealt int           `json:"board_dealt"`
	Posted     Posted        `json:"posted"`
	Actions    []Decision    `json:"actions"`
	Result     Result        `json:"result"`
}

// Hole is what a seat was dealt.
type Hole [2]deck.Card

// Ante is the kind and the amount of the ante.
type Ante struct {
	Kind   holdem.AnteKind `json:"type"`
	Amount table.Chips     `json:"amount"`
}

// Posted is what every seat put in before the first decision.
type Posted struct {
	Ante  []table.Chips `json:"ante"`
	Blind []table.Chips `json:"blind"`
}

// Decision is one decision: what the seat could do and what it did.
type Decision struct {
	Street  uint8           `json:"street"` // 0 is before the flop
	Seat    table.Seat      `json:"seat"`
	Pot     table.Chips     `json:"pot"` // all chips put in so far
	Bet     table.Chips     `json:"bet"` // what this seat has in on this street
	Call    table.Chips     `json:"call"`
	CallAlt *table.Chips    `json:"call_alt"` // a smaller call that covers everyone; nil if there is none
	Raise   *[2]table.Chips `json:"raise"`    // least and most total of a bet or raise; nil if neither is allowed
	Do      holdem.Verb     `json:"do"`
	To      table.Chips     `json:"to"` // of a bet or raise
}

// Result is what became of the hand.
type Result struct {
	Final    []table.Chips `json:"final"`
	FinalAlt []table.Chips `json:"final_alt"` // with odd chips dealt one each; nil when that makes no difference
	Uncalled []Uncalled    `json:"uncalled"`
	Pots     []Pot         `json:"pots"`     // main pot first
	Showdown []Tabled      `json:"showdown"` // in order; nil if won by folds
}

// Uncalled is a bet going back.
type Uncalled struct {
	Seat   table.Seat  `json:"seat"`
	Amount table.Chips `json:"amount"`
}

// Pot is one pot and how it was paid.
type Pot struct {
	Amount   table.Chips                `json:"amount"`
	Eligible []table.Seat               `json:"eligible"`
	Winners  []table.Seat               `json:"winners"`
	Won      map[table.Seat]table.Chips `json:"won"`
}

// Tabled is one seat at showdown: it shows, or it may muck.
type Tabled struct {
	Seat table.Seat `json:"seat"`
	Show bool       `json:"show"`
}
