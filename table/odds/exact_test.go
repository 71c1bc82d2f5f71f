package odds

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"
)

func TestExact_AgreesWithPublishedPreflopValues(t *testing.T) {
	for _, row := range []struct {
		hands string
		share float64 // of the first hand, to six digits
	}{
		{"AsAh KdKc", 0.812555}, // no suit in common
		{"AsAh KsKd", 0.819461}, // one
		{"AsAh KsKh", 0.826366}, // both
	} {
		got := exact(t, row.hands, "", "")
		if got.Boards != 1_712_304 || !got.Exact || math.Abs(got.Hands[0].Share-row.share) > 5e-7 {
			t.Errorf("%s: %+v, want a share of %v over 1,712,304 boards", row.hands, got, row.share)
		}
		if sum := got.Hands[0].Share + got.Hands[1].Share; math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: shares add up to %v, want 1", row.hands, sum)
		}
	}
	got := exact(t, "AhKh 2s2c", "", "").Hands
	if got[0].Wins != 852_207 || got[1].Wins != 849_322 || got[0].Ties != 10_775 || got[1].Ties != 10_775 {
		t.Errorf("AhKh against 2s2c: %+v, want 852,207 and 849,322 wins, 10,775 ties", got)
	}
}

// Every hand of three classes against each other, which is 394,777,152 boards; hands that differ only in the names of the
// suits are dealt once.
func TestExact_AgreesWithPublishedThreeWayCounts(t *testing.T) {
	if os.Getenv("FULLHOUSE_FULL") == "" {
		t.Skip("seconds, and with -race a quarter of a minute: set FULLHOUSE_FULL=1, as make test-full does")
	}
	spots := map[string]int64{} // how many times each comes
	for _, aces := range offsuit("A", "2") {
		for _, eights := range pairs("8") {
			for _, queens := range suited("Q", "J") {
				spots[canonical(aces+" "+eights+" "+queens)]++
			}
		}
	}
	var boards int64
	var wins [3]int64
	for spot, times := range spots {
		r := exact(t, spot, "", "")
		boards += times * r.Boards
		for i := range wins {
			wins[i] += times * r.Hands[i].Wins
		}
	}
	if want := [3]int64{96_338_988, 145_235_448, 151_892_424}; boards != 394_777_152 || wins != want {
		t.Errorf("%d different spots: wins %v over %d boards, want %v over 394777152", len(spots), wins, boards, want)
	}
}

const suitNames = "cdhs"

func offsuit(high, low string) (hs []string) {
	for _, a := range suitNames {
		for _, b := range suitNames {
			if a != b {
				hs = append(hs, high+string(a)+low+string(b))
			}
		}
	}
	return hs
}

func pairs(rank string) (hs []string) {
	for i, a := range suitNames {
		for _, b := range suitNames[:i] {
			hs = append(hs, rank+string(a)+rank+string(b))
		}
	}
	return hs
}

func suited(high, low string) (hs []string) {
	for _, a := range suitNames {
		hs = append(hs, high+string(a)+low+string(a))
	}
	return hs
}

// canonical gives the suits their names in the order in which they come.
func canonical(spot string) string {
	names := map[rune]byte{}
	return strings.Map(func(r rune) rune {
		if !strings.ContainsRune(suitNames, r) {
			return r
		}
		if _, ok := names[r]; !ok {
			names[r] = suitNames[len(names)]
		}
		return rune(names[r])
	}, spot)
}

func TestExact_AgreesWithCountingByHand(t *testing.T) {
	for _, row := range []struct {
		hands, board, dead, why string
		boards                  int64
		wins                    []int64
		ties                    int64 // by every hand
	}{
		{"AsKs 8h8d", "8s5s2cJd", "", "nine spades, but Js and 2s fill the full house", 44, []int64{7, 37}, 0},
		{"AsKs 8h8d", "8s5s2cJd", "3s4s", "two of the seven are dead", 42, []int64{5, 37}, 0},
		{"KdKh KsKc", "2c3d4h", "", "no suit has three cards: all the same", 990, []int64{0, 0}, 990},
		{"AsAh KdKc 7h2c", "7d7s2hKh", "", "two aces, one seven, else the kings' full house", 42, []int64{2, 39, 1}, 0},
		{"AsAh 2c7d", "AcAdKsQhJc", "", "four aces on the river", 1, []int64{1, 0}, 0},
		{"2c3d 2d3c 2h3h", "AsKsQsJsTs", "", "the board plays", 1, []int64{0, 0, 0}, 1},
	} {
		got := exact(t, row.hands, row.board, row.dead)
		if got.Boards != row.boards {
			t.Errorf("%s on %s: %d boards, want %d", row.hands, row.board, got.Boards, row.boards)
		}
		for i, h := range got.Hands {
			if h.Wins != row.wins[i] || h.Ties != row.ties {
				t.Errorf("%s on %s: hand %d wins %d and ties %d, want %d and %d (%s)",
					row.hands, row.board, i, h.Wins, h.Ties, row.wins[i], row.ties, row.why)
			}
		}
	}
}

func TestExact_SplitsPotsBetweenAnyNumber(t *testing.T) {
	got := exact(t, "2c3d 2d3c 2h3h", "AsKsQsJsTs", "")
	for i, h := range got.Hands {
		if h.Share != 1./3 || h.StdErr != 0 {
			t.Errorf("hand %d gets %v +- %v, want a third", i, h.Share, h.StdErr)
		}
	}
}

func BenchmarkExact_HeadsUpPreflop(b *testing.B) {
	hs := hands(b, "AsAh KdKc")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Exact(context.Background(), hs, nil); err != nil {
			b.Fatal(err)
		}
	}
}
