package holdem

import (
	"fmt"
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

// AnteKind is who pays an ante.
type AnteKind string

const (
	AnteNone AnteKind = "none" // nobody; so does ""
	AnteEach AnteKind = "each" // every player
	AnteBB   AnteKind = "bb"   // the big blind, for the whole table
)

// Config is one hand before it is dealt.
type Config struct {
	SmallBlind table.Chips
	BigBlind   table.Chips // also the least bet on every street
	Ante       table.Chips
	AnteKind   AnteKind
	// BombPot makes the ante, which each pays, the only thing that is posted: there are no blinds, and the flop comes at once.
	BombPot bool
	// RunTwice lets the players agree to have the rest of the board dealt twice once betting is over.
	RunTwice bool
	// Straddle is what the third player posts before the cards, who must have more than that; 0: nothing.
	Straddle table.Chips
	// Players are the seats dealt in, in order from the left of the button, and their stacks. The last is the button. The
	// first two post the blinds; of two players the button posts the small one.
	Players []table.Stack
	// Posts are what others than the blinds put in after them, in order.
	Posts []Post
}

// Post is what a seat puts in to be dealt in without waiting for the big blind.
type Post struct {
	Seat table.Seat
	Live table.Chips // its bet of the first street
	Dead table.Chips // into the pot: it buys no claim and is owed by nobody
}

// Deck is a shuffled deck. Positions count from 0: the hole cards, one at a time from the left of the button in two
// rounds, then the board, then what a second board does not share with it. There are no burn cards: a position is dealt or
// it is not.
type Deck interface {
	Open(position int) deck.Opening
}

// check refuses what cannot be dealt, with a ConfigError. It leaves room for any stakes that a fork may like: what a house
// offers is for its Stakes to say.
func (c Config) check() error {
	switch {
	case c.SmallBlind < 1:
		return ConfigError{"small blind", "at least 1"}
	case c.BigBlind < c.SmallBlind || c.BigBlind > table.MaxChips:
		return ConfigError{"big blind", fmt.Sprintf("small blind to %d", table.MaxChips)}
	case c.Ante < 0 || c.Ante > table.MaxChips:
		return ConfigError{"ante", fmt.Sprintf("0 to %d", table.MaxChips)}
	}
	switch c.AnteKind {
	case AnteEach, AnteBB:
	case AnteNone, "":
		if c.Ante != 0 {
			return ConfigError{"ante", "0 when nobody pays it"}
		}
	default:
		return ConfigError{"ante kind", "none, each or bb"}
	}
	if err := checkPlayers(c.Players); err != nil {
		return err
	}
	switch {
	case c.BombPot && (c.AnteKind != AnteEach || c.Ante == 0):
		return ConfigError{"bomb pot", "an ante that each pays"}
	case c.Straddle != 0 && !c.canStraddle(c.Straddle):
		return ConfigError{"straddle", "above the big blind, below the third player's stack, and not in a bomb pot"}
	case c.BombPot && len(c.Posts) > 0:
		return ConfigError{"posts", "none in a bomb pot"}
	}
	return c.checkPosts()
}

func (c Config) checkPosts() error {
	var posted [table.MaxSeats]bool
	for _, p := range c.Posts {
		if !slices.ContainsFunc(c.Players[2:], func(s table.Stack) bool { return s.Seat == p.Seat }) || posted[p.Seat] {
			return ConfigError{"posts", "of different seats that are dealt in and post no blind"}
		}
		if p.Live < 0 || p.Live > c.BigBlind || p.Dead < 0 || p.Dead > table.MaxChips {
			return ConfigError{"posts", fmt.Sprintf("live 0 to the big blind, dead 0 to %d", table.MaxChips)}
		}
		posted[p.Seat] = true
	}
	return nil
}

func checkPlayers(players []table.Stack) error {
	if len(players) < 2 || len(players) > table.MaxSeats {
		return ConfigError{"players", fmt.Sprintf("2 to %d", table.MaxSeats)}
	}
	var taken [table.MaxSeats]bool
	var total table.Chips
	for _, p := range players {
		if p.Seat < 0 || p.Seat >= table.MaxSeats || taken[p.Seat] {
			return ConfigError{"seats", fmt.Sprintf("different ones of 0 to %d", table.MaxSeats-1)}
		}
		if p.Chips < 1 || p.Chips > table.MaxChips-total { // compared so that nothing overflows
			return ConfigError{"stacks", fmt.Sprintf("at least 1 and together at most %d", table.MaxChips)}
		}
		taken[p.Seat] = true
		total += p.Chips
	}
	return nil
}
