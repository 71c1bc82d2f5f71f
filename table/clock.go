package table

import "time"

// startClocks arms what the new state calls for: a fresh clock if the turn has moved, the rest of the old one if not, the
// pause before the next hand if one has ended.
func (t *actor) startClocks(now, since time.Time, before *state) {
	switch {
	case t.state.hand == "":
		t.turnAt, t.bot = time.Time{}, botTurn{}
		if t.state.handsOver(before) {
			t.nextHand = now.Add(t.pause())
		}
	case before.hand == t.state.hand && before.turn.Number == t.state.turn.Number:
		t.hold(now, since)
	default:
		t.startTurn(now)
	}
}

// hold gives the running clock back the time for which a slow append has made it stand still. Appends that take no longer
// than usual, and those after the first few of a turn, cost the player on turn their time: else others could stop the clock
// by sitting out and coming back without end.
func (t *actor) hold(now, since time.Time) {
	slow := now.Sub(since) - usualAppend
	if t.turnAt.IsZero() || slow <= 0 || t.holds == maxHolds {
		return
	}
	t.holds++
	t.turnAt = t.turnAt.Add(slow)
}

// thaw gives the clock back all the time for which the table was frozen: nobody could play.
func (t *actor) thaw(frozen time.Duration) {
	if !t.turnAt.IsZero() {
		t.turnAt = t.turnAt.Add(frozen)
	}
	t.thawOut(frozen)
}

// startTurn gives the seat on turn its full time; a bot is asked at once and plays after its pace.
func (t *actor) startTurn(now time.Time) {
	turn := t.state.turn
	t.turnAt, t.began, t.drawn, t.holds, t.bot = now.Add(t.cfg.clock(turn)), now, 0, 0, botTurn{}
	if level := t.state.seats[turn.Seat].Bot; level != "" {
		t.askBot(now, turn, level)
	}
}

// pause is how long the last hand's ending is looked at.
func (t *actor) pause() time.Duration {
	r, ok := t.state.game.Result()
	if !ok {
		return t.cfg.Beat
	}
	return time.Duration(r.Beats) * t.cfg.Beat
}

// msLeft is the time of the running turn in milliseconds, 0 without one and where turns have no clock.
func (t *actor) msLeft(now time.Time) int64 {
	if t.turnAt.IsZero() || t.cfg.turnMS(t.state.turn) == 0 {
		return 0
	}
	return max(t.turnAt.Sub(t.standing(now)), 0).Milliseconds()
}

// standing is what time it is for a clock that stands still while the table is frozen.
func (t *actor) standing(now time.Time) time.Time {
	if t.next != nil && (t.frozen || t.slow) {
		return t.next.since
	}
	return now
}

// quiet notes since when no person has been connected.
func (t *actor) quiet(now time.Time) {
	switch {
	case len(t.viewers) > 0:
		t.quietAt, t.joined = time.Time{}, true
	case t.quietAt.IsZero():
		t.quietAt = now
	}
}

// idleAt is when the table closes for want of people; zero while someone is connected.
func (t *actor) idleAt() time.Time {
	if t.quietAt.IsZero() {
		return time.Time{}
	}
	if t.joined {
		return t.quietAt.Add(t.cfg.Idle)
	}
	return t.quietAt.Add(t.cfg.Unjoined)
}

// wake is when the table has something to do if nothing comes in before; zero for never.
func (t *actor) wake() time.Time {
	var first time.Time
	sooner := func(at time.Time) {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	if len(t.waiting) > 0 {
		sooner(t.waiting[0].at.Add(maxWait))
	}
	for i := range t.held {
		sooner(t.held[i].until)
	}
	if t.next != nil && !t.frozen && !t.slow {
		sooner(t.next.since.Add(slowAppend))
	}
	if t.next != nil || t.frozen { // the clock stands still
		return first
	}
	for i := range t.cfg.Settings.Seats {
		sooner(t.lostUntil(Seat(i)))
		if !t.playing(Seat(i)) {
			sooner(t.outUntil(Seat(i)))
		}
	}
	sooner(t.pausedUntil())
	if t.state.hand != "" {
		sooner(t.givenUpAt(t.state.turn.Seat))
	}
	switch {
	case t.state.hand == "":
		sooner(t.nextHand)
		sooner(t.idleAt())
	case t.bot.at.IsZero():
		sooner(t.turnAt)
		sooner(t.planAt())
	case t.bot.move != nil || t.bot.fails:
		sooner(t.bot.at)
	default:
		sooner(t.bot.until)
	}
	return first
}
