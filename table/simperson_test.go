package table_test

import (
	"encoding/json"
	"fmt"
	"regexp"

	"example.com/fullhouse/table"
)

// simPerson is somebody in a simulation: a table.Player who plays by chance or by a script, and holds the table to what it has
// told.
type simPerson struct {
	sim     *simulation
	account string
	script  bool // always calls
	at      *simTable
	here    bool // connected

	seat   table.Seat
	seen   int64 // the last event
	turn   *simTurn
	sent   int
	last   simSent // the last command
	hand   table.HandID
	shown  map[string]bool // cards that all may see in this hand
	folded map[table.Seat]bool
}

type simTurn struct {
	Hand    table.HandID
	Turn    int
	Seat    table.Seat
	Price   table.Chips
	MSLeft  int64 `json:"ms_left"`
	Options struct {
		Call  table.Chips
		Raise string
		MinTo table.Chips `json:"min_to"`
		MaxTo table.Chips `json:"max_to"`
	}
}

type simSent struct {
	id  string
	cmd table.Command
}

func (p *simPerson) Account() string { return p.account }
func (p *simPerson) Name() string    { return p.account }
func (p *simPerson) Closed(string)   { p.here = false }

// Answer notes what became of a command. What is acknowledged must be in the log, once.
func (p *simPerson) Answer(id string, err error) {
	if err != nil {
		return
	}
	if _, act := p.last.cmd.(table.Act); act && id == p.last.id && p.at.head().ids[id] != 1 {
		p.sim.failf("%s's move %s is acknowledged, and in %d records", p.account, id, p.at.head().ids[id])
	}
}

// simCard finds the cards in a message.
var simCard = regexp.MustCompile(`"([2-9TJQKA][cdhs])"`)

// Deliver reads messages and holds them against what was told before.
func (p *simPerson) Deliver(messages ...[]byte) {
	for _, raw := range messages {
		var m struct {
			Type  string
			Seq   int64
			Seat  table.Seat
			Do    string
			Hand  table.HandID
			Table struct {
				You  struct{ Seat table.Seat }
				Hand *struct {
					Hand  table.HandID
					Seats []struct {
						Seat   table.Seat
						Folded bool
						Shown  []string
					}
				}
				Turn *simTurn
			}
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			p.sim.failf("message %s: %v", raw, err)
		}
		switch {
		case m.Type == "snapshot":
			p.seen, p.seat, p.turn = m.Seq, m.Table.You.Seat, m.Table.Turn
			if h := m.Table.Hand; h != nil {
				p.begin(h.Hand)
				for _, s := range h.Seats {
					p.table(s.Seat, s.Folded, s.Shown, raw)
				}
			}
		case m.Seq > 0 && m.Type != "synced":
			if m.Seq != p.seen+1 {
				p.sim.failf("%s hears event %d after %d", p.account, m.Seq, p.seen)
			}
			p.seen = m.Seq
			p.follow(m.Type, m.Seat, m.Do, m.Hand, raw)
		}
		p.checkCards(raw)
	}
}

func (p *simPerson) begin(hand table.HandID) {
	p.hand, p.shown, p.folded = hand, map[string]bool{}, map[table.Seat]bool{}
}

// follow takes an event.
func (p *simPerson) follow(kind string, seat table.Seat, do string, hand table.HandID, raw []byte) {
	switch kind {
	case "hand_started":
		p.begin(hand)
	case "turn":
		p.turn = new(simTurn)
		_ = json.Unmarshal(raw, p.turn) // it was read before
	case "acted":
		p.turn = nil
		if do == "fold" {
			p.folded[seat] = true
		}
	case "shown":
		p.table(seat, p.folded[seat], cardsIn(raw), raw)
	case "hand_ended":
		p.turn = nil
	case "sat", "stood":
		p.seat = p.at.seatOf(p.account)
	}
}

// table notes a seat's cards that all may see.
func (p *simPerson) table(seat table.Seat, folded bool, cards []string, raw []byte) {
	p.folded[seat] = folded
	if folded && len(cards) > 0 {
		p.sim.failf("the cards of a folded hand are shown: %s", raw)
	}
	for _, card := range cards {
		p.shown[card] = true
	}
}

// checkCards looks for cards that are somebody else's, and not shown.
func (p *simPerson) checkCards(raw []byte) {
	for _, card := range cardsIn(raw) {
		if owner, hole := p.at.holes[p.hand][card]; hole && owner != p.account && !p.shown[card] {
			p.sim.failf("%s, who is not %s, is sent %s: %s", p.account, owner, card, raw)
		}
	}
}

// act chooses what to do next.
func (p *simPerson) act() table.Command {
	c := p.sim.chance
	if p.turn != nil && p.turn.Seat == p.seat && p.seat != table.NoSeat && (p.script || c.IntN(20) > 0) {
		return p.move()
	}
	if p.seat == table.NoSeat {
		if p.script || c.IntN(3) == 0 {
			return table.Sit{BuyIn: table.Chips(100 + c.IntN(301))}
		}
		return nil
	}
	if p.script {
		return table.BuyIn{Amount: 400}
	}
	return []table.Command{table.Stand{}, table.SitOut{}, table.ComeBack{}, table.ComeBack{}, table.BuyIn{Amount: table.Chips(c.IntN(500) - 20)},
		table.Sit{BuyIn: 200}, nil, nil, nil}[c.IntN(9)]
}

// move is a decision at one's own turn: mostly a legal one.
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
	switch n := c.IntN(20); {
	case p.script || n < 9:
		return say(goOn, 0)
	case n < 13:
		return say("fold", 0)
	case n < 17 && o.Raise != "":
		return say(o.Raise, o.MinTo+table.Chips(c.Int64N(int64(o.MaxTo-o.MinTo)+1)))
	case n == 17:
		act.Turn++ // of the future
		return say(goOn, 0)
	case n == 18:
		return say("raise", table.Chips(c.Int64())) // most likely nonsense
	}
	return say(goOn, 0)
}

// do sends a command, or the last one again.
func (p *simPerson) do() {
	if !p.here || p.at.machine == nil {
		return
	}
	cmd := p.sim.chance.IntN(12) == 0 && p.last.cmd != nil
	if !cmd {
		next := p.act()
		if next == nil {
			return
		}
		p.sent++
		p.last = simSent{fmt.Sprintf("%s-%d", p.account, p.sent), next}
	}
	t := p.at
	t.after(t.machine.Command(p.sim.now, p, p.last.id, p.last.cmd))
}

// cardsIn are the cards in a message.
func cardsIn(raw []byte) (cards []string) {
	for _, found := range simCard.FindAllSubmatch(raw, -1) {
		cards = append(cards, string(found[1]))
	}
	return cards
}
