package holdem

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"example.com/fullhouse/table/deck"
)

func TestEvaluate_KnowsEveryCategory(t *testing.T) {
	for _, row := range []struct {
		cards string
		want  Category
	}{
		{"As Kd 9h 7c 5s 4d 2h", HighCard},
		{"As Ad 9h 7c 5s 4d 2h", Pair},
		{"As Ad 9h 9c 5s 4d 2h", TwoPair},
		{"As Ad 9h 9c 5s 5d 2h", TwoPair},
		{"As Ad Ah 9c 5s 4d 2h", ThreeOfAKind},
		{"As 2d 3h 4c 5s Kd Kh", Straight},
		{"As Kd Qh Jc Ts Td Th", Straight},
		{"Ks Ad 2h 3c 4s 8d 9h", HighCard}, // no way around the corner
		{"As Js 9s 7s 2s 2d 2h", Flush},
		{"As Ks 9s 7s 5s 4s 2s", Flush},
		{"As Ad Ah 9c 9s 4d 2h", FullHouse},
		{"As Ad Ah 9c 9s 9d 2h", FullHouse},
		{"As Ad Ah 9c 9s 4d 4h", FullHouse},
		{"As Ad Ah Ac 9s 9d 9h", FourOfAKind},
		{"As 2s 3s 4s 5s 6d 7h", StraightFlush},
		{"As Ks Qs Js Ts 9s 8s", StraightFlush},
		{"9s 8s 7s 6s 5s Ts Ad", StraightFlush},
	} {
		if got := Evaluate(Set(cards(t, row.cards)...)).Category(); got != row.want {
			t.Errorf("%s: %v, want %v", row.cards, got, row.want)
		}
	}
}

// The cases are distilled from bugs of real servers.
func TestEvaluate_RulesShowdownsLikeACardroom(t *testing.T) {
	for _, row := range []struct {
		name, a, b, board string
		want              int // who wins: 1 is a, -1 is b, 0 is a split
	}{
		{"S04 an ace-low straight beats three kings", "As 4d", "Kc Kd", "2h 3s 5c Kh Jd", 1},
		{"S04 a six-high straight beats the wheel", "As Jd", "6c Kd", "2h 3s 5c 4h Jc", -1},
		{"S09 a third pair is no more than a kicker", "Td Js", "3s 3d", "6c Qc Ad 6s Ac", 0},
		{"S10 a flush is decided below its top card", "5d Ah", "Qc 7d", "Qd Jd 9d Kc 6d", -1},
		{"S11 full houses compare their pairs", "Ts Th", "9s 9h", "2s 3s 2h 3h 3d", 1},
		{"the board plays for both", "2c 3d", "2d 3c", "Ah Kh Qh Jh Th", 0},
		{"the kicker of three of a kind counts", "As 9c", "Ad 8c", "Ac Ah Kd 4s 2h", 1},
		{"a sixth flush card does not count", "2h 3h", "2c Kd", "Ah Kh Qh Jh 9h", 0},
		{"two threes of a kind: the higher is the three", "9s 9d", "8s 8d", "9h 8h Kd Kc 2s", 1},
	} {
		board := Set(cards(t, row.board)...)
		a, b := Evaluate(board|Set(cards(t, row.a)...)), Evaluate(board|Set(cards(t, row.b)...))
		if got := compare(a, b); got != row.want {
			t.Errorf("%s: %v against %v gives %d, want %d", row.name, a, b, got, row.want)
		}
	}
}

func TestEvaluate_AgreesWithTheBestOfTwentyOneFives(t *testing.T) {
	seven := rapid.Custom(func(t *rapid.T) []deck.Card {
		all := rapid.Permutation(allCards()).Draw(t, "deck")
		return all[:7]
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := seven.Draw(t, "a"), seven.Draw(t, "b")
		got := compare(Evaluate(Set(a...)), Evaluate(Set(b...)))
		if want := slices.Compare(naive(a), naive(b)); got != want {
			t.Fatalf("%v against %v gives %d, want %d", a, b, got, want)
		}
	})
}

// Random sevens are mostly pairs. Drawn from 20 cards they are often the rare kinds, where the mistakes are.
func TestEvaluate_AgreesWithTheBestOfTwentyOneFivesAmongRareHands(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	short := allCards()[:5*4]
	short = append(short, cards(t, "Ac Ad Ah As")...)
	deal := func() []deck.Card {
		r.Shuffle(len(short), func(i, j int) { short[i], short[j] = short[j], short[i] })
		return slices.Clone(short[:7])
	}
	for range 5_000 {
		a, b := deal(), deal()
		got := compare(Evaluate(Set(a...)), Evaluate(Set(b...)))
		if want := slices.Compare(naive(a), naive(b)); got != want {
			t.Fatalf("%v against %v gives %d, want %d", a, b, got, want)
		}
	}
}

func TestEvaluate_CountsAllFiveCardHands(t *testing.T) {
	want := [9]int{1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40}
	got := countFrom(0, 5)
	for first := 1; first < deck.Cards; first++ {
		got = sum(got, countFrom(first, 5))
	}
	if got != want {
		t.Errorf("counts by category = %v, want %v", got, want)
	}
}

func TestEvaluate_CountsAllSevenCardHands(t *testing.T) {
	if os.Getenv("FULLHOUSE_FULL") == "" {
		t.Skip("all 133,784,560 hands take a while: set FULLHOUSE_FULL=1, as make test-full does")
	}
	want := [9]int{23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584}
	var mu sync.Mutex
	var got [9]int
	var wg sync.WaitGroup
	for first := range deck.Cards {
		wg.Go(func() {
			part := countFrom(first, 7)
			mu.Lock()
			defer mu.Unlock()
			got = sum(got, part)
		})
	}
	wg.Wait()
	if got != want {
		t.Errorf("counts by category = %v, want %v", got, want)
	}
}

// countFrom counts the hands of n cards by category whose lowest card is first.
func countFrom(first, n int) (counts [9]int) {
	var add func(s CardSet, next, left int)
	add = func(s CardSet, next, left int) {
		if left == 0 {
			counts[Evaluate(s).Category()]++
			return
		}
		for c := next; c <= deck.Cards-left; c++ {
			add(s|Set(deck.Card(c)), c+1, left-1)
		}
	}
	add(Set(deck.Card(first)), first+1, n-1)
	return counts
}

func sum(a, b [9]int) [9]int {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

// naive is a hand's worth the slow and obvious way: category, then ranks, the most frequent first.
func naive(seven []deck.Card) (best []int) {
	for skip := range seven {
		for also := range skip {
			five := slices.Concat(seven[:also], seven[also+1:skip], seven[skip+1:])
			if worth := naiveFive(five); slices.Compare(worth, best) > 0 {
				best = worth
			}
		}
	}
	return best
}

func naiveFive(five []deck.Card) []int {
	var times [13]int
	flush := true
	for _, c := range five {
		times[c.Rank()]++
		flush = flush && c.Suit() == five[0].Suit()
	}
	ranks := make([]int, 0, 5)
	for _, c := range five {
		ranks = append(ranks, c.Rank())
	}
	slices.SortFunc(ranks, func(a, b int) int {
		if times[a] != times[b] {
			return times[b] - times[a]
		}
		return b - a
	})
	pattern := [3]int{times[ranks[0]], times[ranks[3]], times[ranks[4]]}
	straight := pattern[0] == 1 && (ranks[0]-ranks[4] == 4 || ranks[1] == 3 && ranks[0] == 12)
	if straight && ranks[0] == 12 && ranks[1] == 3 {
		ranks = []int{3, 2, 1, 0, -1}
	}
	return append([]int{int(naiveCategory(flush, straight, pattern))}, ranks...)
}

// naiveCategory takes how often the ranks in first, fourth and fifth place come.
func naiveCategory(flush, straight bool, pattern [3]int) Category {
	switch {
	case flush && straight:
		return StraightFlush
	case pattern[0] == 4:
		return FourOfAKind
	case pattern[0] == 3 && pattern[1] == 2:
		return FullHouse
	case flush:
		return Flush
	case straight:
		return Straight
	case pattern[0] == 3:
		return ThreeOfAKind
	case pattern[0] == 2 && pattern[1] == 2:
		return TwoPair
	case pattern[0] == 2:
		return Pair
	}
	return HighCard
}

func compare(a, b Strength) int {
	switch {
	case a > b:
		return 1
	case a < b:
		return -1
	}
	return 0
}

func allCards() []deck.Card {
	all := make([]deck.Card, deck.Cards)
	for i := range all {
		all[i] = deck.Card(i)
	}
	return all
}

// cards reads cards separated by spaces.
func cards(t testing.TB, text string) []deck.Card {
	t.Helper()
	var cs []deck.Card
	for word := range strings.FieldsSeq(text) {
		c, err := deck.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		cs = append(cs, c)
	}
	return cs
}
