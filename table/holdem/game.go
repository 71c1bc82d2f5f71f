package holdem

import (
	"encoding/json"
	"fmt"
	"io"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// Game is hold'em at one table, hand after hand: it moves the button, seals the deck and keeps the last hand to look at. It
// implements table.Game.
type Game struct {
	stakes Stakes
	blinds blinds
	number int64 // hands dealt

	hand    *Hand // the running or last hand; nil before the first
	id      table.HandID
	sealed  *deck.Sealed // never changed, so that copies share it
	start   []table.Stack
	waiting []Waiting // for the big blind; never changed, so that copies share it
	beats   int       // of its ending, see table.Result
	later   aftermath // what was done since
}

// memory is what a Game must know between hands. Those of older servers tell of the blinds only where the button was.
type memory struct {
	Button     table.Seat `json:"button"`
	SmallBlind table.Seat `json:"small_blind"`
	BigBlind   table.Seat `json:"big_blind"`
	Owed       []owing    `json:"owed,omitempty"`
	Number     int64      `json:"number"`
}

// owing is a seat with debts.
type owing struct {
	Seat table.Seat `json:"seat"`
	debt
}

// New makes a game from its Stakes as JSON and what Save had returned, nil for a new table. It is a table.NewGame.
func New(settings, saved json.RawMessage) (table.Game, error) {
	stakes, err := ParseStakes(settings)
	if err != nil {
		return nil, err
	}
	m := memory{Button: table.NoSeat, SmallBlind: table.NoSeat, BigBlind: table.NoSeat}
	if saved != nil {
		if err := json.Unmarshal(saved, &m); err != nil {
			return nil, fmt.Errorf("holdem: read what the game had saved: %w", err)
		}
	}
	g := &Game{stakes: stakes, blinds: blinds{last: lineup{button: m.Button, small: m.SmallBlind, big: m.BigBlind}}, number: m.Number}
	for _, o := range m.Owed {
		if o.Seat < 0 || o.Seat >= table.MaxSeats {
			return nil, fmt.Errorf("holdem: the game had saved a debt of seat %d", o.Seat)
		}
		g.blinds.owed[o.Seat] = o.debt
	}
	return g, nil
}

// Save returns what New needs to go on after this hand.
func (g *Game) Save() json.RawMessage {
	last := &g.blinds.last
	m := memory{Button: last.button, SmallBlind: last.small, BigBlind: last.big, Number: g.number}
	for seat, d := range g.blinds.owed {
		if (d != debt{}) {
			m.Owed = append(m.Owed, owing{table.Seat(seat), d})
		}
	}
	b, err := json.Marshal(m)
	if err != nil {
		panic("holdem: numbers do not marshal: " + err.Error())
	}
	return b
}

// Clone returns an independent copy, in the memory of an old one if there is one.
func (g *Game) Clone(old table.Game) table.Game {
	c, ok := old.(*Game)
	if !ok {
		c = &Game{}
	}
	hand := c.hand
	*c = *g
	if g.hand == nil {
		return c
	}
	if hand == nil {
		hand = &Hand{}
	}
	*hand = *g.hand
	c.hand = hand
	return c
}

// MinPlayers is two.
func (g *Game) MinPlayers() int { return 2 }

// Shuffle draws a deck and its salts.
func (g *Game) Shuffle(random io.Reader) ([]byte, error) {
	d, err := deck.Shuffle(random)
	if err != nil {
		return nil, err
	}
	return d.MarshalBinary()
}

// Start moves the button, lets in who may come in, and deals.
func (g *Game) Start(id table.HandID, places []table.Place, secret []byte) (table.Dealing, error) {
	var d deck.Deck
	if err := d.UnmarshalBinary(secret); err != nil {
		return table.Dealing{}, err
	}
	next, posts := g.blinds.next(places, &g.stakes, g.bombPot(places))
	cfg := Config{
		SmallBlind: g.stakes.SmallBlind, BigBlind: g.stakes.BigBlind, Ante: g.stakes.Ante, AnteKind: g.stakes.AnteKind,
		RunTwice: g.stakes.RunTwice, Players: next.last.players(places), Posts: posts,
	}
	in := table.Dealing{In: next.last.seats(), Spent: g.grant(&cfg, places)}
	sealed := d.Seal(string(id))
	hand, dealt, err := Deal(cfg, sealed)
	if err != nil {
		return table.Dealing{}, err
	}
	g.number++
	g.blinds, g.waiting = next, next.waiting(places, &g.stakes)
	g.hand, g.id, g.sealed, g.start, g.beats, g.later = hand, id, sealed, cfg.Players, 0, aftermath{}
	sb, bb := hand.blindSeats()
	started := HandStarted{
		Hand: id, Number: g.number, Button: next.last.button, SmallBlind: sb, BigBlind: bb, Seats: cfg.Players, Waiting: g.waiting,
		Commitment: sealed.Root(), BombPot: cfg.BombPot,
	}
	in.Events = g.finish(append([]table.Event{started}, dealt...))
	return in, nil
}

// Act plays a move, an Action as JSON.
func (g *Game) Act(seat table.Seat, move json.RawMessage, why table.Why) ([]table.Event, error) {
	if g.hand == nil {
		return nil, ErrHandOver
	}
	action, err := ParseAction(move)
	if err != nil {
		return nil, err
	}
	events, err := g.hand.act(seat, action, why)
	if err != nil {
		return nil, err
	}
	return g.finish(events), nil
}

// finish adds the end of the hand to its last events and measures how long they are worth looking at: a beat for a pot that
// nobody contested, one more for a showdown and one for each street that was dealt without a decision.
func (g *Game) finish(events []table.Event) []table.Event {
	if !g.hand.Over() {
		return events
	}
	streets, shown := 0, 0
	for _, e := range events {
		switch e.(type) {
		case StreetDealt:
			streets++
		case Shown:
			shown = 1
		}
	}
	g.beats = 1 + streets + shown
	ended := HandEnded{Hand: g.id}
	for i, s := range g.hand.Stacks() {
		ended.Seats = append(ended.Seats, Net{Seat: s.Seat, Stack: s.Chips, Net: s.Chips - g.start[i].Chips})
	}
	return append(events, ended)
}

// Turn reports who must act.
func (g *Game) Turn() (table.Turn, bool) {
	if g.hand == nil || g.hand.Over() {
		return table.Turn{Seat: table.NoSeat}, false
	}
	legal := g.hand.Legal()
	return table.Turn{
		Seat: legal.Seat, Number: g.hand.Decision(), Short: legal.Vote != "", Price: legal.Call, Options: legal,
	}, true
}

// Default is a check where it is free, else a fold; in a vote it is no.
func (g *Game) Default() json.RawMessage {
	move, err := json.Marshal(DefaultAction(g.hand.Legal()))
	if err != nil {
		panic("holdem: an action does not marshal: " + err.Error())
	}
	return move
}

// Result tells how the last hand ended.
func (g *Game) Result() (table.Result, bool) {
	if g.hand == nil || !g.hand.Over() {
		return table.Result{}, false
	}
	return table.Result{Stacks: g.hand.Stacks(), Beats: g.beats, Marks: g.hand.Marks()}, true
}

// View is the running or last hand as the holder of a seat may see it, a *View; nil before the first hand.
func (g *Game) View(seat table.Seat) any {
	if g.hand == nil {
		return nil
	}
	v := g.hand.View(seat)
	v.Hand, v.Number, v.Commitment, v.Waiting = g.id, g.number, g.sealed.Root(), g.waiting
	g.addAfter(v)
	return v
}
