package table

import "encoding/json"

// Command is what someone at a table can ask of it. The fields are those of the wire message of the same name.
type Command interface{ command() }

// Sit takes a seat and buys in. ("sit")
type Sit struct {
	Seat  *Seat `json:"seat,omitempty"` // which place; absent: any free one
	BuyIn Chips `json:"buy_in"`         // chips from the wallet, within the table's limits
}

// BuyIn adds chips to the stack between hands: a rebuy at zero, which also ends sitting out, a top-up otherwise. ("buy_in")
type BuyIn struct {
	Amount Chips `json:"amount"` // chips from the wallet; the stack may not end above the table's maximum
}

// Stand gives up the seat and takes the chips home, after the hand if one is running. ("stand")
type Stand struct{}

// SitOut keeps the seat but is dealt no further hand. ("sit_out")
type SitOut struct{}

// ComeBack ends sitting out; it needs chips, see buy_in. ("come_back")
type ComeBack struct{}

// Act plays a move. It names what the player saw when choosing; if the table has moved on, it is refused. ("act")
type Act struct {
	Hand  HandID          `json:"hand"`  // the running hand
	Turn  int             `json:"turn"`  // the number of the decision in the hand
	Price Chips           `json:"price"` // what going on costs, as shown
	Move  json.RawMessage `json:"move"`  // what the player does
}

func (Sit) command()      {}
func (BuyIn) command()    {}
func (Stand) command()    {}
func (SitOut) command()   {}
func (ComeBack) command() {}
func (Act) command()      {}
