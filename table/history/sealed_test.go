package history_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/history"
	"example.com/fullhouse/table/holdem"
)

// play deals a hand from a sealed deck, lets everyone check and call but for the last, who folds, and records what seat 4
// may know of it.
func play(t *testing.T) *history.Hand {
	t.Helper()
	d, err := deck.Shuffle(rand.NewChaCha8([32]byte{1}))
	if err != nil {
		t.Fatal(err)
	}
	h := &history.Hand{
		Version: history.Version, ID: "k7q2-15", Button: 4, Viewer: 4,
		Game: holdem.Stakes{SmallBlind: 50, BigBlind: 100, AnteKind: holdem.AnteNone},
		Seats: []history.Seat{
			{Seat: 0, Name: "Brave Otter", Chips: 10000},
			{Seat: 1, Name: "Calm Heron", Chips: 8050},
			{Seat: 4, Name: "Swift Vole", Chips: 9900},
		},
	}
	sealed := d.Seal(string(h.ID))
	cfg := holdem.Config{SmallBlind: 50, BigBlind: 100}
	for _, s := range h.Seats {
		cfg.Players = append(cfg.Players, table.Stack{Seat: s.Seat, Chips: s.Chips})
	}
	hand, _, err := holdem.Deal(cfg, sealed)
	if err != nil {
		t.Fatal(err)
	}
	h.Result = &history.Result{Uncalled: []table.Stack{}}
	for !hand.Over() {
		move := holdem.DefaultAction(hand.Legal())
		if move.Do == holdem.Fold && hand.Turn() != h.Button {
			move.Do = holdem.Call
		}
		h.Actions = append(h.Actions, history.Action{Street: hand.Street().String(), Seat: hand.Turn(), Do: move.Do})
		events, err := hand.Apply(hand.Turn(), move)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if won, ok := e.(holdem.Won); ok {
				h.Result.Pots = append(h.Result.Pots, history.Pot{Amount: won.Amount, Winners: won.Winners})
			}
		}
	}
	h.Result.Stacks = hand.Stacks()
	view := hand.View(h.Viewer)
	h.Board, h.Commitment = view.Board, sealed.Root()
	for _, o := range view.Openings {
		h.Openings = append(h.Openings, o.Proof())
	}
	for i, s := range view.Seats {
		if len(s.Shown) == 2 {
			h.Seats[i].Cards = s.Shown
		}
	}
	h.Seats[2].Cards = view.Cards
	return h
}

func TestHand_ReplaysFromWhatOneSeatMayKnow(t *testing.T) {
	file := filepath.Join("testdata", "hand.json")
	want, err := json.MarshalIndent(play(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the hand as it is played today; look why, then run with -update", file)
	}
	for h, err := range history.ReadJSON(bytes.NewReader(got)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range replayed(t, h) {
			t.Error(m)
		}
		if err := deck.Verify(h.Commitment, string(h.ID), h.Openings...); err != nil {
			t.Errorf("openings: %v", err)
		}
	}
}
