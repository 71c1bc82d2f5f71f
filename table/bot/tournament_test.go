package bot

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/fullhouse/table/deck"
)

// TestTournament_TenThousandHandsShowTheOrderOfTheLevels plays each pair of levels against each other, every deck once from
// either side, and wants the stronger one to be ahead by three standard errors.
func TestTournament_TenThousandHandsShowTheOrderOfTheLevels(t *testing.T) {
	hands := 10_000
	if raced {
		hands = 1_000
	}
	levels := Levels()
	pairs := len(levels) * (len(levels) - 1) / 2
	for i, weaker := range levels {
		for _, stronger := range levels[i+1:] {
			lead, deviation := duel(t, stronger, weaker, hands/pairs/2)
			t.Logf("%s against %s: %+.0f big blinds per hundred hands, with a standard error of %.0f", stronger, weaker, lead, deviation)
			if !raced && lead < 3*deviation || lead <= 0 {
				t.Errorf("%s is ahead of %s by %.0f big blinds per hundred hands, want at least three times %.0f", stronger, weaker, lead, deviation)
			}
		}
	}
}

// duel plays decks twice, with the seats exchanged, and returns what one wins from another in big blinds per hundred hands, and
// the standard error of that.
func duel(t *testing.T, one, other string, decks int) (lead, deviation float64) {
	source, random := rand.NewChaCha8([32]byte{10}), rand.New(rand.NewPCG(10, 4))
	var sum, squares float64
	for range decks {
		d, err := deck.Shuffle(source)
		if err != nil {
			t.Fatal(err)
		}
		pair := play(t, d, random, []string{one, other}, quiet)[0] + play(t, d, random, []string{other, one}, quiet)[1]
		won := float64(pair) / float64(bb) / 2 * 100
		sum += won
		squares += won * won
	}
	n := float64(decks)
	mean := sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}
