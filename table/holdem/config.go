package holdem

import (
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// AnteKind is who pays an ante.
type AnteKind string

const (
	AnteNone AnteKind = "none" // nobody; so does ""
	AnteEach AnteKind = "each" // every player
	AnteBB   AnteKind = "bb"   // the big blind, for the whole table
)

// Config is one hand before it is dealt.
type Config struct {
	SmallBlind table.Chips
	BigBlind   table.Chips // also the least bet on every street
	Ante       table.Chips
	AnteKind   AnteKind
	// Players are the seats dealt in, in order from the left of the button, and their stacks. The last is the button. The
	// first two post the blinds; of two players the button posts the small one.
	Players []table.Stack
}

// Deck is a shuffled deck. Positions count from 0: the hole cards, one at a time from the left of the button in two
// rounds, then the board. There are no burn cards: a position is dealt or it is not.
type Deck interface {
	Open(position int) deck.Opening
}
