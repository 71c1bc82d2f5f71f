package odds

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"example.com/fullhouse/table/deck"
)

// Question is a spot in the field's usual notation, as somebody types it.
type Question struct {
	// Hands are 2 to 9 of: two cards ("AsKh"), "random", or a range ("QQ+, AKs, ATo+, 76s-54s, 22-55, AK, AsQs").
	Hands []string `json:"hands"`
	Board string   `json:"board"` // no card, or 3 to 5 of them: "2c3c4d"
	Dead  string   `json:"dead"`  // cards that are known not to come
}

// What a question costs, in units that a rate limit can count. One unit is never more than unitWork.
const (
	costCheap    = 1  // every hand is known and at most two cards are to come: dealt out
	costSampled  = 5  // ranges, random hands, or more than two hands before the flop: dealt at random
	costPreflop  = 20 // two known hands and five cards to come: dealt out
	unitWork     = 175_000
	sampleBoards = 50_000 // the standard error of a share is then at most 0.0023
)

// Asked is a question that was read and has an answer. It is not changed by answering, and may be answered more than once
// and at once.
type Asked struct {
	spot *spot
	cost int64
	seed [2]uint64
}

// Ask reads a question. It is cheap whatever it is given, and refuses what has no answer with an Error or a deck.Error.
func Ask(q Question) (*Asked, error) {
	board, err := parseCards("the board", q.Board)
	if err != nil {
		return nil, err
	}
	dead, err := parseCards("the dead cards", q.Dead)
	if err != nil {
		return nil, err
	}
	if len(q.Hands) > maxHands {
		return nil, fmt.Errorf("%w: %d hands, want 2 to %d", ErrHands, len(q.Hands), maxHands)
	}
	known := make([][]deck.Card, len(q.Hands)) // what is not two cards is unknown at first
	ranges := make([]*grid, len(q.Hands))
	for i, text := range q.Hands {
		if known[i], ranges[i], err = parseHand(text); err != nil {
			return nil, fmt.Errorf("hand %d: %w", i+1, err)
		}
	}
	s, err := newSpot(known, board, dead)
	if err != nil {
		return nil, err
	}
	if err := s.narrow(ranges); err != nil {
		return nil, err
	}
	return &Asked{spot: s, cost: s.cost(), seed: q.seed()}, nil
}

// parseCards reads cards written one after the other, with or without spaces.
func parseCards(what, text string) (cards []deck.Card, err error) {
	if len(text) > 3*deck.Cards {
		return nil, fmt.Errorf("%w: %s: more than a deck", ErrBoard, what)
	}
	text = strings.Join(strings.Fields(text), "")
	for len(text) > 0 {
		c, err := deck.ParseCard(text[:min(2, len(text))])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		cards, text = append(cards, c), text[2:]
	}
	return cards, nil
}

func (s *spot) cost() int64 {
	switch {
	case len(s.unknown) > 0 || len(s.ranges) > 0:
		return costSampled
	case s.missing <= 2:
		return costCheap
	case len(s.hands) == 2:
		return costPreflop
	}
	return costSampled
}

// seed makes the same question deal the same boards: asking again is not a way to shop for an answer, and an answer can be
// checked by asking.
func (q Question) seed() [2]uint64 {
	h := fnv.New128a()
	for _, part := range append(slices.Clone(q.Hands), q.Board, q.Dead) {
		h.Write(append([]byte(part), 0))
	}
	sum := h.Sum(nil)
	return [2]uint64{binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])}
}

// Cost is 1, 5 or 20: what the answer takes, in units of about 5 ms on one core.
func (a *Asked) Cost() int64 { return a.cost }

// Answer works the question out: exactly where Cost is 1 or 20, else from 50,000 boards dealt at random, with the standard
// error stated. Ranges that nearly always clash are answered from fewer boards, and say so by a larger error; those that
// never fit together are ErrClash. It stops with ctx: Answer then returns its cause, and what was dealt so far if that was
// at random.
func (a *Asked) Answer(ctx context.Context) (Result, error) {
	s := a.spot.clone()
	if a.cost != costSampled {
		return s.enumerate(ctx)
	}
	return s.deal(ctx, sampleBoards, newRandom(a.seed))
}

func newRandom(seed [2]uint64) *rand.Rand { return rand.New(rand.NewPCG(seed[0], seed[1])) }
