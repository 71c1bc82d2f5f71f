package table

import "encoding/json"

// Command is what someone at a table can ask of it. The fields are those of the wire message of the same name.
type Command interface {
	// Needs tells who may send it.
	Needs() Role
}

// Role is what somebody is at a table.
type Role string

const (
	Anyone Role = "anyone" // whoever has a connection, seated or watching
	Seated Role = "seated" // who has a seat
	Host   Role = "host"   // who made the table, seated or not
)

// Hold keeps a free seat for its sender while a buy-in is chosen, for some seconds. One holds one seat at most. ("hold")
type Hold struct {
	Seat Seat `json:"seat"` // which place
}

// Sit takes a seat and buys in. ("sit")
type Sit struct {
	Seat  *Seat `json:"seat,omitempty"` // which place; absent: the one held, or any free one
	BuyIn Chips `json:"buy_in"`         // chips from the wallet, within the table's limits
	Post  bool  `json:"post,omitempty"` // true: post what a newcomer owes; false: wait for the big blind
}

// BuyIn adds chips to the stack between hands: a rebuy at zero, which also ends sitting out, a top-up otherwise. ("buy_in")
type BuyIn struct {
	Amount Chips `json:"amount"` // chips from the wallet; the stack may not end above the table's maximum
}

// Stand gives up the seat and takes the chips home, after the hand if one is running. ("stand")
type Stand struct {
	AfterHand bool `json:"after_hand,omitempty"` // true: play the running hand to its end; false: fold it
}

// SitOut keeps the seat but is dealt no further hand. ("sit_out")
type SitOut struct{}

// ComeBack ends sitting out, or takes back an after_hand; it needs chips, see buy_in. ("come_back")
type ComeBack struct {
	Post bool `json:"post,omitempty"` // true: post what was missed; false: wait for the big blind
}

// Act plays a move. It names what the player saw when choosing; if the table has moved on, it is refused. ("act")
type Act struct {
	Hand  HandID          `json:"hand"`  // the running hand
	Turn  int             `json:"turn"`  // the number of the decision in the hand
	Price Chips           `json:"price"` // what going on costs, as shown
	Move  json.RawMessage `json:"move"`  // what the player does
}

// Plan chooses a move in advance. It is forgotten when what it was chosen for has changed; a new one replaces it. ("plan")
type Plan struct {
	Hand  HandID          `json:"hand"`  // the running hand
	Price Chips           `json:"price"` // what going on costs now
	Move  json.RawMessage `json:"move"`  // what the player will do
}

// Unplan forgets the move chosen in advance. ("unplan")
type Unplan struct{}

// Bank adds 15 seconds of the sender's time bank to its running turn, or what is left of it. What is not used stays in it. ("bank")
type Bank struct {
	Hand HandID `json:"hand"` // the running hand
	Turn int    `json:"turn"` // the number of the decision in the hand
}

// AutoBank tells what happens when the action clock has run out: true, as it is for everyone at first, draws on the time bank,
// false keeps it for bank. Who has lost the connection draws on it in any case. ("auto_bank")
type AutoBank struct {
	On bool `json:"on"` // draw by itself
}

// After does what can still be done when a hand is over, until the next one begins. ("after")
type After struct {
	Hand HandID          `json:"hand"` // the hand that is over
	Move json.RawMessage `json:"move"` // what the player does
}

// Wish asks for something in hands to come, until it is taken back. ("wish")
type Wish struct {
	Wish string `json:"wish"` // what: the game's settings say what may be wished for
	On   bool   `json:"on"`   // false: no longer
}

// Say talks to the table. ("say")
type Say struct {
	Text string `json:"text"` // 1 to 200 characters
}

// Mute keeps somebody's words from its sender. ("mute")
type Mute struct {
	Who string `json:"who"` // a name at the table; "" is everyone who has no seat
	On  bool   `json:"on"`  // false: hear them again
}

// Pause stops dealing after the running hand. Only the host may. ("pause")
type Pause struct{}

// Resume deals again. Only the host may. ("resume")
type Resume struct{}

// Kick shows somebody out: the seat is given up after the hand with all its chips, and the account may not come back. Only the
// host may. ("kick")
type Kick struct {
	Who string `json:"who"` // a name at the table
}

// Silence keeps somebody's words from everyone. Only the host may. ("silence")
type Silence struct {
	Who string `json:"who"` // a name at the table
	On  bool   `json:"on"`  // false: let them speak again
}

// End closes the table after the running hand; everyone is paid. Only the host may. ("end")
type End struct{}

func (Hold) Needs() Role     { return Anyone }
func (Sit) Needs() Role      { return Anyone }
func (BuyIn) Needs() Role    { return Seated }
func (Stand) Needs() Role    { return Seated }
func (SitOut) Needs() Role   { return Seated }
func (ComeBack) Needs() Role { return Seated }
func (Act) Needs() Role      { return Seated }
func (Plan) Needs() Role     { return Seated }
func (Unplan) Needs() Role   { return Seated }
func (AutoBank) Needs() Role { return Seated }
func (Bank) Needs() Role     { return Seated }
func (After) Needs() Role    { return Seated }
func (Wish) Needs() Role     { return Seated }
func (Say) Needs() Role      { return Anyone }
func (Mute) Needs() Role     { return Anyone }
func (Pause) Needs() Role    { return Host }
func (Resume) Needs() Role   { return Host }
func (Kick) Needs() Role     { return Host }
func (Silence) Needs() Role  { return Host }
func (End) Needs() Role      { return Host }
