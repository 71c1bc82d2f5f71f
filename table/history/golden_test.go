package history_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
)

var update = flag.Bool("update", false, "write the files in testdata anew that are made from hands played today")

// moves reads moves such as "call, raise 300, fold".
func moves(t *testing.T, text string) (list []holdem.Action) {
	t.Helper()
	for word := range strings.SplitSeq(text, ", ") {
		do, to, _ := strings.Cut(word, " ")
		list = append(list, holdem.Action{Do: holdem.Verb(do), To: chips(t, to)})
	}
	return list
}

func chips(t *testing.T, digits string) (n table.Chips) {
	t.Helper()
	for _, d := range digits {
		n = n*10 + table.Chips(d-'0')
	}
	return n
}

// kinds are hands of each kind, as seat 4 has seen them.
var kinds = []struct {
	name   string
	moves  string
	stacks []table.Chips // of seats 0, 1, 4, 6 and 7, which has the button
	change func(s *holdem.Stakes, c *holdem.Config)
}{
	{"showdown", "raise 300, fold, fold, call, call, check, bet 400, raise 900, call, call, check, check, check, check, check, check",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(*holdem.Stakes, *holdem.Config) {}},
	{"uncontested", "call, fold, raise 250, fold, call, call, bet 500, fold, fold",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(s *holdem.Stakes, c *holdem.Config) {
			s.Ante, s.AnteKind = 20, holdem.AnteEach
		}},
	{"side-pots", "raise 400, call, call, raise 1500, call, call, fold, fold",
		[]table.Chips{10000, 2050, 1200, 4000, 600}, func(s *holdem.Stakes, c *holdem.Config) {
			s.Ante, s.AnteKind = 100, holdem.AnteBB
		}},
	{"straddle", "call, fold, call, fold, raise 700, fold, call, bet 1000, fold",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(s *holdem.Stakes, c *holdem.Config) {
			s.Straddle, c.Straddle = true, 200
		}},
	{"posts", "check, raise 300, fold, fold, call, fold, check, bet 650, fold",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(s *holdem.Stakes, c *holdem.Config) {
			c.Posts = []holdem.Post{{Seat: 4, Live: 100, Dead: 50}, {Seat: 7, Live: 100}}
		}},
	{"bomb-pot", "check, check, bet 900, fold, call, fold, call, check, check, check, check, check, check",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(s *holdem.Stakes, c *holdem.Config) {
			s.BombPot, c.BombPot, c.Ante, c.AnteKind = 3, true, 300, holdem.AnteEach
		}},
	{"twice", "raise 300, fold, fold, call, fold, bet 600, raise 9600, call, twice, twice",
		[]table.Chips{10000, 8050, 9900, 4000, 7300}, func(s *holdem.Stakes, c *holdem.Config) {
			s.RunTwice, c.RunTwice = true, true
		}},
}

// hands plays one of each kind.
func hands(t *testing.T) (list []*history.Hand) {
	t.Helper()
	for i, kind := range kinds {
		d := &dealtHand{
			stakes: holdem.Stakes{SmallBlind: 50, BigBlind: 100, AnteKind: holdem.AnteNone}, number: i + 147,
			names: []string{"Brave Otter", "Ada", "Calm Heron", "Zoë 玉", "Swift Vole"}, moves: moves(t, kind.moves),
		}
		d.config = holdem.Config{SmallBlind: 50, BigBlind: 100}
		for place, seat := range []table.Seat{0, 1, 4, 6, 7} {
			d.config.Players = append(d.config.Players, table.Stack{Seat: seat, Chips: kind.stacks[place]})
		}
		kind.change(&d.stakes, &d.config)
		if !d.config.BombPot {
			d.config.Ante, d.config.AnteKind = d.stakes.Ante, d.stakes.AnteKind
		}
		list = append(list, d.play(t).fromRecord(t, 4))
	}
	return list
}

func TestExports_OfEachKindAreTheFilesInTestdata(t *testing.T) {
	endings := map[string]string{"JSON": ".json", "PHH": ".phh", "text": ".txt"}
	for i, h := range hands(t) {
		for _, f := range forms {
			var got bytes.Buffer
			if err := f.write(&got, h); err != nil {
				t.Fatalf("%s as %s: %v", kinds[i].name, f.name, err)
			}
			golden(t, filepath.Join("exports", kinds[i].name+endings[f.name]), got.Bytes())
			for _, m := range replayed(t, readOne(t, f, got.Bytes())) {
				t.Error(m)
			}
		}
	}
}

// golden compares a text with a file in testdata, which -update writes anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is written today; look why, then run with -update", name)
	}
}
