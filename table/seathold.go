package table

import "time"

// Seats that are kept free for somebody who is choosing a buy-in. They are in no log: after a restart the seat is simply free.

// heldSeat is whom a free seat is kept for; the zero value is nobody.
type heldSeat struct {
	account, name string
	until         time.Time
}

// holdSeat is the hold command.
func (t *actor) holdSeat(now time.Time, c command, at, wanted Seat) error {
	account := c.player.Account()
	if at != NoSeat {
		return ErrAlreadySeated
	}
	if err := t.openTo(now, account, wanted); err != nil {
		return err
	}
	if t.held[wanted].account != account {
		t.dropHold(account)
	}
	t.held[wanted] = heldSeat{account, c.player.Name(), now.Add(t.cfg.Hold)}
	t.tellHeld(now, wanted, c.player.Name())
	t.answer(c, nil)
	return nil
}

// heldFor is the account that a seat is held for at this moment, "" for nobody.
func (t *actor) heldFor(now time.Time, at Seat) string {
	if h := &t.held[at]; now.Before(h.until) {
		return h.account
	}
	return ""
}

// dropHold frees the seat that is held for an account, if there is one.
func (t *actor) dropHold(account string) {
	for i := range t.held {
		if t.held[i].account == account && account != "" {
			t.freeHeld(Seat(i))
		}
	}
}

// freeHeld ends a hold and says so.
func (t *actor) freeHeld(at Seat) {
	name := t.held[at].name
	t.held[at] = heldSeat{}
	t.tellHeld(time.Time{}, at, name)
}

func (t *actor) tellHeld(now time.Time, at Seat, name string) {
	t.tellAll(message(Held{Type: "held", Seat: at, Name: name, MSLeft: t.heldMS(now, at)}))
}

// heldMS is how long a seat is still held, 0 when it is not.
func (t *actor) heldMS(now time.Time, at Seat) int64 {
	if t.held[at].account == "" {
		return 0
	}
	return max(t.held[at].until.Sub(now), 0).Milliseconds()
}

// expireHolds frees the seats that were held long enough.
func (t *actor) expireHolds(now time.Time) {
	for i := range t.held {
		if due(now, t.held[i].until) {
			t.freeHeld(Seat(i))
		}
	}
}

// settleHolds ends the holds of those who have sat down.
func (t *actor) settleHolds() {
	for i := range t.held {
		switch h := &t.held[i]; {
		case h.account == "":
		case t.state.seats[i].taken():
			*h = heldSeat{} // the event that says who sits there says it all
		case t.state.seatOf(h.account) != NoSeat:
			t.freeHeld(Seat(i))
		}
	}
}

// heldSeats are the seats that are held now.
func (t *actor) heldSeats(now time.Time) []HeldSeat {
	all := []HeldSeat{}
	for i := range t.held {
		if t.heldFor(now, Seat(i)) != "" {
			all = append(all, HeldSeat{Seat: Seat(i), Name: t.held[i].name, MSLeft: t.heldMS(now, Seat(i))})
		}
	}
	return all
}
