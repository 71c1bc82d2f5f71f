package table

import (
	"errors"
	"io"
	"log/slog"
	"time"
)

// Config is what a table needs to run.
type Config struct {
	ID       string   // unguessable, since it is in addresses that people share
	Epoch    int64    // the ownership under which this process writes the table's log
	Host     string   // the account that made the table and may pause it, show people out and end it
	Settings Settings // checked by the lobby and the game

	NewGame  NewGame             // the rules
	Recorder Recorder            // the log
	Thinker  Thinker             // chooses for bots; nil: bots play the game's default move
	Random   io.Reader           // the source of all chance, crypto/rand.Reader outside of tests
	Changed  func(Summary)       // told from the table's goroutine when the summary has changed; must return at once
	Failed   func(why string)    // told when the table can't go on, before Release: it is to be taken out of play
	Release  func()              // gives back the table's slot; called once, when its goroutine ends
	Observe  func(time.Duration) // how long a move took from its arrival to its broadcast; may be nil
	Log      *slog.Logger

	Inbox    int           // commands that may wait in the inbox, at least 1
	Idle     time.Duration // a table without a connected person closes after this
	Unjoined time.Duration // a table that nobody has joined closes after this
	Away     time.Duration // how long a lost player's seat is dealt in
	SitOut   time.Duration // how long a seat may sit out until it is freed
	Hold     time.Duration // how long a free seat is kept for somebody who chooses a buy-in
	Return   time.Duration // within which who has left brings back what it took
	Pause    time.Duration // how long a host may pause a table
	Turn     time.Duration // how long a turn may take where there is no clock
	Beat     time.Duration // one pause of the ending of a hand
	BotPace  time.Duration // about how long a bot seems to think
}

func (c *Config) validate() error {
	switch {
	case c.ID == "" || c.NewGame == nil || c.Recorder == nil || c.Random == nil || c.Log == nil:
		return errors.New("table: id, rules, recorder, randomness and log are needed")
	case c.Settings.Seats < 2 || c.Settings.Seats > MaxSeats:
		return errors.New("table: seats must be 2 to 9")
	case c.Settings.NoClock && c.Turn <= 0:
		return errors.New("table: a turn without a clock needs an end all the same")
	case c.Settings.ActionMS < 1 || c.Inbox < 1 || c.Idle <= 0 || c.Unjoined <= 0 || c.Beat < 0 || c.BotPace < 0:
		return errors.New("table: times and the inbox must be positive")
	}
	if c.Changed == nil {
		c.Changed = func(Summary) {}
	}
	if c.Failed == nil {
		c.Failed = func(string) {}
	}
	if c.Release == nil {
		c.Release = func() {}
	}
	if c.Observe == nil {
		c.Observe = func(time.Duration) {}
	}
	return nil
}

// clock is how long a turn may take: without a clock so long that nobody minds, but not for ever.
func (c *Config) clock(turn Turn) time.Duration {
	if c.Settings.NoClock && !turn.Short {
		return c.Turn
	}
	return time.Duration(c.turnMS(turn)) * time.Millisecond
}

// turnMS is the action clock as people see it, in milliseconds; 0 without one.
func (c *Config) turnMS(turn Turn) int64 {
	switch {
	case turn.Short:
		return min(c.Settings.ActionMS, shortTurn.Milliseconds())
	case c.Settings.NoClock:
		return 0
	}
	return c.Settings.ActionMS
}

// The bounds of a table's waiting, which no setting changes.
const (
	maxWaiting     = 32                     // commands that wait while an append is under way
	maxWaitingEach = 4                      // of one account
	maxWait        = 2 * time.Second        // and how long each may
	maxPast        = 512                    // events kept for players who resume
	usualAppend    = 100 * time.Millisecond // an append that takes no longer does not hold the clock
	slowAppend     = time.Second            // and one that takes so long is talked about
	maxHolds       = 8                      // appends that hold the clock of one turn
	reloadEvery    = time.Second            // between looks at the log while the database does not answer
	shortTurn      = 8 * time.Second        // for a question that is no move
	missedToSit    = 2                      // turns missed in a row until a player sits out
	botsGrace      = 2 * time.Second        // how long past its pace a bot's thinking is waited for
)
