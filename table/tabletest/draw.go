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
	// Number is the private part of Dealt.
	Number struct {
		Number byte `json:"number"`
	}
)

// Type implements table.Event.
func (Dealt) Type() string { return "dealt" }

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
	c.seats, c.folded = slices.Clone(d.seats), slices.Clone(d.folded)
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
func (d *Draw) Start(hand table.HandID, seats []table.Stack, secret []byte) ([]table.Event, error) {
	*d = Draw{seats: slices.Clone(seats), numbers: secret, folded: make([]bool, len(seats)), played: true, hands: d.hands + 1}
	dealt := Dealt{Hand: hand}
	for i := range d.seats {
		d.seats[i].Chips--
		dealt.numbers[d.seats[i].Seat] = secret[i]
	}
	return []table.Event{dealt}, nil
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
	pot := table.Chips(len(d.seats))
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
