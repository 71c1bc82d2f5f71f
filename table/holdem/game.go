package holdem

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// Game is hold'em at one table, hand after hand: it moves the button, seals the deck and keeps the last hand to look at. It
// implements table.Game.
type Game struct {
	stakes Stakes
	button table.Seat // of the running or last hand; NoSeat before the first
	number int64      // hands dealt

	hand   *Hand // the running or last hand; nil before the first
	id     table.HandID
	sealed *deck.Sealed // never changed, so that copies share it
	start  []table.Stack
	beats  int // of its ending, see table.Result
}

// memory is what a Game must know between hands.
type memory struct {
	Button table.Seat `json:"button"`
	Number int64      `json:"number"`
}

// New makes a game from its Stakes as JSON and what Save had returned, nil for a new table. It is a table.NewGame.
func New(settings, saved json.RawMessage) (table.Game, error) {
	stakes, err := ParseStakes(settings)
	if err != nil {
		return nil, err
	}
	m := memory{Button: table.NoSeat}
	if saved != nil {
		if err := json.Unmarshal(saved, &m); err != nil {
			return nil, fmt.Errorf("holdem: read what the game had saved: %w", err)
		}
	}
	return &Game{stakes: stakes, button: m.Button, number: m.Number}, nil
}

// Save returns what New needs to go on after this hand.
func (g *Game) Save() json.RawMessage {
	b, err := json.Marshal(memory{g.button, g.number})
	if err != nil {
		panic("holdem: two numbers do not marshal: " + err.Error())
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

// Start moves the button to the next seat dealt in and deals.
func (g *Game) Start(id table.HandID, places []table.Place, secret []byte) (table.Dealing, error) {
	var d deck.Deck
	if err := d.UnmarshalBinary(secret); err != nil {
		return table.Dealing{}, err
	}
	var in table.Dealing
	var seats []table.Stack
	for _, p := range places {
		if p.In {
			in.In, seats = append(in.In, p.Seat), append(seats, table.Stack{Seat: p.Seat, Chips: p.Chips})
		}
	}
	order := g.order(seats)
	sealed := d.Seal(string(id))
	cfg := Config{
		SmallBlind: g.stakes.SmallBlind, BigBlind: g.stakes.BigBlind, Ante: g.stakes.Ante, AnteKind: g.stakes.AnteKind,
		RunTwice: g.stakes.RunTwice, Players: order,
	}
	in.Spent = g.grant(&cfg, places)
	hand, dealt, err := Deal(cfg, sealed)
	if err != nil {
		return table.Dealing{}, err
	}
	g.number++
	g.button = order[len(order)-1].Seat
	g.hand, g.id, g.sealed, g.start, g.beats = hand, id, sealed, order, 0
	sb, bb := hand.blindSeats()
	started := HandStarted{
		Hand: id, Number: g.number, Button: g.button, SmallBlind: sb, BigBlind: bb, Seats: order, Commitment: sealed.Root(),
		BombPot: cfg.BombPot,
	}
	in.Events = g.finish(append([]table.Event{started}, dealt...))
	return in, nil
}

// order returns the seats from the left of the new button on, which is the next seat dealt in after the old one.
func (g *Game) order(seats []table.Stack) []table.Stack {
	next := slices.IndexFunc(seats, func(s table.Stack) bool { return s.Seat > g.button })
	next = max(next, 0) // past the last seat: around the table
	first := (next + 1) % len(seats)
	return slices.Concat(seats[first:], seats[:first])
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

// Planned knows no plan yet.
func (g *Game) Planned(table.Seat, table.Chips, json.RawMessage) (json.RawMessage, bool) {
	return nil, false
}

// After knows nothing to do after a hand yet.
func (g *Game) After(table.Seat, json.RawMessage) ([]table.Event, error) {
	return nil, table.ErrNotAllowed
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
	v.Hand, v.Number, v.Commitment = g.id, g.number, g.sealed.Root()
	return v
}
