package table

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// step is a decision that the log keeps. Its fields are the body of the record, its kind the record's.
type step interface {
	kind() string
	// apply changes the state and adds the events and transfers that follow.
	apply(s *state, secret []byte, out *outcome) error
}

type (
	satStep struct {
		Seat    Seat   `json:"seat"`
		Account string `json:"account,omitempty"`
		Name    string `json:"name"`
		Bot     string `json:"bot,omitempty"`
		Chips   Chips  `json:"chips"`
		ID      string `json:"id,omitempty"`
	}
	boughtStep struct {
		Seat   Seat   `json:"seat"`
		Amount Chips  `json:"amount"`
		ID     string `json:"id,omitempty"`
	}
	leavingStep struct {
		Seat Seat   `json:"seat"`
		ID   string `json:"id,omitempty"`
	}
	stoodStep struct {
		Seat Seat   `json:"seat"`
		Why  string `json:"why,omitempty"`
	}
	satOutStep struct {
		Seat Seat   `json:"seat"`
		Why  string `json:"why,omitempty"`
		ID   string `json:"id,omitempty"`
	}
	cameBackStep struct {
		Seat Seat   `json:"seat"`
		ID   string `json:"id,omitempty"`
	}
	startedStep struct {
		Hand HandID `json:"hand"`
	}
	actedStep struct {
		Seat Seat            `json:"seat"`
		Move json.RawMessage `json:"move"`
		Why  Why             `json:"why,omitempty"`
		ID   string          `json:"id,omitempty"`
	}
	// checkpoint holds the table between two hands. Applying it changes nothing: rebuild starts from it.
	checkpoint struct {
		Events int64           `json:"events"`
		Hands  int64           `json:"hands"`
		Seats  [MaxSeats]seat  `json:"seats"`
		Game   json.RawMessage `json:"game"`
	}
	closedStep struct {
		Why string `json:"why"`
	}
)

func (*satStep) kind() string      { return "sat" }
func (*boughtStep) kind() string   { return "bought" }
func (*leavingStep) kind() string  { return "leaving" }
func (*stoodStep) kind() string    { return "stood" }
func (*satOutStep) kind() string   { return "sat_out" }
func (*cameBackStep) kind() string { return "came_back" }
func (*startedStep) kind() string  { return "started" }
func (*actedStep) kind() string    { return "acted" }
func (*checkpoint) kind() string   { return KindCheckpoint }
func (*closedStep) kind() string   { return "closed" }

// newStep returns an empty step of a kind, to be decoded into.
func newStep(kind string) (step, bool) {
	for _, st := range []step{
		&satStep{}, &boughtStep{}, &leavingStep{}, &stoodStep{}, &satOutStep{}, &cameBackStep{}, &startedStep{}, &actedStep{},
		&checkpoint{}, &closedStep{},
	} {
		if st.kind() == kind {
			return st, true
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

// at returns the seat that a step names, which must be taken.
func (s *state) at(i Seat) (*seat, error) {
	if i < 0 || int(i) >= s.cfg.Settings.Seats || !s.seats[i].taken() {
		return nil, fmt.Errorf("seat %d: %w", i, ErrNotSeated)
	}
	return &s.seats[i], nil
}

func (st *satStep) apply(s *state, _ []byte, out *outcome) error {
	if st.Seat < 0 || int(st.Seat) >= s.cfg.Settings.Seats {
		return fmt.Errorf("seat %d: %w", st.Seat, ErrBadRequest)
	}
	if s.seats[st.Seat].taken() {
		return ErrSeatTaken
	}
	s.seats[st.Seat] = seat{Account: st.Account, Name: st.Name, Bot: st.Bot, Chips: st.Chips, LastID: st.ID}
	out.move(s, "buy_in", s.home(st.Seat), Escrow(s.cfg.ID, st.Seat), st.Chips)
	out.tell(Sat{Seat: st.Seat, Name: st.Name, Bot: st.Bot, Chips: st.Chips})
	return nil
}

func (st *boughtStep) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(st.Seat)
	if err != nil {
		return err
	}
	broke := p.Chips == 0
	p.Chips += st.Amount
	p.LastID = st.ID
	out.move(s, "buy_in", s.home(st.Seat), Escrow(s.cfg.ID, st.Seat), st.Amount)
	out.tell(Bought{Seat: st.Seat, Amount: st.Amount, Chips: p.Chips})
	if broke && p.SittingOut {
		p.SittingOut = false
		out.tell(CameBack{Seat: st.Seat})
	}
	return nil
}

func (st *leavingStep) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(st.Seat)
	if err != nil {
		return err
	}
	p.Leaving, p.LastID = true, st.ID
	out.tell(Leaving{Seat: st.Seat})
	return nil
}

func (st *stoodStep) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(st.Seat)
	if err != nil {
		return err
	}
	if p.Chips > 0 {
		out.move(s, "cash_out", Escrow(s.cfg.ID, st.Seat), s.home(st.Seat), p.Chips)
	}
	out.tell(Stood{Seat: st.Seat, Chips: p.Chips, Why: st.Why})
	*p = seat{}
	return nil
}

func (st *satOutStep) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(st.Seat)
	if err != nil {
		return err
	}
	p.SittingOut = true
	if st.ID != "" {
		p.LastID = st.ID
	}
	out.tell(SatOut{Seat: st.Seat, Why: st.Why})
	return nil
}

func (st *cameBackStep) apply(s *state, _ []byte, out *outcome) error {
	p, err := s.at(st.Seat)
	if err != nil {
		return err
	}
	p.SittingOut, p.Missed, p.LastID = false, 0, st.ID
	out.tell(CameBack{Seat: st.Seat})
	return nil
}

func (st *closedStep) apply(s *state, _ []byte, out *outcome) error {
	s.closed = st.Why
	out.tell(Closed{Why: st.Why})
	return nil
}

func (*checkpoint) apply(*state, []byte, *outcome) error { return nil }
