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
	if at != NoSeat && c.id != "" && c.id == t.state.seats[at].LastID { // sent again because the answer was lost: it has taken effect
		t.answer(c, nil)
		return
	}
	switch c.cmd.Needs() {
	case Seated:
		if at == NoSeat {
			t.answer(c, t.whyNotSeated(account, c.id))
			return
		}
		t.reply(c, t.playSeated(now, c, at, &t.state.seats[at]))
	case Host:
		if account != t.cfg.Host {
			t.answer(c, ErrForbidden)
			return
		}
		t.reply(c, t.playHost(now, c))
	default:
		t.reply(c, t.playAnyone(now, c, at))
	}
}

// playAnyone carries out a command that needs no seat.
func (t *actor) playAnyone(now time.Time, c command, at Seat) error {
	if takesSeat(c.cmd) && !c.player.MayPlay() {
		return ErrForbidden
	}
	switch cmd := c.cmd.(type) {
	case Hold:
		return t.holdSeat(now, c, at, cmd.Seat)
	case Sit:
		return t.sit(now, c, at, cmd)
	case Say:
		return t.say(c, at, cmd.Text)
	case Mute:
		return t.mute(c, cmd)
	}
	return ErrBadRequest
}

// playSeated carries out a command of a player.
func (t *actor) playSeated(now time.Time, c command, at Seat, p *seat) error {
	switch cmd := c.cmd.(type) {
	case BuyIn:
		return t.buyIn(now, c, at, p, cmd.Amount)
	case Stand:
		return t.stand(now, c, at, p, cmd)
	case SitOut:
		return t.sitOut(now, c, at, p)
	case ComeBack:
		return t.comeBack(now, c, at, p, cmd)
	case Act:
		return t.act(now, c, at, cmd)
	case Plan:
		return t.plan(now, c, at, cmd)
	case Unplan:
		return t.unplan(c, at)
	case Bank:
		return t.drawByHand(now, c, at, cmd)
	case AutoBank:
		return t.autoBank(now, c, at, p, cmd)
	case After:
		return t.after(now, c, at, cmd)
	case Wish:
		return t.wish(now, c, at, p, cmd)
	}
	return ErrBadRequest
}

// playHost carries out a command of the host.
func (t *actor) playHost(now time.Time, c command) error {
	switch cmd := c.cmd.(type) {
	case Pause:
		return t.pauseDealing(now, c)
	case Resume:
		return t.resumeDealing(now, c)
	case Kick:
		return t.kick(now, c, cmd.Who)
	case Silence:
		return t.silence(now, c, cmd)
	case End:
		return t.endTable(c)
	}
	return ErrBadRequest
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

func (t *actor) sitOut(now time.Time, c command, at Seat, p *seat) error {
	if p.SittingOut {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &satOutChange{Seat: at, ID: c.id})
}

func (t *actor) stand(now time.Time, c command, at Seat, p *seat, _ Stand) error {
	if !t.playing(at) {
		return t.propose(now, c, nil, &stoodChange{Seat: at, ID: c.id})
	}
	if p.Leaving {
		t.answer(c, nil)
		return nil
	}
	return t.propose(now, c, nil, &leavingChange{Seat: at, ID: c.id})
}

func (t *actor) comeBack(now time.Time, c command, at Seat, p *seat, _ ComeBack) error {
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
	return t.propose(now, c, nil, &actedChange{Seat: at, Move: cmd.Move, BankMS: t.bankUsed(now), ID: c.id})
}
