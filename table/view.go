package table

import "time"

// snapshot is the table as a player may see it now. It shows the durable state, also while an append is under way.
func (t *actor) snapshot(now time.Time, p Player) Snapshot {
	account := p.Account()
	s, seat := t.sight(account), t.state.seatOf(account)
	v := View{
		ID: t.cfg.ID, Settings: t.cfg.Settings, Seats: t.seatViews(now, s), Frozen: t.frozen || t.slow, Held: t.heldSeats(now),
		You:  t.you(now, account, seat),
		Hand: s.game.View(s.dealt.seatOf(account)), // where it was dealt in, whoever sits there now
		Chat: t.chat(account), Paused: s.house.Paused, Ending: s.house.Ending, Silenced: names(s.house.Silenced),
	}
	if v.Paused {
		v.PausedMS = t.pausedMS(now)
	}
	v.You.Watch = !p.MayPlay()
	if turn := s.turn; s.hand != "" {
		v.Turn = &TurnStarted{
			Hand: s.hand, Turn: turn.Number, Seat: turn.Seat, Price: turn.Price, Options: turn.Options,
			MSLeft: t.msLeft(now), ClockMS: t.cfg.turnMS(turn), BankMS: t.bankMS(),
		}
	}
	if s.hand == "" && !t.nextHand.IsZero() {
		v.NextHandMS = max(t.nextHand.Sub(now), 0).Milliseconds()
	}
	return Snapshot{Type: "snapshot", Seq: s.events, Table: v}
}

// you is the viewer's own part. It is never hidden.
func (t *actor) you(now time.Time, account string, seat Seat) You {
	return You{
		Seat: seat, LastID: t.lastID(account), Plan: t.planned(seat), AutoBank: seat != NoSeat && !t.state.seats[seat].OwnBank,
		Bring: t.bring(now, account), Host: account == t.cfg.Host, Muted: t.mutedNames(account),
	}
}

func (t *actor) seatViews(now time.Time, s *state) []SeatView {
	seats := []SeatView{}
	for i, p := range s.seats {
		if p.taken() {
			seats = append(seats, SeatView{
				Seat: Seat(i), Name: p.Name, Bot: p.Bot, Chips: p.Chips, SittingOut: p.SittingOut, Why: p.OutWhy,
				OutMS: t.outMS(now, Seat(i)), Wishes: append([]string{}, p.Wishes...), Leaving: p.leaves(), AfterHand: p.AfterHand, Posting: p.Post,
				Away: p.Bot == "" && !t.connected(p.Account), AwayMS: t.lostMS(now, Seat(i)), BankMS: p.BankMS,
			})
		}
	}
	return seats
}

// summarize is the table as the lobby shows it.
func (t *actor) summarize() Summary {
	s := Summary{
		ID: t.cfg.ID, Settings: t.cfg.Settings, Hands: t.state.hands, Closed: t.state.closed, Stacks: map[string]Chips{},
	}
	for i := range t.state.seats {
		p := &t.state.seats[i]
		if p.taken() {
			s.Taken++
			if p.Bot == "" {
				s.People++
				s.Stacks[p.Account] = p.Chips
			}
		}
	}
	for _, p := range t.state.house.Banned {
		s.Out = append(s.Out, p.Account)
	}
	for _, v := range t.viewers {
		if v.seat == NoSeat {
			s.Watchers++
		}
	}
	return s
}
