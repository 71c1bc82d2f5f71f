package table

import "time"

// Where the settings ask for a delay, who has no seat sees a hand when it is over: until then the table looks as it did before
// the hand, with a number of its last event that is as old. Afterwards all that has happened follows in order, and then what is
// true now, as for a client that resumes. Who takes a seat gets it at once; who gives one up keeps what it has seen.

// hides reports whether the running hand is kept from a viewer.
func (t *actor) hides(v *viewer) bool {
	return v.seat == NoSeat && v.had == NoSeat && t.state.before != nil
}

// sight is the state that an account may see.
func (t *actor) sight(account string) *state {
	if t.state.before != nil && t.state.seatOf(account) == NoSeat {
		return t.state.before
	}
	return t.state
}

// keepBefore keeps the table as it is before a hand, if some are to see nothing else while it runs.
func (s *state) keepBefore() {
	if s.cfg.Settings.Delay {
		s.before = s.clone(nil)
	}
}

// catchUp sends a viewer all events that were kept from it.
func (t *actor) catchUp(now time.Time, v *viewer) {
	if missed, ok := t.missed(v.seen, t.state); ok {
		t.resume(now, v, t.state, missed)
	} else {
		t.show(now, v)
	}
}

// tellHidden tells the others.
func (t *actor) tellHidden(m []byte) {
	for i := range t.viewers {
		if v := &t.viewers[i]; t.hides(v) {
			t.sendTo(v.player, m)
		}
	}
}

// tellSeeing tells those who may see the running hand.
func (t *actor) tellSeeing(m []byte) {
	for i := range t.viewers {
		if v := &t.viewers[i]; !t.hides(v) {
			t.sendTo(v.player, m)
		}
	}
}
