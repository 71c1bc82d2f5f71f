package table

import (
	"encoding/json"
	"time"
)

// actor is what the table's goroutine owns: the durable state and, around it, what lives only as long as the process.
type actor struct {
	cfg     *Config
	state   *state   // what is durable, and therefore true
	next    *pending // what is being made durable; nil when nothing is
	spare   *state   // a state that has passed, for the next copy; nil when there is none
	waiting []command
	viewers []viewer
	lostAt  [MaxSeats]time.Time // since when a seated person has had no connection; zero for the others
	outAt   [MaxSeats]time.Time // since when a seated person sits out; zero for the others
	held    [MaxSeats]heldSeat  // free seats that are kept for somebody
	plans   [MaxSeats]plan      // moves chosen in advance
	past    []numbered          // the last events, for players who resume
	said    []saying            // the last of the chat
	muted   map[string][]person // whom an account does not want to hear

	turnAt   time.Time     // when the clock plays for the seat on turn; zero while no hand is running
	drawn    time.Duration // how much of it is from the time bank
	began    time.Time     // when it began
	holds    int           // how often the running turn's clock was held
	bot      botTurn
	nextHand time.Time // when the next hand is dealt; zero while none can be
	quietAt  time.Time // since when no person has been connected; zero while one is
	pausedAt time.Time // since when the host keeps the table from dealing; zero when not
	saidLast int64     // the number of the last chat message
	joined   bool      // a person has been here
	frozen   bool      // the clock stands still until the log has been read: an append's outcome is unknown, or the program failed
	slow     bool      // the append under way has kept everyone waiting, and they have been told
	asked    bool      // an append or a look at the log is under way, whose answer will come
	fault    fault     // the program's last failure here
	stopping bool      // end as soon as nothing is being appended
	lastHand bool      // end as soon as no hand is running
	closing  string    // close the table after the hand, and why
	ended    bool
	why      string    // of the end, for the players; "" when they are not to be told
	failed   string    // why the table can't go on, for the operator; "" when it has ended well
	armed    time.Time // what the timer is set to

	fx effects // what the current step asks for; reused
}

// pending is a copy of the state on which a command has been played, on its way into the log.
type pending struct {
	state *state
	out   outcome
	batch *Batch
	since time.Time
	from  command // whose answer is waited for; no player when the table itself decided
	again bool    // the log could not be written: the same is asked for until it can
}

type input any

type (
	join struct {
		player Player
		after  int64
	}
	leave   struct{ player Player }
	command struct {
		player Player
		id     string
		cmd    Command
		at     time.Time // of its arrival
	}
	appended struct{ err error }
	reloaded struct {
		log []Record
		err error
	}
	thought struct {
		hand HandID
		turn int
		move json.RawMessage
		err  error
	}
	timeOut   struct{}
	shutting  struct{ why string }
	finishing struct{}
	stopping  struct{}
)

// effects are what a step wants done, in the order of the fields.
type effects struct {
	sends    []sending
	received time.Time // when the move arrived that has now been handed to the players; zero for none
	changed  bool
	answers  []answer
	closed   []Player // who was shown out
	append   *Batch
	reload   bool
	think    *question
	witness  *testimony // answered at once: it is only told what is there
}

type sending struct {
	to       Player
	messages [][]byte
}

type answer struct {
	to  Player
	id  string
	err error
}

func newActor(cfg *Config, s *state, past []numbered) actor {
	a := actor{cfg: cfg, state: s, muted: map[string][]person{}}
	for i := range s.seats {
		a.joined = a.joined || s.seats[i].Account != ""
	}
	a.remember(past)
	return a
}
