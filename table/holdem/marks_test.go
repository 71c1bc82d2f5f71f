package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

func TestMarks_CountChoicesBeforeTheFlopAndShowdowns(t *testing.T) {
	three := script{blinds: [2]table.Chips{5, 10}, stacks: []table.Chips{500, 500, 500}, holes: "QsQh KsKh 2s7h", board: "2c 3d 4h 8s 9c"}
	const checked = ", 0 check, 1 check, 0 check, 1 check, 0 check, 1 check"
	for _, c := range []struct {
		name, moves string
		change      func(*script)
		want        string
	}{
		{"everybody folds to the big blind", "2 fold, 0 fold", nil, "map[]"},
		{"a raise takes it", "2 raise 30, 0 fold, 1 fold", nil, "map[2:[vpip pfr]]"},
		{"a call, a check and a showdown", "2 fold, 0 call, 1 check" + checked, nil, "map[0:[vpip showdown] 1:[showdown won_showdown]]"},
		{"a raise that is called", "2 fold, 0 raise 30, 1 call" + checked, nil, "map[0:[vpip pfr showdown] 1:[vpip showdown won_showdown]]"},
		{"a call that folds later", "2 call, 0 call, 1 check, 0 bet 10, 1 fold, 2 fold", nil, "map[0:[vpip] 2:[vpip]]"},
		{"all-in, and the pot is shared", "2 fold, 0 raise 500, 1 call", func(s *script) { s.holes = "KcKd KsKh 2s7h" },
			"map[0:[vpip pfr showdown won_showdown] 1:[vpip showdown won_showdown]]"},
		{"a bomb pot asks nobody", "0 check, 1 check, 2 check, 0 bet 20, 1 fold, 2 fold", func(s *script) { s.bomb, s.ante, s.kind = true, 20, "each" }, "map[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := three
			if c.change != nil {
				c.change(&s)
			}
			if got := fmt.Sprint(deal(t, s).play(c.moves).Marks()); got != c.want {
				t.Errorf("marks = %s, want %s", got, c.want)
			}
		})
	}
}

// TestProperty_MarksAreWhatTheEventsTell counts them as somebody would who has only watched.
func TestProperty_MarksAreWhatTheEventsTell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawHand(t)
		for range 200 {
			if !d.hand.Over() {
				d.step(t)
			}
		}
		if !d.hand.Over() {
			return // most moves drawn were illegal
		}
		if got, want := fmt.Sprint(d.hand.Marks()), fmt.Sprint(marksTold(d.told)); got != want {
			t.Fatalf("marks = %s, the events tell %s", got, want)
		}
	})
}

// marksTold reads from the events of a hand what its players count of it.
func marksTold(events []table.Event) map[table.Seat][]string {
	marks, preflop, tabled := map[table.Seat][]string{}, true, false
	mark := func(seat table.Seat, what string) {
		if !slices.Contains(marks[seat], what) {
			marks[seat] = append(marks[seat], what)
			slices.SortFunc(marks[seat], func(a, b string) int { return slices.Index(inOrder, a) - slices.Index(inOrder, b) })
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case holdem.StreetDealt:
			preflop = false
		case holdem.Acted:
			if preflop && e.Amount > 0 {
				mark(e.Seat, holdem.MarkVPIP)
			}
			if preflop && e.Do == holdem.Raise {
				mark(e.Seat, holdem.MarkPFR)
			}
		case holdem.Shown:
			tabled = true
			mark(e.Seat, holdem.MarkShowdown)
		case holdem.Mucked:
			mark(e.Seat, holdem.MarkShowdown)
		case holdem.Won:
			for _, w := range e.Winners {
				if tabled {
					mark(w.Seat, holdem.MarkWon)
				}
			}
		}
	}
	return marks
}

var inOrder = []string{holdem.MarkVPIP, holdem.MarkPFR, holdem.MarkShowdown, holdem.MarkWon}
