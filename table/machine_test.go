package table

import (
	"encoding/json"
	"time"
)

// Machine is a table that does not run: whoever drives it carries its inputs in, and does what it wants done.
type Machine struct{ t *Table }

// Wants is what a step leaves to be done, apart from messages and answers, which have gone out.
type Wants struct {
	Append *Batch   // to be made durable, and answered with Appended
	Reload bool     // the log is to be read, and answered with Reloaded
	Think  *Thought // a bot is to choose
	Ended  string   // the table has ended: why; "-" when it only stops
	Failed string   // and is to be taken out of play
}

// Thought is what a bot is asked.
type Thought struct {
	View any
	hand HandID
	turn int
}

// NewMachine builds one from its log.
func NewMachine(cfg Config, log []Record) (*Machine, error) {
	t, err := build(cfg, log)
	return &Machine{t}, err
}

func (m *Machine) Join(now time.Time, p Player, after int64) Wants { return m.do(now, join{p, after}) }
func (m *Machine) Leave(now time.Time, p Player) Wants             { return m.do(now, leave{p}) }
func (m *Machine) Tick(now time.Time) Wants                        { return m.do(now, timeOut{}) }
func (m *Machine) Finish(now time.Time) Wants                      { return m.do(now, finishing{}) }
func (m *Machine) Appended(now time.Time, err error) Wants         { return m.do(now, appended{err}) }

func (m *Machine) Command(now time.Time, p Player, id string, c Command) Wants {
	return m.do(now, command{player: p, id: id, cmd: c, at: now})
}

func (m *Machine) Reloaded(now time.Time, log []Record, err error) Wants {
	return m.do(now, reloaded{log, err})
}

// Chose answers what a bot was asked; with an error it could not choose.
func (m *Machine) Chose(now time.Time, q *Thought, move json.RawMessage, err error) Wants {
	return m.do(now, thought{q.hand, q.turn, move, err})
}

// Blast is a panic that a test has set off, which a machine survives as a table survives any.
type Blast struct{}

// step is what Table.handle is around one.
func (m *Machine) step(now time.Time, in input) (fx *effects) {
	defer func() {
		if p := recover(); p == (Blast{}) {
			fx = m.t.survive("a blast")
		} else if p != nil {
			panic(p)
		}
	}()
	return m.t.step(now, in)
}

// do is what Table.do is around a step, without a goroutine.
func (m *Machine) do(now time.Time, in input) (w Wants) {
	fx := m.step(now, in)
	for _, s := range fx.sends {
		s.to.Deliver(s.messages...)
	}
	for _, a := range fx.answers {
		a.to.Answer(a.id, a.err)
	}
	for _, p := range fx.closed {
		p.Closed(whyKicked)
	}
	w.Append, w.Reload = fx.append, fx.reload
	m.t.asked = m.t.asked || fx.append != nil || fx.reload
	if q := fx.think; q != nil {
		w.Think = &Thought{q.view, q.hand, q.turn}
	}
	if m.t.ended {
		w.Failed, w.Ended = m.t.failed, m.t.why
		if w.Ended == "" {
			w.Ended = "-"
		}
		m.t.farewell()
	}
	return w
}

// Wake is when it has something to do by itself; zero for never.
func (m *Machine) Wake() time.Time { return m.t.wake() }

// Standing reports whether the clock stands still: something is being made durable, or the log is being read.
func (m *Machine) Standing() bool { return m.t.next != nil || m.t.frozen }

// Running is the running hand and its turn; false between hands.
func (m *Machine) Running() (hand HandID, turn Turn, ok bool) {
	return m.t.state.hand, m.t.state.turn, m.t.state.hand != ""
}

// Insider is an account that was dealt into the running or last hand, and so may see it; "" for none.
func (m *Machine) Insider() string {
	for _, account := range m.t.state.dealt {
		if account != "" {
			return account
		}
	}
	return ""
}

// Seat is that of an account, as of the last adopted state.
func (m *Machine) Seat(account string) Seat { return m.t.state.seatOf(account) }

// Bot reports whether a seat is a bot's.
func (m *Machine) Bot(at Seat) bool { return m.t.state.seats[at].Bot != "" }

// Events is how many have happened.
func (m *Machine) Events() int64 { return m.t.state.events }

// Chips are those in front of a seat between hands, or what it was dealt in with.
func (m *Machine) Chips(at Seat) Chips { return m.t.state.seats[at].Chips }

// View is what a player would be sent on joining now.
func (m *Machine) View(now time.Time, p Player) []byte { return message(m.t.snapshot(now, p)) }
