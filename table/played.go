package table

import "time"

// Played is a finished hand as it is kept, for one of those who were dealt in: only that seat has its account and what it alone
// was told.
type Played struct {
	HandRecord
	Viewer   Seat      // whose view it is
	Table    string    // the table's id
	Settings Settings  // of the table
	Ended    time.Time // UTC
}

// HandQuery asks for somebody's hands, the newest first.
type HandQuery struct {
	Account string
	Table   string    // only those of this table; "": of all
	After   HandPlace // in the order of the answer; the zero value asks for the newest
	Limit   int       // at most so many, at least 1
}

// HandPlace is where in the order of somebody's hands one of them is.
type HandPlace struct {
	Ended int64 // milliseconds since 1970
	Hand  HandID
}

// Tally counts somebody's hands.
type Tally struct {
	Hands int64
	Net   Chips            // won altogether, or lost when negative
	Marks map[string]int64 // how many of the hands have each mark
}

// Sitting is what somebody has brought to a table, taken from it and has there. Over all of a table the nets sum to zero.
type Sitting struct {
	Account string // "": the bots, all together
	Name    string // "" for the bots
	In, Out Chips  // bought in and cashed out, over all seats and times
	Now     Chips  // at the table, as of the last hand's end
}

// Net is what was won so far, or lost when negative.
func (s Sitting) Net() Chips { return s.Out + s.Now - s.In }
