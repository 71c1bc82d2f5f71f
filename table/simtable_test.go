package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// simTable is one table of a simulation: it carries out what the steps want, and holds them to what must always be.
type simTable struct {
	sim      *simulation
	cfg      table.Config
	people   []*simPerson
	machine  *table.Machine // nil while the process is dead
	life     int            // counts the owners: what was meant for an earlier one is void
	draining bool
	closed   bool      // for want of people
	armed    time.Time // what the timer is set to

	asked    *table.Batch // the last that was to be made durable
	stands   time.Time    // since when the clock stands still; zero while it runs
	hand     table.HandID // the last that was seen running
	began    time.Time    // since when it runs
	lit      bool         // the next start or move in this step panics
	primed   bool         // it was lit before the step
	blown    int          // how long the log was when one did, for it to happen once at a record
	durable  *table.Machine
	events   int64 // how many have happened, as far as the log goes
	late     int64 // the last event before the running hand; 0 between hands
	compared int   // how long the log was when the table was last held against it
	deals    map[table.HandID]*simDeal
	told     map[int64]string // the public form of each event that somebody has heard
}

const (
	simHandMax  = time.Hour       // no hand takes longer, outages and deaths included
	simStandMax = 5 * time.Minute // no append does
)

// open takes a table over and rebuilds it, as soon as the store can be reached. Whoever is to act has all the time anew.
func (t *simTable) open() {
	s := t.sim
	if t.draining || t.closed {
		return // the next process will, or none
	}
	if s.now.Before(s.down) {
		s.after(time.Second, t.alive(t.open))
		return
	}
	epoch, log := s.store.take(t.cfg.ID)
	t.cfg.Epoch = epoch
	m, err := table.NewMachine(t.cfg, log)
	if err != nil {
		s.failf("table %s can't be rebuilt: %v", t.cfg.ID, err)
	}
	t.machine, t.armed, t.asked, t.stands = m, time.Time{}, nil, time.Time{}
	t.life++
	if t.durable != nil {
		t.compared = -1
	}
	t.after(m.Tick(s.now))
	if _, turn, running := m.Running(); running && !m.Standing() && !m.Bot(turn.Seat) {
		all := t.cfg.Settings.ActionMS
		if turn.Short {
			all = min(all, 8000)
		}
		if v := t.inside(m); v.Table.Turn == nil || v.Table.Turn.MSLeft != all {
			s.failf("after the start the turn is %+v, want all its time", v.Table.Turn)
		}
	}
}

// alive makes of something what happens only if the table has the same owner by then.
func (t *simTable) alive(do func()) func() {
	life := t.life
	return func() {
		if t.life == life {
			do()
		}
	}
}

// perhapsPanic lets the next step fail now and then.
func (t *simTable) perhapsPanic() {
	if t.sim.silent {
		return
	}
	if records := len(t.head().log); t.blown != records && t.sim.chance.IntN(400) == 0 {
		t.lit, t.primed = true, true
	}
}

func (t *simTable) head() *simHead { return t.sim.store.heads[t.cfg.ID] }

// after does what a step wants, and wakes the table in time.
func (t *simTable) after(w table.Wants) {
	s := t.sim
	if t.primed && !t.lit {
		t.blown, t.compared = len(t.head().log), -1
		s.met["panic"]++
	}
	t.lit, t.primed = false, false
	if w.Failed != "" {
		s.failf("table %s has failed: %s", t.cfg.ID, w.Failed)
	}
	if w.Append != nil {
		t.append(w.Append)
	}
	if w.Reload {
		s.after(time.Second, t.alive(t.reload))
	}
	if w.Think != nil {
		t.think(w.Think)
	}
	if w.Ended != "" {
		t.end(w.Ended)
		return
	}
	t.check()
	if wake := t.machine.Wake(); !wake.IsZero() && wake != t.armed {
		t.armed = wake
		s.after(max(wake.Sub(s.now), 0), t.alive(func() {
			t.armed = time.Time{}
			t.perhapsPanic()
			t.after(t.machine.Tick(s.now))
		}))
	}
}

// end is the end of a table in this process: another has it, from which it is taken again, or it has been drained.
func (t *simTable) end(why string) {
	if _, _, running := t.machine.Running(); why == "-" && running {
		for _, p := range t.people {
			if p.here {
				t.sim.failf("table %s has stopped in a hand at which %s looks", t.cfg.ID, p.account)
			}
		}
	}
	if t.sim.silent && (why == "idle" || why == "unjoined") {
		t.closed, t.machine = true, nil
		t.life++
		return
	}
	if (why == "-") != t.draining && why != "moved" {
		t.sim.failf("table %s has ended: %s", t.cfg.ID, why)
	}
	t.machine = nil
	t.life++
	if !t.draining {
		t.sim.after(t.sim.soon(2*time.Second), t.alive(t.open))
	}
}

// append makes a batch durable, in one of the ways in which databases do that.
func (t *simTable) append(b *table.Batch) {
	s := t.sim
	if b != t.asked {
		t.stands = s.now
		if t.draining && b.Records[0].Kind == "started" {
			s.failf("table %s deals while it is drained", t.cfg.ID)
		}
	}
	t.asked = b
	var outcome error
	hear := t.alive(func() { t.perhapsPanic(); t.after(t.machine.Appended(s.now, outcome)) }) // by the owner that asked
	answer := func(wait time.Duration, err error) {
		outcome = err
		s.after(wait, hear)
	}
	if s.now.Before(s.down) {
		answer(s.soon(3*time.Second), table.ErrUnavailable)
		return
	}
	switch n := s.chance.IntN(100); {
	case n < 85: // the ordinary: written and answered, unless the process dies in between
		s.after(s.soon(2*time.Millisecond), func() {
			err := t.commit(b)
			answer(s.soon(time.Millisecond), err)
		})
	case n < 91:
		s.after(s.soon(5*time.Second), func() {
			err := t.commit(b)
			answer(s.soon(2*time.Second), err)
		})
	case n < 95:
		answer(s.soon(time.Second), table.ErrUnavailable)
	case n < 97:
		s.met["lost answer"]++
		s.after(s.soon(time.Millisecond), func() { answer(s.soon(time.Second), errors.Join(errLost, t.commit(b))) })
	case n < 99:
		s.met["unwritten append"]++
		answer(s.soon(time.Second), errLost)
	default: // another process takes the table over first
		s.met["takeover"]++
		s.store.take(t.cfg.ID)
		answer(s.soon(time.Second), t.commit(b))
	}
}

// commit writes a batch, and takes from the log what the simulation holds everybody to.
func (t *simTable) commit(b *table.Batch) error {
	s := t.sim
	log := append(s.store.records(t.cfg.ID), b.Records...)
	if err := s.store.commit(b); err != nil {
		return err
	}
	before := t.events
	t.durable = t.rebuilt(log)
	t.events = t.durable.Events()
	if b.Records[0].Kind == "started" {
		t.late = before
	}
	if _, _, running := t.durable.Running(); !running {
		t.late = 0
	}
	if b.Records[0].Kind == "started" {
		v := t.inside(t.durable)
		t.deals[v.Table.Hand.Hand] = t.deal(b.Records[0].Secret, v)
	}
	if err := s.store.sound(t.cfg.ID, t.durable.Chips); err != nil {
		s.failf("%v", err)
	}
	return nil
}

// reload reads the log, which fails as well.
func (t *simTable) reload() {
	s := t.sim
	if s.now.Before(s.down) || s.chance.IntN(10) == 0 {
		t.after(t.machine.Reloaded(s.now, nil, table.ErrUnavailable))
		return
	}
	t.after(t.machine.Reloaded(s.now, s.store.records(t.cfg.ID), nil))
}

// Think is never called: who drives a machine asks its bots. That it is there makes the table want them asked.
func (t *simTable) Think(context.Context, string, any) (json.RawMessage, error) {
	panic("a bot is asked past the simulation")
}

// think lets a bot choose: mostly well, at times nonsense, nothing or too late.
func (t *simTable) think(q *table.Thought) {
	s := t.sim
	s.met["bot's choice"]++
	view := q.View.(*holdem.View)
	for i, card := range view.Cards {
		if want := t.deals[view.Hand].hole[view.You][i]; card.String() != want {
			s.failf("a bot on seat %d sees %v, want %s", view.You, card, want)
		}
	}
	move := json.RawMessage(`{"do":"check"}`)
	if view.Legal.Call > 0 {
		move = json.RawMessage(`{"do":"call"}`)
	}
	if view.Legal.Raise != "" && s.chance.IntN(5) == 0 {
		move = json.RawMessage(fmt.Sprintf(`{"do":%q,"to":%d}`, view.Legal.Raise, view.Legal.MinTo))
	}
	if view.Legal.Vote != "" {
		move = json.RawMessage(`{"do":"twice"}`)
	}
	var err error
	switch s.chance.IntN(20) {
	case 0:
		err = errors.New("no permit")
	case 1:
		move = json.RawMessage(`{"do":"dance"}`)
	case 2:
		return
	}
	s.after(s.soon(4*time.Second), t.alive(func() { t.perhapsPanic(); t.after(t.machine.Chose(s.now, q, move, err)) }))
}
