package bot

import (
	"math/rand/v2"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// tightPlayer plays few hands and bets those that hit.
func (s *spot) tightPlayer(random *rand.Rand) holdem.Action {
	if s.preflop() {
		return s.tightStart()
	}
	g := gradeOf(s.own(), s.Board)
	if s.free() {
		return s.tightBet(g, random)
	}
	return s.tightAnswer(g)
}

// opening is the least start value it plays, by the number of players dealt in: the fewer, the more hands are good.
var opening = [table.MaxSeats + 1]int{2: 8, 3: 11, 4: 12, 5: 13, 6: 14, 7: 15, 8: 16, 9: 16}

// tightStart opens with a raise, calls raises with better hands, and raises again with the best.
func (s *spot) tightStart() holdem.Action {
	value, open := startValue(s.own()), opening[len(s.Seats)]
	switch {
	case s.price() > 10*s.big() || s.dear(4): // someone means it
		if value < 24 { // AKs, jacks or better
			return s.giveUp()
		}
		if value < 32 {
			return s.call()
		}
		return s.raise(1)
	case s.price() > s.big(): // a raise to answer
		if value >= 24 {
			return s.raise(1)
		}
		if value >= open+2 {
			return s.call()
		}
		return s.giveUp()
	case value >= open:
		return s.raise(1)
	case value >= open-4 && s.me.Bet > 0: // half paid already
		return s.call()
	}
	return s.giveUp()
}

// tightBet is the play when nobody has bet.
func (s *spot) tightBet(g grade, random *rand.Rand) holdem.Action {
	switch {
	case g >= strong:
		return s.raise(0.75)
	case g == topPair:
		return s.raise(0.6)
	case g == draw && random.IntN(3) == 0, len(s.rivals) == 1 && s.Street == holdem.Flop && random.IntN(3) == 0:
		return s.raise(0.5)
	}
	return s.giveUp()
}

// tightAnswer is the play facing a bet.
func (s *spot) tightAnswer(g grade) holdem.Action {
	switch {
	case g == monster, g == strong && !s.hasRaised():
		return s.raise(0.8)
	case g == strong, g == topPair && (!s.dear(3) || s.odds() < 0.25):
		return s.call()
	case g == weakPair && s.odds() < 0.26 && s.Street != holdem.River, g == draw && s.odds() < 0.22:
		return s.call()
	}
	return s.giveUp()
}
