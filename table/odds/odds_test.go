package odds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/fullhouse/table/deck"
)

// cards reads cards written without spaces.
func cards(t testing.TB, text string) []deck.Card {
	t.Helper()
	cs := []deck.Card{}
	for i := 0; i+1 < len(text); i += 2 {
		c, err := deck.ParseCard(text[i : i+2])
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	return cs
}

// hands reads hands separated by spaces; "??" is an unknown one.
func hands(t testing.TB, text string) (hs [][]deck.Card) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		if word == "??" {
			word = ""
		}
		hs = append(hs, cards(t, word))
	}
	return hs
}

func exact(t testing.TB, hs, board, dead string) Result {
	t.Helper()
	r, err := Exact(context.Background(), hands(t, hs), cards(t, board), cards(t, dead)...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOdds_RefuseQuestionsWithoutAnAnswer(t *testing.T) {
	full := make([]deck.Card, 44)
	for i := range full {
		full[i] = deck.Card(i)
	}
	for _, row := range []struct {
		hands, board string
		dead         []deck.Card
		want         error
	}{
		{"AsAh", "", nil, ErrHands},
		{strings.Repeat("?? ", 10), "", nil, ErrHands},
		{"AsAh Kd", "", nil, ErrHands},
		{"AsAh KdKcKh", "", nil, ErrHands},
		{"AsAh KdKc", "2c", nil, ErrBoard},
		{"AsAh KdKc", "2c3c4c5c6c7c", nil, ErrBoard},
		{"AsAh AsKc", "", nil, deck.ErrDuplicateCard},
		{"AsAh KdKc", "2c2cAd", nil, deck.ErrDuplicateCard},
		{"AsAh KdKc", "", []deck.Card{51}, deck.ErrDuplicateCard},
		{"AsAh KdKc", "", []deck.Card{52}, deck.ErrNotACard},
		{"AsAh AdAc", "", full, ErrFewCards},
	} {
		hs, board := hands(t, row.hands), cards(t, row.board)
		_, err := Exact(context.Background(), hs, board, row.dead...)
		_, errMC := MonteCarlo(context.Background(), 10, rand.New(rand.NewPCG(1, 2)), hs, board, row.dead...)
		if !errors.Is(err, row.want) || !errors.Is(errMC, row.want) {
			t.Errorf("%s on %q: %v and %v, want %v", row.hands, row.board, err, errMC, row.want)
		}
	}
	if _, err := Exact(context.Background(), hands(t, "AsAh ??"), nil); !errors.Is(err, ErrUnknownHand) {
		t.Errorf("Exact with an unknown hand: %v, want %v", err, ErrUnknownHand)
	}
	if _, err := MonteCarlo(context.Background(), 0, nil, hands(t, "AsAh ??"), nil); !errors.Is(err, ErrIterations) {
		t.Errorf("no iterations: %v, want %v", err, ErrIterations)
	}
}

func TestOdds_LeaveTheirInputAlone(t *testing.T) {
	hs, board, dead := hands(t, "AsAh ??"), cards(t, "2c3c4d"), make([]deck.Card, 1, 8)
	before := fmt.Sprint(hs, board, dead[:8])
	if _, err := MonteCarlo(context.Background(), 10, rand.New(rand.NewPCG(1, 2)), hs, board, dead[0]+40); err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprint(hs, board, dead[:8]); after != before {
		t.Errorf("the input became %s, want %s", after, before)
	}
}
