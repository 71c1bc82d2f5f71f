package bot

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/fullhouse/table/holdem"
)

// The levels, from the weakest player to the strongest.
const (
	Calling = "calling" // likes to see the next card and seldom raises
	Tight   = "tight"   // waits for good cards and bets them
	Odds    = "odds"    // estimates its share of the pot and compares it with the price
)

// Levels are the names that Decide knows, the weakest player first.
func Levels() []string { return []string{Calling, Tight, Odds} }

// Error is why no move was chosen, named by its code; compare with errors.Is.
type Error string

func (e Error) Error() string { return "bot: " + string(e) }

// Code is the error's name.
func (e Error) Code() string { return string(e) }

const (
	ErrNotItsTurn   Error = "not_your_turn"     // the view's holder has nothing to decide
	ErrUnknownLevel Error = "unknown_bot_level" // none of Levels
)

// Decide chooses a legal action for the seat whose view it is given. The same view and random numbers give the same
// action. It knows what the view shows and nothing else. The error is one of this package, or the cause of ctx's end.
func Decide(ctx context.Context, level string, v *holdem.View, random *rand.Rand) (holdem.Action, error) {
	s, err := spotOf(v)
	if err != nil {
		return holdem.Action{}, err
	}
	if s.legal.Vote != "" { // whatever is asked: more cards to see
		return holdem.Action{Do: holdem.Twice}, nil
	}
	switch level {
	case Calling:
		return s.callingStation(random), nil
	case Tight:
		return s.tightPlayer(random), nil
	case Odds:
		return s.weighOdds(ctx, random)
	}
	return holdem.Action{}, fmt.Errorf("%w: %q", ErrUnknownLevel, level)
}
