package table

import (
	"encoding/json"
	"time"
)

// botTurn is a bot's decision under way.
type botTurn struct {
	hand  HandID
	turn  int
	at    time.Time       // when it plays, for it to look like thinking
	until time.Time       // when the table plays for it without having heard from it
	move  json.RawMessage // what it chose; nil while it thinks
	fails bool            // it could not choose
}

// hear takes a bot's answer if it is still the one waited for.
func (b *botTurn) hear(in thought) {
	if in.hand != b.hand || in.turn != b.turn || b.at.IsZero() {
		return
	}
	b.move, b.fails = in.move, in.err != nil
}

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

// hold gives the running clock back the time for which an append has made it stand still.
func (t *actor) hold(now, since time.Time) {
	if !t.turnAt.IsZero() {
		t.turnAt = t.turnAt.Add(now.Sub(since))
	}
}

// startTurn gives the seat on turn its full time; a bot is asked at once and plays after its pace.
func (t *actor) startTurn(now time.Time) {
	turn := t.state.turn
	t.turnAt, t.bot = now.Add(t.cfg.clock()), botTurn{}
	level := t.state.seats[turn.Seat].Bot
	if level == "" {
		return
	}
	pace := t.pace(turn)
	t.bot = botTurn{hand: t.state.hand, turn: turn.Number, at: now.Add(pace), until: now.Add(min(pace+botsGrace, t.cfg.clock()))}
	if t.cfg.Thinker == nil {
		t.bot.fails = true
		return
	}
	t.fx.think = &question{
		hand: t.state.hand, turn: turn.Number, level: level, view: t.state.game.View(turn.Seat),
		patience: t.bot.until.Sub(now),
	}
}

// question is what a bot is asked.
type question struct {
	hand     HandID
	turn     int
	level    string
	view     any
	patience time.Duration
}

// pace is how long a bot seems to think: between half and one and a half of the setting, never all of a short clock. It
// follows from the turn, so that the same history runs the same way.
func (t *actor) pace(turn Turn) time.Duration {
	spread := time.Duration((int64(turn.Number)*7 + t.state.hands*3 + int64(turn.Seat)*5) % 11)
	return min(t.cfg.BotPace*(5+spread)/10, t.cfg.clock()/2)
}

// pause is how long the last hand's ending is looked at.
func (t *actor) pause() time.Duration {
	r, ok := t.state.game.Result()
	if !ok {
		return t.cfg.Beat
	}
	return time.Duration(r.Beats) * t.cfg.Beat
}

// msLeft is the time of the running turn in milliseconds, 0 without one.
func (t *actor) msLeft(now time.Time) int64 {
	if t.turnAt.IsZero() {
		return 0
	}
	return max(t.turnAt.Sub(now), 0).Milliseconds()
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
	if t.next != nil || t.frozen { // the clock stands still
		return first
	}
	switch {
	case t.state.hand == "":
		sooner(t.nextHand)
		sooner(t.idleAt())
	case t.bot.at.IsZero():
		sooner(t.turnAt)
	case t.bot.move != nil || t.bot.fails:
		sooner(t.bot.at)
	default:
		sooner(t.bot.until)
	}
	return first
}

// playOn does the one thing that is due without anybody asking; false when nothing is.
func (t *actor) playOn(now time.Time) bool {
	if t.state.hand != "" {
		return t.playForSeat(now)
	}
	return t.tidy(now) || t.deal(now)
}

// playForSeat makes the move of a bot, of a player whose time is up, or of one who has left for good.
func (t *actor) playForSeat(now time.Time) bool {
	turn := t.state.turn
	p := &t.state.seats[turn.Seat]
	switch {
	case p.Bot != "":
		return t.playForBot(now, turn.Seat)
	case p.Leaving && t.gone[turn.Seat]:
		return t.playMove(now, turn.Seat, t.state.game.Default(), ByLeaving)
	case due(now, t.turnAt):
		return t.playMove(now, turn.Seat, t.state.game.Default(), ByClock)
	}
	return false
}

// playForBot plays what a bot has chosen once its pace allows, or the default move when it failed or thinks too long.
func (t *actor) playForBot(now time.Time, seat Seat) bool {
	switch {
	case due(now, t.bot.at) && t.bot.fails, due(now, t.bot.until):
		return t.playMove(now, seat, t.state.game.Default(), ByBot)
	case due(now, t.bot.at) && t.bot.move != nil:
		return t.playMove(now, seat, t.bot.move, ByBot)
	}
	return false
}

// playMove makes a move that no player chose. A bot's illegal move is replaced by the default one.
func (t *actor) playMove(now time.Time, seat Seat, move json.RawMessage, why Why) bool {
	steps := []step{&actedStep{Seat: seat, Move: move, Why: why}}
	if why == ByClock && t.state.seats[seat].Missed+1 >= missedToSit && !t.state.seats[seat].SittingOut {
		steps = append(steps, &satOutStep{Seat: seat, Why: string(ByClock)})
	}
	err := t.propose(now, command{}, nil, steps...)
	if err != nil && why == ByBot && !t.bot.fails {
		t.cfg.Log.Warn("bot chose an illegal move", "table", t.cfg.ID, "error", err)
		t.bot.fails = true
		return true
	}
	return t.must(err)
}

// must ends the table when the rules refuse what the table itself has decided: nothing but a fault of the program does that,
// and a table that tried again would spin. Its log stays for whoever mends the fault.
func (t *actor) must(err error) bool {
	if err != nil {
		t.cfg.Log.Error("table can't go on", "table", t.cfg.ID, "error", err)
		t.ended, t.why = true, "internal"
	}
	return true
}

func due(now, at time.Time) bool { return !at.IsZero() && !now.Before(at) }
