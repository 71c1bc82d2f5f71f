package table

import "time"

// Sitting out: the seat and its chips stay, for a while.

func (t *actor) sitOut(now time.Time, c command, at Seat, p *seat) error {
	if p.SittingOut {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &satOutChange{Seat: at, ID: c.id})
}

// comeBack ends sitting out, or takes back that the seat is given up after the hand. Who sits in already may still choose
// whether to post.
func (t *actor) comeBack(now time.Time, c command, at Seat, p *seat, cmd ComeBack) error {
	switch {
	case p.Leaving, t.state.banned(p.Account):
		return ErrTooLate
	case p.Chips == 0 && !t.playing(at):
		return BuyInError{t.cfg.Settings.BuyInMin, t.cfg.Settings.BuyInMax}
	case !p.SittingOut && !p.AfterHand && p.Post == cmd.Post:
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &cameBackChange{Seat: at, Post: cmd.Post, ID: c.id})
}

// noteOut notes since when people sit out.
func (t *actor) noteOut(now time.Time) {
	for i := range t.outAt {
		switch p := &t.state.seats[i]; {
		case !p.taken() || p.Bot != "" || !p.SittingOut:
			t.outAt[i] = time.Time{}
		case t.outAt[i].IsZero():
			t.outAt[i] = now
		}
	}
}

// outUntil is when a seat that sits out is freed; zero for one that does not.
func (t *actor) outUntil(at Seat) time.Time {
	if t.outAt[at].IsZero() || t.cfg.SitOut == 0 {
		return time.Time{}
	}
	return t.outAt[at].Add(t.cfg.SitOut)
}

// thawOut gives those who sit out the time back for which the table was frozen: nobody could come back.
func (t *actor) thawOut(frozen time.Duration) {
	for i := range t.outAt {
		if !t.outAt[i].IsZero() {
			t.outAt[i] = t.outAt[i].Add(frozen)
		}
	}
}

// outMS is the time until then in milliseconds, 0 without one.
func (t *actor) outMS(now time.Time, at Seat) int64 {
	until := t.outUntil(at)
	if until.IsZero() {
		return 0
	}
	return max(until.Sub(t.standing(now)), 0).Milliseconds()
}

// freeLongOut frees the seat of one player who has sat out for too long; false when there is none. Who has cards still plays
// the hand.
func (t *actor) freeLongOut(now time.Time) bool {
	for i := range t.outAt {
		if at := Seat(i); due(now, t.outUntil(at)) && !t.playing(at) {
			return t.must(t.propose(now, command{}, nil, t.standUp(now, at, "sat_out")))
		}
	}
	return false
}
