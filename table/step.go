package table

import (
	"encoding/json"
	"errors"
	"time"
)

// actor is what the table's goroutine owns: the durable state and, around it, what lives only as long as the process.
type actor struct {
	cfg     *Config
	state   *state   // what is durable, and therefore true
	next    *pending // what is being made durable; nil when nothing is
	waiting []command
	viewers []viewer
	gone    [MaxSeats]bool // seats whose player's connection was seen to end; nobody's after a restart
	past    []numbered     // the last events, for players who resume

	turnAt   time.Time // when the clock plays for the seat on turn; zero while no hand is running
	bot      botTurn
	nextHand time.Time // when the next hand is dealt; zero while none can be
	quietAt  time.Time // since when no person has been connected; zero while one is
	joined   bool      // a person has been here
	frozen   bool      // the outcome of an append is unknown: the clock stands still until the log has been read
	stopping bool      // end as soon as nothing is being appended
	closing  string    // close the table after the hand, and why
	ended    bool
	why      string    // of the end, for the players; "" when they are not to be told
	armed    time.Time // what the timer is set to

	fx effects // what the current step asks for; reused
}

// pending is a copy of the state on which a command has been played, on its way into the log.
type pending struct {
	state *state
	out   outcome
	since time.Time
	from  command // whose answer is waited for; no player when the table itself decided
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
	timeOut  struct{}
	shutting struct{ why string }
	stopping struct{}
)

// effects are what a step wants done, in the order of the fields.
type effects struct {
	sends    []sending
	received time.Time // when the move arrived that has now been handed to the players; zero for none
	answers  []answer
	changed  bool
	append   *Batch
	reload   bool
	think    *question
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
	a := actor{cfg: cfg, state: s}
	for i := range s.seats {
		a.joined = a.joined || s.seats[i].Account != ""
	}
	a.remember(past)
	return a
}

// step takes one input and returns what must be done about it. It is the whole logic of a table; it reads no clock but now,
// waits for nothing and starts nothing.
func (t *actor) step(now time.Time, in input) *effects {
	t.fx = effects{sends: t.fx.sends[:0], answers: t.fx.answers[:0]}
	switch in := in.(type) {
	case join:
		t.join(now, in)
	case leave:
		t.leave(in.player)
	case command:
		t.take(now, in)
	case appended:
		t.settleAppend(now, in.err)
	case reloaded:
		t.settleReload(now, in)
	case thought:
		t.bot.hear(in)
	case shutting:
		t.closing = in.why
	case stopping:
		t.stopping = true
	case timeOut: // what is due is looked for below
	}
	t.advance(now)
	return &t.fx
}

// advance does what is due, until an append is under way or nothing is left to do.
func (t *actor) advance(now time.Time) {
	t.quiet(now)
	t.expire(now)
	if turn, running := t.state.game.Turn(); running && t.turnAt.IsZero() { // rebuilt in mid-hand: a full, fresh clock
		t.startTurn(now, turn)
	}
	for t.next == nil && !t.frozen && !t.ended {
		if t.stopping {
			t.ended = true
			return
		}
		if !t.serveWaiting(now) && !t.playOn(now) {
			return
		}
	}
	if t.frozen && t.stopping {
		t.ended = true
	}
}

// take plays a command, or lets it wait while another one is being made durable.
func (t *actor) take(now time.Time, c command) {
	if t.next == nil && !t.frozen {
		t.play(now, c)
		return
	}
	if len(t.waiting) == maxWaiting {
		t.answer(c, ErrTableBusy)
		return
	}
	t.waiting = append(t.waiting, c)
}

// serveWaiting plays the command that has waited longest; false when there is none.
func (t *actor) serveWaiting(now time.Time) bool {
	if len(t.waiting) == 0 {
		return false
	}
	c := t.waiting[0]
	t.waiting = append(t.waiting[:0], t.waiting[1:]...)
	t.play(now, c)
	return true
}

// expire refuses commands that have waited too long.
func (t *actor) expire(now time.Time) {
	for len(t.waiting) > 0 && now.Sub(t.waiting[0].at) >= maxWait {
		t.answer(t.waiting[0], ErrTableBusy)
		t.waiting = append(t.waiting[:0], t.waiting[1:]...)
	}
}

func (t *actor) answer(c command, err error) {
	if c.player != nil {
		t.fx.answers = append(t.fx.answers, answer{c.player, c.id, err})
	}
}

// propose plays steps on a copy of the state and asks for them to be made durable. When they can't be played, nothing has
// happened and the error says why.
func (t *actor) propose(now time.Time, from command, secret []byte, steps ...step) error {
	p := &pending{state: t.state.clone(), since: now, from: from}
	batch := &Batch{Table: t.cfg.ID, Epoch: t.cfg.Epoch, Prev: t.state.seq}
	for _, st := range steps {
		if err := p.add(batch, st, secret); err != nil {
			return err
		}
	}
	if p.state.handsOver(t.state) {
		if err := p.add(batch, p.state.checkpoint(), nil); err != nil {
			return err
		}
	}
	batch.Transfers = p.out.transfers
	batch.Closed = p.state.closed
	t.next, t.fx.append = p, batch
	return nil
}

// handsOver reports whether s is at the end of a hand that before had not seen the end of.
func (s *state) handsOver(before *state) bool {
	return s.hand == "" && (before.hand != "" || s.hands != before.hands)
}

// add plays a step on the copy and puts its record into the batch.
func (p *pending) add(batch *Batch, st step, secret []byte) error {
	if err := p.state.apply(st, secret, &p.out); err != nil {
		return err
	}
	r := Record{Seq: p.state.seq, Kind: st.kind(), Schema: RecordSchema, Body: message(st)}
	if _, starts := st.(*startedStep); starts {
		r.Secret = secret
	}
	batch.Records = append(batch.Records, r)
	return nil
}

// settleAppend makes the copy the state, or drops it.
func (t *actor) settleAppend(now time.Time, err error) {
	p := t.next
	switch {
	case err == nil:
		t.next = nil
		t.adopt(now, p.since, p.state, p.out.events)
		t.fx.received = p.from.at
		t.answer(p.from, nil)
	case errors.Is(err, ErrNotEnoughChips):
		t.next = nil
		t.hold(now, p.since)
		t.answer(p.from, ErrNotEnoughChips)
	case errors.Is(err, ErrFenced):
		t.lose(p, "moved")
	default:
		t.cfg.Log.Warn("append failed", "table", t.cfg.ID, "error", err)
		t.freeze()
	}
}

// freeze stops the clock until the log has been read, because nobody knows whether the append happened.
func (t *actor) freeze() {
	t.frozen = true
	t.fx.reload = true
	t.tellAll(message(Frozen{Type: "frozen", Frozen: true, MSLeft: t.msLeft(t.next.since)}))
}

// settleReload rebuilds the table from its log, which has the truth about the append that failed.
func (t *actor) settleReload(now time.Time, in reloaded) {
	if in.err != nil {
		t.fx.reload = true
		return
	}
	p := t.next
	s, out, err := rebuild(t.cfg, in.log)
	if err != nil || (s.seq != t.state.seq && s.seq != p.state.seq) {
		t.cfg.Log.Error("log can't be replayed", "table", t.cfg.ID, "error", err)
		t.lose(p, "moved")
		return
	}
	t.next, t.frozen = nil, false
	if s.seq == t.state.seq { // it did not happen, and the state that was never touched still holds
		t.hold(now, p.since)
		t.answer(p.from, ErrUnavailable)
	} else {
		t.adopt(now, p.since, s, after(out.events, t.state.events))
		t.answer(p.from, nil)
	}
	t.tellAll(message(Frozen{Type: "frozen", MSLeft: t.msLeft(now)}))
}

// lose ends the table in this process: its log belongs to another one, or can't be followed.
func (t *actor) lose(p *pending, why string) {
	t.answer(p.from, ErrTableClosed)
	t.next, t.frozen, t.ended, t.why = nil, false, true, why
}

// adopt makes s the state, starts the clock of a new turn and tells everyone what happened.
func (t *actor) adopt(now, since time.Time, s *state, events []numbered) {
	before := t.state
	t.state = s
	t.startClocks(now, since, before)
	t.refreshSeats()
	t.broadcast(now, events)
	t.fx.changed = true
	if s.closed != "" {
		t.ended, t.why = true, s.closed
	}
}
