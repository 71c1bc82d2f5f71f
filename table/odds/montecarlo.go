package odds

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// MonteCarlo deals n boards at random. A hand without cards is unknown and dealt anew each time. The same random source
// gives the same answer. When ctx ends first, it returns what the boards dealt so far say, with their larger error, and
// the cause.
func MonteCarlo(ctx context.Context, n int, random *rand.Rand, hands [][]deck.Card, board []deck.Card, dead ...deck.Card) (Result, error) {
	s, err := newSpot(hands, board, dead)
	if err != nil {
		return Result{}, err
	}
	if n < 1 {
		return Result{}, fmt.Errorf("%w: %d", ErrIterations, n)
	}
	var t tally
	stop := newStopper(ctx)
	for range n {
		t.showdown(s.hands, s.sample(random))
		if stop.after(len(hands)) {
			return t.result(len(hands), false), context.Cause(ctx)
		}
	}
	return t.result(len(hands), false), nil
}

// sample deals the unknown hands and returns a complete board. It shuffles just the cards it needs to the front; that the
// rest is left in some order or other does no harm.
func (s *spot) sample(random *rand.Rand) holdem.CardSet {
	next := 0
	draw := func() holdem.CardSet {
		j := next + int(random.Uint32N(uint32(len(s.rest)-next)))
		s.rest[next], s.rest[j] = s.rest[j], s.rest[next]
		next++
		return s.rest[next-1]
	}
	for _, i := range s.unknown {
		s.hands[i] = draw()
		s.hands[i] |= draw()
	}
	board := s.board
	for range s.missing {
		board |= draw()
	}
	return board
}
