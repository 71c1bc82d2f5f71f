package holdem_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// chosen is a move in advance as a player sends it.
func chosen(do, street string) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"do":%q,"street":%q}`, do, street))
}

func TestPlanned_StandsForItsStreetAndPriceAndSaysTheMove(t *testing.T) {
	const gone = ""
	// Three seats with 1000 chips and blinds of 50 and 100: seat 0 has the button and speaks first, seat 2 has the big blind.
	for _, c := range []struct {
		name  string
		moves []string // before the plan is looked at
		seat  table.Seat
		price table.Chips
		plan  json.RawMessage
		want  string
	}{
		{"call at its price", nil, 1, 50, chosen("call", "preflop"), `{"do":"call"}`},
		{"call after a raise", []string{`{"do":"raise","to":300}`}, 1, 50, chosen("call", "preflop"), gone},
		{"call after a raise, at the new price", []string{`{"do":"raise","to":300}`}, 1, 250, chosen("call", "preflop"), `{"do":"call"}`},
		{"call of nothing", []string{`{"do":"call"}`}, 2, 0, chosen("call", "preflop"), gone},
		{"call after a fold", []string{`{"do":"fold"}`}, 1, 50, chosen("call", "preflop"), `{"do":"call"}`},
		{"check for free", []string{`{"do":"call"}`}, 2, 0, chosen("check", "preflop"), `{"do":"check"}`},
		{"check after a raise", []string{`{"do":"raise","to":300}`}, 2, 0, chosen("check", "preflop"), gone},
		{"check that is not free", nil, 1, 50, chosen("check", "preflop"), gone},
		{"check or fold for free", []string{`{"do":"call"}`}, 2, 0, chosen("check_fold", "preflop"), `{"do":"check"}`},
		{"check or fold after a raise", []string{`{"do":"raise","to":300}`}, 2, 0, chosen("check_fold", "preflop"), `{"do":"fold"}`},
		{"call any after a raise", []string{`{"do":"raise","to":300}`}, 2, 0, chosen("call_any", "preflop"), `{"do":"call"}`},
		{"call any for free", []string{`{"do":"call"}`}, 2, 0, chosen("call_any", "preflop"), `{"do":"check"}`},
		{"call any of an earlier street", []string{`{"do":"call"}`, `{"do":"call"}`, `{"do":"check"}`}, 2, 0, chosen("call_any", "preflop"), gone},
		{"check or fold of an earlier street", []string{`{"do":"call"}`, `{"do":"call"}`, `{"do":"check"}`}, 2, 0, chosen("check_fold", "preflop"), gone},
		{"check of a street to come", nil, 2, 0, chosen("check", "flop"), gone},
		{"check on the flop", []string{`{"do":"call"}`, `{"do":"call"}`, `{"do":"check"}`}, 0, 0, chosen("check", "flop"), `{"do":"check"}`},
		{"who has folded", []string{`{"do":"fold"}`}, 0, 100, chosen("call_any", "preflop"), gone},
		{"who is all-in", []string{`{"do":"raise","to":1000}`}, 0, 0, chosen("call_any", "preflop"), gone},
		{"all-in for the same whatever the raise", []string{`{"do":"raise","to":1000}`}, 1, 950, chosen("call", "preflop"), `{"do":"call"}`},
		{"who was not dealt in", nil, 5, 0, chosen("check", "preflop"), gone},
		{"when the hand is over", []string{`{"do":"fold"}`, `{"do":"fold"}`}, 2, 0, chosen("check_fold", "preflop"), gone},
		{"an unknown move", nil, 2, 0, chosen("raise", "preflop"), gone},
		{"no street", nil, 2, 0, json.RawMessage(`{"do":"check_fold"}`), gone},
		{"no object", nil, 2, 0, json.RawMessage(`"check"`), gone},
		{"nothing", nil, 2, 0, nil, gone},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, nil)
			start(t, g, 1, 0, 1, 2)
			for _, move := range c.moves {
				act(t, g, move, table.ByPlayer)
			}
			move, stands := g.Planned(c.seat, c.price, c.plan)
			if string(move) != c.want || stands != (c.want != gone) {
				t.Errorf("planned: %s, stands %t; want %s", move, stands, c.want)
			}
		})
	}
}

func TestPlanned_IsNothingBeforeTheFirstHandAndInAVote(t *testing.T) {
	if _, stands := newGame(t, nil).Planned(0, 0, chosen("call_any", "preflop")); stands {
		t.Error("a plan stands before the first hand")
	}
	g, _ := twiceGame(t)
	for _, do := range []string{"check_fold", "check", "call", "call_any"} {
		if _, stands := g.Planned(2, 0, chosen(do, "preflop")); stands {
			t.Errorf("%s answers a vote", do)
		}
	}
}

// TestProperty_APlanNeverPaysMoreThanItWasMadeFor makes plans at drawn moments of drawn hands and asks for them until they are
// played, as a table does.
func TestProperty_APlanNeverPaysMoreThanItWasMadeFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvening(t)
		e.gather(t)
		secret, err := e.game.Shuffle(rand.NewChaCha8([32]byte{1}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.game.Start("t-1", e.places, secret); err != nil {
			t.Fatal(err)
		}
		plans := planners{}
		for range 200 {
			turn, running := e.game.Turn()
			if !running {
				return
			}
			plans.make(t, e, turn)
			move := e.game.Default()
			if a, _ := actionFrom(turn.Options.(holdem.Legal), []byte{rapid.Byte().Draw(t, "move")}); a.Do != "" {
				move, _ = json.Marshal(a)
			}
			plan, has := plans[turn.Seat]
			if has {
				move = plan.check(t, e, turn)
			}
			if _, err := e.game.Act(turn.Seat, move, table.ByPlayer); err != nil && has {
				t.Fatalf("the move %s of a plan that stands is refused: %v", move, err)
			}
			delete(plans, turn.Seat)
			plans.review(e)
		}
	})
}

// planners are the plans that stand, by seat.
type planners map[table.Seat]planned

type planned struct {
	do    string
	price table.Chips
	raw   json.RawMessage
}

// make lets somebody who is not on turn choose, at the price of the moment as a page shows it.
func (p planners) make(t *rapid.T, e *evening, turn table.Turn) {
	view := e.game.View(table.NoSeat).(*holdem.View)
	most := table.Chips(0)
	for _, s := range view.Seats {
		most = max(most, s.Bet)
	}
	s := view.Seats[rapid.IntRange(0, len(view.Seats)-1).Draw(t, "planner")]
	if s.Seat == turn.Seat {
		return
	}
	price := min(max(most-s.Bet, 0), s.Stack)
	do := rapid.SampledFrom([]string{"check_fold", "check", "call", "call_any"}).Draw(t, "plan")
	raw := chosen(do, view.Street.String())
	if _, stands := e.game.Planned(s.Seat, price, raw); stands {
		p[s.Seat] = planned{do, price, raw}
	}
}

// review forgets what does not stand any more.
func (p planners) review(e *evening) {
	for seat, plan := range p {
		if _, stands := e.game.Planned(seat, plan.price, plan.raw); !stands {
			delete(p, seat)
		}
	}
}

// check returns the move of a plan whose turn has come, which costs no more than when it was made.
func (p planned) check(t *rapid.T, e *evening, turn table.Turn) json.RawMessage {
	move, stands := e.game.Planned(turn.Seat, p.price, p.raw)
	if !stands {
		t.Fatalf("%s fell although nothing has happened since it stood", p.raw)
	}
	action, err := holdem.ParseAction(move)
	if err != nil {
		t.Fatal(err)
	}
	pays := table.Chips(0)
	if action.Do == holdem.Call {
		pays = turn.Price
	}
	switch {
	case p.do != "call_any" && pays > p.price:
		t.Fatalf("%s made at %d pays %d", p.raw, p.price, pays)
	case p.do == "check_fold" && pays > 0, action.Do == holdem.Fold && (p.do != "check_fold" || turn.Price == 0):
		t.Fatalf("%s at %d became %s", p.raw, turn.Price, move)
	}
	return move
}
