package holdem_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

const stakes = `{"small_blind":50,"big_blind":100,"ante":0,"ante_kind":"none"}`

func newGame(t *testing.T, saved json.RawMessage) table.Game {
	t.Helper()
	g, err := holdem.New(json.RawMessage(stakes), saved)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// start deals to seats with 1000 chips each and returns the opening event.
func start(t *testing.T, g table.Game, hand int, seats ...table.Seat) holdem.HandStarted {
	t.Helper()
	var in []table.Place
	for _, s := range seats {
		in = append(in, table.Place{Seat: s, Chips: 1000, In: true})
	}
	secret, err := g.Shuffle(rand.NewChaCha8([32]byte{byte(hand)}))
	if err != nil {
		t.Fatal(err)
	}
	dealing, err := g.Start(table.HandID(fmt.Sprint("t-", hand)), in, secret)
	if err != nil {
		t.Fatal(err)
	}
	return dealing.Events[0].(holdem.HandStarted)
}

// foldOut lets everyone fold until the hand is over.
func foldOut(t *testing.T, g table.Game) (last []table.Event) {
	t.Helper()
	for turn, running := g.Turn(); running; turn, running = g.Turn() {
		events, err := g.Act(turn.Seat, json.RawMessage(`{"do":"fold"}`), table.ByPlayer)
		if err != nil {
			t.Fatal(err)
		}
		last = events
	}
	return last
}

func TestGame_MovesTheButtonToTheNextSeatThatIsDealtIn(t *testing.T) {
	g := newGame(t, nil)
	for hand, c := range []struct {
		seats                []table.Seat
		button, small, large table.Seat
	}{
		{[]table.Seat{1, 4, 7}, 1, 4, 7},
		{[]table.Seat{1, 4, 7}, 4, 7, 1},
		{[]table.Seat{1, 4, 7}, 7, 1, 4},
		{[]table.Seat{1, 4, 7}, 1, 4, 7},
		{[]table.Seat{1, 5, 7}, 5, 7, 1},
		{[]table.Seat{1, 7}, 1, 1, 7}, // heads-up the button posts the small blind, and 1 has just posted the big one
		{[]table.Seat{1, 7}, 7, 7, 1},
		{[]table.Seat{1, 7, 8}, 8, 1, 7},
	} {
		e := start(t, g, hand, c.seats...)
		if e.Button != c.button || e.SmallBlind != c.small || e.BigBlind != c.large {
			t.Errorf("hand %d: button %d, blinds %d and %d; want %d, %d and %d",
				hand, e.Button, e.SmallBlind, e.BigBlind, c.button, c.small, c.large)
		}
		if e.Number != int64(hand+1) {
			t.Errorf("number = %d, want %d", e.Number, hand+1)
		}
		foldOut(t, g)
	}
}

func TestGame_GoesOnFromWhatItSaved(t *testing.T) {
	g := newGame(t, nil)
	start(t, g, 1, 0, 1, 2)
	foldOut(t, g)
	again := newGame(t, g.Save())
	if got, want := start(t, again, 2, 0, 1, 2), start(t, g, 2, 0, 1, 2); !cmp.Equal(got, want) {
		t.Errorf("the next hand is %+v, want %+v", got, want)
	}
}

func TestGame_SaysWhoChoseAMove(t *testing.T) {
	g := newGame(t, nil)
	start(t, g, 1, 0, 1, 2)
	turn, _ := g.Turn()
	events, err := g.Act(turn.Seat, g.Default(), table.ByClock)
	if err != nil {
		t.Fatal(err)
	}
	if acted := events[0].(holdem.Acted); acted.Why != table.ByClock || acted.Do != holdem.Fold {
		t.Errorf("acted = %+v, want a fold by the clock", acted)
	}
}

func TestGame_ACopyIsIndependent(t *testing.T) {
	g := newGame(t, nil)
	start(t, g, 1, 0, 1, 2)
	before, _ := json.Marshal(g.View(0))
	copied := g.Clone(nil)
	foldOut(t, copied)
	foldOut(t, g.Clone(copied)) // in the same memory
	if after, _ := json.Marshal(g.View(0)); string(before) != string(after) {
		t.Errorf("playing a copy changed the original from\n%s\nto\n%s", before, after)
	}
}

func TestGame_MeasuresHowLongAnEndingIsWorthLookingAt(t *testing.T) {
	call, check, allIn := `{"do":"call"}`, `{"do":"check"}`, `{"do":"raise","to":1000}`
	for name, c := range map[string]struct {
		moves []string
		beats int
	}{
		"a pot nobody contests":      {[]string{`{"do":"fold"}`}, 1},
		"a showdown on the river":    {[]string{call, check, check, check, check, check, check, check}, 2},
		"a run-out before the flop":  {[]string{allIn, call}, 5},
		"a run-out after the turn":   {[]string{call, check, check, check, `{"do":"bet","to":900}`, call}, 3},
		"all-in after the last card": {[]string{call, check, check, check, check, check, check, `{"do":"bet","to":900}`, call}, 2},
	} {
		g := newGame(t, nil)
		start(t, g, 1, 0, 1)
		for _, move := range c.moves {
			turn, _ := g.Turn()
			if _, err := g.Act(turn.Seat, json.RawMessage(move), table.ByPlayer); err != nil {
				t.Fatalf("%s: %s: %v", name, move, err)
			}
		}
		if r, over := g.Result(); !over || r.Beats != c.beats {
			t.Errorf("%s: over = %v with %d beats, want %d", name, over, r.Beats, c.beats)
		}
	}
}

func TestGame_TheHandsNetsSumToZeroAndMatchTheStacks(t *testing.T) {
	g := newGame(t, nil)
	start(t, g, 1, 0, 1, 2)
	last := foldOut(t, g)
	ended := last[len(last)-1].(holdem.HandEnded)
	result, _ := g.Result()
	var sum table.Chips
	for i, n := range ended.Seats {
		sum += n.Net
		if n.Stack != result.Stacks[i].Chips || n.Stack != 1000+n.Net {
			t.Errorf("seat %d: stack %d, net %d, result %d", n.Seat, n.Stack, n.Net, result.Stacks[i].Chips)
		}
	}
	if sum != 0 {
		t.Errorf("nets sum to %d, want 0", sum)
	}
}

func TestGame_EveryCardAViewerSeesVerifiesAgainstTheCommitment(t *testing.T) {
	g := newGame(t, nil)
	commitment := start(t, g, 1, 0, 1, 2).Commitment
	for turn, running := g.Turn(); running; turn, running = g.Turn() {
		move, _ := json.Marshal(passive(turn.Options.(holdem.Legal)))
		if _, err := g.Act(turn.Seat, move, table.ByPlayer); err != nil {
			t.Fatal(err)
		}
	}
	for seat := table.NoSeat; seat < 3; seat++ {
		v := g.View(seat).(*holdem.View)
		if len(v.Openings) < 5 {
			t.Errorf("seat %d sees %d openings, want at least the board", seat, len(v.Openings))
		}
		for _, o := range v.Openings {
			if err := deck.Verify(commitment, "t-1", o.Proof()); err != nil {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	}
}

// passive checks or calls.
func passive(l holdem.Legal) holdem.Action {
	if l.Call > 0 {
		return holdem.Action{Do: holdem.Call}
	}
	return holdem.Action{Do: holdem.Check}
}

func TestGame_RefusesWhatItCannotStart(t *testing.T) {
	g := newGame(t, nil)
	seats := []table.Place{{Seat: 0, Chips: 10, In: true}, {Seat: 1, Chips: 10, In: true}}
	if _, err := g.Start("t-1", seats, []byte("not a deck")); err == nil {
		t.Error("dealt from a secret that is no deck")
	}
	if _, err := g.Act(0, json.RawMessage(`{"do":"fold"}`), table.ByPlayer); !errors.Is(err, holdem.ErrHandOver) {
		t.Errorf("a move before the first hand: %v, want %v", err, holdem.ErrHandOver)
	}
	if g.View(0) != nil {
		t.Error("a view before the first hand")
	}
}

func TestStakes_RefusesWhatMakesNoSense(t *testing.T) {
	for name, raw := range map[string]string{
		"no object":             `7`,
		"unknown field":         `{"small_blind":1,"big_blind":2,"rake":3}`,
		"no small blind":        `{"small_blind":0,"big_blind":2}`,
		"negative":              `{"small_blind":-1,"big_blind":2}`,
		"big below small":       `{"small_blind":3,"big_blind":2}`,
		"too big":               `{"small_blind":1,"big_blind":10000001}`,
		"unknown ante":          `{"small_blind":1,"big_blind":2,"ante":1,"ante_kind":"all"}`,
		"ante of no kind":       `{"small_blind":1,"big_blind":2,"ante":1}`,
		"ante above the blind":  `{"small_blind":1,"big_blind":2,"ante":3,"ante_kind":"each"}`,
		"half a chip":           `{"small_blind":1.5,"big_blind":2}`,
		"a number in a string":  `{"small_blind":"1","big_blind":2}`,
		"more than one integer": `{"small_blind":9223372036854775808,"big_blind":2}`,
	} {
		_, err := holdem.New(json.RawMessage(raw), nil)
		if se, ok := errors.AsType[holdem.StakesError](err); !ok || se.Code() != "bad_request" {
			t.Errorf("%s: %v, want a StakesError", name, err)
		}
	}
	if _, err := holdem.New(json.RawMessage(stakes), json.RawMessage(`[]`)); err == nil {
		t.Error("went on from nonsense")
	}
}

// ExampleNew plays the shortest hand there is.
func ExampleNew() {
	g, err := holdem.New(json.RawMessage(`{"small_blind":1,"big_blind":2}`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	secret, err := g.Shuffle(rand.NewChaCha8([32]byte{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	dealing, err := g.Start("friday-1", []table.Place{{Seat: 0, Chips: 100, In: true}, {Seat: 5, Chips: 100, In: true}}, secret)
	if err != nil {
		fmt.Println(err)
		return
	}
	turn, _ := g.Turn()
	folded, err := g.Act(turn.Seat, json.RawMessage(`{"do":"fold"}`), table.ByPlayer)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range slices.Concat(dealing.Events, folded) {
		fmt.Print(e.Type(), " ")
	}
	result, _ := g.Result()
	fmt.Println(result.Stacks)
	// Output: hand_started posted posted dealt acted uncalled won hand_ended [{5 101} {0 99}]
}

func TestWon_NamesTheFiveCardsOfEachWinner(t *testing.T) {
	g := newGame(t, nil)
	start(t, g, 1, 0, 1)
	allIn := json.RawMessage(`{"do":"raise","to":1000}`)
	turn, _ := g.Turn()
	if _, err := g.Act(turn.Seat, allIn, table.ByPlayer); err != nil {
		t.Fatal(err)
	}
	turn, _ = g.Turn()
	events, err := g.Act(turn.Seat, json.RawMessage(`{"do":"call"}`), table.ByPlayer)
	if err != nil {
		t.Fatal(err)
	}
	v := g.View(table.NoSeat).(*holdem.View)
	for _, e := range events {
		won, ok := e.(holdem.Won)
		if !ok {
			continue
		}
		if len(won.Best) != len(won.Winners) || !cmp.Equal(v.Won[won.Pot], won) {
			t.Fatalf("won = %+v, and the view says %+v", won, v.Won)
		}
		for i, w := range won.Winners {
			var shown []deck.Card
			for _, s := range v.Seats {
				if s.Seat == w.Seat {
					shown = s.Shown
				}
			}
			if want := holdem.Best5(append(shown, v.Board...)...); !cmp.Equal(won.Best[i], want) {
				t.Errorf("seat %d wins with %v, want %v", w.Seat, won.Best[i], want)
			}
		}
		return
	}
	t.Fatal("nobody won")
}
