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
	return s.deal(ctx, n, random)
}

// deal deals n boards at random, or fewer where the ranges clash too often.
func (s *spot) deal(ctx context.Context, n int, random *rand.Rand) (Result, error) {
	if !s.join(mostWays) {
		return Result{}, ErrClash
	}
	var t tally
	stop := newStopper(ctx)
	for tries := n * triesPerBoard; tries > 0 && t.boards < int64(n); tries-- {
		work := 1
		if taken, ok := s.hold(random); ok {
			t.showdown(s.hands, s.sample(random, taken))
			work = len(s.hands)
		}
		if stop.after(work) {
			return t.result(len(s.hands), false), context.Cause(ctx)
		}
	}
	if t.boards == 0 {
		return Result{}, ErrClash
	}
	return t.result(len(s.hands), false), nil
}

// sample deals the unknown hands and returns a complete board, all without the cards taken. It shuffles just the cards it
// needs to the front; that the rest is left in some order or other does no harm.
func (s *spot) sample(random *rand.Rand, taken holdem.CardSet) holdem.CardSet {
	next := 0
	draw := func() holdem.CardSet {
		for {
			j := next + int(random.Uint32N(uint32(len(s.rest)-next)))
			s.rest[next], s.rest[j] = s.rest[j], s.rest[next]
			if next++; s.rest[next-1]&taken == 0 {
				return s.rest[next-1]
			}
		}
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
