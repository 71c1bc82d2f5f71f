package bot

import (
	"context"
	"math/rand/v2"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
	"example.com/fullhouse/table/odds"
)

// How hard the odds player thinks: hands it deals to its rivals, and boards it deals to each of those. The error of the
// share is then about 3 %, for less than a millisecond.
const (
	guesses = 150
	boards  = 4
)

// weighOdds compares its share of the pot with the price of a call, and bets when it holds more than its part.
func (s *spot) weighOdds(ctx context.Context, random *rand.Rand) (holdem.Action, error) {
	rivals := s.expected()
	share, err := s.estimate(ctx, rivals, random)
	if err != nil {
		return holdem.Action{}, err
	}
	edge := share * float64(len(rivals)+1) // 1 is an equal part
	switch {
	case edge > s.raiseFrom():
		return s.raise(0.4 + 0.3*random.Float64()), nil
	case s.free() && len(rivals) == 1 && random.IntN(s.restraint()) == 0: // for no reason, so that a bet is no proof
		return s.raise(0.5), nil
	case s.free() || share > s.odds():
		return s.call(), nil
	}
	return s.giveUp(), nil
}

// restraint is out of how many chances it bluffs once. At a table of two most pots are given up by who has nothing.
func (s *spot) restraint() int {
	if len(s.Seats) == 2 {
		return 2
	}
	return 3
}

// raiseFrom is the edge from which it bets or raises. Each bet it has to answer asks for more, so that two of its kind do
// not raise each other all-in over a middling hand.
func (s *spot) raiseFrom() float64 {
	switch {
	case s.hasRaised():
		return 1.55
	case s.preflop() && s.price() == s.big(): // the blinds are often given up
		return 0.8
	case s.free():
		return 1.05
	}
	return 1.4
}

// rival is somebody to beat, as the best of so many random hands.
type rival struct {
	bestOf int
}

// expected is who will probably be there at the showdown. The more a rival has done, the better a hand we suppose: the
// best of two for a caller, of three and more for a raiser. Before the flop, of those yet to speak one in three stays.
func (s *spot) expected() []rival {
	var list []rival
	silent := 0
	for _, seat := range s.rivals {
		switch {
		case s.preflop() && seat.Last == nil && !seat.AllIn:
			silent++
		case raised(seat):
			list = append(list, rival{s.menace(seat)})
		case seat.In > s.big():
			list = append(list, rival{2})
		default:
			list = append(list, rival{1})
		}
	}
	for range (silent + 2) / 3 {
		list = append(list, rival{1 + (silent+1)/3})
	}
	return list
}

// menace is how good a hand we suppose behind a bet or a raise, by its size.
func (s *spot) menace(seat holdem.SeatView) int {
	before := s.Pot - seat.Bet
	switch {
	case s.preflop() && seat.Bet > 8*s.big(), !s.preflop() && seat.Bet > before:
		return 5
	case !s.preflop() && seat.Last.Do == holdem.Raise:
		return 4
	case !s.preflop() && 5*seat.Bet < 3*before:
		return 2
	}
	return 3
}

// estimate is our average share of the pot against such rivals.
func (s *spot) estimate(ctx context.Context, rivals []rival, random *rand.Rand) (float64, error) {
	deals := boards
	if s.Street == holdem.River {
		deals = 1
	}
	cards := s.unseen()
	hands := make([][]deck.Card, 1+len(rivals))
	hands[0] = s.Cards
	var sum float64
	for range guesses {
		next := 0
		for i, r := range rivals {
			hands[i+1] = s.dealBest(cards[next:], r.bestOf, random)
			next += 2
		}
		r, err := odds.MonteCarlo(ctx, deals, random, hands, s.Board)
		if err != nil {
			return 0, err
		}
		sum += r.Hands[0].Share
	}
	return sum / guesses, nil
}

// dealBest moves the best of n random hands to the front of the cards and returns it.
func (s *spot) dealBest(cards []deck.Card, n int, random *rand.Rand) []deck.Card {
	n = min(n, len(cards)/2)
	best, most := 0, -1
	for i := range n {
		for k := 2 * i; k < 2*i+2; k++ {
			j := k + random.IntN(len(cards)-k)
			cards[k], cards[j] = cards[j], cards[k]
		}
		if worth := s.worth([2]deck.Card(cards[2*i : 2*i+2])); worth > most {
			best, most = i, worth
		}
	}
	cards[0], cards[2*best] = cards[2*best], cards[0]
	cards[1], cards[2*best+1] = cards[2*best+1], cards[1]
	return cards[:2]
}

// worth orders two cards among others as they stand now.
func (s *spot) worth(own [2]deck.Card) int {
	if s.preflop() {
		return startValue(own) + 10 // never below 0
	}
	return int(holdem.Evaluate(holdem.Set(own[:]...) | holdem.Set(s.Board...)))
}

// unseen is every card that a rival could hold.
func (s *spot) unseen() []deck.Card {
	seen := holdem.Set(s.Board...) | holdem.Set(s.Cards...)
	list := make([]deck.Card, 0, deck.Cards)
	for c := range deck.Card(deck.Cards) {
		if !seen.Has(c) {
			list = append(list, c)
		}
	}
	return list
}
