package table

import "time"

// What the table does by itself between hands: seats that leave or have run dry, closing, and the next deal.

// tidy settles what the end of a hand left open; false when there was nothing.
func (t *actor) tidy(now time.Time) bool {
	if t.state.seq == 0 && t.cfg.Settings.Bots > 0 {
		return t.must(t.propose(now, command{}, nil, t.seatBots()...))
	}
	if due(now, t.idleAt()) && t.closing == "" {
		t.closing = "idle"
		if !t.joined {
			t.closing = "unjoined"
		}
	}
	if t.closing != "" {
		return t.must(t.propose(now, command{}, nil, t.closeSteps()...))
	}
	if steps := t.tidySteps(); len(steps) > 0 {
		return t.must(t.propose(now, command{}, nil, steps...))
	}
	return false
}

// tidySteps let leavers go, sit people without chips out and give bots new ones.
func (t *actor) tidySteps() (steps []step) {
	for i := range t.state.seats {
		p, at := &t.state.seats[i], Seat(i)
		switch {
		case !p.taken():
		case p.Leaving:
			steps = append(steps, &stoodStep{Seat: at})
		case p.Chips > 0:
		case p.Bot != "":
			steps = append(steps, &boughtStep{Seat: at, Amount: t.cfg.Settings.BuyInMax})
		case !p.SittingOut:
			steps = append(steps, &satOutStep{Seat: at, Why: "broke"})
		}
	}
	return steps
}

// closeSteps pay everyone and end the table.
func (t *actor) closeSteps() (steps []step) {
	for i := range t.state.seats {
		if t.state.seats[i].taken() {
			steps = append(steps, &stoodStep{Seat: Seat(i), Why: "closed"})
		}
	}
	return append(steps, &closedStep{Why: t.closing})
}

// seatBots puts the bots of a new table into every other seat first, so that people sit among them.
func (t *actor) seatBots() (steps []step) {
	s := t.cfg.Settings
	for n := range s.Bots {
		at := Seat(2*n + 1)
		if int(at) >= s.Seats {
			at = Seat(2 * (n - s.Seats/2))
		}
		steps = append(steps, &satStep{Seat: at, Name: botNames[n], Bot: s.BotLevel, Chips: s.BuyInMax})
	}
	return steps
}

var botNames = [MaxSeats]string{"Ada", "Blaise", "Carla", "Dario", "Edith", "Felix", "Greta", "Henri", "Iris"}

// deal starts the next hand when its time has come; false when it has not.
func (t *actor) deal(now time.Time) bool {
	if !t.state.canDeal() {
		t.nextHand = time.Time{}
		return false
	}
	if t.nextHand.IsZero() { // the last player needed has just come
		t.nextHand = now.Add(t.cfg.Beat)
	}
	if !due(now, t.nextHand) {
		return false
	}
	secret, err := t.state.game.Shuffle(t.cfg.Random)
	if err != nil {
		return t.must(err)
	}
	return t.must(t.propose(now, command{}, secret, &startedStep{Hand: t.state.nextHand()}))
}
