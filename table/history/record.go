package history

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// FromRecord makes a hand from what a table has told of it, as the holder of one seat may know it; NoSeat is a watcher. Of the
// private parts it looks at the viewer's only. Game is the "game" object of the table's settings.
//
// Why a move was made (by the clock, by a plan) is left out, and so is what the record tells of a kind that this package does
// not know.
func FromRecord(game json.RawMessage, rec *table.HandRecord, viewer table.Seat) (*Hand, error) {
	stakes, err := holdem.ParseStakes(game)
	if err != nil {
		return nil, malformed("the table's settings: %v", err)
	}
	t := &tale{hand: &Hand{
		Version: Version, ID: rec.Hand, Game: stakes, Viewer: viewer, Board: []deck.Card{}, Actions: []Action{},
		Result: &Result{Uncalled: []table.Stack{}, Pots: []Pot{}},
	}, record: rec, street: streets[holdem.Preflop]}
	if err := t.read(); err != nil {
		return nil, err
	}
	if err := t.hand.Check(); err != nil {
		return nil, err
	}
	return t.hand, nil
}

// SeatOf is the seat that an account had in a recorded hand, NoSeat if it was not dealt in.
func SeatOf(rec *table.HandRecord, account string) table.Seat {
	for _, s := range rec.Seats {
		if account != "" && s.Account == account {
			return s.Seat
		}
	}
	return table.NoSeat
}

// tale follows the events of a recorded hand.
type tale struct {
	hand   *Hand
	record *table.HandRecord
	own    map[string]json.RawMessage // the viewer's parts of the events, by their places
	street string
	ended  bool
}

func (t *tale) read() error {
	var events []json.RawMessage
	if err := json.Unmarshal(t.record.Events, &events); err != nil {
		return malformed("the events: %v", err)
	}
	for _, s := range t.record.Seats {
		if s.Seat == t.hand.Viewer && s.Private != nil {
			if err := json.Unmarshal(s.Private, &t.own); err != nil {
				return malformed("what seat %d was told: %v", s.Seat, err)
			}
		}
	}
	for i, raw := range events {
		var event struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(raw, &event); err != nil {
			return malformed("event %d: %v", i, err)
		}
		if take := takes[event.Type]; take != nil {
			if err := take(t, i, raw); err != nil {
				return malformed("event %d (%s): %v", i, event.Type, err)
			}
		}
	}
	if t.hand.Seats == nil || !t.ended {
		return malformed("the record has no beginning or no end")
	}
	return t.finish()
}

// takes is what is done with each kind of event.
var takes = map[string]func(t *tale, i int, raw json.RawMessage) error{
	holdem.HandStarted{}.Type(): event((*tale).started),
	holdem.Posted{}.Type():      event((*tale).posted),
	holdem.Dealt{}.Type():       event((*tale).dealt),
	holdem.Acted{}.Type():       event((*tale).acted),
	holdem.Voted{}.Type():       event((*tale).voted),
	holdem.Uncalled{}.Type():    event((*tale).uncalled),
	holdem.StreetDealt{}.Type(): event((*tale).dealtStreet),
	holdem.Shown{}.Type():       event((*tale).shown),
	holdem.Won{}.Type():         event((*tale).won),
	holdem.HandEnded{}.Type():   event((*tale).handEnded),
}

// event reads one as its type before it is taken.
func event[E any](take func(t *tale, i int, e E) error) func(*tale, int, json.RawMessage) error {
	return func(t *tale, i int, raw json.RawMessage) error {
		var e E
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		return take(t, i, e)
	}
}

func (t *tale) started(_ int, e holdem.HandStarted) error {
	t.hand.Button, t.hand.Commitment = e.Button, e.Commitment
	if e.BombPot {
		t.hand.BombPot = t.hand.Game.BombPot * t.hand.Game.BigBlind
	}
	for _, s := range e.Seats {
		seat := Seat{Seat: s.Seat, Chips: s.Chips}
		for _, r := range t.record.Seats {
			if r.Seat == s.Seat {
				seat.Name, seat.Bot = r.Name, r.Bot
			}
		}
		t.hand.Seats = append(t.hand.Seats, seat)
	}
	return nil
}

func (t *tale) posted(_ int, e holdem.Posted) error {
	switch e.Kind {
	case holdem.PostStraddle:
		t.hand.Straddle = e.Amount
	case holdem.PostLive:
		t.hand.post(e.Seat).Live = e.Amount
	case holdem.PostDead:
		t.hand.post(e.Seat).Dead = e.Amount
	}
	return nil
}

// post is what a seat has posted, found or added.
func (h *Hand) post(seat table.Seat) *Post {
	i := slices.IndexFunc(h.Posts, func(p Post) bool { return p.Seat == seat })
	if i < 0 {
		i = len(h.Posts)
		h.Posts = append(h.Posts, Post{Seat: seat})
	}
	return &h.Posts[i]
}

// sortPosts brings what was posted in order from the left of the button.
func (h *Hand) sortPosts() {
	slices.SortFunc(h.Posts, func(a, b Post) int { return cmp.Compare(h.place(a.Seat), h.place(b.Seat)) })
}

func (t *tale) dealt(i int, _ holdem.Dealt) error {
	raw, ok := t.own[strconv.Itoa(i)]
	if !ok {
		return nil
	}
	var own holdem.OwnCards
	if err := json.Unmarshal(raw, &own); err != nil {
		return err
	}
	return t.know(t.hand.Viewer, own.Cards)
}

// know takes the cards of a seat.
func (t *tale) know(seat table.Seat, cards [2]deck.Opening) error {
	place := t.hand.place(seat)
	if place < 0 {
		return malformed("seat %d was not dealt in", seat)
	}
	t.hand.Seats[place].Cards = []deck.Card{cards[0].Card, cards[1].Card}
	t.open(cards[:]...)
	return nil
}

// open keeps the proofs of cards, each once.
func (t *tale) open(cards ...deck.Opening) {
	for _, o := range cards {
		same := func(p deck.Proof) bool { return p.Position == o.Position }
		if t.hand.Commitment != "" && !slices.ContainsFunc(t.hand.Openings, same) {
			t.hand.Openings = append(t.hand.Openings, o.Proof())
		}
	}
}

func (t *tale) acted(_ int, e holdem.Acted) error {
	a := Action{Street: t.street, Seat: e.Seat, Do: e.Do}
	if e.Do == holdem.Bet || e.Do == holdem.Raise {
		a.To = e.Bet
	}
	t.hand.Actions = append(t.hand.Actions, a)
	return nil
}

func (t *tale) voted(_ int, e holdem.Voted) error {
	t.hand.Actions = append(t.hand.Actions, Action{Street: t.street, Seat: e.Seat, Do: e.Do})
	return nil
}

func (t *tale) uncalled(_ int, e holdem.Uncalled) error {
	t.hand.Result.Uncalled = append(t.hand.Result.Uncalled, table.Stack{Seat: e.Seat, Chips: e.Amount})
	return nil
}

// street is a holdem.StreetDealt as it can be read.
type street struct {
	Street string         `json:"street"`
	Cards  []deck.Opening `json:"cards"`
	Board  []deck.Card    `json:"board"`
	Run    int            `json:"run"`
}

func (t *tale) dealtStreet(_ int, e street) error {
	t.street = e.Street
	if e.Run == 2 {
		t.hand.Board2 = e.Board
	} else {
		t.hand.Board = e.Board
	}
	t.open(e.Cards...)
	return nil
}

func (t *tale) shown(_ int, e holdem.Shown) error { return t.know(e.Seat, e.Cards) }

func (t *tale) won(_ int, e holdem.Won) error {
	t.hand.Result.Pots = append(t.hand.Result.Pots, Pot{Run: e.Run, Amount: e.Amount, Winners: e.Winners})
	return nil
}

func (t *tale) handEnded(_ int, e holdem.HandEnded) error {
	t.ended = true
	for _, s := range e.Seats {
		t.hand.Result.Stacks = append(t.hand.Result.Stacks, table.Stack{Seat: s.Seat, Chips: s.Stack})
	}
	return nil
}

func (t *tale) finish() error {
	t.hand.sortPosts()
	slices.SortFunc(t.hand.Openings, func(a, b deck.Proof) int { return cmp.Compare(a.Position, b.Position) })
	if v := t.hand.Viewer; v != table.NoSeat && t.hand.place(v) < 0 {
		return malformed("the viewer's seat %d was not dealt in", v)
	}
	return nil
}
