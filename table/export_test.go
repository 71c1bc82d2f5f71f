package table

import "time"

// Stepper drives a table's step by hand, without a goroutine and without a log: every append succeeds at once.
type Stepper struct{ t *Table }

// NewStepper builds a table that does not run.
func NewStepper(cfg Config) (*Stepper, error) {
	t, err := build(cfg, nil)
	return &Stepper{t}, err
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
		fx = s.t.step(now, appended{})
	}
}

// Wake is when the table has something to do by itself.
func (s *Stepper) Wake() time.Time { return s.t.wake() }

// Turn is whose turn it is.
func (s *Stepper) Turn() (hand HandID, turn Turn, running bool) {
	return s.t.state.hand, s.t.state.turn, s.t.state.hand != ""
}
