package table

import "time"

// play carries out a command of a player: it becomes pending, or is answered at once.
func (t *actor) play(now time.Time, c command) {
	if t.closing != "" || t.ended {
		t.answer(c, ErrTableClosed)
		return
	}
	account := c.player.Account()
	at := t.state.seatOf(account)
	if sit, ok := c.cmd.(Sit); ok {
		t.reply(c, t.sit(now, c, at, sit))
		return
	}
	if at == NoSeat {
		t.answer(c, t.whyNotSeated(account, c.id))
		return
	}
	p := &t.state.seats[at]
	if c.id != "" && c.id == p.LastID { // sent again because the answer was lost: it has taken effect already
		t.answer(c, nil)
		return
	}
	switch cmd := c.cmd.(type) {
	case BuyIn:
		t.reply(c, t.buyIn(now, c, at, p, cmd.Amount))
	case Stand:
		t.reply(c, t.stand(now, c, at, p))
	case SitOut:
		if p.SittingOut {
			t.answer(c, nil)
			return
		}
		t.reply(c, t.propose(now, c, nil, &satOutChange{Seat: at, ID: c.id}))
	case ComeBack:
		t.reply(c, t.comeBack(now, c, at, p))
	case Act:
		t.reply(c, t.act(now, c, at, cmd))
	default:
		t.answer(c, ErrBadRequest)
	}
}

// whyNotSeated answers a command of an account without a seat: nil when it is the one that gave up the seat, sent again.
func (t *actor) whyNotSeated(account, id string) error {
	for i := range t.state.seats {
		if p := &t.state.seats[i]; !p.taken() && p.Left == account && p.LastID == id && id != "" {
			return nil
		}
	}
	return ErrNotSeated
}

// reply answers a command that was refused; one that is pending is answered when it is durable.
func (t *actor) reply(c command, err error) {
	if err != nil {
		t.answer(c, err)
	}
}

func (t *actor) sit(now time.Time, c command, at Seat, cmd Sit) error {
	if at != NoSeat {
		if c.id != "" && c.id == t.state.seats[at].LastID {
			t.answer(c, nil)
			return nil
		}
		return ErrAlreadySeated
	}
	s := t.cfg.Settings
	where := t.freeSeat()
	if cmd.Seat != nil {
		if where = *cmd.Seat; where < 0 || int(where) >= s.Seats {
			return ErrBadRequest
		}
		if t.state.seats[where].taken() {
			return ErrSeatTaken
		}
	}
	if where == NoSeat {
		return ErrTableFull
	}
	if cmd.BuyIn < s.BuyInMin || cmd.BuyIn > s.BuyInMax {
		return BuyInError{s.BuyInMin, s.BuyInMax}
	}
	return t.propose(now, c, nil, &satChange{
		Seat: where, Account: c.player.Account(), Name: c.player.Name(), Chips: cmd.BuyIn, ID: c.id,
	})
}

// freeSeat is the lowest free seat, or NoSeat.
func (t *actor) freeSeat() Seat {
	for i := range t.cfg.Settings.Seats {
		if !t.state.seats[i].taken() {
			return Seat(i)
		}
	}
	return NoSeat
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

func (t *actor) stand(now time.Time, c command, at Seat, p *seat) error {
	if !t.playing(at) {
		return t.propose(now, c, nil, &stoodChange{Seat: at, ID: c.id})
	}
	if p.Leaving {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &leavingChange{Seat: at, ID: c.id})
}

func (t *actor) comeBack(now time.Time, c command, at Seat, p *seat) error {
	if p.Chips == 0 && !t.playing(at) {
		return BuyInError{t.cfg.Settings.BuyInMin, t.cfg.Settings.BuyInMax}
	}
	if !p.SittingOut {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &cameBackChange{Seat: at, ID: c.id})
}

// act plays a move if the table still is where the player saw it.
func (t *actor) act(now time.Time, c command, at Seat, cmd Act) error {
	turn := t.state.turn
	switch {
	case t.state.hand == "" || cmd.Hand != t.state.hand || cmd.Turn != turn.Number || turn.Seat == at && cmd.Price != turn.Price:
		return ErrStaleAction
	case turn.Seat != at:
		return ErrNotYourTurn
	}
	return t.propose(now, c, nil, &actedChange{Seat: at, Move: cmd.Move, ID: c.id})
}
