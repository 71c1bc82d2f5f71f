package table

import "time"

// What the table does by itself between hands: seats that leave or have run dry, closing, and the next deal.

// tidy settles what the end of a hand left open; false when there was nothing.
func (t *actor) tidy(now time.Time) bool {
	if t.state.seq == 0 && t.cfg.Settings.Bots > 0 {
		return t.must(t.propose(now, command{}, nil, t.seatBots()...))
	}
	if t.state.house.Ending && t.closing == "" {
		t.closing = "ended"
	}
	if due(now, t.idleAt()) && t.closing == "" {
		t.closing = "idle"
		if !t.joined {
			t.closing = "unjoined"
		}
	}
	if t.closing != "" {
		return t.must(t.propose(now, command{}, nil, t.closeUp()...))
	}
	if changes := t.tidyUp(now); len(changes) > 0 {
		return t.must(t.propose(now, command{}, nil, changes...))
	}
	return false
}

// tidyUp lets leavers go, sits people without chips out and gives bots new ones.
func (t *actor) tidyUp(now time.Time) (changes []change) {
	for i := range t.state.seats {
		p, at := &t.state.seats[i], Seat(i)
		switch {
		case !p.taken():
		case p.leaves():
			changes = append(changes, t.standUp(now, at, t.state.whyLeaves(p)))
		case p.Chips > 0:
		case p.Bot != "":
			changes = append(changes, &boughtChange{Seat: at, Amount: t.cfg.Settings.BuyInMax})
		case !p.SittingOut:
			changes = append(changes, &satOutChange{Seat: at, Why: "broke"})
		}
	}
	return changes
}

// closeUp pays everyone and ends the table.
func (t *actor) closeUp() (changes []change) {
	for i := range t.state.seats {
		if t.state.seats[i].taken() {
			changes = append(changes, &stoodChange{Seat: Seat(i), Why: "closed"})
		}
	}
	return append(changes, &closedChange{Why: t.closing})
}

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
	return t.must(t.propose(now, command{}, secret, &startedChange{Hand: t.state.nextHand()}))
}
