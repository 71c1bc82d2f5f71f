package holdem

import (
	"encoding/json"

	"example.com/fullhouse/table"
)

// The moves that can be chosen in advance.
const (
	PlanCheckFold = "check_fold" // check, or fold when that is not free: stands on its street whatever the others do
	PlanCheck     = "check"      // check: stands as long as that is free
	PlanCall      = "call"       // call: stands as long as the price does
	PlanCallAny   = "call_any"   // call, or check when that is free: stands on its street whatever the others do
)

// plan is a move chosen in advance, as its player sends it.
type plan struct {
	Do     string `json:"do"`
	Street string `json:"street"` // that it is meant for
}

// Planned tells what a plan means now. It implements table.Game.
func (g *Game) Planned(seat table.Seat, price table.Chips, raw json.RawMessage) (move json.RawMessage, stands bool) {
	var chosen plan
	if g.hand == nil || g.hand.over || g.hand.voting || json.Unmarshal(raw, &chosen) != nil || chosen.Street != g.hand.street.String() {
		return nil, false
	}
	p := g.hand.player(seat)
	if p == nil || p.folded || p.stack == 0 {
		return nil, false
	}
	now := min(g.hand.price-p.bet, p.stack)
	do := Check
	switch {
	case chosen.Do == PlanCheckFold && now > 0:
		do = Fold
	case chosen.Do == PlanCallAny && now > 0, chosen.Do == PlanCall && now > 0 && now == price:
		do = Call
	case chosen.Do == PlanCheckFold, chosen.Do == PlanCallAny, chosen.Do == PlanCheck && now == 0 && price == 0:
	default:
		return nil, false
	}
	move, err := json.Marshal(Action{Do: do})
	return move, err == nil
}
