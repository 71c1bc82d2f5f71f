package table

import "time"

// snapshot is the table as a player may see it now. It shows the durable state, also while an append is under way.
func (t *actor) snapshot(now time.Time, p Player) Snapshot {
	s := t.state
	seat := s.seatOf(p.Account())
	v := View{
		ID: t.cfg.ID, Settings: t.cfg.Settings, Seats: t.seatViews(now), Frozen: t.frozen || t.slow, Held: t.heldSeats(now),
		You:  You{Seat: seat, LastID: t.lastID(p.Account()), Plan: t.planned(seat), AutoBank: seat != NoSeat && !s.seats[seat].OwnBank, Bring: t.bring(now, p.Account())},
		Hand: s.game.View(t.viewSeat(p.Account())),
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

// viewSeat is the seat whose cards an account may see in the running or last hand: the one it was dealt in at.
func (t *actor) viewSeat(account string) Seat { return t.state.dealt.seatOf(account) }

func (t *actor) seatViews(now time.Time) []SeatView {
	seats := []SeatView{}
	for i, p := range t.state.seats {
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
	for _, v := range t.viewers {
		if v.seat == NoSeat {
			s.Watchers++
		}
	}
	return s
}
