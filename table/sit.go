package table

import "time"

// Taking a seat, and bringing chips to it.

func (t *actor) sit(now time.Time, c command, at Seat, cmd Sit) error {
	if at != NoSeat {
		return ErrAlreadySeated
	}
	account := c.player.Account()
	where, err := t.choose(now, account, cmd.Seat)
	if err != nil {
		return err
	}
	if low, high := t.buyInLimits(now, account); cmd.BuyIn < low || cmd.BuyIn > high {
		return BuyInError{low, high}
	}
	return t.propose(now, c, nil, &satChange{
		Seat: where, Account: account, Name: c.player.Name(), Chips: cmd.BuyIn, Post: cmd.Post, ID: c.id,
	})
}

// choose finds the seat that somebody asks for, or the one held, or any.
func (t *actor) choose(now time.Time, account string, asked *Seat) (Seat, error) {
	if asked != nil {
		return *asked, t.openTo(now, account, *asked)
	}
	any := NoSeat
	for i := range t.cfg.Settings.Seats {
		at := Seat(i)
		switch {
		case t.openTo(now, account, at) != nil:
		case t.held[at].account == account:
			return at, nil
		case any == NoSeat:
			any = at
		}
	}
	if any == NoSeat {
		return NoSeat, ErrTableFull
	}
	return any, nil
}

// openTo refuses a seat that is not there, taken, or held for somebody else.
func (t *actor) openTo(now time.Time, account string, at Seat) error {
	switch {
	case at < 0 || int(at) >= t.cfg.Settings.Seats:
		return ErrBadRequest
	case t.state.seats[at].taken(), t.heldFor(now, at) != "" && t.heldFor(now, at) != account:
		return ErrSeatTaken
	}
	return nil
}

func (t *actor) buyIn(now time.Time, c command, at Seat, p *seat, amount Chips) error {
	if t.playing(at) {
		return ErrHandRunning
	}
	low, high := Chips(1), t.cfg.Settings.BuyInMax-p.Chips
	if p.Chips == 0 {
		low = t.cfg.Settings.BuyInMin
	}
	if amount < low || amount > high {
		return BuyInError{low, max(high, 0)}
	}
	return t.propose(now, c, nil, &boughtChange{Seat: at, Amount: amount, ID: c.id})
}

// playing reports whether the seat was dealt into the running hand.
func (t *actor) playing(at Seat) bool { return t.state.hand != "" && t.state.dealt[at] != "" }
