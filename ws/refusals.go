package ws

import (
	"sync/atomic"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/table"
	"example.com/fullhouse/ws/proto"
)

// Refused is how often commands and messages were answered with one code.
type Refused struct {
	// Layer is what refused: "table", its game included, "message" for what no table could understand, or "socket_messages"
	// when they came too fast.
	Layer string
	Code  string
	Count int64
}

// refusalCodes are all codes that an error on a socket can have. They are a fixed set, so that a metric of them is one too.
// Those of the game are written out, because a socket knows no game.
func refusalCodes() []string {
	codes := []string{table.BuyInError{}.Code(), "bad_amount", "hand_over", "illegal_action",
		ratelimit.ErrRateLimited.Code()}
	for _, err := range []table.Error{
		table.ErrSeatTaken, table.ErrTableFull, table.ErrAlreadySeated, table.ErrNotSeated, table.ErrHandRunning, table.ErrNotYourTurn,
		table.ErrStaleAction, table.ErrNotEnoughChips, table.ErrTableBusy, table.ErrTableClosed, table.ErrUnavailable, table.ErrBadRequest,
		table.ErrForbidden, table.ErrNotAllowed, table.ErrNoBank, table.ErrTooLate, table.ErrNobody, table.ErrSilenced, table.ErrTooMany,
		table.ErrInternal,
	} {
		codes = append(codes, err.Code())
	}
	return codes
}

// refusals counts by code. The map itself does not change.
type refusals map[string]*atomic.Int64

func newRefusals() refusals {
	r := refusals{}
	for _, code := range refusalCodes() {
		r[code] = new(atomic.Int64)
	}
	return r
}

// count counts a code that is not in the set as internal: it is a fault that nobody has given it a row.
func (r refusals) count(code string) {
	n, ok := r[code]
	if !ok {
		n = r[proto.CodeInternal]
	}
	n.Add(1)
}

// stats are the counts by code, those of 0 included.
func (r refusals) stats() (all []Refused) {
	for _, code := range refusalCodes() {
		layer := "table"
		switch code {
		case table.ErrBadRequest.Code():
			layer = "message"
		case ratelimit.ErrRateLimited.Code():
			layer = "socket_messages"
		}
		all = append(all, Refused{Layer: layer, Code: code, Count: r[code].Load()})
	}
	return all
}
