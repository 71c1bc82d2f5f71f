package table

import "time"

// Giving up a seat.

// stand is the stand command. Who has cards leaves when the hand is over.
func (t *actor) stand(now time.Time, c command, at Seat, p *seat, cmd Stand) error {
	if !t.playing(at) {
		change := t.standUp(now, at, "")
		change.ID = c.id
		return t.propose(now, c, nil, change)
	}
	if p.Leaving || p.AfterHand && cmd.AfterHand {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &leavingChange{Seat: at, AfterHand: cmd.AfterHand, ID: c.id})
}

// standUp is what frees a seat, for a reason unless its player asked for it.
func (t *actor) standUp(now time.Time, at Seat, why string) *stoodChange {
	return &stoodChange{Seat: at, Why: why, AtMS: now.UnixMilli(), ForgetMS: t.forgetMS(now)}
}

func (c *leavingChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	p.AfterHand, p.Leaving, p.LastID = c.AfterHand, !c.AfterHand, c.ID
	out.tell(Leaving{Seat: c.Seat, AfterHand: c.AfterHand})
	return nil
}
