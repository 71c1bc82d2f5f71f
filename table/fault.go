package table

import "time"

// A table survives a fault of the program by forgetting everything but its connections and reading its log again. When it fails
// a second time at the same record it is given up: whoever runs the lobby takes it out of play.

// Quarantined is why a table has ended on which the program has failed twice, or whose log can't be followed. The chips its
// seats held when the running hand began go back to where they came from.
const Quarantined = "quarantined"

// fault is the last failure of the program at a table.
type fault struct {
	during  command // what is being played, and has not been answered; no player when it is nothing of a player's
	mending bool    // the state is not to be relied on until the log has been read
	met     bool    // there has been one
	seq     int64   // of the last record when it happened
}

// survive makes of a panic in a step, or in what followed from it, the beginning of mending.
func (t *actor) survive(cause string) *effects {
	t.fx = effects{}
	if t.next != nil && !t.asked { // it had not been sent to the log yet
		t.answer(t.next.from, ErrInternal)
		t.next = nil
	}
	t.mend(cause)
	return &t.fx
}

// mend gives up the state and asks for the log, or gives up the table when that has not helped before.
func (t *actor) mend(cause string) {
	t.cfg.Log.Error("table failed", "table", t.cfg.ID, "record", t.state.seq, "cause", cause)
	t.answer(t.fault.during, ErrInternal)
	if t.fault.met && t.fault.seq == t.state.seq {
		t.fail(cause)
		return
	}
	t.fault = fault{mending: true, met: true, seq: t.state.seq}
	t.frozen, t.slow, t.spare = true, false, nil
	t.turnAt, t.holds, t.bot, t.nextHand = time.Time{}, 0, botTurn{}, time.Time{}
	t.fx.reload = !t.asked // else the answer that is still to come leads there
	t.tellFrozen(time.Time{}, true)
}

// restart takes what the log says for the state. A player on turn gets the full time anew, and everyone a snapshot, because
// nobody knows which events had been sent. Moves chosen in advance are forgotten: one of them may just have been played.
func (t *actor) restart(now time.Time, s *state, events []numbered) {
	if p := t.next; p != nil {
		var err error
		if s.seq != p.state.seq {
			err = ErrUnavailable
		}
		t.answer(p.from, err)
	}
	t.state, t.next, t.frozen, t.fault.mending = s, nil, false, false
	t.past, t.plans = nil, [MaxSeats]plan{}
	t.remember(events)
	t.refreshSeats()
	t.noteOut(now)
	t.settleHolds()
	if s.hand != "" {
		t.startTurn(now)
	}
	for i := range t.viewers {
		t.show(now, &t.viewers[i])
	}
	t.showOut()
	t.fx.changed = true
	if s.closed != "" {
		t.ended, t.why = true, s.closed
	}
}

// fail ends a table that can't go on.
func (t *actor) fail(cause string) {
	t.cfg.Log.Error("table can't go on", "table", t.cfg.ID, "record", t.state.seq, "cause", cause)
	t.lose(t.next, Quarantined)
	t.failed = cause
}
