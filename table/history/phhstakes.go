package history

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// seats are the places that the file numbers from 1, where it gives each player one.
func (doc phhFields) seats(n int) (seats [table.MaxSeats]table.Seat) {
	for i := range seats {
		seats[i] = table.Seat(i)
	}
	numbers, err := doc.chips("seats", n)
	if err != nil {
		return seats
	}
	var taken [table.MaxSeats]bool
	given := seats
	for i, number := range numbers {
		if number < 1 || number > table.MaxSeats || taken[number-1] {
			return seats
		}
		given[i], taken[number-1] = table.Seat(number-1), true
	}
	return given
}

// stakes takes blinds and antes. The small blind is always written first and the big blind second, heads-up as well, where
// the first player is the big blind.
func (doc phhFields) stakes(h *Hand) error {
	n := len(h.Seats)
	antes, err := doc.chips("antes", n)
	if err != nil {
		return err
	}
	blinds, err := doc.chips("blinds_or_straddles", n)
	if err != nil {
		return err
	}
	least, err := chipsFrom("min_bet", doc["min_bet"])
	if err != nil {
		return err
	}
	ante, kind, err := anteOf(antes)
	if err != nil {
		return err
	}
	if kind == holdem.AnteEach && slices.Max(blinds) == 0 {
		h.Game = holdem.Stakes{SmallBlind: max(1, least/2), BigBlind: least, AnteKind: holdem.AnteNone}
		h.BombPot = ante
		return nil
	}
	h.Game = holdem.Stakes{SmallBlind: blinds[0], BigBlind: blinds[1], Ante: ante, AnteKind: kind}
	if least != blinds[1] {
		return unsupported("a least bet (%d) other than the big blind (%d)", least, blinds[1])
	}
	return h.straddle(blinds)
}

// straddle takes what stands behind the blinds. Only the third player's is dealt here, and it is above the big blind.
func (h *Hand) straddle(blinds []table.Chips) error {
	for i, amount := range blinds[2:] {
		if amount != 0 && (i > 0 || amount <= blinds[1]) {
			return unsupported("a straddle or a third blind (%d by p%d)", amount, i+3)
		}
		h.Straddle += amount
	}
	return nil
}

// posts takes what the format has no field for, as WritePHH writes it.
func (doc phhFields) posts(h *Hand) error {
	if small := doc["_small_blind"]; small != nil && h.BombPot != 0 {
		var err error
		if h.Game.SmallBlind, err = chipsFrom("_small_blind", small); err != nil {
			return err
		}
	}
	live, err := doc.stacks("_live_posts", h.Seats)
	if err != nil {
		return err
	}
	dead, err := doc.stacks("_dead_posts", h.Seats)
	if err != nil {
		return err
	}
	for _, s := range live {
		if s.Chips != 0 {
			h.post(s.Seat).Live = s.Chips
		}
	}
	for _, s := range dead {
		if s.Chips != 0 {
			h.post(s.Seat).Dead = s.Chips
		}
	}
	h.sortPosts()
	return nil
}

// anteOf tells which kind of ante a list of them is.
func anteOf(antes []table.Chips) (table.Chips, holdem.AnteKind, error) {
	equal, onlyBig := true, antes[1] != 0
	for i, ante := range antes {
		equal = equal && ante == antes[0]
		onlyBig = onlyBig && (i == 1 || ante == 0)
	}
	switch {
	case equal && antes[0] == 0:
		return 0, holdem.AnteNone, nil
	case equal:
		return antes[0], holdem.AnteEach, nil
	case onlyBig:
		return antes[1], holdem.AnteBB, nil
	default:
		return 0, "", unsupported("antes %v: neither the same for all nor of the big blind alone", antes)
	}
}
