package odds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

func ask(t testing.TB, q Question) *Asked {
	t.Helper()
	a, err := Ask(q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return a
}

func answer(t testing.TB, q Question) Result {
	t.Helper()
	r, err := ask(t, q).Answer(context.Background())
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return r
}

func TestAsk_ReadsTheUsualNotation(t *testing.T) {
	for _, row := range []struct {
		text string
		want int // hands in it
	}{
		{"QQ", 6}, {"QQ+", 18}, {"22+", 78}, {"22-55", 24}, {"55-22", 24},
		{"AKs", 4}, {"AKo", 12}, {"AK", 16}, {"KA", 16}, {"ATs+", 16}, {"ATo+", 48}, {"KT+", 48}, {"76s+", 4},
		{"A5s-A2s", 16}, {"A2s-A5s", 16}, {"76s-54s", 12}, {"T8o-64o", 60}, {"KQ-KQ", 16},
		{"AsKh", 1}, {"AsKh,KhAs", 1}, {"AsKh,AK", 16}, {"AsKh, QQ+ ,AKs", 23},
		{"22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32", 1326},
	} {
		_, g, err := parseHand(row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
		} else if got := 0; g != nil {
			if got = len(g.without(0)); got != row.want {
				t.Errorf("%s has %d hands, want %d", row.text, got, row.want)
			}
		} else if row.want != 1 {
			t.Errorf("%s is one hand, want %d", row.text, row.want)
		}
	}
}

func TestAsk_RefusesWhatHasNoAnswer(t *testing.T) {
	for _, row := range []struct {
		hands, board, dead string
		want               error
	}{
		{"AsAh", "", "", ErrHands},
		{"", "", "", ErrRange},
		{strings.Repeat("random|", 9) + "random", "", "", ErrHands},
		{"AsAh|", "", "", ErrRange},
		{"AsAh|AKx", "", "", ErrRange},
		{"AsAh|AAs", "", "", ErrRange},
		{"AsAh|qq+", "", "", ErrRange},
		{"AsAh|QQ+,", "", "", ErrRange},
		{"AsAh|QQ+,random", "", "", ErrRange},
		{"AsAh|QQ++", "", "", ErrRange},
		{"AsAh|QQ-AK", "", "", ErrRange},
		{"AsAh|AK-AA", "", "", ErrRange},
		{"AsAh|AKs-AJo", "", "", ErrRange},
		{"AsAh|A5s-K2s", "", "", ErrRange},
		{"AsAh|QQ-JJ-TT", "", "", ErrRange},
		{"AsAh|KcKc,QQ", "", "", ErrRange},
		{"AsAh|" + strings.Repeat("A", 1001), "", "", ErrRange},
		{"AsAh|KcKc", "", "", deck.ErrDuplicateCard},
		{"AsAh|AsKc", "", "", deck.ErrDuplicateCard},
		{"AsAh|KdKc", "Kd2c3c", "", deck.ErrDuplicateCard},
		{"AsAh|KdKc", "2c3c4", "", deck.ErrNotACard},
		{"AsAh|KdKc", "", "1c", deck.ErrNotACard},
		{"AsAh|KdKc", "2c3c", "", ErrBoard},
		{"AsAh|KdKc", "", strings.Repeat("2c", 100), ErrBoard},
		{"AsAh|AA", "2c3c4c", "Ad", ErrBlocked},
	} {
		a, err := Ask(Question{Hands: strings.Split(row.hands, "|"), Board: row.board, Dead: row.dead})
		if !errors.Is(err, row.want) || a != nil {
			t.Errorf("%.40s on %q without %.20q: %v, want %v", row.hands, row.board, row.dead, err, row.want)
		}
		if coded, ok := errors.AsType[interface {
			error
			Code() string
		}](err); !ok || coded.Code() == "" {
			t.Errorf("%.40s: %v has no code", row.hands, err)
		}
	}
	if _, err := Ask(Question{}); !errors.Is(err, ErrHands) {
		t.Errorf("no question: %v, want %v", err, ErrHands)
	}
}

func TestAsk_PricesByHowTheAnswerIsFound(t *testing.T) {
	for _, row := range []struct {
		hands, board string
		want         int64
		exact        bool
	}{
		{"AsAh|KdKc", "2c3c4c5d6d", 1, true},
		{"AsAh|KdKc", "2c3c4c5d", 1, true},
		{"AsAh|KdKc|QsQd", "2c3c4c", 1, true},
		{"AsAh|KdKc", "", 20, true},
		{"AsAh|KdKc|QsQd", "", 5, false},
		{"AsAh|random", "2c3c4c", 5, false},
		{"AsAh|QQ+", "2c3c4c5d6d", 5, false},
		{"QQ+,AK|22-TT|random", "", 5, false},
	} {
		a := ask(t, Question{Hands: strings.Split(row.hands, "|"), Board: row.board})
		r, err := a.Answer(t.Context())
		if err != nil || a.Cost() != row.want || r.Exact != row.exact {
			t.Errorf("%s on %q costs %d, exact: %v, %v; want %d, %v", row.hands, row.board, a.Cost(), r.Exact, err, row.want, row.exact)
		}
		for _, h := range r.Hands {
			if h.StdErr > 0.0023 || (h.StdErr == 0) != row.exact {
				t.Errorf("%s: a standard error of %v, want at most 0.0023, and 0 only when exact", row.hands, h.StdErr)
			}
		}
	}
}

// worked counts what an answer takes: hands evaluated, and draws that clashed.
func worked(t testing.TB, q Question) (cost int64, work int) {
	t.Helper()
	a, ctx := ask(t, q), newLooked(-1)
	r, err := a.Answer(ctx)
	if err != nil && !errors.Is(err, ErrClash) {
		t.Fatal(err)
	}
	return a.Cost(), max(int(r.Boards)*len(q.Hands), (ctx.looks-1)*chunk)
}

func TestAsk_NoUnitOfCostIsMoreThanItsWork(t *testing.T) {
	board := "2c3d4h5s6c"
	known := strings.Fields("AsAh KsKh QsQh JsJh TsTh 9s9h 8s8h 7s7h AdAc")
	clashing := []string{"22+,A2+", "AK,KQ", "AKs", "AA,KK,QQ,AK", "AA,KK"}
	for seats := 2; seats <= 9; seats++ {
		for dealt := range 6 {
			if dealt == 1 || dealt == 2 {
				continue
			}
			questions := [][]string{known[:seats], append(strings.Fields(strings.Repeat("random ", seats-1)), "22+,A2+")}
			for _, text := range clashing {
				questions = append(questions, strings.Split(strings.Repeat(text+"|", seats-1)+text, "|"))
			}
			for _, hands := range questions {
				if testing.Short() && seats%4 != 1 {
					continue
				}
				cost, work := worked(t, Question{Hands: hands, Board: board[:2*dealt]})
				if work > int(cost)*unitWork {
					t.Errorf("%v on %d cards: %d hands evaluated for a cost of %d, want at most %d", hands, dealt, work, cost, int(cost)*unitWork)
				}
				if cost == costCheap && work > 5_000 {
					t.Errorf("%v on %d cards: %d hands evaluated, want next to nothing for the lowest cost", hands, dealt, work)
				}
			}
		}
	}
}

// held is a way in which ranges can be held together.
type held [maxHands]holdem.CardSet

// allHeld lists every way by going through them all.
func allHeld(s *spot, i int, so held, taken holdem.CardSet, each func(held)) {
	if i == len(s.ranges) {
		each(so)
		return
	}
	for _, hand := range s.ranges[i].taken {
		if hand&taken == 0 {
			so[s.ranges[i].hands[0]] = hand
			allHeld(s, i+1, so, taken|hand, each)
		}
	}
}

// The ranges are chosen so that drawing one hand after the other would be far off: with AA the first hand leaves one way
// to the second, with AK three or more.
func TestAsk_DrawsEveryWayToHoldTheRangesEquallyOften(t *testing.T) {
	for _, row := range []struct {
		text string
		ways int // a group may list
	}{{"AA,AsKs,AsKh|AA,QQ", mostWays}, {"AA,AsKs,AsKh|AA,QQ", 1}, {"AA,KcKd|AKs|AsAh,KsKh,AcKd", 20}} {
		a := ask(t, Question{Hands: strings.Split(row.text, "|")})
		counts := map[held]int{}
		allHeld(a.spot, 0, held{}, 0, func(h held) { counts[h] = 0 })
		const draws = 200_000
		s := a.spot.clone()
		if !s.join(row.ways) {
			t.Fatal("the ranges clash")
		}
		random := newRandom(a.seed)
		for n := 0; n < draws; {
			if _, ok := s.hold(random); ok {
				var h held
				copy(h[:], s.hands)
				counts[h]++
				n++
			}
		}
		want, chi := float64(draws)/float64(len(counts)), 0.
		for _, n := range counts {
			chi += (float64(n) - want) * (float64(n) - want) / want
		}
		// The mean of a chi-square is its degrees of freedom, the deviation the root of twice as many.
		if freedom := float64(len(counts) - 1); chi > freedom+5*math.Sqrt(2*freedom) {
			t.Errorf("%s: chi-square %.1f for %d ways, want about %.0f", row.text, chi, len(counts), freedom)
		}
	}
}

func TestAsk_AgreesWithGoingThroughSmallRanges(t *testing.T) {
	for _, row := range []struct{ hands, board string }{
		{"AA,AsKs,AsKh|AA,QQ", "2c7d9h"},
		{"AKs,QQ|AK|JJ+", "Qc7d2hTs"},
		{"76s-54s|AsAh|22-33,A5s", "2c5d9hKs"},
	} {
		q := Question{Hands: strings.Split(row.hands, "|"), Board: row.board}
		a := ask(t, q)
		var want [maxHands]float64
		ways := 0.
		allHeld(a.spot, 0, held{}, 0, func(h held) {
			known := make([][]deck.Card, len(q.Hands))
			for i := range known {
				known[i] = cardsOf(h[i] | a.spot.hands[i])
			}
			r, err := Exact(t.Context(), known, cards(t, row.board))
			if err != nil {
				t.Fatal(err)
			}
			for i := range r.Hands {
				want[i] += r.Hands[i].Share
			}
			ways++
		})
		got := answer(t, q)
		for i, h := range got.Hands {
			if off := math.Abs(h.Share - want[i]/ways); off > 4*h.StdErr {
				t.Errorf("%s: hand %d gets %v +- %v, want %v", row.hands, i, h.Share, h.StdErr, want[i]/ways)
			}
		}
	}
}

func cardsOf(s holdem.CardSet) (cs []deck.Card) {
	for c := range deck.Card(deck.Cards) {
		if s.Has(c) {
			cs = append(cs, c)
		}
	}
	return cs
}

func TestAsk_AgreesWithPublishedRanges(t *testing.T) {
	for _, row := range []struct {
		hands string
		share float64
	}{
		{"AsAh|random", 0.852037},
		{"AA|random", 0.852037}, // by symmetry
		{"AA|KK", 0.8195},       // the mean of the three ways to share suits: 1 of 6 without, 4 with one, 1 with both
		{"22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32|random", 0.5},
	} {
		r := answer(t, Question{Hands: strings.Split(row.hands, "|")})
		if h := r.Hands[0]; math.Abs(h.Share-row.share) > 4*h.StdErr {
			t.Errorf("%s: %v +- %v, want %v", row.hands, h.Share, h.StdErr, row.share)
		}
	}
}

func TestAsk_SaysWhenRangesNeverFitTogether(t *testing.T) {
	for _, hands := range []string{"AA|AA|AA", "AKs|AK|AA|KK|A2+", strings.Repeat("A2+|", 4) + "A2+"} {
		if r, err := ask(t, Question{Hands: strings.Split(hands, "|")}).Answer(t.Context()); !errors.Is(err, ErrClash) || r.Hands != nil {
			t.Errorf("%s: %+v, %v, want %v", hands, r, err, ErrClash)
		}
	}
}

func TestAsk_StatesALargerErrorWhenRangesNearlyAlwaysClash(t *testing.T) {
	r := answer(t, Question{Hands: strings.Split(strings.Repeat("A2+|", 3)+"A2+", "|")})
	if r.Boards >= sampleBoards || r.Hands[0].StdErr < 0.0019 {
		t.Errorf("%+v, want fewer boards and a larger error", r)
	}
}

func TestAsk_AnswersTheSameToTheSame(t *testing.T) {
	a := ask(t, Question{Hands: []string{"QQ+,AKs", "random", "AdTd"}, Board: "2c 3c 4d"})
	first, _ := a.Answer(t.Context())
	second, err := a.Answer(t.Context())
	if err != nil || fmt.Sprint(first) != fmt.Sprint(second) {
		t.Errorf("first %v, then %v, %v", first, second, err)
	}
}

func TestAsk_StopsWithItsContext(t *testing.T) {
	for _, hands := range [][]string{{"AsAh", "KdKc"}, {"AA", "random"}, {"A2+", "A2+", "A2+", "A2+", "A2+"}} {
		ctx := newLooked(3)
		if _, err := ask(t, Question{Hands: hands}).Answer(ctx); err != errEnough || ctx.looks > 4 {
			t.Errorf("%v: %v after %d looks, want the cause after three", hands, err, ctx.looks)
		}
	}
}

// worstAsk is as much work as a question can be to read.
func worstAsk() Question {
	text := strings.Repeat("A2+,", longestRange/4-1) + "A2+"
	return Question{Hands: strings.Split(strings.Repeat(text+"|", 8)+text, "|")}
}

func TestAsk_ReadsTheWorstQuestionInUnderAFewMilliseconds(t *testing.T) {
	start := time.Now()
	for range 20 {
		ask(t, worstAsk())
	}
	if took := time.Since(start) / 20; took > 20*time.Millisecond { // 0.2 ms here; the rest is for -race and a busy box
		t.Errorf("took %v", took)
	}
}

func FuzzAsk(f *testing.F) {
	f.Add("AsKh|random", "", "")
	f.Add("QQ+, AKs,ATo+|76s-54s|22-55,A5s-A2s", "2c3c4c", "Ah")
	f.Add("AsKh,KsKd|A2+", "2c3c4c5c6c", "")
	f.Fuzz(func(t *testing.T, hands, board, dead string) {
		a, err := Ask(Question{Hands: strings.Split(hands, "|"), Board: board, Dead: dead})
		if err != nil {
			if _, ok := errors.AsType[interface {
				error
				Code() string
			}](err); !ok {
				t.Fatalf("%v has no code", err)
			}
			return
		}
		if a.cost == costPreflop {
			return // long, and not the parser's
		}
		r, err := a.Answer(newLooked(3))
		if err != nil && err != errEnough && !errors.Is(err, ErrClash) {
			t.Fatal(err)
		}
		sum := 0.
		for _, h := range r.Hands {
			sum += h.Share
		}
		if r.Boards > 0 && math.Abs(sum-1) > 1e-9 {
			t.Fatalf("shares add up to %v: %+v", sum, r)
		}
	})
}

func BenchmarkAsk_Worst(b *testing.B) {
	q := worstAsk()
	b.ReportAllocs()
	for b.Loop() {
		ask(b, q)
	}
}

func BenchmarkAnswer(b *testing.B) {
	for _, row := range []struct{ name, hands, board string }{
		{"1_NineOnTheFlop", "AsAh|KsKh|QsQh|JsJh|TsTh|9s9h|8s8h|7s7h|AdAc", "2c3d4h"},
		{"5_HeadsUpRange", "AsAh|QQ+,AK", ""},
		{"5_NineRandom", strings.Repeat("random|", 8) + "random", ""},
		{"5_NineClashing", strings.Repeat("22+,A2+|", 8) + "22+,A2+", ""},
		{"20_HeadsUp", "AsAh|KdKc", ""},
	} {
		b.Run(row.name, func(b *testing.B) {
			a := ask(b, Question{Hands: strings.Split(row.hands, "|"), Board: row.board})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Answer(b.Context()); err != nil && !errors.Is(err, ErrClash) {
					b.Fatal(err)
				}
			}
		})
	}
}
