package history

import (
	"slices"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// textPosts is what was forced into the pot, from which the stakes follow that the header does not tell.
type textPosts struct {
	antes  []table.Stack
	blinds bool // one was posted where it is due
}

// post reads "posts small blind 50", "posts the ante 10" and the like.
func (p *textParser) post(seat table.Seat, text string) error {
	what, amount, found := cutLast(text, " ")
	if !found {
		return malformed("it does not tell how much")
	}
	chips, err := textChips(what, amount)
	if err != nil {
		return err
	}
	if err := p.pays(seat, chips); err != nil {
		return err
	}
	h, place := p.hand, p.hand.place(seat)
	small, big := h.blindPlaces()
	switch strings.TrimPrefix(what, "posts ") {
	case "the ante":
		if len(p.posts.antes) == len(h.Seats) {
			return malformed("an ante too many")
		}
		p.posts.antes = append(p.posts.antes, table.Stack{Seat: seat, Chips: chips})
		return nil
	case "small blind":
		if place == small {
			p.posts.blinds = true
			break
		}
		h.post(seat).Dead += chips
		return nil // dead money is no bet
	case "big blind":
		if place == big {
			p.posts.blinds = true
			break
		}
		h.post(seat).Live += chips
	case "small & big blinds":
		live := min(chips, h.Game.BigBlind)
		h.post(seat).Live, h.post(seat).Dead = live, chips-live
		chips = live
	case "straddle":
		if place != 2 || h.Straddle != 0 {
			return unsupported("a straddle of another player than the third")
		}
		h.Straddle = chips
	default:
		return unsupported("a post that is not dealt here")
	}
	p.bets[seat] += chips
	return nil
}

// blindPlaces are who posts the blinds. Of two players the button posts the small one.
func (h *Hand) blindPlaces() (small, big int) {
	if len(h.Seats) == 2 {
		return 1, 0
	}
	return 0, 1
}

// finish tells the antes apart. Without blinds, and above the big blind, they are those of a bomb pot.
func (t *textPosts) finish(h *Hand) (err error) {
	h.sortPosts()
	_, big := h.blindPlaces()
	if h.Game.AnteKind, err = anteKind(len(t.antes), len(t.antes) == 1 && h.place(t.antes[0].Seat) == big); err != nil {
		return err
	}
	var ante table.Chips
	for _, a := range t.antes {
		ante = max(ante, a.Chips)
	}
	if !t.blinds && ante > h.Game.BigBlind && h.Game.AnteKind == holdem.AnteEach {
		h.Game.AnteKind, h.BombPot = holdem.AnteNone, ante
		return nil
	}
	h.Game.Ante = ante
	if i := slices.IndexFunc(t.antes, func(a table.Stack) bool { return a.Chips == 0 }); i >= 0 {
		return malformed("an ante of nothing")
	}
	return nil
}

// anteKind tells which kind of ante was paid from who paid it.
func anteKind(payers int, big bool) (holdem.AnteKind, error) {
	switch {
	case payers == 0:
		return holdem.AnteNone, nil
	case payers == 1 && big:
		return holdem.AnteBB, nil
	case payers > 1:
		return holdem.AnteEach, nil
	}
	return "", unsupported("an ante of one player who is not the big blind")
}
