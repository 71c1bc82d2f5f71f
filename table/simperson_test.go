package table_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"time"

	"example.com/fullhouse/table"
)

// simPerson is somebody in a simulation: a table.Player who plays by chance or by a script, or only watches, and holds the
// table to what it has told.
type simPerson struct {
	sim     *simulation
	account string
	script  bool // always calls
	watch   bool // never sits
	at      *simTable
	here    bool // connected
	out     bool // shown out for good

	seat   table.Seat
	seen   int64 // the last event
	frozen bool
	turn   *simTurn
	heard  time.Time // of the turn
	hand   table.HandID
	open   map[string]bool // cards that all may see in this hand
	shown  bool            // some of them are a player's
	folded map[table.Seat]bool

	sent int
	last simSent
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
		Vote  string
	}
}

// simSent is a command, and how often it was sent.
type simSent struct {
	id    string
	cmd   table.Command
	times int
	over  bool // it has been answered
}

// simMessage is any message that a player can be sent.
type simMessage struct {
	Type   string
	Seq    int64
	Seat   table.Seat
	Name   string
	Do     string
	Reason string
	Hand   table.HandID
	Frozen bool
	MSLeft int64 `json:"ms_left"`
	Board  []string
	Run    int
	Kind   string
	Bomb   bool `json:"bomb_pot"`
	simSight
}

func (p *simPerson) Account() string { return p.account }
func (p *simPerson) Name() string    { return p.account }
func (p *simPerson) MayPlay() bool   { return true }

// Closed implements table.Player.
func (p *simPerson) Closed(why string) { p.here, p.out = false, p.out || why == "kicked" }

// Deliver reads messages and holds them against the log and what was told before.
func (p *simPerson) Deliver(messages ...[]byte) {
	for _, raw := range messages {
		var m simMessage
		if err := json.Unmarshal(raw, &m); err != nil {
			p.sim.failf("message %s: %v", raw, err)
		}
		switch {
		case m.Type == "snapshot":
			p.begin(m)
		case m.Type == "said":
			p.sim.met["said"]++
		case m.Type == "banking":
			p.sim.met["time bank"]++
			p.clock(m.MSLeft)
		case m.Type == "frozen" || m.Type == "synced":
			p.frozen = m.Frozen
			p.clock(m.MSLeft)
		case m.Seq > 0:
			if m.Seq != p.seen+1 || m.Seq > p.at.events {
				p.sim.failf("%s hears event %d after %d, and the log tells of %d: %s", p.account, m.Seq, p.seen, p.at.events, raw)
			}
			p.inTime(m, raw)
			p.seen = m.Seq
			p.sameForAll(m.Seq, raw)
			p.follow(m, raw)
		}
		p.checkCards(raw)
	}
}

// inTime holds an event against the delay of the table: who had no seat before it nor has one after it hears of no running hand.
func (p *simPerson) inTime(m simMessage, raw []byte) {
	if !p.at.cfg.Settings.Delay || p.seat != table.NoSeat || p.at.durable.Seat(p.account) != table.NoSeat {
		return
	}
	if p.at.late > 0 && m.Seq > p.at.late {
		p.sim.failf("%s watches and is told of the running hand: %s", p.account, raw)
	}
	if m.Type == "hand_ended" {
		p.sim.met["delayed hand"]++
	}
}

// clock notes what is left of the turn.
func (p *simPerson) clock(msLeft int64) {
	if p.turn != nil {
		p.turn.MSLeft, p.heard = msLeft, p.sim.now
	}
}

// simOwn is what an event tells one player only, and the clock.
var simOwn = regexp.MustCompile(`,"your_.*|,"(?:ms_left|bank_ms|out_ms)":\d+`)

// sameForAll holds an event against what others were told of it, also by an earlier process.
func (p *simPerson) sameForAll(seq int64, raw []byte) {
	public := string(bytes.TrimSuffix(simOwn.ReplaceAll(raw, nil), []byte("}")))
	if before, told := p.at.told[seq]; told && before != public {
		p.sim.failf("event %d is now\n%s\nand was\n%s", seq, public, before)
	}
	p.at.told[seq] = public
}

// begin takes a snapshot.
func (p *simPerson) begin(m simMessage) {
	if m.Seq > p.at.events {
		p.sim.failf("%s sees the table after event %d, and the log tells of %d", p.account, m.Seq, p.at.events)
	}
	v := m.Table
	p.seen, p.seat, p.frozen, p.turn, p.heard = m.Seq, v.You.Seat, v.Frozen, v.Turn, p.sim.now
	p.newHand("")
	if v.Hand == nil {
		return
	}
	p.newHand(v.Hand.Hand)
	p.board(v.Hand.Board)
	p.second(v.Hand.Board2)
	p.rabbit(v.Hand.Rabbit)
	for _, s := range v.Hand.Seats {
		p.folded[s.Seat] = s.Folded
		switch {
		case len(s.Shown) == 2 && !s.Folded:
			p.show(s.Seat, s.Shown)
		default:
			p.showOwn(s.Seat, s.Shown)
		}
	}
	if p.shown && p.turn != nil && p.turn.Options.Vote == "" {
		p.sim.failf("hands are shown to %s while %s goes on", p.account, p.hand)
	}
}

func (p *simPerson) newHand(hand table.HandID) {
	p.hand, p.open, p.shown, p.folded = hand, map[string]bool{}, false, map[table.Seat]bool{}
}

// follow takes an event.
func (p *simPerson) follow(m simMessage, raw []byte) {
	p.sim.meet(m)
	switch m.Type {
	case "hand_started":
		p.newHand(m.Hand)
		if m.Bomb {
			p.sim.met["bomb pot"]++
		}
	case "posted":
		if m.Kind == "straddle" {
			p.sim.met["straddle"]++
		}
	case "turn":
		p.turn, p.heard = new(simTurn), p.sim.now
		_ = json.Unmarshal(raw, p.turn) // it was read before
		if p.shown && p.turn.Options.Vote == "" {
			p.sim.failf("hands were shown to %s, and %s goes on", p.account, p.hand)
		}
	case "acted", "voted":
		if waited := p.sim.now.Sub(p.heard); m.Reason == string(table.ByClock) && p.turn != nil && waited.Milliseconds() < p.turn.MSLeft {
			p.sim.failf("the clock plays for seat %d after %v, it had %d ms", m.Seat, waited, p.turn.MSLeft)
		}
		p.turn = nil
		p.folded[m.Seat] = p.folded[m.Seat] || m.Do == "fold"
	case "street":
		if m.Run == 2 {
			p.second(m.Board)
		} else {
			p.board(m.Board)
		}
	case "shown":
		var s struct{ Cards []struct{ Card string } }
		_ = json.Unmarshal(raw, &s) // it was read before
		p.show(m.Seat, []string{s.Cards[0].Card, s.Cards[1].Card})
	case "showed":
		p.showOwn(m.Seat, opened(raw))
	case "rabbit":
		p.rabbit(opened(raw))
	case "hand_ended":
		p.turn = nil
	case "sat":
		if m.Name == p.account {
			p.seat = m.Seat
		}
	case "stood":
		if m.Seat == p.seat {
			p.seat = table.NoSeat
		}
	}
}

// board notes the cards that lie on the table: those of the deck, and no others.
func (p *simPerson) board(cards []string) {
	for i, card := range cards {
		if want := p.deal().board[i]; card != want {
			p.sim.failf("card %d on the board is %s to %s, want %s", i, card, p.account, want)
		}
		p.open[card] = true
	}
}

// second notes the cards of a second board: those it shares with the first, and then those that follow it in the deck.
func (p *simPerson) second(cards []string) {
	shared := 0
	if len(cards) == 5 {
		p.sim.met["second board"]++
	}
	for i, card := range cards {
		if p.deal().board[i] == card {
			shared++
		} else if want := p.deal().board[5+i-shared]; card != want {
			p.sim.failf("card %d on the second board is %s to %s, want %s", i, card, p.account, want)
		}
		p.open[card] = true
	}
}

// show notes a seat's cards that all may see.
func (p *simPerson) show(seat table.Seat, cards []string) {
	if want := p.deal().hole[seat]; p.folded[seat] || !slices.Equal(cards, want[:]) {
		p.sim.failf("seat %d (folded: %t) shows %v to %s, it has %v", seat, p.folded[seat], cards, p.account, want)
	}
	p.open[cards[0]], p.open[cards[1]], p.shown = true, true, true
}

// opened are the cards of a message that proves them.
func opened(raw []byte) (cards []string) {
	var m struct{ Cards []struct{ Card string } }
	_ = json.Unmarshal(raw, &m) // it was read before
	for _, c := range m.Cards {
		cards = append(cards, c.Card)
	}
	return cards
}

// showOwn notes cards that a player shows when the hand is over: its own, folded or not.
func (p *simPerson) showOwn(seat table.Seat, cards []string) {
	for _, card := range cards {
		if hole := p.deal().hole[seat]; p.turn != nil || !slices.Contains(hole[:], card) {
			p.sim.failf("seat %d shows %s to %s in %s, it has %v", seat, card, p.account, p.hand, hole)
		}
		p.open[card] = true
	}
}

// rabbit notes the cards that would have come: the rest of the board, when the hand is over.
func (p *simPerson) rabbit(cards []string) {
	for i, card := range cards {
		if want := p.deal().board[5-len(cards)+i]; p.turn != nil || card != want {
			p.sim.failf("the rabbit's card %d is %s to %s in %s, want %s", i, card, p.account, p.hand, want)
		}
		p.open[card] = true
	}
}

// deal is what the log says of the hand that is played.
func (p *simPerson) deal() *simDeal {
	deal := p.at.deals[p.hand]
	if deal == nil {
		p.sim.failf("%s is told of hand %q, which is not in the log", p.account, p.hand)
	}
	return deal
}

// checkCards looks for cards that are neither one's own nor for all to see.
func (p *simPerson) checkCards(raw []byte) {
	for _, card := range cardsIn(raw) {
		if owner, hole := p.deal().owner[card]; !p.open[card] && (!hole || owner != p.account) {
			p.sim.failf("%s is sent %s, which is hidden: %s", p.account, card, raw)
		}
	}
}

// Answer holds what became of a command against the log: what is acknowledged is in it, once; what is refused is not.
func (p *simPerson) Answer(id string, err error) {
	if id != p.last.id {
		return // of a command that something else has followed
	}
	p.last.over = true
	p.listed(p.last.cmd, err)
	if errors.Is(err, table.ErrNotEnoughChips) {
		p.sim.met["empty wallet"]++
	}
	written := p.at.head().ids[id]
	if err == nil && (p.watch || written != 1 && !p.idle()) && !passing(p.last.cmd) {
		p.sim.failf("%s's %T %s is acknowledged, and in %d records", p.account, p.last.cmd, id, written)
	}
	for _, unknown := range []error{table.ErrTableClosed, table.ErrTableBusy, table.ErrInternal} {
		if errors.Is(err, unknown) {
			p.last.over = false // perhaps it took effect: to be sent again
			return
		}
	}
	_, bring := errors.AsType[table.BuyInError](err)
	if given := errors.Is(err, table.ErrNotSeated) || bring; err != nil && written > 0 && !given { // the seat that it was about is given up
		p.sim.failf("%s's %T %s is refused (%v), and in the log", p.account, p.last.cmd, id, err)
	}
}

// passing reports whether a command is about the present only, and in no log.
func passing(c table.Command) bool {
	switch c.(type) {
	case table.Hold, table.Plan, table.Unplan, table.Bank, table.Say, table.Mute:
		return true
	case table.Pause, table.Resume, table.Silence, table.Kick: // of a host without a seat, who has nowhere to keep an id
		return true
	}
	return false
}

// idle reports whether there was nothing to do for the last command, so that it need not be in the log.
func (p *simPerson) idle() bool {
	for _, s := range p.at.look(p.at.machine, p.account).Table.Seats {
		if s.Name != p.account {
			continue
		}
		switch cmd := p.last.cmd.(type) {
		case table.Wish:
			return slices.Contains(s.Wishes, cmd.Wish) == cmd.On
		case table.AutoBank:
			return true // it is told to its player alone, and in no event
		case table.Stand:
			return s.Leaving
		case table.SitOut:
			return s.SittingOut
		case table.ComeBack:
			return !s.SittingOut
		}
	}
	return false
}
