package bot

import (
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func TestDecide_AgreesToSeeTheBoardTwice(t *testing.T) {
	h, _, err := holdem.Deal(holdem.Config{
		SmallBlind: 1, BigBlind: 2, RunTwice: true, Players: []table.Stack{{Seat: 0, Chips: 2}, {Seat: 1, Chips: 1}},
	}, deck.Stacked())
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range Levels() {
		got, err := Decide(t.Context(), level, h.View(0), rand.New(rand.NewPCG(1, 2)))
		if want := (holdem.Action{Do: holdem.Twice}); err != nil || got != want {
			t.Errorf("%s answers %+v (%v), want %+v", level, got, err, want)
		}
	}
}
