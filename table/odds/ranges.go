package odds

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"example.com/fullhouse/table/holdem"
)

const (
	// mostWays bounds the list of a group.
	mostWays = 4096
	// triesPerBoard is how many draws of ranged hands a board may take on average, before there are fewer boards instead.
	triesPerBoard = 8
)

// group is some of the hands that have ranges, and every way in which they can be held at once.
type group struct {
	hands []int
	taken []holdem.CardSet // by each way, all hands together
	held  []holdem.CardSet // by each way, hand after hand
}

// narrow tells the spot which of its unknown hands have a range, and lists them without the cards that are known.
func (s *spot) narrow(ranges []*grid) error {
	var known, rest holdem.CardSet
	for _, card := range s.rest {
		rest |= card
	}
	known = ^rest
	random := s.unknown[:0]
	for _, i := range s.unknown {
		if ranges[i] == nil {
			random = append(random, i)
			continue
		}
		g := group{hands: []int{i}, held: ranges[i].without(known)}
		if g.taken = g.held; len(g.held) == 0 {
			return fmt.Errorf("%w: hand %d", ErrBlocked, i+1)
		}
		s.ranges = append(s.ranges, g)
	}
	s.unknown = random
	return nil
}

// join makes one group of hands whose ranges are small, so that hands that want the same few cards do not have to be drawn
// again and again until they fit. A group lists at most so many ways. It is false when some of the hands cannot be held at
// once, and it was noticed.
func (s *spot) join(most int) bool {
	small := slices.Clone(s.ranges)
	slices.SortStableFunc(small, func(a, b group) int { return cmp.Compare(len(a.taken), len(b.taken)) })
	var joined []group
	for _, g := range small {
		last := len(joined) - 1
		if last < 0 || len(joined[last].taken)*len(g.taken) > most {
			joined = append(joined, g)
			continue
		}
		if joined[last] = joined[last].with(g); len(joined[last].taken) == 0 {
			return false
		}
	}
	s.ranges = joined
	return true
}

// with adds a group of one hand.
func (g group) with(one group) group {
	n := len(g.hands)
	both := group{hands: append(slices.Clone(g.hands), one.hands...)}
	for i, taken := range g.taken {
		for _, hand := range one.taken {
			if taken&hand == 0 {
				both.taken = append(both.taken, taken|hand)
				both.held = append(append(both.held, g.held[i*n:(i+1)*n]...), hand)
			}
		}
	}
	return both
}

// hold draws the hands that have ranges. It is false when they clash.
//
// Each group is drawn from all its ways, and one clash throws all of them away: so every way in which the ranges fit
// together is as likely as every other. Drawing hand after hand from what the ones before have left would not do that: it
// favours the ways in which the first hands leave little to the others.
func (s *spot) hold(random *rand.Rand) (taken holdem.CardSet, ok bool) {
	for i := range s.ranges {
		g := &s.ranges[i]
		way := int(random.Uint32N(uint32(len(g.taken))))
		if taken&g.taken[way] != 0 {
			return 0, false
		}
		taken |= g.taken[way]
		for j, hand := range g.hands {
			s.hands[hand] = g.held[way*len(g.hands)+j]
		}
	}
	return taken, true
}
