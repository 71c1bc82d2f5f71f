package odds

import (
	"context"
	"fmt"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// chunk is how many hands are evaluated between two looks at the context: about a millisecond's worth.
const chunk = 1 << 15

// Exact deals every board that can follow. Dead cards are known not to come. It stops with ctx and returns its cause.
func Exact(ctx context.Context, hands [][]deck.Card, board []deck.Card, dead ...deck.Card) (Result, error) {
	s, err := newSpot(hands, board, dead)
	if err != nil {
		return Result{}, err
	}
	if len(s.unknown) > 0 {
		return Result{}, fmt.Errorf("%w: hand %d", ErrUnknownHand, s.unknown[0])
	}
	return s.enumerate(ctx)
}

func (s *spot) enumerate(ctx context.Context) (Result, error) {
	e := enumeration{spot: s, stop: newStopper(ctx)}
	if !e.deal(s.board, s.rest, s.missing) {
		return Result{}, context.Cause(ctx)
	}
	return e.tally.result(len(s.hands), true), nil
}

type enumeration struct {
	*spot
	tally tally
	stop  stopper
}

// deal completes the board with n of the cards in every way and shows down. It is false when it had to stop early.
func (e *enumeration) deal(board holdem.CardSet, cards []holdem.CardSet, n int) bool {
	if n == 0 {
		e.tally.showdown(e.hands, board)
		return !e.stop.after(len(e.hands))
	}
	for i := range len(cards) - n + 1 {
		if !e.deal(board|cards[i], cards[i+1:], n-1) {
			return false
		}
	}
	return true
}

// stopper looks at a context now and then.
type stopper struct {
	ctx  context.Context
	done int // evaluations since the last look
}

// newStopper looks at the context at once, so that a cancelled question costs nothing.
func newStopper(ctx context.Context) stopper { return stopper{ctx: ctx, done: chunk} }

// after adds n evaluations and reports whether it is time to stop.
func (s *stopper) after(n int) bool {
	if s.done += n; s.done < chunk {
		return false
	}
	s.done = 0
	return s.ctx.Err() != nil
}
