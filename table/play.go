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
	if at == NoSeat && t.state.banned(account) {
		t.answer(c, ErrForbidden)
		return
	}
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
	switch {
	case takesSeat(c.cmd) && !c.player.MayPlay():
		return ErrForbidden
	case takesSeat(c.cmd) && t.state.house.Ending:
		return ErrTableClosed
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
		return t.makePlan(c, at, cmd)
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
		return t.endTable(now, c)
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
