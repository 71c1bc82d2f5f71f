package holdem_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// headsUp is all-in before the flop; seat 0 wins on the first five cards of the board and seat 1 on the next.
var headsUp = script{
	blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 300}, twice: true,
	holes: "AsAh KsKh", board: "2c 3d 4h 8s 9c Kc 5d 6s Jd Td",
}

func TestRunTwice_AsksAllPlayersStillInFromTheLeftOfTheButton(t *testing.T) {
	s := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{100, 100, 300, 40}, twice: true})
	s.play("2 fold, 3 raise 40, 0 raise 100, 1 call")
	s.types(len(s.events)-4, "acted shown shown shown")
	for i, seat := range []table.Seat{0, 1, 3} {
		if got, want := s.Decision(), 5+i; got != want {
			t.Errorf("decision %d, want %d: each answer is one", got, want)
		}
		if got, want := s.Legal(), (holdem.Legal{Seat: seat, Step: 10, Vote: holdem.VoteRunTwice}); got != want {
			t.Errorf("legal = %+v, want %+v", got, want)
		}
		events, err := s.Apply(seat, holdem.Action{Do: holdem.Twice})
		if want := (holdem.Voted{Seat: seat, Do: holdem.Twice}); err != nil || events[0] != want {
			t.Fatalf("voted = %+v (%v), want %+v", events, err, want)
		}
	}
	if !s.Over() || len(s.View(table.NoSeat).Board2) != 5 {
		t.Errorf("over: %t, with the view %+v; want two boards", s.Over(), s.View(table.NoSeat))
	}
}

func TestRunTwice_DealsOneBoardAfterTheOtherAndPaysHalfByEach(t *testing.T) {
	s := deal(t, headsUp)
	s.play("1 raise 300, 0 call")
	from := len(s.events)
	s.play("0 twice, 1 twice").types(from, "voted voted street street street street street street won won")
	for i, e := range s.events[from+2 : from+8] {
		street := e.(holdem.StreetDealt)
		if wantRun, want := 1+i/3, holdem.Flop+holdem.Street(i%3); street.Run != wantRun || street.Street != want {
			t.Errorf("street %d is the %v of run %d, want the %v of run %d", i, street.Street, street.Run, want, wantRun)
		}
	}
	s.pays("1: 100 to 0", "2: 100 to 1").ends(100, 300)
	v := s.View(table.NoSeat)
	first, second := parseCards(t, "2c 3d 4h 8s 9c"), parseCards(t, "Kc 5d 6s Jd Td")
	if !slices.Equal(v.Board, first) || !slices.Equal(v.Board2, second) {
		t.Errorf("boards = %v and %v, want %v and %v", v.Board, v.Board2, first, second)
	}
	if len(v.Won) != 2 || v.Won[0].Name != "Pair of aces" || v.Won[1].Name != "Three kings" || !slices.Contains(v.Won[1].Best[0], second[0]) {
		t.Errorf("won = %+v, want aces on the first board and kings on the second", v.Won)
	}
}

func TestRunTwice_TheFirstNoDealsTheBoardOnce(t *testing.T) {
	for _, votes := range []string{"0 once", "0 twice, 1 once"} {
		s := deal(t, headsUp)
		s.play("1 raise 300, 0 call")
		s.play(votes).pays("200 to 0").ends(200, 200)
		s.types(len(s.events)-5, "voted street street street won")
		for _, e := range s.events {
			if street, ok := e.(holdem.StreetDealt); ok && street.Run != 0 {
				t.Errorf("%s: run %d of a board that is dealt once", votes, street.Run)
			}
		}
		if v := s.View(table.NoSeat); v.Board2 != nil {
			t.Errorf("%s: a second board %v", votes, v.Board2)
		}
	}
}

func TestRunTwice_SharesWhatLiesOnTheBoardAlready(t *testing.T) {
	for _, c := range []struct {
		before string // moves until the all-in is called
		fork   int    // cards that both boards share
	}{
		{"1 raise 100, 0 call", 0},
		{"1 call, 0 check, 0 bet 90, 1 call", 3},
		{"1 call, 0 check, 0 check, 1 check, 0 bet 90, 1 call", 4},
	} {
		s := deal(t, headsUp)
		s.play(c.before + ", 0 twice, 1 twice")
		cards := parseCards(t, headsUp.board)
		want := slices.Concat(cards[:c.fork], cards[5:10-c.fork])
		if v := s.View(table.NoSeat); !slices.Equal(v.Board, cards[:5]) || !slices.Equal(v.Board2, want) {
			t.Errorf("%s: boards = %v and %v, want %v and %v", c.before, v.Board, v.Board2, cards[:5], want)
		}
		position := 4 + 5 // after the holes and the first board
		for _, e := range s.events {
			street, ok := e.(holdem.StreetDealt)
			if !ok || street.Run != 2 {
				continue
			}
			for _, o := range street.Cards {
				if o.Position != position {
					t.Errorf("%s: %v comes from position %d, want %d", c.before, o.Card, o.Position, position)
				}
				position++
			}
		}
		if want := 14 - c.fork; position != want {
			t.Errorf("%s: the second board ends before position %d, want %d", c.before, position, want)
		}
	}
}

func TestRunTwice_SplitsSidePotsBoardByBoard(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{31, 101, 200}, twice: true,
		holes: "AsAh KsKh QsQd", board: "2c 3d 4h 8s 9c Qc Qh 5d 7s Jd",
	})
	s.play("2 raise 200, 0 call, 1 call, 0 twice, 1 twice, 2 twice")
	s.pays("1: 47 to 0", "1: 70 to 1", "2: 46 to 2", "2: 70 to 2").ends(47, 70, 215)
}

func TestRunTwice_GivesTheOddChipsToTheFirstBoardAndThereFromTheLeftOfTheButton(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{1, 2}, stacks: []table.Chips{50, 50, 50}, twice: true,
		holes: "2c7d AsKd AhKc", board: "Qc Js Td 3h 4h 9c 9d 9h 9s 2d",
	})
	s.play("2 raise 50, 0 fold, 1 call, 1 twice, 2 twice")
	s.pays("1: 51 to 1 2", "2: 50 to 1 2").ends(49, 51, 50)
}

func TestRunTwice_AsksWhoHasChipsLeftToo(t *testing.T) {
	s := deal(t, headsUp)
	s.play("1 raise 300, 0 call, 0 twice")
	if v := s.View(table.NoSeat).Seats[1]; v.Bet != 100 || v.In != 100 || v.Stack != 200 {
		t.Errorf("seat 1 is %+v, want what was not called back in its stack", v)
	}
	if l := s.Legal(); l.Seat != 1 || l.Vote == "" {
		t.Errorf("legal = %+v, want seat 1, with 200 behind, to be asked", l)
	}
}

func TestRunTwice_IsNoQuestion(t *testing.T) {
	off := headsUp
	off.twice = false
	for name, c := range map[string]struct {
		script
		moves string
	}{
		"where it is off":             {off, "1 raise 300, 0 call"},
		"after the last card":         {headsUp, "1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 bet 90, 1 call"},
		"when all others have folded": {headsUp, "1 raise 300, 0 fold"},
		"when nobody is all-in":       {headsUp, "1 call, 0 check, 0 check, 1 check, 0 check, 1 check, 0 check, 1 check"},
	} {
		s := deal(t, c.script)
		s.play(c.moves)
		for _, e := range s.events {
			if e.Type() == "voted" || !s.Over() {
				t.Errorf("%s: somebody is asked", name)
			}
		}
	}
	side := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{300, 300, 40}, twice: true})
	side.play("2 raise 40, 0 call, 1 call").may(0, 0, 10, 260) // two can still bet
}

func TestRunTwice_AsksAlsoWhenBlindsOrAntesLeaveNobodyAChoice(t *testing.T) {
	blinds := deal(t, script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{10, 3}, twice: true})
	antes := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{10, 300, 20}, twice: true, ante: 30, kind: holdem.AnteEach, bomb: true,
	})
	for name, s := range map[string]*scene{"blinds": blinds, "a bomb pot": antes} {
		if l := s.Legal(); l.Vote != holdem.VoteRunTwice || l.Seat != 0 || s.View(0).Legal.Vote == "" {
			t.Errorf("%s: legal = %+v, want a vote", name, l)
		}
	}
	antes.play("0 twice, 1 twice, 2 twice")
	if v := antes.View(table.NoSeat); !v.Over || len(v.Board2) != 5 || len(v.Won) != 4 {
		t.Errorf("the bomb pot ends as %+v, want two pots on two boards", v)
	}
}

func TestRunTwice_TakesAnAnswerAndNothingElse(t *testing.T) {
	s := deal(t, headsUp)
	refused := func(seat table.Seat, want error, moves ...holdem.Action) {
		t.Helper()
		for _, a := range moves {
			before := *s.Hand
			if _, err := s.Apply(seat, a); !errors.Is(err, want) || *s.Hand != before {
				t.Errorf("%+v of seat %d: %v, want %v and no trace", a, seat, err, want)
			}
		}
	}
	twice, once := holdem.Action{Do: holdem.Twice}, holdem.Action{Do: holdem.Once}
	refused(1, holdem.ErrIllegalAction, twice, once)
	s.play("1 raise 300")
	refused(0, holdem.ErrIllegalAction, twice, once)
	s.play("0 call")
	refused(0, holdem.ErrIllegalAction,
		holdem.Action{Do: holdem.Fold}, holdem.Action{Do: holdem.Check}, holdem.Action{Do: holdem.Call}, holdem.Action{Do: ""},
		holdem.Action{Do: holdem.Bet, To: 10}, holdem.Action{Do: holdem.Raise, To: 100}, holdem.Action{Do: holdem.Twice, To: 1},
	)
	refused(1, holdem.ErrNotYourTurn, twice, once)
	s.play("0 once")
	refused(0, holdem.ErrHandOver, twice, once)
}

func TestParseAction_ReadsAnswers(t *testing.T) {
	for _, do := range []holdem.Verb{holdem.Twice, holdem.Once} {
		got, err := holdem.ParseAction(json.RawMessage(`{"do":"` + string(do) + `"}`))
		if want := (holdem.Action{Do: do}); err != nil || got != want {
			t.Errorf("%s: %+v, %v", do, got, err)
		}
		if _, err := holdem.ParseAction(json.RawMessage(`{"do":"` + string(do) + `","to":5}`)); !errors.Is(err, holdem.ErrBadAction) {
			t.Errorf("%s with an amount: %v, want %v", do, err, holdem.ErrBadAction)
		}
	}
}

// twiceGame is a game in which both players are all-in before the flop.
func twiceGame(t *testing.T) (table.Game, holdem.HandStarted) {
	t.Helper()
	g := extraGame(t, `,"run_twice":true`)
	started := begin(t, g, 1, place(2, 1000), place(5, 1000)).Events[0].(holdem.HandStarted)
	act(t, g, `{"do":"raise","to":1000}`, table.ByPlayer)
	act(t, g, `{"do":"call"}`, table.ByPlayer)
	return g, started
}

// act plays a move for the seat whose turn it is.
func act(t *testing.T, g table.Game, move string, why table.Why) []table.Event {
	t.Helper()
	turn, _ := g.Turn()
	events, err := g.Act(turn.Seat, json.RawMessage(move), why)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestGame_AsksAQuickQuestionThatTheClockAnswersWithNo(t *testing.T) {
	g, _ := twiceGame(t)
	turn, running := g.Turn()
	if !running || turn.Seat != 5 || !turn.Short || turn.Price != 0 || turn.Number != 3 {
		t.Errorf("turn = %+v, want a short one of seat 5, left of the button", turn)
	}
	options, _ := json.Marshal(turn.Options)
	if got, want := string(options), `{"seat":5,"call":0,"raise":"","min_to":0,"max_to":0,"step":100,"vote":"run_twice"}`; got != want {
		t.Errorf("options = %s, want %s", got, want)
	}
	if got, want := string(g.Default()), `{"do":"once"}`; got != want {
		t.Errorf("default = %s, want %s", got, want)
	}
	events := act(t, g, string(g.Default()), table.ByClock)
	if got, want := events[0], (holdem.Voted{Seat: 5, Do: holdem.Once, Why: table.ByClock}); got != want {
		t.Errorf("voted = %+v, want %+v", got, want)
	}
	if r, over := g.Result(); !over || r.Beats != 4 {
		t.Errorf("over = %t with %d beats, want 4: three streets and the pot", over, r.Beats)
	}
}

func TestGame_ABetIsNoQuickQuestion(t *testing.T) {
	g := extraGame(t, `,"run_twice":true`)
	begin(t, g, 1, place(2, 1000), place(5, 1000))
	turn, _ := g.Turn()
	options, _ := json.Marshal(turn.Options)
	if want := `{"seat":2,"call":50,"raise":"raise","min_to":200,"max_to":1000,"step":100}`; turn.Short || string(options) != want {
		t.Errorf("short: %t with options %s, want %s", turn.Short, options, want)
	}
}

func TestGame_BothBoardsVerifyAgainstTheCommitment(t *testing.T) {
	g, started := twiceGame(t)
	act(t, g, `{"do":"twice"}`, table.ByPlayer)
	events := act(t, g, `{"do":"twice"}`, table.ByBot)
	var told []deck.Proof
	for _, e := range events {
		if street, ok := e.(holdem.StreetDealt); ok {
			for _, o := range street.Cards {
				told = append(told, o.Proof())
			}
		}
	}
	if err := deck.Verify(started.Commitment, "t-1", told...); err != nil || len(told) != 10 {
		t.Errorf("%d cards of two boards: %v", len(told), err)
	}
	v := g.View(table.NoSeat).(*holdem.View)
	var seen []deck.Proof
	for _, o := range v.Openings {
		seen = append(seen, o.Proof())
	}
	if err := deck.Verify(started.Commitment, "t-1", seen...); err != nil || len(seen) != 14 {
		t.Errorf("%d openings in the view: %v", len(seen), err)
	}
	for i, c := range slices.Concat(v.Board, v.Board2) {
		if p := seen[4+i]; p.Card != c || p.Position != 4+i {
			t.Errorf("card %d of the boards is %v, and %v is proven at %d", i, c, p.Card, p.Position)
		}
	}
	if r, over := g.Result(); !over || r.Beats != 7 {
		t.Errorf("over = %t with %d beats, want 7: six streets and the pot", over, r.Beats)
	}
	if _, ended := events[len(events)-1].(holdem.HandEnded); !ended {
		t.Errorf("the last event is %T", events[len(events)-1])
	}
}

func TestStreetDealt_NamesOnesHandOnTheBoardOfItsRun(t *testing.T) {
	s := deal(t, headsUp)
	s.play("1 raise 300, 0 call, 0 twice, 1 twice")
	var names []string
	for _, e := range s.events {
		if street, ok := e.(holdem.StreetDealt); ok && street.Street == holdem.River {
			names = append(names, street.Private(1).(holdem.OwnHand).Name)
		}
	}
	if want := []string{"Pair of kings", "Three kings"}; !slices.Equal(names, want) {
		t.Errorf("seat 1 is told %q, want %q", names, want)
	}
}
