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

// askBot makes a bot think at once, to play after its pace.
func (t *actor) askBot(now time.Time, turn Turn, level string) {
	pace := t.pace(turn)
	t.bot = botTurn{hand: t.state.hand, turn: turn.Number, at: now.Add(pace), until: now.Add(min(pace+botsGrace, t.cfg.clock(turn)))}
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
	return min(t.cfg.BotPace*(5+spread)/10, t.cfg.clock(turn)/2)
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

// seatBots puts the bots of a new table into every other seat first, so that people sit among them.
func (t *actor) seatBots() (changes []change) {
	s := t.cfg.Settings
	for n := range s.Bots {
		at := Seat(2*n + 1)
		if int(at) >= s.Seats {
			at = Seat(2 * (n - s.Seats/2))
		}
		changes = append(changes, &satChange{Seat: at, Name: botNames[n], Bot: s.BotLevel, Chips: s.BuyInMax})
	}
	return changes
}

var botNames = [MaxSeats]string{"Ada", "Blaise", "Carla", "Dario", "Edith", "Felix", "Greta", "Henri", "Iris"}
