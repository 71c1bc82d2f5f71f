package holdem_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// scene is a hand that a test plays with words: seats are numbered from the left of the button.
type scene struct {
	t *testing.T
	*holdem.Hand
	events []table.Event // all so far
}

// script is a hand to be dealt. Holes are "AsKd 7c2d", the board "Ad 9c 5h 4s 2c"; what is left out comes from the rest of
// the deck.
type script struct {
	blinds [2]table.Chips
	ante   table.Chips
	kind   holdem.AnteKind
	stacks []table.Chips
	holes  string
	board  string
	posts  []holdem.Post
	// The extras.
	straddle table.Chips
	bomb     bool
	twice    bool // may be agreed on
}

func (s script) config() holdem.Config {
	cfg := holdem.Config{SmallBlind: s.blinds[0], BigBlind: s.blinds[1], Ante: s.ante, AnteKind: s.kind}
	cfg.Straddle, cfg.BombPot, cfg.RunTwice, cfg.Posts = s.straddle, s.bomb, s.twice, s.posts
	for seat, chips := range s.stacks {
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(seat), Chips: chips})
	}
	return cfg
}

func (s script) deck(t *testing.T) *deck.Deck {
	t.Helper()
	if s.holes == "" {
		return deck.Stacked()
	}
	n := len(s.stacks)
	first := make([]deck.Card, 2*n)
	for i, hole := range strings.Fields(s.holes) {
		both := parseCards(t, hole)
		first[i], first[n+i] = both[0], both[1]
	}
	return deck.Stacked(append(first, parseCards(t, s.board)...)...)
}

// parseCards reads cards with or without spaces between them.
func parseCards(t *testing.T, text string) (cards []deck.Card) {
	t.Helper()
	text = strings.ReplaceAll(text, " ", "")
	for i := 0; i+2 <= len(text); i += 2 {
		c, err := deck.ParseCard(text[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		cards = append(cards, c)
	}
	return cards
}

func deal(t *testing.T, s script) *scene {
	t.Helper()
	h, events, err := holdem.Deal(s.config(), s.deck(t))
	if err != nil {
		t.Fatal(err)
	}
	return &scene{t: t, Hand: h, events: events}
}

// play plays moves such as "2 raise 100" and "0 call", separated by commas. All must be allowed.
func (s *scene) play(moves string) *scene {
	s.t.Helper()
	for move := range strings.SplitSeq(moves, ",") {
		words := append(strings.Fields(move), "0")
		seat, _ := strconv.Atoi(words[0])
		to, _ := strconv.Atoi(words[2])
		a := holdem.Action{Do: holdem.Verb(words[1]), To: table.Chips(to)}
		events, err := s.Apply(table.Seat(seat), a)
		if err != nil {
			s.t.Fatalf("%s: %v, with %+v", move, err, s.Legal())
		}
		s.events = append(s.events, events...)
	}
	return s
}

// may checks whose turn it is, what a call costs, and the least and most total of a raise; 0, 0 when none is allowed.
func (s *scene) may(seat table.Seat, call, minTo, maxTo table.Chips) *scene {
	s.t.Helper()
	l := s.Legal()
	got, want := []table.Chips{table.Chips(l.Seat), l.Call, l.MinTo, l.MaxTo}, []table.Chips{table.Chips(seat), call, minTo, maxTo}
	if !slices.Equal(got, want) {
		s.t.Errorf("seat, call, least and most raise = %v, want %v", got, want)
	}
	return s
}

// ends checks that the hand is over and with which stacks.
func (s *scene) ends(want ...table.Chips) *scene {
	s.t.Helper()
	if !s.Over() {
		s.t.Fatalf("hand waits for %+v, want it over", s.Legal())
	}
	var got []table.Chips
	for _, stack := range s.Stacks() {
		got = append(got, stack.Chips)
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("final stacks = %v, want %v", got, want)
	}
	return s
}

// pays checks the pots, main pot first, each as its amount and its winners, in front of them the run if there are two.
func (s *scene) pays(want ...string) *scene {
	s.t.Helper()
	var got []string
	for _, e := range s.events {
		if won, ok := e.(holdem.Won); ok {
			text := strconv.FormatInt(int64(won.Amount), 10) + " to"
			if won.Run > 0 {
				text = strconv.Itoa(won.Run) + ": " + text
			}
			for _, w := range won.Winners {
				text += " " + strconv.Itoa(int(w.Seat))
			}
			got = append(got, text)
		}
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("pots = %q, want %q", got, want)
	}
	return s
}

// types checks the names of the events from the n-th on.
func (s *scene) types(from int, want string) *scene {
	s.t.Helper()
	var got []string
	for _, e := range s.events[from:] {
		got = append(got, e.Type())
	}
	if strings.Join(got, " ") != want {
		s.t.Errorf("events = %q, want %q", strings.Join(got, " "), want)
	}
	return s
}

// tabled lists who showed ("2") and who mucked ("2-"), in order.
func (s *scene) tabled() string {
	var seats []string
	for _, e := range s.events {
		switch e := e.(type) {
		case holdem.Shown:
			seats = append(seats, strconv.Itoa(int(e.Seat)))
		case holdem.Mucked:
			seats = append(seats, strconv.Itoa(int(e.Seat))+"-")
		}
	}
	return strings.Join(seats, " ")
}
