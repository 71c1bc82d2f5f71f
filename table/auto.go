package table

import (
	"encoding/json"
	"time"
)

// playOn does the one thing that is due without anybody asking; false when nothing is.
func (t *actor) playOn(now time.Time) bool {
	if t.sitLostOut(now) || t.freeLongOut(now) || t.resumeByItself(now) {
		return true
	}
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
	case p.Leaving:
		return t.playMove(now, turn.Seat, t.state.game.Default(), ByLeaving)
	case due(now, t.planAt()):
		return t.playPlan(now, turn.Seat)
	case due(now, t.givenUpAt(turn.Seat)):
		return t.playMove(now, turn.Seat, t.state.game.Default(), ByAway)
	case due(now, t.turnAt) && !t.drawByItself(now):
		return t.playMove(now, turn.Seat, t.state.game.Default(), ByClock)
	}
	return false
}

// playMove makes a move that no player chose. A bot's illegal move is replaced by the default one.
func (t *actor) playMove(now time.Time, seat Seat, move json.RawMessage, why Why) bool {
	changes := []change{&actedChange{Seat: seat, Move: move, Why: why, BankMS: t.bankUsed(now)}}
	if why == ByClock && t.state.seats[seat].Missed+1 >= missedToSit && !t.state.seats[seat].SittingOut {
		changes = append(changes, &satOutChange{Seat: seat, Why: string(ByClock)})
	}
	err := t.propose(now, command{}, nil, changes...)
	if err != nil && why == ByBot && !t.bot.fails {
		t.cfg.Log.Warn("bot chose an illegal move", "table", t.cfg.ID, "error", err)
		t.bot.fails = true
		return true
	}
	return t.must(err)
}

// must treats it as a fault when the rules refuse what the table itself has decided: nothing but one of the program does that.
func (t *actor) must(err error) bool {
	if err != nil {
		t.mend("the rules refuse what the table must do: " + err.Error())
	}
	return true
}

func due(now, at time.Time) bool { return !at.IsZero() && !now.Before(at) }
