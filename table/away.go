package table

import "time"

// Players whose connection is lost: they are dealt in for as long as it may come back, then they sit out and are not waited for.

// noteLost notes since when seated people have had no connection.
func (t *actor) noteLost(now time.Time) {
	var here [MaxSeats]bool
	for _, v := range t.viewers {
		if v.seat != NoSeat {
			here[v.seat] = true
		}
	}
	for i := range t.lostAt {
		switch p := &t.state.seats[i]; {
		case here[i] || !p.taken() || p.Bot != "":
			t.lostAt[i] = time.Time{}
		case t.lostAt[i].IsZero():
			t.lostAt[i] = now
		}
	}
}

// lostUntil is when a lost player's seat sits out; zero when it is not lost or sits out already.
func (t *actor) lostUntil(at Seat) time.Time {
	if p := &t.state.seats[at]; p.SittingOut || p.leaves() {
		return time.Time{}
	}
	return t.givenUpAt(at)
}

// lostMS is the time until then in milliseconds, 0 without one.
func (t *actor) lostMS(now time.Time, at Seat) int64 {
	until := t.lostUntil(at)
	if until.IsZero() {
		return 0
	}
	return max(until.Sub(now), 0).Milliseconds()
}

// sitLostOut makes one player sit out who has been away for too long; false when there is none.
func (t *actor) sitLostOut(now time.Time) bool {
	for i := range t.lostAt {
		if due(now, t.lostUntil(Seat(i))) {
			return t.must(t.propose(now, command{}, nil, &satOutChange{Seat: Seat(i), Why: string(ByAway)}))
		}
	}
	return false
}

// givenUpAt is when a seat is not waited for any more, because its player has been away for too long; zero for never.
func (t *actor) givenUpAt(at Seat) time.Time {
	if t.lostAt[at].IsZero() || t.cfg.Away == 0 {
		return time.Time{}
	}
	return t.lostAt[at].Add(t.cfg.Away)
}
