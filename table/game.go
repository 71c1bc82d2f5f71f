package table

import (
	"encoding/json"
	"io"
)

// Seat is a place at the table, 0 to MaxSeats-1, numbered clockwise.
type Seat int

const (
	// MaxSeats is the most places any table has.
	MaxSeats = 9
	// NoSeat is the seat of someone who has none.
	NoSeat Seat = -1
)

// Stack is what one seat has in front of it.
type Stack struct {
	Seat  Seat  `json:"seat"`
	Chips Chips `json:"chips"`
}

// Game is what a table plays: the rules between the first shuffle and the last paid pot, hand after hand. It is what a
// fork for another game replaces.
//
// A game is pure: it has no clock, does no I/O, starts no goroutine and draws no randomness. All chance comes in through
// the secret of Start, so the same calls always give the same events; that is how a table is rebuilt from its log.
// A method that returns an error has changed nothing.
type Game interface {
	// Clone returns an independent copy. The table plays each command on a copy and adopts it once it is durable. Old is an
	// earlier copy that nobody needs any more, or nil: its memory may be used again.
	Clone(old Game) Game
	// Save is what the game must remember between hands, such as the button; NewGame takes it back. Not called in mid-hand.
	Save() json.RawMessage
	// MinPlayers is how many ready seats a hand needs.
	MinPlayers() int
	// Shuffle draws everything that chance decides in one hand from random. The result is secret: only Start reads it.
	Shuffle(random io.Reader) ([]byte, error)
	// Start deals a hand. The places are all taken seats in seat order; at least MinPlayers of them want to be dealt in, and of
	// those the game deals to as many as its rules let in now.
	Start(hand HandID, places []Place, secret []byte) (Dealing, error)
	// Act plays a move for a seat. Why tells what chose the move when it was not its player; it goes into the event.
	Act(seat Seat, move json.RawMessage, why Why) ([]Event, error)
	// Turn reports who must act; false while no hand is running.
	Turn() (Turn, bool)
	// Default is the move the clock plays for the seat whose turn it is.
	Default() json.RawMessage
	// Planned tells what a move chosen in advance means now: whether it still stands, at the price it was chosen at, and, when it
	// is the seat's turn, the move that it has become. Asked when the plan is made and again whenever something has happened.
	Planned(seat Seat, price Chips, plan json.RawMessage) (move json.RawMessage, stands bool)
	// After plays what can still be done when a hand is over, such as showing cards. It moves no chips and changes nothing that
	// the next hand depends on; its events alone are kept.
	After(seat Seat, move json.RawMessage) ([]Event, error)
	// Allows reports whether this game, with its settings, knows a wish.
	Allows(wish string) bool
	// Result tells how the last hand ended; false while one is running or before the first.
	Result() (Result, bool)
	// View is what the holder of a seat may know of the running or last hand, as a value that marshals to JSON; NoSeat is
	// a watcher. It is nil before the first hand. Nothing hidden leaves the game in any other way.
	View(seat Seat) any
}

// Place is a taken seat when a hand begins.
type Place struct {
	Seat   Seat
	Chips  Chips
	Bot    bool
	In     bool     // wants to be dealt in, with at least one chip
	New    bool     // has not been dealt in since it was taken
	Free   bool     // comes in at once, whatever it has missed: this is a practice table
	Post   bool     // would rather post what it owes than wait
	Wishes []string // what its player wishes for, of what the game Allows; in order
}

// Dealing is what the start of a hand has led to.
type Dealing struct {
	In     []Seat   // who was dealt in, in seat order
	Spent  []string // wishes that have come true for everyone and count no more
	Events []Event
}

// NewGame makes a game from the settings it was created with and, when a table is rebuilt, what Save had returned; saved
// is nil for a new table. It refuses settings that make no sense with an error that has a code.
type NewGame func(settings, saved json.RawMessage) (Game, error)

// HandID names a hand: the table's id, a dash and the number of the hand at its table.
type HandID string

// Turn is one decision a game waits for.
type Turn struct {
	Seat    Seat  // who decides
	Number  int   // counts the decisions of the hand from 1
	Short   bool  // a quick question, with its own short clock and no time bank
	Price   Chips // what going on costs
	Options any   // the legal moves, as a value that marshals to a JSON object; public
}

// Result is the end of a hand.
type Result struct {
	Stacks []Stack // of all seats dealt in
	// Beats is how many moments the audience needs to follow the ending: 1 for a pot nobody contested, more for a showdown
	// and for each street dealt without a decision. The table waits that many pauses before the next hand.
	Beats int
	// Marks are what each seat's player will want to count, for statistics: words that the game chooses.
	Marks map[Seat][]string
}

// Why marks a move that its player did not make by hand. The zero value is a player's own move.
type Why string

const (
	ByPlayer  Why = ""        // by hand
	ByClock   Why = "clock"   // the time ran out
	ByBot     Why = "bot"     // the seat is a bot's
	ByLeaving Why = "leaving" // the player stood up and is gone
	ByAway    Why = "away"    // the player's connection is lost for too long
	ByPlan    Why = "plan"    // the player chose it in advance
)

// Event is something that happened. It marshals to a JSON object that everyone at the table may read.
type Event interface {
	// Type is the event's name on the wire, such as "acted".
	Type() string
}

// PrivateEvent is an event of which some seats learn more than the others.
type PrivateEvent interface {
	Event
	// Private is the part for one seat, a value that marshals to a JSON object; nil if there is none for it.
	Private(Seat) any
}
