package table

import "time"

// step takes one input and returns what must be done about it. It is the whole logic of a table; it reads no clock but now,
// waits for nothing and starts nothing.
func (t *actor) step(now time.Time, in input) *effects {
	t.fx = effects{sends: t.fx.sends[:0], answers: t.fx.answers[:0]}
	switch in := in.(type) {
	case join:
		t.join(now, in)
	case leave:
		t.leave(now, in.player)
	case command:
		if !t.playAtOnce(now, in) {
			t.take(in)
		}
	case appended:
		t.asked = false
		t.settleAppend(now, in.err)
	case reloaded:
		t.asked = false
		t.settleReload(now, in)
	case thought:
		t.bot.hear(in)
	case shutting:
		t.closing = in.why
	case finishing:
		t.lastHand = true
	case stopping:
		t.stopping = true
	case testimony:
		t.fx.witness = t.witness(in)
	case timeOut: // what is due is looked for below
	}
	t.advance(now)
	return &t.fx
}

// advance does what is due, until an append is under way or nothing is left to do.
func (t *actor) advance(now time.Time) {
	t.quiet(now)
	t.noteLost(now)
	t.noteOut(now)
	t.notePaused(now)
	t.expireHolds(now)
	t.expire(now)
	t.noticeSlow(now)
	if t.state.hand != "" && t.turnAt.IsZero() && !t.fault.mending { // rebuilt in mid-hand: a full, fresh clock
		t.startTurn(now)
	}
	for t.next == nil && !t.frozen && !t.ended {
		if t.stopping || t.finished() {
			t.ended = true
			return
		}
		if !t.playOn(now) && !t.serveWaiting(now) { // what is due comes first: no flood of commands can put it off
			return
		}
	}
	if t.frozen && t.stopping {
		t.ended = true
	}
}

// finished reports whether a table that is to finish its hand may end. A hand that nobody looks at is left to the log.
func (t *actor) finished() bool {
	return t.lastHand && (t.state.hand == "" || len(t.viewers) == 0)
}

// take lets a command wait its turn, which comes at once unless something is due or being made durable.
func (t *actor) take(c command) {
	mine := 0
	for _, w := range t.waiting {
		if w.player.Account() == c.player.Account() {
			mine++
		}
	}
	if len(t.waiting) == maxWaiting || mine == maxWaitingEach {
		t.answer(c, ErrTableBusy)
		return
	}
	t.waiting = append(t.waiting, c)
}

// serveWaiting plays the command that has waited longest; false when there is none.
func (t *actor) serveWaiting(now time.Time) bool {
	if len(t.waiting) == 0 {
		return false
	}
	c := t.waiting[0]
	t.waiting = append(t.waiting[:0], t.waiting[1:]...)
	t.fault.during = c
	t.play(now, c)
	t.fault.during = command{}
	return true
}

// expire refuses commands that have waited too long.
func (t *actor) expire(now time.Time) {
	for len(t.waiting) > 0 && now.Sub(t.waiting[0].at) >= maxWait {
		t.answer(t.waiting[0], ErrTableBusy)
		t.waiting = append(t.waiting[:0], t.waiting[1:]...)
	}
}

func (t *actor) answer(c command, err error) {
	if c.player != nil {
		t.fx.answers = append(t.fx.answers, answer{c.player, c.id, err})
	}
}
