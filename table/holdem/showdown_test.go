package holdem_test

import (
	"slices"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func TestShowdown_LastAggressorFirstAndLosersMuck(t *testing.T) {
	three := script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500},
		holes: "QsQh KsKh AsAh", board: "2c 3d 4h 8s 9c",
	}
	const called, checked = "2 call, 0 call, 1 check", "0 check, 1 check, 2 check"
	for _, c := range []struct{ name, river, want string }{
		{"checked: from the left of the button", checked, "0 1 2"},
		{"bet by the best hand: the others muck", "0 check, 1 check, 2 bet 50, 0 call, 1 call", "2 0- 1-"},
		{"bet by the middle: the better one shows", "0 check, 1 bet 50, 2 call, 0 call", "1 2 0-"},
		{"raised: the raiser is the aggressor", "0 bet 50, 1 raise 100, 2 fold, 0 call", "1 0-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := deal(t, three).play(called).play(checked).play(checked).play(c.river)
			if got := s.tabled(); got != c.want {
				t.Errorf("tabled %q, want %q", got, c.want)
			}
		})
	}
}

func TestShowdown_ABetOnAnEarlierStreetDoesNotMatter(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}, holes: "QsQh KsKh", board: "2c 3d 4h 8s 9c",
	})
	s.play("1 raise 30, 0 call, 0 check, 1 bet 30, 0 call, 0 check, 1 check, 0 check, 1 check")
	if got, want := s.tabled(), "0 1"; got != want {
		t.Errorf("tabled %q, want %q", got, want)
	}
}

func TestShowdown_AnEqualHandShows(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}, holes: "2s3h 4s5h", board: "Ac Kd Qh Js Tc",
	})
	checkDown(s).pays("20 to 0 1")
	if got, want := s.tabled(), "0 1"; got != want {
		t.Errorf("tabled %q, want %q", got, want)
	}
}

func TestShowdown_WithSomeoneAllInEverybodyShows(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 50},
		holes: "QsQh KsKh 2s7h", board: "2c 3d 4h 8s 9c",
	})
	s.play("2 raise 50, 0 call, 1 call, 0 check, 1 check, 0 check, 1 check, 0 check, 1 bet 50, 0 call")
	if got, want := s.tabled(), "1 2 0"; got != want {
		t.Errorf("tabled %q, want %q", got, want)
	}
}

func TestRunOut_TheHandsAreTabledBeforeTheBoardAndNamedByWhatIsKnown(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}, holes: "QsQh KsKh", board: "2c 3d 4h 8s Qd",
	})
	s.play("1 call, 0 check")
	from := len(s.events)
	s.play("0 bet 490, 1 call")
	s.types(from, "acted acted shown shown street street won").pays("1000 to 0")
	first := s.events[from+2].(holdem.Shown)
	if got, want := first.Name, "Pair of queens"; first.Seat != 0 || got != want || len(first.Best) != 0 {
		t.Errorf("first shown = seat %d, %q, %v; want seat 0, %q, nothing yet", first.Seat, got, first.Best, want)
	}
	if got, want := s.events[from+6].(holdem.Won).Name, "Three queens"; got != want {
		t.Errorf("won with %q, want %q", got, want)
	}
}

func TestRunOut_BeforeTheFlopTheOneWhoSpokeFirstTablesFirst(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{10, 10, 10}, holes: "QsQh KsKh AsAh", board: "2c 3d 4h 8s 9d",
	})
	s.play("2 call, 0 call")
	if got, want := s.tabled(), "2 0 1"; got != want {
		t.Errorf("tabled %q, want %q", got, want)
	}
	for _, e := range s.events {
		if shown, ok := e.(holdem.Shown); ok && shown.Name != "" {
			t.Errorf("seat %d is named %q with two cards", shown.Seat, shown.Name)
		}
	}
}

func TestShown_TellsTheFiveCardsThatPlay(t *testing.T) {
	s := deal(t, script{
		blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500}, holes: "QsQh KsKh", board: "2c 3d 4h 8s 9c",
	})
	checkDown(s)
	i := slices.IndexFunc(s.events, func(e table.Event) bool { return e.Type() == "shown" })
	shown := s.events[i].(holdem.Shown)
	if want := parseCards(t, "QsQh 9c 8s 4h"); !slices.Equal(shown.Best, want) {
		t.Errorf("best five = %v, want %v", shown.Best, want)
	}
	for i, want := range []deck.Opening{{Position: 0, Card: parseCards(t, "Qs")[0]}, {Position: 2, Card: parseCards(t, "Qh")[0]}} {
		if got := shown.Cards[i]; got != want {
			t.Errorf("card %d = %+v, want %+v", i, got, want)
		}
	}
}
