package table

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
)

// change is what the log keeps: something that has been decided about the table. Its fields are the body of a record, its
// kind the record's.
type change interface {
	kind() string
	// apply changes the state and adds the events and transfers that follow.
	apply(s *state, secret []byte, out *outcome) error
}

type (
	satChange struct {
		Seat    Seat   `json:"seat"`
		Account string `json:"account,omitempty"`
		Name    string `json:"name"`
		Bot     string `json:"bot,omitempty"`
		Chips   Chips  `json:"chips"`
		Post    bool   `json:"post,omitempty"`
		ID      string `json:"id,omitempty"`
	}
	boughtChange struct {
		Seat   Seat   `json:"seat"`
		Amount Chips  `json:"amount"`
		ID     string `json:"id,omitempty"`
	}
	leavingChange struct {
		Seat      Seat   `json:"seat"`
		AfterHand bool   `json:"after_hand,omitempty"`
		ID        string `json:"id,omitempty"`
	}
	stoodChange struct {
		Seat     Seat   `json:"seat"`
		Why      string `json:"why,omitempty"`
		AtMS     int64  `json:"at_ms,omitempty"`     // milliseconds since 1970
		ForgetMS int64  `json:"forget_ms,omitempty"` // who left until then owes nothing any more
		ID       string `json:"id,omitempty"`
	}
	satOutChange struct {
		Seat Seat   `json:"seat"`
		Why  string `json:"why,omitempty"`
		ID   string `json:"id,omitempty"`
	}
	cameBackChange struct {
		Seat Seat   `json:"seat"`
		Post bool   `json:"post,omitempty"`
		ID   string `json:"id,omitempty"`
	}
	startedChange struct {
		Hand HandID `json:"hand"`
	}
	actedChange struct {
		Seat Seat            `json:"seat"`
		Move json.RawMessage `json:"move"`
		Why  Why             `json:"why,omitempty"`
		// BankMS is how much of the time bank it took.
		BankMS int64  `json:"bank_ms,omitempty"`
		ID     string `json:"id,omitempty"`
	}
	autoBankChange struct {
		Seat Seat   `json:"seat"`
		On   bool   `json:"on"`
		ID   string `json:"id,omitempty"`
	}
	// checkpoint holds the table between two hands. Applying it changes nothing: rebuild starts from it.
	checkpoint struct {
		Events int64           `json:"events"`
		Hands  int64           `json:"hands"`
		Seats  [MaxSeats]seat  `json:"seats"`
		House  house           `json:"house"`
		Game   json.RawMessage `json:"game"`
	}
	closedChange struct {
		Why string `json:"why"`
	}
)

func (*satChange) kind() string      { return "sat" }
func (*boughtChange) kind() string   { return "bought" }
func (*leavingChange) kind() string  { return "leaving" }
func (*stoodChange) kind() string    { return "stood" }
func (*satOutChange) kind() string   { return "sat_out" }
func (*cameBackChange) kind() string { return "came_back" }
func (*startedChange) kind() string  { return "started" }
func (*actedChange) kind() string    { return "acted" }
func (*autoBankChange) kind() string { return "auto_bank" }
func (*checkpoint) kind() string     { return KindCheckpoint }
func (*closedChange) kind() string   { return "closed" }

// newChange returns an empty change of a kind, to be decoded into.
func newChange(kind string) (change, bool) {
	for _, c := range []change{
		&satChange{}, &boughtChange{}, &leavingChange{}, &stoodChange{}, &satOutChange{}, &cameBackChange{}, &startedChange{}, &actedChange{},
		&autoBankChange{}, &afterChange{}, &wishedChange{}, &silencedChange{}, &kickedChange{}, &pausedChange{}, &resumedChange{}, &endingChange{},
		&checkpoint{}, &closedChange{},
	} {
		if c.kind() == kind {
			return c, true
		}
	}
	return nil, false
}

func (o *outcome) tell(events ...Event) {
	for _, e := range events {
		o.events = append(o.events, numbered{event: e})
	}
}

// move posts chips from one account to another. The record's number makes the transfer's id unique.
func (o *outcome) move(s *state, kind string, from, to Account, amount Chips) {
	o.transfers = append(o.transfers, Transfer{
		ID: s.cfg.ID + ":" + strconv.FormatInt(s.seq, 10), Kind: kind,
		Entries: []Entry{{from, -amount}, {to, amount}},
	})
}

// home is the account that a seat's chips come from and go back to. Bots play with minted chips.
func (s *state) home(i Seat) Account {
	if s.seats[i].Bot != "" {
		return Mint
	}
	return Wallet(s.seats[i].Account)
}

// at returns the seat that a change names, which must be taken.
func (s *state) at(i Seat) (*seat, error) {
	if i < 0 || int(i) >= s.cfg.Settings.Seats || !s.seats[i].taken() {
		return nil, fmt.Errorf("seat %d: %w", i, ErrNotSeated)
	}
	return &s.seats[i], nil
}

func (c *satChange) apply(s *state, _ []byte, out *outcome) error {
	if c.Seat < 0 || int(c.Seat) >= s.cfg.Settings.Seats {
		return fmt.Errorf("seat %d: %w", c.Seat, ErrBadRequest)
	}
	if s.seats[c.Seat].taken() {
		return ErrSeatTaken
	}
	s.seats[c.Seat] = seat{Account: c.Account, Name: c.Name, Bot: c.Bot, Chips: c.Chips, New: true, Post: c.Post, LastID: c.ID}
	if c.Bot == "" {
		s.seats[c.Seat].BankMS = s.cfg.Settings.BankMS
		s.forgetDepartures(c.Account, 0)
	}
	out.move(s, "buy_in", s.home(c.Seat), Escrow(s.cfg.ID, c.Seat), c.Chips)
	out.tell(Sat{Seat: c.Seat, Name: c.Name, Bot: c.Bot, Chips: c.Chips, Post: c.Post})
	return nil
}

func (c *boughtChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	broke := p.Chips == 0
	p.Chips += c.Amount
	p.LastID = c.ID
	out.move(s, "buy_in", s.home(c.Seat), Escrow(s.cfg.ID, c.Seat), c.Amount)
	out.tell(Bought{Seat: c.Seat, Amount: c.Amount, Chips: p.Chips})
	if broke && p.SittingOut {
		p.SittingOut, p.OutWhy = false, ""
		out.tell(CameBack{Seat: c.Seat, Post: p.Post})
	}
	return nil
}

func (c *stoodChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	if p.Chips > 0 {
		out.move(s, "cash_out", Escrow(s.cfg.ID, c.Seat), s.home(c.Seat), p.Chips)
	}
	out.tell(Stood{Seat: c.Seat, Chips: p.Chips, Why: c.Why})
	s.forgetDepartures(p.Account, c.ForgetMS)
	s.depart(p.Account, p.Chips, c.AtMS)
	*p = seat{Left: p.Account, LastID: cmp.Or(c.ID, p.LastID)}
	return nil
}

func (c *satOutChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	p.SittingOut, p.OutWhy = true, c.Why
	if c.ID != "" {
		p.LastID = c.ID
	}
	out.tell(SatOut{Seat: c.Seat, Why: c.Why})
	return nil
}

func (c *cameBackChange) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(c.Seat)
	if err != nil {
		return err
	}
	p.SittingOut, p.OutWhy, p.AfterHand, p.Post, p.Missed, p.LastID = false, "", false, c.Post, 0, c.ID
	out.tell(CameBack{Seat: c.Seat, Post: c.Post})
	return nil
}

func (c *closedChange) apply(s *state, _ []byte, out *outcome) error {
	s.closed = c.Why
	out.tell(Closed{Why: c.Why})
	return nil
}

func (*checkpoint) apply(*state, []byte, *outcome) error { return nil }
