package table_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/tabletest"
)

// simTable is one table, and what is known of it from outside.
type simTable struct {
	sim     *simulation
	cfg     table.Config
	machine *table.Machine // nil while the process is dead
	life    int            // counts the owners: what was meant for an earlier one is void
	armed   time.Time
	began   time.Time                          // of the running hand
	stands  time.Time                          // since when it has been seen standing still; zero when it was not
	playing table.HandID                       // that hand
	holes   map[table.HandID]map[string]string // whose each hole card is
}

// open takes a table over and rebuilds it. Whoever is to act has all the time anew.
func (t *simTable) open() {
	epoch, log := t.sim.store.take(t.cfg.ID)
	t.cfg.Epoch = epoch
	m, err := table.NewMachine(t.cfg, log)
	if err != nil {
		t.sim.failf("table %s can't be rebuilt: %v", t.cfg.ID, err)
	}
	t.machine, t.armed = m, time.Time{}
	t.life++
	t.after(m.Tick(t.sim.now))
	if _, turn, running := m.Running(); running && !m.Standing() && !m.Bot(turn.Seat) {
		var v struct{ Table struct{ Turn *simTurn } }
		_ = json.Unmarshal(m.View(t.sim.now, tabletest.NewPlayer("nobody")), &v)
		if v.Table.Turn == nil || v.Table.Turn.MSLeft != t.cfg.Settings.ActionMS {
			t.sim.failf("after the start the turn is %+v, want all its time", v.Table.Turn)
		}
	}
}

func (t *simTable) head() *simHead { return t.sim.store.heads[t.cfg.ID] }

// after does what a step wants, and wakes the table in time.
func (t *simTable) after(w table.Wants) {
	s := t.sim
	if w.Failed != "" {
		s.failf("table %s has failed: %s", t.cfg.ID, w.Failed)
	}
	if w.Append != nil {
		t.append(w.Append)
	}
	if w.Reload {
		s.after(time.Second, t.alive(func() { t.reload() }))
	}
	if w.Think != nil {
		t.think(w.Think)
	}
	if w.Ended != "" {
		t.machine = nil // another owner has it: taken over again
		t.life++
		s.after(s.soon(2*time.Second), t.alive(t.open))
		return
	}
	hand, _, running := t.machine.Running()
	if running && hand != t.playing {
		t.began = s.now
	}
	if t.playing = hand; !running {
		t.playing = ""
	}
	wake := t.machine.Wake()
	if running && !t.machine.Standing() && (wake.IsZero() || wake.Sub(s.now) > 15*time.Second) {
		s.failf("hand %s waits until %v", hand, wake)
	}
	if !wake.IsZero() && wake != t.armed {
		t.armed = wake
		s.after(max(wake.Sub(s.now), 0), t.alive(func() {
			t.armed = time.Time{}
			t.after(t.machine.Tick(s.now))
		}))
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

// append makes a batch durable, in one of the ways in which databases do that.
func (t *simTable) append(b *table.Batch) {
	s := t.sim
	t.learn(b)
	var outcome error
	hear := t.alive(func() { t.after(t.machine.Appended(s.now, outcome)) }) // by the owner that asked
	answer := func(wait time.Duration, err error) {
		outcome = err
		s.after(wait, hear)
	}
	if s.now.Before(s.down) {
		answer(s.soon(3*time.Second), table.ErrUnavailable)
		return
	}
	lie := func(err error) error { return errors.Join(errLost, err) }
	switch n := s.chance.IntN(100); {
	case n < 85: // the ordinary: written and answered, unless the process dies in between
		s.after(s.soon(2*time.Millisecond), func() {
			err := s.store.commit(b)
			answer(s.soon(time.Millisecond), err)
		})
	case n < 91:
		s.after(s.soon(5*time.Second), func() {
			err := s.store.commit(b)
			answer(s.soon(2*time.Second), err)
		})
	case n < 95:
		answer(s.soon(time.Second), table.ErrUnavailable)
	case n < 97:
		s.after(s.soon(time.Millisecond), func() { answer(s.soon(time.Second), lie(s.store.commit(b))) })
	case n < 99:
		answer(s.soon(time.Second), errLost)
	default: // another process takes the table over first
		s.store.take(t.cfg.ID)
		answer(s.soon(time.Second), s.store.commit(b))
	}
}

// reload reads the log, once what is being written is decided.
func (t *simTable) reload() {
	s := t.sim
	if s.now.Before(s.down) {
		t.after(t.machine.Reloaded(s.now, nil, table.ErrUnavailable))
		return
	}
	t.after(t.machine.Reloaded(s.now, s.store.records(t.cfg.ID), nil))
}

// think lets a bot choose: mostly well, at times nonsense, nothing or too late.
func (t *simTable) think(q *table.Thought) {
	s := t.sim
	view := q.View.(*holdem.View)
	for _, card := range view.Cards {
		t.hole(view.Hand, card.String(), "a bot")
	}
	move := json.RawMessage(`{"do":"check"}`)
	if view.Legal.Call > 0 {
		move = json.RawMessage(`{"do":"call"}`)
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
	s.after(s.soon(4*time.Second), t.alive(func() { t.after(t.machine.Chose(s.now, q, move, err)) }))
}

// learn looks into a hand that is about to begin: whose the cards are.
func (t *simTable) learn(b *table.Batch) {
	for _, r := range b.Records {
		if r.Kind != "started" {
			continue
		}
		again, err := table.NewMachine(t.cfg, append(t.sim.store.records(t.cfg.ID), b.Records...))
		if err != nil {
			continue // it follows a batch that has not been written: it will be fenced
		}
		hand, _, _ := again.Running()
		t.holes[hand] = map[string]string{} // a deal that was not written is dealt anew
		for _, p := range t.sim.people {
			if p.at != t {
				continue
			}
			var v struct {
				Table struct {
					Hand struct {
						Hand  table.HandID
						Cards []string `json:"your_cards"`
					}
				}
			}
			_ = json.Unmarshal(again.View(t.sim.now, p), &v)
			for _, card := range v.Table.Hand.Cards {
				t.hole(v.Table.Hand.Hand, card, p.account)
			}
		}
	}
}

func (t *simTable) hole(hand table.HandID, card, owner string) {
	if t.holes[hand] == nil {
		t.holes[hand] = map[string]string{}
	}
	t.holes[hand][card] = owner
}

// seatOf is where an account sits according to the log.
func (t *simTable) seatOf(account string) table.Seat {
	var v struct {
		Table struct{ You struct{ Seat table.Seat } }
	}
	_ = json.Unmarshal(t.machine.View(t.sim.now, tabletest.NewPlayer(account)), &v)
	return v.Table.You.Seat
}

// simClocks are what a restart does not keep.
var simClocks = regexp.MustCompile(`"(next_hand_ms|ms_left|away|frozen)":[^,}]*`)

// compare holds the table to what its log gives, for everybody's eyes.
func (t *simTable) compare() {
	again, err := table.NewMachine(t.cfg, t.sim.store.records(t.cfg.ID))
	if err != nil {
		t.sim.failf("table %s can't be rebuilt: %v", t.cfg.ID, err)
	}
	if _, _, running := t.machine.Running(); !running {
		return // the hand that is over is only there to look at
	}
	for _, account := range []string{"nobody", "p0.0", t.sim.people[t.sim.chance.IntN(len(t.sim.people))].account} {
		p := tabletest.NewPlayer(account)
		live, log := t.machine.View(t.sim.now, p), again.View(t.sim.now, p)
		if got, want := simClocks.ReplaceAll(live, nil), simClocks.ReplaceAll(log, nil); string(got) != string(want) {
			t.sim.failf("to %s the table is\n%s\nand its log gives\n%s", account, got, want)
		}
	}
}
