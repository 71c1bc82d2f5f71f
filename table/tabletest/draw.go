package tabletest

import (
	"encoding/json"
	"io"
	"slices"

	"example.com/fullhouse/table"
)

// Draw is a game for tests: everyone antes one chip and gets a secret number; each seat in order passes or folds; the
// highest number still in takes the pot.
type Draw struct {
	seats   []table.Stack
	numbers []byte
	folded  []bool
	paid    []table.Chips
	ante    table.Chips
	turn    int // index into seats; len(seats) when the hand is over
	played  bool
	hands   int
}

// ErrMove is Draw's refusal of a move it does not know.
const ErrMove table.Error = "illegal_action"

// Pass and DropOut are Draw's moves.
var (
	Pass    = json.RawMessage(`"pass"`)
	DropOut = json.RawMessage(`"fold"`)
)

// Draw's events.
type (
	// Dealt tells that the numbers are out; each seat learns its own.
	Dealt struct {
		Hand    table.HandID `json:"hand"`
		numbers [table.MaxSeats]byte
	}
	// Moved is a decision.
	Moved struct {
		Seat table.Seat `json:"seat"`
		Fold bool       `json:"fold"`
		Why  table.Why  `json:"reason,omitempty"`
	}
	// Taken ends the hand.
	Taken struct {
		Seat  table.Seat  `json:"seat"`
		Chips table.Chips `json:"chips"`
	}
	// Revealed shows a number when the hand is over.
	Revealed struct {
		Seat   table.Seat `json:"seat"`
		Number byte       `json:"number"`
	}
	// Number is the private part of Dealt.
	Number struct {
		Number byte `json:"number"`
	}
)

// Type implements table.Event.
func (Dealt) Type() string { return "dealt" }

// Type implements table.Event.
func (Revealed) Type() string { return "revealed" }

// Type implements table.Event.
func (Moved) Type() string { return "moved" }

// Type implements table.Event.
func (Taken) Type() string { return "taken" }

// Private gives each seat its number.
func (d Dealt) Private(s table.Seat) any {
	if d.numbers[s] == 0 {
		return nil
	}
	return Number{d.numbers[s]}
}

// NewDraw is a table.NewGame.
func NewDraw(_, saved json.RawMessage) (table.Game, error) {
	d := &Draw{}
	if saved != nil {
		return d, json.Unmarshal(saved, &d.hands)
	}
	return d, nil
}

// Save implements table.Game.
func (d *Draw) Save() json.RawMessage {
	b, _ := json.Marshal(d.hands) // an int always marshals
	return b
}

// Clone implements table.Game.
func (d *Draw) Clone(table.Game) table.Game {
	c := *d
	c.seats, c.folded, c.paid = slices.Clone(d.seats), slices.Clone(d.folded), slices.Clone(d.paid)
	return &c
}

// MinPlayers implements table.Game.
func (*Draw) MinPlayers() int { return 2 }

// Shuffle draws a number from 1 for each seat.
func (*Draw) Shuffle(random io.Reader) ([]byte, error) {
	b := make([]byte, table.MaxSeats)
	_, err := io.ReadFull(random, b)
	for i := range b {
		b[i] = b[i]%250 + 1
	}
	return b, err
}

// Start implements table.Game.
func (d *Draw) Start(hand table.HandID, places []table.Place, secret []byte) (table.Dealing, error) {
	*d = Draw{numbers: secret, played: true, hands: d.hands + 1, ante: 1}
	dealing, dealt := table.Dealing{}, Dealt{Hand: hand}
	if doubles(places) {
		d.ante, dealing.Spent = 2, []string{WishDouble}
	}
	for _, p := range places {
		if p.In {
			dealt.numbers[p.Seat] = secret[len(d.seats)]
			d.seats = append(d.seats, table.Stack{Seat: p.Seat, Chips: p.Chips - min(d.ante, p.Chips)})
			d.paid = append(d.paid, min(d.ante, p.Chips))
			dealing.In = append(dealing.In, p.Seat)
		}
	}
	d.folded = make([]bool, len(d.seats))
	dealing.Events = []table.Event{dealt}
	return dealing, nil
}

// WishDouble doubles the next ante when everyone who is dealt in wishes for it.
const WishDouble = "double"

func doubles(places []table.Place) bool {
	for _, p := range places {
		if p.In && !slices.Contains(p.Wishes, WishDouble) {
			return false
		}
	}
	return true
}

// Allows implements table.Game.
func (*Draw) Allows(wish string) bool { return wish == WishDouble }

// Planned implements table.Game: a pass or a drop stands as long as its seat has not moved.
func (d *Draw) Planned(seat table.Seat, price table.Chips, plan json.RawMessage) (move json.RawMessage, stands bool) {
	if price != 0 || string(plan) != string(DropOut) && string(plan) != string(Pass) {
		return nil, false
	}
	for i := d.turn; i < len(d.seats); i++ {
		if d.seats[i].Seat == seat {
			return plan, true
		}
	}
	return nil, false
}

// After implements table.Game: any move shows the seat's number.
func (d *Draw) After(seat table.Seat, _ json.RawMessage) ([]table.Event, error) {
	for i := range d.seats {
		if d.seats[i].Seat == seat {
			return []table.Event{Revealed{Seat: seat, Number: d.numbers[i]}}, nil
		}
	}
	return nil, table.ErrNotAllowed
}

// Turn implements table.Game.
func (d *Draw) Turn() (table.Turn, bool) {
	if d.turn >= len(d.seats) {
		return table.Turn{}, false
	}
	return table.Turn{Seat: d.seats[d.turn].Seat, Number: d.turn + 1, Options: struct{}{}}, true
}

// Default is a pass.
func (*Draw) Default() json.RawMessage { return Pass }

// Act implements table.Game.
func (d *Draw) Act(seat table.Seat, move json.RawMessage, why table.Why) ([]table.Event, error) {
	turn, ok := d.Turn()
	if !ok || turn.Seat != seat {
		return nil, table.ErrNotYourTurn
	}
	fold := string(move) == string(DropOut)
	if !fold && string(move) != string(Pass) {
		return nil, ErrMove
	}
	d.folded[d.turn] = fold
	d.turn++
	events := []table.Event{Moved{Seat: seat, Fold: fold, Why: why}}
	if d.turn < len(d.seats) {
		return events, nil
	}
	best := 0
	for i := range d.seats {
		if d.folded[best] || !d.folded[i] && d.numbers[i] > d.numbers[best] {
			best = i
		}
	}
	var pot table.Chips
	for _, paid := range d.paid {
		pot += paid
	}
	d.seats[best].Chips += pot
	return append(events, Taken{Seat: d.seats[best].Seat, Chips: pot}), nil
}

// Result implements table.Game.
func (d *Draw) Result() (table.Result, bool) {
	if !d.played || d.turn < len(d.seats) {
		return table.Result{}, false
	}
	return table.Result{Stacks: slices.Clone(d.seats), Beats: 1}, true
}

// DrawView is what a seat sees of Draw.
type DrawView struct {
	Number byte `json:"number"` // 0 for a watcher
	Turn   int  `json:"turn"`
}

// View implements table.Game.
func (d *Draw) View(seat table.Seat) any {
	if !d.played {
		return nil
	}
	v := DrawView{Turn: d.turn}
	for i := range d.seats {
		if d.seats[i].Seat == seat {
			v.Number = d.numbers[i]
		}
	}
	return v
}
