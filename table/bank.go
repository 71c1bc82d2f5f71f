package table

import "time"

// The time bank: what a seat has beyond its action clocks. It is drawn in the turn whose action clock has run out, and what the
// move does not use of it stays. Each hand that the seat is dealt in refills it a little.

// bankStep is what one bank command adds to a turn.
const bankStep = 15 * time.Second

// bankUsed is how much of the time bank a move made now takes, in milliseconds.
func (t *actor) bankUsed(now time.Time) int64 {
	if t.drawn == 0 {
		return 0
	}
	return min(max(now.Sub(t.turnAt.Add(-t.drawn)), 0), t.drawn).Milliseconds()
}

// bankLeft is what the seat on turn can still draw.
func (t *actor) bankLeft() time.Duration {
	return time.Duration(t.state.bankFor(t.state.turn))*time.Millisecond - t.drawn
}

// bankMS is bankLeft as people are told it; 0 while no hand is running.
func (t *actor) bankMS() int64 {
	if t.turnAt.IsZero() {
		return 0
	}
	return t.bankLeft().Milliseconds()
}

// drawByItself draws all that is left when the action clock has run out, so that the turn goes on; false when there is nothing,
// or the player keeps it.
func (t *actor) drawByItself(now time.Time) bool {
	p := &t.state.seats[t.state.turn.Seat]
	left := t.bankLeft()
	if left <= 0 || p.OwnBank && t.lostAt[t.state.turn.Seat].IsZero() {
		return false
	}
	t.draw(now, left)
	return true
}

// draw adds some of the bank to the running turn and tells everyone.
func (t *actor) draw(now time.Time, some time.Duration) {
	t.drawn += some
	t.turnAt = t.turnAt.Add(some)
	turn := t.state.turn
	t.tellSeeing(message(Banking{
		Type: "banking", Hand: t.state.hand, Turn: turn.Number, Seat: turn.Seat, MSLeft: t.msLeft(now), BankMS: t.bankMS(),
	}))
}

// drawByHand is the bank command.
func (t *actor) drawByHand(now time.Time, c command, at Seat, cmd Bank) error {
	turn := t.state.turn
	switch {
	case t.state.hand == "" || cmd.Hand != t.state.hand || cmd.Turn != turn.Number:
		return ErrStaleAction
	case turn.Seat != at:
		return ErrNotYourTurn
	case t.bankLeft() <= 0:
		return ErrNoBank
	}
	t.draw(now, min(bankStep, t.bankLeft()))
	t.answer(c, nil)
	return nil
}

func (t *actor) autoBank(now time.Time, c command, at Seat, p *seat, cmd AutoBank) error {
	if p.OwnBank == !cmd.On {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &autoBankChange{Seat: at, On: cmd.On, ID: c.id})
}

func (c *autoBankChange) apply(s *state, _ []byte, _ *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	p.OwnBank, p.LastID = !c.On, c.ID
	return nil
}

// bankFor is what the time bank holds for a turn, in milliseconds.
func (s *state) bankFor(turn Turn) int64 {
	if turn.Short || s.cfg.Settings.NoClock || turn.Number == 0 {
		return 0
	}
	return s.seats[turn.Seat].BankMS
}

// refillBank adds what a hand adds. Bots have no bank, nor has anybody when the settings give none.
func (s *state) refillBank(p *seat) {
	if p.Bot == "" {
		p.BankMS = min(p.BankMS+s.cfg.Settings.RefillMS, s.cfg.Settings.BankMS)
	}
}
