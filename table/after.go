package table

import (
	"encoding/json"
	"time"
)

// What can still be done when a hand is over. Its events are kept as they were told: once a hand has been checkpointed, the log
// does not know any more what it was played with.

type (
	afterChange struct {
		Seat   Seat            `json:"seat"`
		Move   json.RawMessage `json:"move"`
		Events []keptEvent     `json:"events"`
		ID     string          `json:"id,omitempty"`
	}
	// keptEvent is an event as the log keeps it.
	keptEvent struct {
		Type   string          `json:"type"`
		Fields json.RawMessage `json:"fields"`
	}
	// toldEvent is an event that is told as it was kept.
	toldEvent struct{ kept keptEvent }
)

func (*afterChange) kind() string { return "after" }

// Type implements Event.
func (e toldEvent) Type() string { return e.kept.Type }

// MarshalJSON gives the fields back as they were.
func (e toldEvent) MarshalJSON() ([]byte, error) { return e.kept.Fields, nil }

// after is the after command.
func (t *actor) after(now time.Time, c command, at Seat, cmd After) error {
	s := t.state
	if s.hand != "" || s.hands == 0 || cmd.Hand != s.lastHand() || s.dealt[at] != c.player.Account() {
		return ErrTooLate
	}
	events, err := s.game.Clone(nil).After(at, cmd.Move)
	if err != nil {
		return err
	}
	change := &afterChange{Seat: at, Move: cmd.Move, ID: c.id}
	for _, e := range events {
		change.Events = append(change.Events, keptEvent{e.Type(), message(e)})
	}
	return t.propose(now, c, nil, change)
}

// apply plays it in the game too as long as that remembers the hand, for those who look at the table later.
func (c *afterChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	p.LastID = c.ID
	_, _ = s.game.After(c.Seat, c.Move) // a game that was made anew since knows nothing of it
	for _, e := range c.Events {
		out.tell(toldEvent{e})
	}
	return nil
}
