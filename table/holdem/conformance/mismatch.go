package conformance

import "fmt"

// Options choose how much Replay checks.
type Options struct {
	// Neighbours also tries, at every decision, what must be refused: one chip less than the least raise, one more than
	// the most, a raise where none is allowed, another seat's move. Each must leave the hand as it was.
	Neighbours bool
}

// Mismatch is one point where the rules and a record disagree.
type Mismatch struct {
	Hand  string // the record's id
	Where string // "action 3: call", "final", ...
	Got   string // by the rules
	Want  string // by the record
}

func (m Mismatch) String() string {
	return fmt.Sprintf("%s: %s: got %s, want %s", m.Hand, m.Where, m.Got, m.Want)
}
