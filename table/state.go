package table

import (
	"encoding/json"
	"fmt"
)

// state is all of a table that must survive the process: exactly what its records give when applied in order. It is copied
// as a whole before a command is played on it, so it holds no pointer to what changes but the game, which Clone copies.
type state struct {
	cfg    *Config // read only
	seq    int64   // of the last record
	events int64   // number of the last event
	hands  int64   // hands started
	hand   HandID  // the running hand; "" between hands
	seats  [MaxSeats]seat
	dealt  owners // who was dealt into the running or last hand
	game   Game
	turn   Turn    // the decision the game waits for; its Number is 0 while no hand is running
	closed string  // why the table has ended
	house  house   // what the host has decided, and who has left
	told   []Event // what the game has told of the running hand; only appended to, since copies share it
	before *state  // how it was before the running hand, if some are to see nothing else; nil otherwise. Never changed
}

// seat is one place at the table. A free one has no name, but may remember who gave it up and how.
type seat struct {
	Account    string   `json:"account,omitempty"` // "" for a bot
	Name       string   `json:"name,omitempty"`
	Bot        string   `json:"bot,omitempty"`   // the level; "" for a person
	Chips      Chips    `json:"chips,omitempty"` // between hands; during one, what it was dealt in with
	SittingOut bool     `json:"sitting_out,omitempty"`
	OutWhy     string   `json:"out_why,omitempty"` // why it sits out, see SatOut
	Leaving    bool     `json:"leaving,omitempty"`
	Missed     int      `json:"missed,omitempty"`     // turns missed in a row
	AfterHand  bool     `json:"after_hand,omitempty"` // plays the running hand and then leaves
	New        bool     `json:"new,omitempty"`        // has not been dealt in yet
	Post       bool     `json:"post,omitempty"`       // would rather post than wait
	Wishes     []string `json:"wishes,omitempty"`     // in order; never changed in place, since copies share it
	BankMS     int64    `json:"bank_ms,omitempty"`    // what is left of the time bank
	OwnBank    bool     `json:"own_bank,omitempty"`   // the player alone draws on it
	LastID     string   `json:"last_id,omitempty"`    // client id of the player's last command that took effect
	Left       string   `json:"left,omitempty"`       // of a free seat: the account that gave it up, by command LastID
}

func (s seat) taken() bool { return s.Name != "" }
func (s seat) ready() bool { return s.taken() && !s.SittingOut && !s.leaves() && s.Chips > 0 }

// leaves reports whether the seat is given up after the hand.
func (s seat) leaves() bool { return s.Leaving || s.AfterHand }

// house is what a table remembers besides its seats. Its lists are never changed in place, since copies of a state share them.
type house struct {
	Paused   bool        `json:"paused,omitempty"`
	Ending   bool        `json:"ending,omitempty"`   // closes as soon as no hand is running
	Silenced []person    `json:"silenced,omitempty"` // who may not speak
	Banned   []person    `json:"banned,omitempty"`   // who was shown out
	Departed []departure `json:"departed,omitempty"` // who has left with how much, the oldest first
}

// departure is what somebody took home, who brings it back who returns soon.
type departure struct {
	Account string `json:"account"`
	Chips   Chips  `json:"chips"`
	AtMS    int64  `json:"at_ms"` // milliseconds since 1970
}

// owners are the accounts behind the seats at one moment; "" for a free seat or a bot's.
type owners [MaxSeats]string

func (o *owners) seatOf(account string) Seat {
	for i, a := range o {
		if a == account && a != "" {
			return Seat(i)
		}
	}
	return NoSeat
}

// outcome collects what applying changes leads to.
type outcome struct {
	events    []numbered
	transfers []Transfer
	tale      *tale // of the hand that has ended; nil when none has
}

// numbered is an event in its place in the stream; a private one also keeps who held the seats when it happened.
type numbered struct {
	seq    int64
	event  Event
	owners *owners
}

// clone returns a copy on which a command can be played, in the memory of an old copy if there is one. At thousands of
// actions a second this is most of what a table would otherwise allocate.
func (s *state) clone(old *state) *state {
	if old == nil {
		old = &state{}
	}
	game := old.game
	*old = *s
	old.game = s.game.Clone(game)
	return old
}

// owners returns who holds the seats now.
func (s *state) owners() *owners {
	var o owners
	for i := range s.seats {
		o[i] = s.seats[i].Account
	}
	return &o
}

// seatOf returns the seat an account holds, or NoSeat.
func (s *state) seatOf(account string) Seat {
	for i := range s.seats {
		if s.seats[i].taken() && s.seats[i].Bot == "" && s.seats[i].Account == account {
			return Seat(i)
		}
	}
	return NoSeat
}

// apply plays one change. When it returns an error, the state may be half changed and must be dropped: the caller holds a copy.
func (s *state) apply(c change, secret []byte, out *outcome) error {
	s.seq++
	before := len(out.events)
	if err := c.apply(s, secret, out); err != nil {
		return err
	}
	for i := before; i < len(out.events); i++ {
		e := &out.events[i]
		s.events++
		e.seq = s.events
		if _, private := e.event.(PrivateEvent); private {
			e.owners = s.owners()
		}
	}
	return nil
}

// rebuild applies a log from its last checkpoint on. It returns the state and the events the records led to. A log on which
// the rules panic is one that can't be replayed: it must cost its table and not the server.
func rebuild(cfg *Config, log []Record) (s *state, out outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("table %s: %w", cfg.ID, replayFault{p})
		}
	}()
	s = &state{cfg: cfg}
	if len(log) > 0 && log[0].Kind == KindCheckpoint {
		if err := s.restore(log[0]); err != nil {
			return nil, out, fmt.Errorf("table %s: record %d: %w", cfg.ID, log[0].Seq, err)
		}
		log = log[1:]
	} else {
		game, err := cfg.NewGame(cfg.Settings.Game, nil)
		if err != nil {
			return nil, out, fmt.Errorf("table %s: %w", cfg.ID, err)
		}
		s.game = game
	}
	for _, r := range log {
		if err := s.replay(r, &out); err != nil {
			return nil, out, fmt.Errorf("table %s: record %d: %w", cfg.ID, r.Seq, err)
		}
	}
	return s, out, nil
}

// replay applies one record of the log.
func (s *state) replay(r Record, out *outcome) error {
	if r.Seq != s.seq+1 {
		return fmt.Errorf("gap in the log: want record %d", s.seq+1)
	}
	if r.Schema != RecordSchema {
		return fmt.Errorf("schema %d, want %d", r.Schema, RecordSchema)
	}
	c, ok := newChange(r.Kind)
	if !ok {
		return fmt.Errorf("unknown kind %q", r.Kind)
	}
	if err := json.Unmarshal(r.Body, c); err != nil {
		return fmt.Errorf("%s: %w", r.Kind, err)
	}
	return s.apply(c, r.Secret, out)
}

// restore makes s what it was at a checkpoint.
func (s *state) restore(r Record) error {
	var c checkpoint
	if err := json.Unmarshal(r.Body, &c); err != nil {
		return fmt.Errorf("%s: %w", r.Kind, err)
	}
	game, err := s.cfg.NewGame(s.cfg.Settings.Game, c.Game)
	if err != nil {
		return err
	}
	s.seq, s.events, s.hands, s.seats, s.house, s.game = r.Seq, c.Events, c.Hands, c.Seats, c.House, game
	return nil
}
