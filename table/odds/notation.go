package odds

import (
	"fmt"
	"strings"

	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// longestRange is how many characters a hand may have: the whole grid written out cell by cell is about 800.
const longestRange = 1000

// cell is one of the 169 kinds of starting hands. A pair has high == low.
type cell struct {
	high, low int
}

// grid is a set of starting hands: whole cells, and single hands beside them.
type grid struct {
	cells [13][13][2]bool            // high, low, suited
	hands [deck.Cards]holdem.CardSet // by the lower card
}

// parseHand reads one hand of a question: two cards, a range, or neither when it is "random".
func parseHand(text string) ([]deck.Card, *grid, error) {
	if len(text) > longestRange {
		return nil, nil, fmt.Errorf("%w: longer than %d characters", ErrRange, longestRange)
	}
	text = strings.TrimSpace(text)
	if text == "random" {
		return nil, nil, nil
	}
	if a, b, ok := twoCards(text); ok {
		return []deck.Card{a, b}, nil, nil
	}
	g := &grid{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if !g.add(part) {
			return nil, nil, fmt.Errorf("%w: %.20q is not one of AsKh, QQ, QQ+, 22-55, AKs, AKo, AK, ATs+, 76s-54s, random", ErrRange, part)
		}
	}
	return nil, g, nil
}

func twoCards(text string) (a, b deck.Card, ok bool) {
	if len(text) != 4 {
		return 0, 0, false
	}
	a, errA := deck.ParseCard(text[:2])
	b, errB := deck.ParseCard(text[2:])
	return a, b, errA == nil && errB == nil
}

// add adds what one part of a range names. It is false when that is nothing.
func (g *grid) add(part string) bool {
	if a, b, ok := twoCards(part); ok {
		g.hands[min(a, b)] |= holdem.Set(max(a, b))
		return a != b
	}
	if from, to, ok := strings.Cut(part, "-"); ok {
		a, kindA, okA := parseCell(from)
		b, kindB, okB := parseCell(to)
		return okA && okB && kindA == kindB && g.span(a, b, kindA)
	}
	text, plus := strings.CutSuffix(part, "+")
	c, kind, ok := parseCell(text)
	if !ok {
		return false
	}
	last := c
	switch {
	case plus && c.high == c.low: // better pairs
		last = cell{high: 12, low: 12}
	case plus: // better kickers
		last.low = c.high - 1
	}
	return g.span(c, last, kind)
}

// parseCell reads QQ, AK, AKs or AKo, and which of suited and offsuit that is: 's', 'o' or 0 for both.
func parseCell(text string) (c cell, kind byte, ok bool) {
	if len(text) == 3 && (text[2] == 's' || text[2] == 'o') {
		text, kind = text[:2], text[2]
	}
	if len(text) != 2 {
		return cell{}, 0, false
	}
	c = cell{high: strings.IndexByte(rankNames, text[0]), low: strings.IndexByte(rankNames, text[1])}
	if c.high < c.low {
		c.high, c.low = c.low, c.high
	}
	return c, kind, c.low >= 0 && (kind == 0 || c.high != c.low)
}

const rankNames = "23456789TJQKA"

// span adds the cells from a to b, in whichever order they come: pairs, the kickers of one card (A5s-A2s), or two cards
// going down together (76s-54s).
func (g *grid) span(a, b cell, kind byte) bool {
	if a.high < b.high || a.high == b.high && a.low < b.low {
		a, b = b, a
	}
	step := 0 // of the higher card
	switch {
	case a.high-a.low == b.high-b.low: // equal gaps, and pairs have the gap 0
		step = 1
	case a.high != b.high || a.high == a.low:
		return false
	}
	for c := a; c.low >= b.low; c.high, c.low = c.high-step, c.low-1 {
		if kind != 's' {
			g.cells[c.high][c.low][0] = true
		}
		if kind != 'o' {
			g.cells[c.high][c.low][1] = true
		}
	}
	return true
}

// without lists the hands of the range that need none of the cards taken.
func (g *grid) without(taken holdem.CardSet) (hands []holdem.CardSet) {
	for high := range deck.Card(deck.Cards) {
		for low := range high {
			suited := 0
			if high.Suit() == low.Suit() {
				suited = 1
			}
			if !g.cells[high.Rank()][low.Rank()][suited] && !g.hands[low].Has(high) {
				continue
			}
			if hand := holdem.Set(high, low); hand&taken == 0 {
				hands = append(hands, hand)
			}
		}
	}
	return hands
}
