package bot

import (
	"math/rand/v2"

	"example.com/fullhouse/table/holdem"
)

// callingStation wants to see cards. It gives up only the worst hands, or poor ones when the price hurts, and it raises
// when it cannot help it.
func (s *spot) callingStation(random *rand.Rand) holdem.Action {
	if s.preflop() {
		return s.limp(random)
	}
	g := gradeOf(s.own(), s.Board)
	switch {
	case g == monster && random.IntN(2) == 0, g == strong && !s.hasRaised() && random.IntN(3) == 0:
		return s.raise(0.4)
	case s.free(), g >= topPair:
		return s.call()
	case g >= draw && !s.dear(2):
		return s.call()
	case s.odds() < 0.28: // a bet of about two fifths of the pot
		return s.call()
	}
	return s.giveUp()
}

// limp is the play before the flop.
func (s *spot) limp(random *rand.Rand) holdem.Action {
	value := startValue(s.own())
	if value >= 28 && !s.hasRaised() && random.IntN(2) == 0 { // queens or better
		return s.raiseTo(s.price() + 2*s.big())
	}
	least := 2 // nearly anything
	switch {
	case s.dear(4):
		least = 18
	case s.price() > 4*s.big():
		least = 10
	case s.price() > s.big():
		least = 6
	}
	if s.free() || value >= least {
		return s.call()
	}
	return s.giveUp()
}
