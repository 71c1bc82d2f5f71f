package table

import "time"

// Stepper drives a table's step by hand, without a goroutine and without a log: every append succeeds at once.
type Stepper struct {
	t *Table
	// Keep is told every batch; nil: nobody.
	Keep func(Batch)
}

// NewStepper builds a table that does not run.
func NewStepper(cfg Config) (*Stepper, error) {
	t, err := build(cfg, nil)
	return &Stepper{t: t}, err
}

// Command takes a command and all that follows from it without time passing.
func (s *Stepper) Command(now time.Time, p Player, id string, c Command) []Player {
	return s.settle(now, s.t.step(now, command{player: p, id: id, cmd: c, at: now}))
}

// Tick lets the table do what is due.
func (s *Stepper) Tick(now time.Time) { s.settle(now, s.t.step(now, timeOut{})) }

func (s *Stepper) settle(now time.Time, fx *effects) (refused []Player) {
	for {
		for _, a := range fx.answers {
			if a.err != nil {
				refused = append(refused, a.to)
			}
		}
		if fx.append == nil {
			return refused
		}
		if s.Keep != nil {
			s.Keep(*fx.append)
		}
		fx = s.t.step(now, appended{})
	}
}

// Chips are the chips in front of a seat between hands, or what it was dealt in with.
func (s *Stepper) Chips(at Seat) Chips { return s.t.state.seats[at].Chips }

// View is what a player would be sent on joining now.
func (s *Stepper) View(now time.Time, p Player) string { return string(message(s.t.snapshot(now, p))) }

// Rebuilt is a second table from the same records.
func (s *Stepper) Rebuilt(log []Record) (*Stepper, error) {
	t, err := build(s.t.cfg, log)
	return &Stepper{t: t}, err
}

// Turn is whose turn it is.
func (s *Stepper) Turn() (hand HandID, turn Turn, running bool) {
	return s.t.state.hand, s.t.state.turn, s.t.state.hand != ""
}
