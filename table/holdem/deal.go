package holdem

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// Deal posts antes, blinds and what others owe, gives out two cards each and waits for the first decision. When the blinds
// leave nobody with a choice, the hand is played to its end at once. The deck must not change afterwards.
//
// A config that makes no sense is refused with a ConfigError.
func Deal(cfg Config, d Deck) (*Hand, []table.Event, error) {
	if err := cfg.check(); err != nil {
		return nil, nil, err
	}
	h := &Hand{deck: d, small: cfg.SmallBlind, big: cfg.BigBlind, n: len(cfg.Players), decision: 1, leader: nobody, bomb: cfg.BombPot}
	h.mayTwice = cfg.RunTwice
	h.live = h.n
	for i, p := range cfg.Players {
		h.players[i] = player{seat: p.Seat, stack: p.Chips}
		for round := range 2 {
			h.players[i].hole[round] = d.Open(h.holePosition(i, round)).Card
		}
	}
	events := make([]table.Event, 0, h.n+4+2*len(cfg.Posts))
	events = h.postAntes(events, cfg.AnteKind, cfg.Ante)
	if cfg.BombPot {
		return h, h.advance(h.endStreet(append(events, h.dealt()))), nil
	}
	events = h.postBlinds(events)
	events = h.postOwed(events, cfg.Posts)
	events = h.postStraddle(events, cfg.Straddle)
	return h, h.advance(append(events, h.dealt())), nil
}

// holePosition is where in the deck a hole card comes from.
func (h *Hand) holePosition(place, round int) int { return round*h.n + place }

// boardPosition is where in the deck the i-th card of the board comes from.
func (h *Hand) boardPosition(i int) int { return 2*h.n + i }

// postAntes comes before the blinds, so a short stack pays its ante first.
func (h *Hand) postAntes(events []table.Event, kind AnteKind, ante table.Chips) []table.Event {
	_, big := h.blindPlaces()
	switch kind {
	case AnteEach:
		for i := range h.n {
			events = h.post(events, i, PostAnte, ante)
		}
	case AnteBB:
		events = h.post(events, big, PostAnte, ante)
		h.bury(&h.players[big], h.pot)
	}
	return events
}

func (h *Hand) postBlinds(events []table.Event) []table.Event {
	small, big := h.blindPlaces()
	events = h.post(events, small, PostSmallBlind, h.small)
	events = h.post(events, big, PostBigBlind, h.big)
	h.price, h.raise = h.big, h.big
	h.turn = h.largestBlind() // who comes after it speaks first
	h.opener = h.after(h.turn)
	return events
}

// postOwed comes after the blinds and changes neither the price nor who speaks first. A short stack has its live bet before
// the dead one.
func (h *Hand) postOwed(events []table.Event, posts []Post) []table.Event {
	for _, p := range posts {
		place := slices.IndexFunc(h.players[:h.n], func(at player) bool { return at.seat == p.Seat })
		events = h.post(events, place, PostLive, p.Live)
		before := h.pot
		events = h.post(events, place, PostDead, p.Dead)
		h.bury(&h.players[place], h.pot-before)
	}
	return events
}

// bury makes chips that a player has just put in dead.
func (h *Hand) bury(p *player, amount table.Chips) {
	p.dead += amount
	h.dead += amount
}

// largestBlind is the place that posted most, the last of equals. That is the big blind, but for two cases in which it makes
// a difference: a big blind posted short tables later when nobody bets, and of two players with equal blinds the one left
// of the button speaks first.
func (h *Hand) largestBlind() (largest int) {
	for i := range h.n {
		if h.players[i].bet >= h.players[largest].bet {
			largest = i
		}
	}
	return largest
}

// post puts in what is asked or what there is. Nothing is no event.
func (h *Hand) post(events []table.Event, place int, kind PostKind, amount table.Chips) []table.Event {
	p := &h.players[place]
	if amount = min(amount, p.stack); amount == 0 {
		return events
	}
	h.put(p, amount)
	if kind == PostAnte || kind == PostDead {
		p.bet -= amount // it is no bet
	}
	return append(events, Posted{
		Seat: p.seat, Kind: kind, Amount: amount, Bet: p.bet, Stack: p.stack, Pot: h.pot, AllIn: p.stack == 0,
	})
}

// put moves chips from a stack into the pot.
func (h *Hand) put(p *player, amount table.Chips) {
	p.stack -= amount
	p.bet += amount
	p.in += amount
	h.pot += amount
}

func (h *Hand) dealt() Dealt {
	e := Dealt{Seats: make([]table.Seat, h.n)}
	for i, p := range h.players[:h.n] {
		e.Seats[i] = p.seat
		e.hole[p.seat] = h.openHole(i)
	}
	return e
}

// openHole proves the two cards of a place. Only its own player may see them before they are shown.
func (h *Hand) openHole(place int) [2]deck.Opening {
	return [2]deck.Opening{h.deck.Open(h.holePosition(place, 0)), h.deck.Open(h.holePosition(place, 1))}
}
