package bot

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// bb is what the bots of the tests play for; all start each hand with a hundred of it.
const bb table.Chips = 100

// play deals one hand to the levels, the last on the button, and returns what each won.
func play(t testing.TB, d *deck.Deck, random *rand.Rand, levels []string, watch func(*holdem.View, holdem.Action)) []table.Chips {
	t.Helper()
	cfg := holdem.Config{SmallBlind: bb / 2, BigBlind: bb}
	for i := range levels {
		cfg.Players = append(cfg.Players, table.Stack{Seat: table.Seat(i), Chips: 100 * bb})
	}
	h, _, err := holdem.Deal(cfg, d)
	if err != nil {
		t.Fatal(err)
	}
	for !h.Over() {
		v := h.View(h.Turn())
		a, err := Decide(context.Background(), levels[h.Turn()], v, random)
		if err != nil {
			t.Fatal(err)
		}
		watch(v, a)
		if _, err := h.Apply(h.Turn(), a); err != nil {
			t.Fatalf("%s wants %+v where %+v is legal: %v", levels[v.You], a, *v.Legal, err)
		}
	}
	won := make([]table.Chips, len(levels))
	for i, s := range h.Stacks() {
		won[i] = s.Chips - 100*bb
	}
	return won
}

// league plays every deck once with each of the given seatings, so that luck with the cards evens out. The results are in
// big blinds per hundred hands, by level.
func league(t testing.TB, decks int, seatings [][]string, watch func(*holdem.View, holdem.Action)) map[string]float64 {
	t.Helper()
	source := rand.NewChaCha8([32]byte{1})
	random := rand.New(rand.NewPCG(1, 2))
	won, hands := map[string]table.Chips{}, map[string]int{}
	for range decks {
		d, err := deck.Shuffle(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, levels := range seatings {
			for i, chips := range play(t, d, random, levels, watch) {
				won[levels[i]] += chips
				hands[levels[i]]++
			}
		}
	}
	rate := map[string]float64{}
	for level := range won {
		rate[level] = float64(won[level]) / float64(bb) * 100 / float64(hands[level])
	}
	return rate
}

func rotations(levels ...string) (all [][]string) {
	for range levels {
		levels = append(levels[1:len(levels):len(levels)], levels[0])
		all = append(all, levels)
	}
	return all
}

func quiet(*holdem.View, holdem.Action) {}

// decks is how many a league plays: enough to see a clear difference, or the long form.
func decks(perTable int) int {
	if os.Getenv("FULLHOUSE_FULL") != "" {
		return 3_000 / perTable
	}
	return 600 / perTable
}

func TestLeague_TightBeatsCalling(t *testing.T) {
	rate := league(t, decks(2), rotations(Calling, Tight), quiet)
	t.Logf("tight wins %.0f big blinds per hundred hands", rate[Tight])
	if got := rate[Tight]; got < 50 {
		t.Errorf("tight wins %.0f big blinds per hundred hands, want 50 or more", got)
	}
}

func TestLeague_OddsBeatsCalling(t *testing.T) {
	rate := league(t, decks(2), rotations(Calling, Odds), quiet)
	t.Logf("odds wins %.0f big blinds per hundred hands", rate[Odds])
	if got := rate[Odds]; got < 50 {
		t.Errorf("odds wins %.0f big blinds per hundred hands, want 50 or more", got)
	}
}

func TestLeague_OddsBeatsTight(t *testing.T) {
	rate := league(t, decks(2), rotations(Tight, Odds), quiet)
	t.Logf("odds wins %.0f big blinds per hundred hands", rate[Odds])
	if got := rate[Odds]; got < 0 {
		t.Errorf("odds wins %.0f big blinds per hundred hands, want to win", got)
	}
}

func TestLeague_RanksTheLevelsSixHanded(t *testing.T) {
	rate := league(t, decks(6), rotations(Calling, Tight, Odds, Calling, Tight, Odds), quiet)
	t.Logf("big blinds per hundred hands: %v", rate)
	if rate[Calling] > 0 || rate[Odds] < rate[Calling]+100 || rate[Tight] < rate[Calling]+100 {
		t.Errorf("big blinds per hundred hands: %v, want calling far behind", rate)
	}
}
