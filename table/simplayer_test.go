package table_test

import (
	"encoding/json"
	"fmt"
	"time"

	"example.com/fullhouse/table"
)

// live is what people do all the time: come and go, and play.
func (p *simPerson) live() {
	s, t := p.sim, p.at
	wait := 4 * time.Second
	if s.silent {
		return
	}
	switch {
	case t.machine == nil || p.out:
	case !p.here:
		p.here = true
		t.after(t.machine.Join(s.now, p, p.seen*int64(s.chance.IntN(2))))
	case !p.script && s.chance.IntN(60) == 0:
		p.here = false
		t.after(t.machine.Leave(s.now, p))
		if s.chance.IntN(3) == 0 {
			wait = 6 * time.Minute
		}
	default:
		p.do()
	}
	if p.here && p.turn != nil && p.turn.Seat == p.seat {
		wait = 2 * time.Second
	}
	s.after(s.soon(wait), p.live)
}

// do sends a command, or the last one again: often when it has not been answered, at times for no reason.
func (p *simPerson) do() {
	c := p.sim.chance
	if again := p.last.cmd != nil && (!p.last.over && c.IntN(2) == 0 || c.IntN(12) == 0); !again {
		cmd := p.choose()
		if cmd == nil {
			return
		}
		p.sent++
		p.last = simSent{id: fmt.Sprintf("%s-%d", p.account, p.sent), cmd: cmd}
	}
	if p.last.times++; p.last.times > 1 {
		p.sim.met["resend"]++
	}
	t := p.at
	t.perhapsPanic()
	t.after(t.machine.Command(p.sim.now, p, p.last.id, p.last.cmd))
}

// choose is what somebody wants next: nil for nothing.
func (p *simPerson) choose() table.Command {
	c := p.sim.chance
	mine := p.seat != table.NoSeat && p.turn != nil && p.turn.Seat == p.seat
	switch {
	case mine && (p.script || c.IntN(20) > 0), p.turn != nil && !p.script && c.IntN(20) == 0:
		return p.move()
	case c.IntN(12) == 0:
		return p.talk()
	case p.account == p.at.cfg.Host && c.IntN(12) == 0:
		return p.host()
	case p.watch && c.IntN(10) > 0:
		return nil
	case p.watch:
		return []table.Command{table.Stand{}, table.SitOut{}, table.ComeBack{}, table.BuyIn{Amount: 100}, table.Sit{BuyIn: -100}}[c.IntN(5)]
	case p.seat == table.NoSeat && (p.script || c.IntN(3) == 0):
		return table.Sit{BuyIn: table.Chips(100 + c.IntN(301))}
	case p.seat == table.NoSeat:
		at := table.Seat(c.IntN(8) - 1)
		return []table.Command{nil, nil, nil, table.Stand{}, table.Hold{Seat: at}, table.Sit{Seat: &at, BuyIn: table.Chips(c.IntN(600) - 100), Post: c.IntN(2) > 0}}[c.IntN(6)]
	case p.script && c.IntN(4) == 0:
		return table.Wish{Wish: "bomb_pot", On: true}
	case p.script:
		return table.BuyIn{Amount: 400}
	case p.turn == nil && c.IntN(3) == 0:
		return p.after()
	}
	return []table.Command{table.Stand{AfterHand: c.IntN(2) > 0}, table.SitOut{}, table.ComeBack{Post: c.IntN(2) > 0}, table.ComeBack{},
		table.BuyIn{Amount: table.Chips(c.IntN(500) - 20)}, table.Sit{BuyIn: 200},
		table.Wish{Wish: []string{"straddle", "bomb_pot", "peace"}[c.IntN(3)], On: c.IntN(4) > 0},
		p.plan(), table.Unplan{}, p.after(), p.bank(), table.AutoBank{On: c.IntN(3) > 0}, nil, nil}[c.IntN(14)]
}

// somebody is a name at the table.
func (p *simPerson) somebody() string {
	return p.at.people[p.sim.chance.IntN(simGuests+1)].account
}

// talk is a word, or not to hear one.
func (p *simPerson) talk() table.Command {
	c := p.sim.chance
	return []table.Command{table.Say{Text: "nice hand"}, table.Say{Text: "thanks"}, table.Say{}, table.Mute{Who: p.somebody(), On: c.IntN(2) > 0},
		table.Mute{On: c.IntN(2) > 0}}[c.IntN(5)]
}

// host is what only the host may do, short of ending the table. Two guests at most are shown out: the others shall play.
func (p *simPerson) host() table.Command {
	c := p.sim.chance
	if c.IntN(20) == 0 {
		return table.Kick{Who: p.at.people[simGuests-c.IntN(2)].account}
	}
	return []table.Command{table.Pause{}, table.Resume{}, table.Resume{}, table.Silence{Who: p.somebody(), On: c.IntN(3) > 0}}[c.IntN(4)]
}

// plan is a move in advance, which may mean nothing.
func (p *simPerson) plan() table.Command {
	c := p.sim.chance
	do := []string{"check_fold", "check", "call", "call_any", "raise"}[c.IntN(5)]
	street := []string{"preflop", "flop", "turn", "river"}[c.IntN(4)]
	return table.Plan{Hand: p.hand, Price: table.Chips(c.IntN(2) * 10), Move: json.RawMessage(fmt.Sprintf(`{"do":%q,"street":%q}`, do, street))}
}

// after is something to do when a hand is over, which it need not be.
func (p *simPerson) after() table.Command {
	move := []string{`{"do":"show","cards":"left"}`, `{"do":"show","cards":"both"}`, `{"do":"rabbit"}`, `{"do":"dance"}`}[p.sim.chance.IntN(4)]
	return table.After{Hand: p.hand, Move: json.RawMessage(move)}
}

// bank draws on the time bank.
func (p *simPerson) bank() table.Command {
	if p.turn == nil {
		return table.Bank{Hand: p.hand, Turn: 1}
	}
	return table.Bank{Hand: p.turn.Hand, Turn: p.turn.Turn}
}

// move is a decision, mostly a legal one.
func (p *simPerson) move() table.Command {
	c, o := p.sim.chance, p.turn.Options
	act := table.Act{Hand: p.turn.Hand, Turn: p.turn.Turn, Price: p.turn.Price}
	say := func(do string, to table.Chips) table.Command {
		act.Move = json.RawMessage(fmt.Sprintf(`{"do":%q}`, do))
		if to > 0 {
			act.Move = json.RawMessage(fmt.Sprintf(`{"do":%q,"to":%d}`, do, to))
		}
		return act
	}
	goOn := "check"
	if o.Call > 0 {
		goOn = "call"
	}
	switch n := c.IntN(24); {
	case o.Vote != "" && n < 20:
		return say([]string{"once", "twice", "twice", "twice"}[n%4], 0)
	case p.script || n < 9:
		return say(goOn, 0)
	case n < 13:
		return say("fold", 0)
	case n < 17 && o.Raise != "":
		return say(o.Raise, o.MinTo+table.Chips(c.Int64N(int64(o.MaxTo-o.MinTo)+1)))
	case n == 17 && o.Raise != "":
		return say(o.Raise, o.MaxTo)
	case n == 20:
		act.Turn++ // of the future
	case n == 21:
		act.Hand += "0"
	case n == 22:
		act.Price++
	case n == 23:
		return say("raise", table.Chips(c.Int64())) // most likely nonsense
	}
	return say(goOn, 0)
}
