package table

import "encoding/json"

// The table's own events. Each goes out as one JSON object with "type" and "seq" beside these fields; seq numbers the
// events of a table from 1 without gaps, the same for every viewer.
type (
	// Sat tells that a player or a bot has taken a seat.
	Sat struct {
		Seat  Seat   `json:"seat"`
		Name  string `json:"name"`           // as others see it, unique among people
		Bot   string `json:"bot,omitempty"`  // the bot's level; absent for a person
		Chips Chips  `json:"chips"`          // bought in with
		Post  bool   `json:"post,omitempty"` // would rather post what it owes than wait for the big blind
	}
	// Bought tells that a seat has added chips.
	Bought struct {
		Seat   Seat  `json:"seat"`
		Amount Chips `json:"amount"`
		Chips  Chips `json:"chips"` // the stack now
	}
	// Leaving tells that a seat will be free after the hand.
	Leaving struct {
		Seat      Seat `json:"seat"`
		AfterHand bool `json:"after_hand"` // true: it plays the hand; false: it checks or folds as soon as it is its turn
	}
	// Stood tells that a seat is free.
	Stood struct {
		Seat  Seat   `json:"seat"`
		Chips Chips  `json:"chips"`            // taken home
		Why   string `json:"reason,omitempty"` // absent: asked; "sat_out": sat out for too long; "kicked": shown out by the host; "closed": the table ended
	}
	// SatOut tells that a seat is dealt no further hand.
	SatOut struct {
		Seat  Seat   `json:"seat"`
		Why   string `json:"reason,omitempty"` // absent: asked; "clock": missed turns; "away": no connection for too long; "broke": no chips
		OutMS int64  `json:"out_ms"`           // until the seat is freed, when this message was made; 0 when it sits out no more
	}
	// CameBack tells that a seat is dealt in again, and that it stays after the hand.
	CameBack struct {
		Seat Seat `json:"seat"`
		Post bool `json:"post,omitempty"` // would rather post what it owes than wait for the big blind
	}
	// Wished tells what a seat wishes for in hands to come, or no longer.
	Wished struct {
		Seat Seat   `json:"seat"`
		Wish string `json:"wish"` // what for
		On   bool   `json:"on"`   // false: no longer
	}
	// TurnStarted tells who must act, what it costs and what may be done.
	TurnStarted struct {
		Hand    HandID `json:"hand"`     // the running hand
		Turn    int    `json:"turn"`     // the number of the decision in the hand
		Seat    Seat   `json:"seat"`     // who must act
		Price   Chips  `json:"price"`    // what going on costs
		Options any    `json:"options"`  // what may be done
		MSLeft  int64  `json:"ms_left"`  // when this message was made; 0 in a message about a turn that is over
		ClockMS int64  `json:"clock_ms"` // the whole time of a turn; 0 when turns are not timed
		BankMS  int64  `json:"bank_ms"`  // what the seat's time bank holds beyond ms_left
	}
	// Silenced tells that the host keeps somebody's words from everyone, or no longer.
	Silenced struct {
		Seat Seat   `json:"seat"` // of the silenced, -1 without one
		Name string `json:"name"` // whose words
		On   bool   `json:"on"`   // false: may speak again
	}
	// Kicked tells that the host has shown somebody out. Who is in the running hand plays it to its end.
	Kicked struct {
		Seat Seat   `json:"seat"` // -1 for one without a seat
		Name string `json:"name"` // who
	}
	// Paused tells that the host lets no hand be dealt after the running one.
	Paused struct {
		PauseMS int64 `json:"pause_ms"` // after which the table resumes by itself, from when the host paused it
	}
	// Resumed tells that hands are dealt again.
	Resumed struct {
		Why string `json:"reason,omitempty"` // absent: the host resumed; "time": the pause has lasted as long as it may
	}
	// Ending tells that the host closes the table after the running hand.
	Ending struct{}
	// Closed tells that the table has ended and everyone has been paid.
	Closed struct {
		Why string `json:"reason"` // "idle", "unjoined"; "ended" by the host; "quarantined" after a fault of the server
	}
)

func (Sat) Type() string         { return "sat" }
func (Bought) Type() string      { return "bought" }
func (Leaving) Type() string     { return "leaving" }
func (Stood) Type() string       { return "stood" }
func (SatOut) Type() string      { return "sat_out" }
func (CameBack) Type() string    { return "came_back" }
func (Wished) Type() string      { return "wished" }
func (TurnStarted) Type() string { return "turn" }
func (Silenced) Type() string    { return "silenced" }
func (Kicked) Type() string      { return "kicked" }
func (Paused) Type() string      { return "paused" }
func (Resumed) Type() string     { return "resumed" }
func (Ending) Type() string      { return "ending" }
func (Closed) Type() string      { return "closed" }

// Messages without a number: they tell the present and are not repeated to a client that missed them, since Synced and
// Snapshot say the same.
type (
	// Snapshot ("snapshot") is the whole table as one viewer may see it.
	Snapshot struct {
		Type  string `json:"type"`
		Seq   int64  `json:"seq"` // of the last event in it
		Table View   `json:"table"`
	}
	// Synced ("synced") follows the missed events when a client resumes: everything up to Seq has been sent.
	Synced struct {
		Type   string `json:"type"`
		Seq    int64  `json:"seq"`
		MSLeft int64  `json:"ms_left"` // of the running turn, 0 without one
		BankMS int64  `json:"bank_ms"` // what the time bank of the seat on turn holds beyond it
		Away   []Seat `json:"away"`    // seats of players who are not connected
		// Plan is your move chosen in advance; null without one.
		Plan *PlannedMove `json:"plan"`
		// PausedMS is until a pause ends by itself, 0 without one.
		PausedMS int64 `json:"paused_ms"`
		// Chat is what was said last, at most 50 messages, the oldest first. It replaces all that the client has.
		Chat []Said `json:"chat"`
		// Muted are the names that you have muted; "" is everyone without a seat.
		Muted []string `json:"muted"`
		// Held are the free seats that are kept for somebody.
		Held   []HeldSeat `json:"held"`
		LastID string     `json:"last_id"` // the id of your last command that took effect; "" without one
		Frozen bool       `json:"frozen"`  // the clock stands still
	}
	// Said ("said") is what somebody says to the table. Those who have muted the speaker do not get it.
	Said struct {
		Type string `json:"type"`
		N    int64  `json:"n"`    // counts what was said at the table; from 1 again when the server has been restarted
		Seat Seat   `json:"seat"` // of the speaker at that moment, -1 for a watcher
		Name string `json:"name"` // who says it
		Text string `json:"text"` // 1 to 200 characters on one line
	}
	// Presence ("presence") tells that a seated player's connection went or came back.
	Presence struct {
		Type string `json:"type"`
		Seat Seat   `json:"seat"`
		Away bool   `json:"away"` // true: gone; false: back
		// MSLeft is until a seat that is away sits out.
		MSLeft int64 `json:"ms_left"`
	}
	// Planned ("planned") tells a player alone which move is chosen in advance.
	Planned struct {
		Type string       `json:"type"`
		Plan *PlannedMove `json:"plan"`             // null: none
		Why  string       `json:"reason,omitempty"` // absent: asked, or its turn is over; "changed": it was meant for something else
	}
	// Held ("held") tells that a free seat is kept for somebody who is choosing a buy-in, or, with 0 ms left, that it is no more.
	Held struct {
		Type   string `json:"type"`
		Seat   Seat   `json:"seat"`    // which place
		Name   string `json:"name"`    // for whom
		MSLeft int64  `json:"ms_left"` // for how long still
	}
	// Banking ("banking") tells that the turn goes on with time from the bank.
	Banking struct {
		Type   string `json:"type"`
		Hand   HandID `json:"hand"`    // the running hand
		Turn   int    `json:"turn"`    // the number of the decision in the hand
		Seat   Seat   `json:"seat"`    // who must act
		MSLeft int64  `json:"ms_left"` // of the turn, with what was drawn
		BankMS int64  `json:"bank_ms"` // what the bank holds beyond it
	}
	// Frozen ("frozen") tells that the clock stands still because the database does not answer, or that it runs again.
	Frozen struct {
		Type   string `json:"type"`
		Frozen bool   `json:"frozen"`  // true: the clock stands still
		MSLeft int64  `json:"ms_left"` // of the running turn, 0 without one
	}
)

// View is the table as one viewer may see it.
type View struct {
	ID         string       `json:"id"`
	Settings   Settings     `json:"settings"`
	Seats      []SeatView   `json:"seats"`        // the taken seats in seat order
	You        You          `json:"you"`          // the viewer
	Hand       any          `json:"hand"`         // the game's view of the running or last hand; null before the first
	Turn       *TurnStarted `json:"turn"`         // null while no hand is running
	NextHandMS int64        `json:"next_hand_ms"` // until the next hand is dealt; 0 when none is due
	Frozen     bool         `json:"frozen"`       // the clock stands still
	Held       []HeldSeat   `json:"held"`         // free seats that are kept for somebody
	Chat       []Said       `json:"chat"`         // what was said last, at most 50 messages, the oldest first
	Paused     bool         `json:"paused"`       // the host lets no hand be dealt
	PausedMS   int64        `json:"paused_ms"`    // until the pause ends by itself; 0 without one
	Ending     bool         `json:"ending"`       // the table closes after the running hand
	Silenced   []string     `json:"silenced"`     // names of those whom the host has silenced
}

// PlannedMove is a move chosen in advance.
type PlannedMove struct {
	Hand  HandID          `json:"hand"`  // the running hand
	Price Chips           `json:"price"` // what going on cost when it was chosen
	Move  json.RawMessage `json:"move"`  // what will be done
}

// HeldSeat is a free seat that is kept for somebody.
type HeldSeat struct {
	Seat   Seat   `json:"seat"`
	Name   string `json:"name"`    // for whom
	MSLeft int64  `json:"ms_left"` // for how long still
}

// SeatView is one taken seat.
type SeatView struct {
	Seat       Seat     `json:"seat"`
	Name       string   `json:"name"`
	Bot        string   `json:"bot,omitempty"`    // the bot's level; absent for a person
	Chips      Chips    `json:"chips"`            // between hands; during one, what the seat had when it was dealt in
	SittingOut bool     `json:"sitting_out"`      // is dealt no further hand
	Why        string   `json:"reason,omitempty"` // why it sits out, as in SatOut
	OutMS      int64    `json:"out_ms"`           // until a seat that sits out is freed; 0 for the others
	Wishes     []string `json:"wishes"`           // for hands to come, in order
	Leaving    bool     `json:"leaving"`          // will be free after the hand
	AfterHand  bool     `json:"after_hand"`       // and plays the hand until then
	Posting    bool     `json:"posting"`          // would rather post what it owes than wait for the big blind
	Away       bool     `json:"away"`             // the player is not connected
	AwayMS     int64    `json:"away_ms"`          // until a seat that is away sits out; 0 for the others
	BankMS     int64    `json:"bank_ms"`          // what the time bank held when the running turn began
}

// You is the viewer's own part.
type You struct {
	Seat   Seat   `json:"seat"`    // -1 for a watcher
	LastID string `json:"last_id"` // as in synced
	// AutoBank tells that your time bank is drawn on when your clock has run out.
	AutoBank bool `json:"auto_bank"`
	// Plan is your move chosen in advance; null without one.
	Plan *PlannedMove `json:"plan"`
	// Bring is the least that you must sit down with, because you left with as much a short while ago; 0 when the limits in the
	// settings are all that counts.
	Bring Chips `json:"bring"`
	// Host tells that you made the table.
	Host bool `json:"host"`
	// Muted are the names that you have muted; "" is everyone without a seat.
	Muted []string `json:"muted"`
	// Watch tells that you may take no seat; absent: you may.
	Watch bool `json:"watch,omitempty"`
}

// Summary is what the lobby shows of a table.
type Summary struct {
	ID       string   `json:"id"`
	Settings Settings `json:"settings"`
	Taken    int      `json:"taken"`    // seats taken, bots included
	People   int      `json:"people"`   // seats taken by people
	Watchers int      `json:"watchers"` // connections without a seat
	Hands    int64    `json:"hands"`    // hands dealt since the table opened
	Closed   string   `json:"-"`        // why the table has ended; "" while it lives
	// Stacks are the chips of people by account, as of the last hand's end. They stay in the process.
	Stacks map[string]Chips `json:"-"`
	// Out are the accounts that the host has shown out. They stay in the process, too.
	Out []string `json:"-"`
}

// message marshals one of the unnumbered messages.
func message(m any) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic("table: message does not marshal: " + err.Error()) // a fault of the program: the types above and the game's views
	}
	return b
}
