package table

import (
	"encoding/json"
	"slices"
	"time"
)

// Moves chosen in advance. They are in no log: after a restart, as when something has changed, players choose again.

// planDelay is how long a turn has begun when a planned move is made: time enough to see it and to take it back.
const planDelay = 300 * time.Millisecond

// plan is a move chosen in advance; the zero value is none.
type plan struct {
	hand  HandID
	price Chips
	move  json.RawMessage
}

// makePlan is the plan command.
func (t *actor) makePlan(c command, at Seat, cmd Plan) error {
	if t.state.hand == "" || cmd.Hand != t.state.hand || !t.playing(at) || t.state.seats[at].Leaving || t.state.turn.Seat == at {
		return ErrStaleAction
	}
	if _, stands := t.state.game.Planned(at, cmd.Price, cmd.Move); !stands {
		return ErrStaleAction
	}
	t.plans[at] = plan{cmd.Hand, cmd.Price, cmd.Move}
	t.tellPlan(at, "")
	t.answer(c, nil)
	return nil
}

// unplan forgets a plan that its player does not want any more.
func (t *actor) unplan(c command, at Seat) error {
	t.dropPlan(at, "")
	t.answer(c, nil)
	return nil
}

func (t *actor) dropPlan(at Seat, why string) {
	if t.plans[at].hand != "" {
		t.plans[at] = plan{}
		t.tellPlan(at, why)
	}
}

// reviewPlans forgets the plans that were made for something else than what is now, and that of who has just had a turn.
// Nothing has come in between with the latter: it was played, or its player has moved by hand.
func (t *actor) reviewPlans(before *state) {
	s := t.state
	for i := range t.plans {
		at, p := Seat(i), t.plans[i]
		if p.hand == "" {
			continue
		}
		had := before.hand == p.hand && before.turn.Seat == at && before.turn.Number != s.turn.Number
		stands := false
		if p.hand == s.hand && !s.seats[at].Leaving {
			_, stands = s.game.Planned(at, p.price, p.move)
		}
		switch {
		case had:
			t.dropPlan(at, "")
		case !stands:
			t.dropPlan(at, "changed")
		}
	}
}

// planAt is when the planned move of the seat on turn is made; zero when it has none. What its player has sent since, while
// something else was being made durable, comes first: it may take the plan back, or be the move.
func (t *actor) planAt() time.Time {
	if t.state.hand == "" || t.plans[t.state.turn.Seat].hand == "" || t.hasSent(t.state.turn.Seat) {
		return time.Time{}
	}
	return t.began.Add(planDelay)
}

// hasSent reports whether a command of a seat's player waits.
func (t *actor) hasSent(at Seat) bool {
	account := t.state.seats[at].Account
	return slices.ContainsFunc(t.waiting, func(c command) bool { return c.player.Account() == account })
}

// playPlan makes the planned move of the seat on turn. One that the rules refuse after all is forgotten.
func (t *actor) playPlan(now time.Time, at Seat) bool {
	p := t.plans[at]
	move, stands := t.state.game.Planned(at, p.price, p.move)
	if !stands || t.propose(now, command{}, nil, &actedChange{Seat: at, Move: move, Why: ByPlan, BankMS: t.bankUsed(now)}) != nil {
		t.dropPlan(at, "changed")
	}
	return true
}

// planned is the message about a seat's plan.
func (t *actor) planned(at Seat) *PlannedMove {
	if at == NoSeat || t.plans[at].hand == "" {
		return nil
	}
	p := &t.plans[at]
	return &PlannedMove{Hand: p.hand, Price: p.price, Move: p.move}
}

// tellPlan tells its player alone.
func (t *actor) tellPlan(at Seat, why string) {
	m := message(Planned{Type: "planned", Plan: t.planned(at), Why: why})
	for _, v := range t.viewers {
		if v.seat == at {
			t.sendTo(v.player, m)
		}
	}
}
