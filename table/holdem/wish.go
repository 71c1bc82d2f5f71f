package holdem

import (
	"slices"

	"example.com/fullhouse/table"
)

// What players may wish for in hands to come.
const (
	WishStraddle = "straddle" // post one whenever they could
	WishBombPot  = "bomb_pot" // the next hand is one when all people wish for it
)

// Allows reports whether the stakes provide for a wish.
func (g *Game) Allows(wish string) bool {
	switch wish {
	case WishStraddle:
		return g.stakes.Straddle
	case WishBombPot:
		return g.stakes.BombPot > 0
	}
	return false
}

// grant gives the hand to be dealt what its players wish for, and returns what has come true for everyone.
func (g *Game) grant(cfg *Config, places []table.Place) (spent []string) {
	if g.bombPot(places) {
		cfg.BombPot, cfg.AnteKind, cfg.Ante = true, AnteEach, g.stakes.BombPot*g.stakes.BigBlind
		return []string{WishBombPot}
	}
	if amount := 2 * g.stakes.BigBlind; g.Allows(WishStraddle) && cfg.canStraddle(amount) {
		third := slices.IndexFunc(places, func(p table.Place) bool { return p.Seat == cfg.Players[straddler].Seat })
		if slices.Contains(places[third].Wishes, WishStraddle) {
			cfg.Straddle = amount
		}
	}
	return nil
}

// bombPot reports whether the next hand is one.
func (g *Game) bombPot(places []table.Place) bool {
	return g.Allows(WishBombPot) && agreed(places, WishBombPot)
}

// agreed reports whether all people who want to be dealt in wish for something, at least one of them. Bots agree to anything.
func agreed(places []table.Place, wish string) bool {
	people := 0
	for _, p := range places {
		if !p.In || p.Bot {
			continue
		}
		if !slices.Contains(p.Wishes, wish) {
			return false
		}
		people++
	}
	return people > 0
}
