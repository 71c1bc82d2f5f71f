package table_test

import (
	"bytes"
	"encoding/json"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/tabletest"
)

// simDeal is what the secret of a hand says about it: whose the hidden cards are, and which will lie on the board.
type simDeal struct {
	owner map[string]string        // of each hole card: an account, or "" for a bot
	hole  map[table.Seat][2]string // in the order dealt
	board [10]string               // and on a second one
}

// simSight is the part of a snapshot that the simulation looks at.
type simSight struct {
	Seq   int64
	Table struct {
		Seats []struct {
			Seat       table.Seat
			Name       string
			Bot        string
			Chips      table.Chips
			SittingOut bool `json:"sitting_out"`
			Wishes     []string
			Leaving    bool
		}
		You    struct{ Seat table.Seat }
		Hand   *simHand
		Turn   *simTurn
		Frozen bool
	}
}

// simHand is a hand there.
type simHand struct {
	Hand   table.HandID
	Board  []string
	Board2 []string
	Rabbit []string
	Pot    table.Chips
	Seats  []struct {
		Seat   table.Seat
		Stack  table.Chips
		Folded bool
		Shown  []string
	}
}

// look is what an account would be sent on joining.
func (t *simTable) look(m *table.Machine, account string) (v simSight) {
	raw := m.View(t.sim.now, tabletest.NewPlayer(account))
	if err := json.Unmarshal(raw, &v); err != nil {
		t.sim.failf("snapshot %s: %v", raw, err)
	}
	return v
}

// inside is the view of somebody who plays: others may be a hand behind.
func (t *simTable) inside(m *table.Machine) simSight { return t.look(m, m.Insider()) }

// deal reads the secret of a hand that has begun, which is the one in v.
func (t *simTable) deal(secret []byte, v simSight) *simDeal {
	var d deck.Deck
	if err := d.UnmarshalBinary(secret); err != nil {
		t.sim.failf("the secret of %s: %v", v.Table.Hand.Hand, err)
	}
	account := map[table.Seat]string{}
	for _, s := range v.Table.Seats {
		if s.Bot == "" {
			account[s.Seat] = s.Name
		}
	}
	deal := &simDeal{owner: map[string]string{}, hole: map[table.Seat][2]string{}}
	n := len(v.Table.Hand.Seats)
	for i, s := range v.Table.Hand.Seats {
		cards := [2]string{d.Open(i).Card.String(), d.Open(n + i).Card.String()}
		deal.hole[s.Seat] = cards
		deal.owner[cards[0]], deal.owner[cards[1]] = account[s.Seat], account[s.Seat]
	}
	for i := range deal.board {
		deal.board[i] = d.Open(2*n + i).Card.String()
	}
	return deal
}

// cardsIn are the cards named in a message.
func cardsIn(raw []byte) (cards []string) {
	for {
		i := bytes.IndexByte(raw, '"')
		if i < 0 || i+3 >= len(raw) {
			return cards
		}
		if raw[i+3] == '"' && strings.IndexByte("23456789TJQKA", raw[i+1]) >= 0 && strings.IndexByte("cdhs", raw[i+2]) >= 0 {
			cards = append(cards, string(raw[i+1:i+3]))
		}
		raw = raw[i+1:]
	}
}
