package table_test

import (
	"encoding/json"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// simRules are those of hold'em, which fail at times: a fault of the program, as rare as the simulation likes it.
type simRules struct {
	*holdem.Game
	fuse *bool // lit: the next start or move panics
}

// newSimRules returns a table's rules with a fuse.
func newSimRules(fuse *bool) table.NewGame {
	return func(settings, saved json.RawMessage) (table.Game, error) {
		g, err := holdem.New(settings, saved)
		if err != nil {
			return nil, err
		}
		return simRules{g.(*holdem.Game), fuse}, nil
	}
}

func (r simRules) burn() {
	if *r.fuse {
		*r.fuse = false
		panic(table.Blast{})
	}
}

func (r simRules) Start(hand table.HandID, places []table.Place, secret []byte) (table.Dealing, error) {
	r.burn()
	return r.Game.Start(hand, places, secret)
}

func (r simRules) Act(seat table.Seat, move json.RawMessage, why table.Why) ([]table.Event, error) {
	r.burn()
	return r.Game.Act(seat, move, why)
}

func (r simRules) Clone(old table.Game) table.Game {
	var memory table.Game
	if o, ok := old.(simRules); ok {
		memory = o.Game
	}
	return simRules{r.Game.Clone(memory).(*holdem.Game), r.fuse}
}
