package table

import "fmt"

// The changes that play a hand: its start and its moves. Both may end it.

// nextHand names the hand after the last one.
func (s *state) nextHand() HandID { return HandID(fmt.Sprintf("%s-%d", s.cfg.ID, s.hands+1)) }

// lastHand names the running or last hand.
func (s *state) lastHand() HandID { return HandID(fmt.Sprintf("%s-%d", s.cfg.ID, s.hands)) }

// places are the taken seats, as the game is told of them when a hand begins.
func (s *state) places() []Place {
	var all []Place
	for i := range s.seats {
		if p := &s.seats[i]; p.taken() {
			all = append(all, Place{
				Seat: Seat(i), Chips: p.Chips, Bot: p.Bot != "", In: p.ready(), New: p.New, Free: s.cfg.Settings.Bots > 0, Post: p.Post,
				Wishes: p.Wishes,
			})
		}
	}
	return all
}

// canDeal reports whether the host lets a hand be dealt and enough seats are ready, at least one of them a person's: bots don't play among themselves.
func (s *state) canDeal() bool {
	if s.house.Paused {
		return false
	}
	ready, people := 0, 0
	for i := range s.seats {
		if s.seats[i].ready() {
			ready++
			if s.seats[i].Bot == "" {
				people++
			}
		}
	}
	return people > 0 && ready >= s.game.MinPlayers()
}

func (c *startedChange) apply(s *state, secret []byte, out *outcome) error {
	if s.hand != "" {
		return ErrHandRunning
	}
	s.keepBefore()
	dealing, err := s.game.Start(c.Hand, s.places(), secret)
	if err != nil {
		return err
	}
	s.hands++
	s.hand = c.Hand
	s.dealt = owners{}
	for _, at := range dealing.In {
		p := &s.seats[at]
		s.dealt[at] = p.Account
		p.New, p.Post = false, false
		s.refillBank(p)
	}
	s.fulfil(dealing.Spent)
	s.told = nil
	s.tellHand(dealing.Events, out)
	s.after(out)
	return nil
}

func (c *actedChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	events, err := s.game.Act(c.Seat, c.Move, c.Why)
	if err != nil {
		return err
	}
	p.BankMS = max(p.BankMS-c.BankMS, 0)
	switch c.Why {
	case ByPlayer:
		p.Missed, p.LastID = 0, c.ID
	case ByPlan:
		p.Missed = 0
	case ByClock:
		p.Missed++
	}
	s.tellHand(events, out)
	s.after(out)
	return nil
}

// after tells whose turn it is now, or settles the hand when it is over.
func (s *state) after(out *outcome) {
	if turn, ok := s.game.Turn(); ok {
		s.turn = turn
		out.tell(TurnStarted{
			Hand: s.hand, Turn: turn.Number, Seat: turn.Seat, Price: turn.Price, Options: turn.Options,
			ClockMS: s.cfg.turnMS(turn), BankMS: s.bankFor(turn),
		})
		return
	}
	if result, ok := s.game.Result(); ok {
		s.settle(result, out)
	}
}

// settle puts the stacks back to the seats and posts what each won or lost.
func (s *state) settle(result Result, out *outcome) {
	s.finishTale(result, out)
	net := Transfer{ID: string(s.hand), Kind: "settlement"}
	for _, r := range result.Stacks {
		if change := r.Chips - s.seats[r.Seat].Chips; change != 0 {
			net.Entries = append(net.Entries, Entry{Escrow(s.cfg.ID, r.Seat), change})
		}
		s.seats[r.Seat].Chips = r.Chips
	}
	if len(net.Entries) > 0 {
		out.transfers = append(out.transfers, net)
	}
	s.hand, s.turn, s.before = "", Turn{}, nil
}

// checkpoint is the state between two hands.
func (s *state) checkpoint() *checkpoint {
	return &checkpoint{Events: s.events, Hands: s.hands, Seats: s.seats, House: s.house, Game: s.game.Save()}
}
