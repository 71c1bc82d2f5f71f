package holdem

import (
	"encoding/json"
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// aftermath is what was done since the last hand ended.
type aftermath struct {
	showed [table.MaxSeats][2]bool // cards that were shown of free will
	rabbit bool                    // the cards that would have come have been seen
}

// afterMove is what a player does when the hand is over.
type afterMove struct {
	Do    string `json:"do"`              // "show" or "rabbit"
	Cards string `json:"cards,omitempty"` // with "show": "left", "right" or "both", as they were dealt
}

// After shows a player's own cards, or hunts the rabbit: it turns over the cards that would have come, from a deck that is
// still whole. It implements table.Game.
func (g *Game) After(seat table.Seat, raw json.RawMessage) ([]table.Event, error) {
	var move afterMove
	switch {
	case g.hand == nil || !g.hand.over:
		return nil, table.ErrTooLate
	case json.Unmarshal(raw, &move) != nil:
		return nil, ErrBadAction
	case move.Do == "show":
		return g.show(seat, move.Cards)
	case move.Do == "rabbit" && move.Cards == "":
		return g.huntRabbit()
	}
	return nil, ErrBadAction
}

// show tables one card or both of a player's own.
func (g *Game) show(seat table.Seat, which string) ([]table.Event, error) {
	cards, ok := map[string][]int{"left": {0}, "right": {1}, "both": {0, 1}}[which]
	p := g.hand.player(seat)
	if !ok || p == nil {
		return nil, ErrBadAction
	}
	showed := Showed{Seat: seat}
	for _, i := range cards {
		if !p.shown && !g.later.showed[seat][i] {
			g.later.showed[seat][i] = true
			showed.Cards = append(showed.Cards, g.openOwn(seat, i))
		}
	}
	if len(showed.Cards) == 0 {
		return nil, ErrIllegalAction
	}
	return []table.Event{showed}, nil
}

// openOwn proves one of a seat's two cards.
func (g *Game) openOwn(seat table.Seat, i int) deck.Opening {
	place := slices.IndexFunc(g.hand.players[:g.hand.n], func(p player) bool { return p.seat == seat })
	return g.hand.openHole(place)[i]
}

// huntRabbit turns over what would have come. There is nothing left to see after the river or when everyone was all-in.
func (g *Game) huntRabbit() ([]table.Event, error) {
	switch {
	case !g.stakes.RabbitHunt:
		return nil, table.ErrNotAllowed
	case g.later.rabbit || g.hand.street == River:
		return nil, ErrIllegalAction
	}
	g.later.rabbit = true
	return []table.Event{Rabbit{Cards: g.rabbit()}}, nil
}

// rabbit are the cards of the board that were not dealt.
func (g *Game) rabbit() (cards []deck.Opening) {
	for i := boardCards[g.hand.street]; i < boardCards[River]; i++ {
		cards = append(cards, g.hand.deck.Open(g.hand.boardPosition(i)))
	}
	return cards
}

// addAfter puts into a view what was shown since the hand ended.
func (g *Game) addAfter(v *View) {
	v.Rabbit = []deck.Card{}
	if g.later.rabbit {
		for _, o := range g.rabbit() {
			v.Rabbit = append(v.Rabbit, o.Card)
			v.Openings = append(v.Openings, o)
		}
	}
	for i := range v.Seats {
		s := &v.Seats[i]
		for card, shown := range g.later.showed[s.Seat] {
			if !shown {
				continue
			}
			o := g.openOwn(s.Seat, card)
			s.Shown = append(s.Shown, o.Card)
			if s.Seat != v.You { // who holds it has the proof already
				v.Openings = append(v.Openings, o)
			}
		}
	}
}
