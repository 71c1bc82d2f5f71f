package holdem_test

import (
	"fmt"
	"testing"

	"example.com/fullhouse/table"
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
