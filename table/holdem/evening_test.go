package holdem_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// TestProperty_AnEveningWithAllExtrasEndsEveryHandWithAllChips plays hand after hand at one table, with people and bots who
// come, go and wish for things.
func TestProperty_AnEveningWithAllExtrasEndsEveryHandWithAllChips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEvening(t)
		for hand := range rapid.IntRange(1, 5).Draw(t, "hands") {
			e.play(t, hand+1)
		}
	})
}

// evening is a table and those who sit there.
type evening struct {
	game   table.Game
	stakes holdem.Stakes
	places []table.Place
	random *rand.Rand
}

func drawEvening(t *rapid.T) *evening {
	e := &evening{random: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "chance"), 3))}
	e.stakes = holdem.Stakes{
		SmallBlind: 5, BigBlind: 10, AnteKind: holdem.AnteNone, Straddle: rapid.Bool().Draw(t, "straddle"),
		RunTwice: rapid.Bool().Draw(t, "run twice"), BombPot: rapid.SampledFrom([]table.Chips{0, 2, 20}).Draw(t, "bomb pot"),
	}
	if rapid.Bool().Draw(t, "ante") {
		e.stakes.Ante, e.stakes.AnteKind = 3, rapid.SampledFrom([]holdem.AnteKind{holdem.AnteEach, holdem.AnteBB}).Draw(t, "ante kind")
	}
	settings, err := json.Marshal(e.stakes)
	if err != nil {
		t.Fatal(err)
	}
	if e.game, err = holdem.New(settings, nil); err != nil {
		t.Fatal(err)
	}
	for seat := range table.Seat(rapid.IntRange(2, table.MaxSeats).Draw(t, "seats")) {
		e.places = append(e.places, table.Place{Seat: seat, Bot: rapid.Bool().Draw(t, "bot"), New: true})
	}
	if rapid.Bool().Draw(t, "practice") {
		for i := range e.places {
			e.places[i].Free = true
		}
	}
	return e
}

// gather draws who wants to play the next hand, with how much, and what for; some have won or lost since the last one.
func (e *evening) gather(t *rapid.T) {
	for i := range e.places {
		p := &e.places[i]
		if p.Chips == 0 || rapid.IntRange(0, 4).Draw(t, "rebuy") == 0 {
			p.Chips = table.Chips(rapid.OneOf(rapid.IntRange(1, 40), rapid.IntRange(1, 2000)).Draw(t, "stack"))
		}
		p.In = i < 2 || rapid.IntRange(0, 3).Draw(t, "in") > 0
		p.Post = rapid.Bool().Draw(t, "post")
		p.Wishes = nil
		for _, wish := range []string{holdem.WishBombPot, holdem.WishStraddle} {
			if !p.Bot && e.game.Allows(wish) && rapid.IntRange(0, 4).Draw(t, "wish") > 0 {
				p.Wishes = append(p.Wishes, wish)
			}
		}
	}
}

func (e *evening) play(t *rapid.T, hand int) {
	e.gather(t)
	secret, err := e.game.Shuffle(rand.NewChaCha8([32]byte{byte(hand), byte(e.random.Uint32())}))
	if err != nil {
		t.Fatal(err)
	}
	dealing, err := e.game.Start(table.HandID(fmt.Sprint("t-", hand)), e.places, secret)
	if err != nil {
		t.Fatal(err)
	}
	e.checkStart(t, dealing)
	events := dealing.Events
	for played := 0; ; played++ {
		turn, running := e.game.Turn()
		if !running {
			break
		}
		if played > 200+5*table.MaxSeats {
			t.Fatalf("the hand goes on after %d decisions", played)
		}
		move := e.game.Default()
		if a, _ := actionFrom(turn.Options.(holdem.Legal), []byte{byte(e.random.Uint32())}); played < 200 {
			move, _ = json.Marshal(a)
		}
		more, err := e.game.Act(turn.Seat, move, table.ByPlayer)
		if err != nil && played >= 200 {
			t.Fatalf("the default move %s is refused: %v", move, err)
		}
		events = append(events, more...)
	}
	e.settle(t, dealing.In, events)
}

// checkStart holds the beginning of a hand against what was wished for.
func (e *evening) checkStart(t *rapid.T, dealing table.Dealing) {
	started := dealing.Events[0].(holdem.HandStarted)
	if bomb := slices.Equal(dealing.Spent, []string{holdem.WishBombPot}); bomb != started.BombPot || len(dealing.Spent) > 1 {
		t.Fatalf("spent %v on %+v", dealing.Spent, started)
	}
	for _, ev := range dealing.Events {
		p, ok := ev.(holdem.Posted)
		if !ok {
			continue
		}
		i := slices.IndexFunc(e.places, func(at table.Place) bool { return at.Seat == p.Seat })
		switch {
		case started.BombPot && p.Kind != holdem.PostAnte:
			t.Fatalf("a bomb pot with %+v", p)
		case p.Kind == holdem.PostStraddle && (p.Bet != 2*e.stakes.BigBlind || p.AllIn || !slices.Contains(e.places[i].Wishes, holdem.WishStraddle)):
			t.Fatalf("straddled: %+v by %+v", p, e.places[i])
		}
	}
}

// settle takes the stacks of a hand that is over, which are all there were, and as its events tell.
func (e *evening) settle(t *rapid.T, in []table.Seat, events []table.Event) {
	ended := events[len(events)-1].(holdem.HandEnded)
	result, over := e.game.Result()
	if !over || len(result.Stacks) != len(in) || len(ended.Seats) != len(in) {
		t.Fatalf("over: %t with %+v and %+v, dealt to %v", over, result, ended, in)
	}
	var won, lost table.Chips
	for i, s := range result.Stacks {
		at := slices.IndexFunc(e.places, func(p table.Place) bool { return p.Seat == s.Seat })
		if n := ended.Seats[i]; n.Stack != s.Chips || n.Net != s.Chips-e.places[at].Chips || s.Chips < 0 {
			t.Fatalf("seat %d ends with %d by the result and %+v by the event, it had %d", s.Seat, s.Chips, n, e.places[at].Chips)
		}
		won, lost = won+max(0, ended.Seats[i].Net), lost+min(0, ended.Seats[i].Net)
		e.places[at].Chips, e.places[at].New = s.Chips, false
	}
	if won+lost != 0 {
		t.Fatalf("won %d and lost %d", won, lost)
	}
}
