package history

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
)

// Check refuses a hand whose parts do not fit together. It asks only what can be asked without playing; Replay asks the rest.
func (h *Hand) Check() error {
	if h.Version != Version {
		return unsupported("version %d of our form; this program writes version %d", h.Version, Version)
	}
	if h.ID == "" || len(h.ID) > deck.MaxHand {
		return malformed("the hand's id has %d bytes, not 1 to %d", len(h.ID), deck.MaxHand)
	}
	if !utf8.ValidString(string(h.ID)) {
		return malformed("the hand's id is not UTF-8")
	}
	if err := h.checkSeats(); err != nil {
		return err
	}
	if err := h.checkPosts(); err != nil {
		return err
	}
	for i, a := range h.Actions {
		if err := h.checkAction(a); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	if err := h.checkCards(); err != nil {
		return err
	}
	return h.checkResult()
}

// maxName bounds a player's name, which is in every message about them.
const maxName = 200

func (h *Hand) checkSeats() error {
	if n := len(h.Seats); n < 2 || n > table.MaxSeats {
		return unsupported("%d players; a hand is for 2 to %d", n, table.MaxSeats)
	}
	var total table.Chips
	for i, s := range h.Seats {
		switch {
		case s.Seat < 0 || s.Seat >= table.MaxSeats:
			return malformed("seat %d is not 0 to %d", s.Seat, table.MaxSeats-1)
		case h.place(s.Seat) != i:
			return malformed("seat %d comes twice", s.Seat)
		case s.Chips < 1 || s.Chips > table.MaxChips-total:
			return malformed("the stacks are not each at least 1 and together at most %d", table.MaxChips)
		case len(s.Name) > maxName || len(s.Bot) > maxName:
			return malformed("the name of seat %d has more than %d bytes", s.Seat, maxName)
		case !utf8.ValidString(s.Name) || !utf8.ValidString(s.Bot):
			return malformed("the name of seat %d is not UTF-8", s.Seat)
		case len(s.Cards) != 0 && len(s.Cards) != 2:
			return malformed("%s has %d cards", h.name(s.Seat), len(s.Cards))
		}
		total += s.Chips
	}
	if last := h.Seats[len(h.Seats)-1].Seat; h.Button != last {
		return malformed("the button is seat %d, but the last of the seats is %d", h.Button, last)
	}
	if h.Viewer != table.NoSeat && h.place(h.Viewer) < 0 {
		return malformed("the viewer's seat %d was not dealt in", h.Viewer)
	}
	return nil
}

// checkPosts refuses forced bets that are no amounts. Whether they could be posted is for Replay to say.
func (h *Hand) checkPosts() error {
	for i, p := range h.Posts {
		if h.place(p.Seat) < 0 || slices.ContainsFunc(h.Posts[:i], func(o Post) bool { return o.Seat == p.Seat }) {
			return malformed("in the posts, seat %d was not dealt in or comes twice", p.Seat)
		}
		if err := cmp.Or(checkChips("live post", p.Live), checkChips("dead post", p.Dead)); err != nil {
			return err
		}
	}
	return cmp.Or(checkChips("bomb_pot", h.BombPot), checkChips("straddle", h.Straddle))
}

// checkCards refuses boards that cannot be, and a card in two places.
func (h *Hand) checkCards() error {
	if n := len(h.Board); n != 0 && (n < 3 || n > 5) {
		return malformed("the board has %d cards, not 0, 3, 4 or 5", n)
	}
	if h.Board2 != nil {
		switch shared := h.shared(); {
		case len(h.Board) != 5 || len(h.Board2) != 5:
			return malformed("the boards have %d and %d cards; of two, both have 5", len(h.Board), len(h.Board2))
		case !slices.ContainsFunc(h.Actions, func(a Action) bool { return a.Do == holdem.Twice }) || shared == 5:
			return malformed("there are two boards, but nobody has voted for it")
		case !slices.Equal(h.Board[:shared], h.Board2[:shared]):
			return malformed("the boards differ in the %d cards that they share", shared)
		}
	}
	if err := deck.Check(h.known()...); err != nil {
		return malformed("cards: %v", err)
	}
	return nil
}

// place is where a seat stands in Seats, -1 if it does not.
func (h *Hand) place(seat table.Seat) int {
	return slices.IndexFunc(h.Seats, func(s Seat) bool { return s.Seat == seat })
}

// known are all cards that the hand names.
func (h *Hand) known() (cards []deck.Card) {
	for _, s := range h.Seats {
		cards = append(cards, s.Cards...)
	}
	cards = append(cards, h.Board...)
	if len(h.Board2) == 5 {
		cards = append(cards, h.Board2[h.shared():]...)
	}
	return cards
}

func (h *Hand) checkAction(a Action) error {
	if h.place(a.Seat) < 0 {
		return malformed("seat %d was not dealt in", a.Seat)
	}
	if !slices.Contains(streets[:], a.Street) {
		return malformed("%q is not a street", a.Street)
	}
	switch a.Do {
	case holdem.Bet, holdem.Raise, BetOrRaise:
		return checkChips("to", a.To)
	case holdem.Fold, holdem.Check, holdem.Call, CheckOrCall, holdem.Twice, holdem.Once:
		if a.To != 0 {
			return malformed("%s takes no amount", a.Do)
		}
		return nil
	default:
		return malformed("%q is not a move", a.Do)
	}
}

// streets are the names of the streets, in order.
var streets = [...]string{holdem.Preflop.String(), holdem.Flop.String(), holdem.Turn.String(), holdem.River.String()}

func (h *Hand) checkResult() error {
	if h.Result == nil {
		return nil
	}
	if s := h.Result.Stacks; s != nil && len(s) != len(h.Seats) {
		return malformed("the result has %d stacks for %d seats", len(s), len(h.Seats))
	}
	lists := [][]table.Stack{h.Result.Stacks, h.Result.Uncalled, h.Result.Winnings}
	for _, pot := range h.Result.Pots {
		if pot.Run < 0 || pot.Run > 2 {
			return malformed("in the result, %d is not the number of a board", pot.Run)
		}
		lists = append(lists, pot.Winners)
	}
	for _, list := range lists {
		for i, s := range list {
			if h.place(s.Seat) < 0 || slices.ContainsFunc(list[:i], func(o table.Stack) bool { return o.Seat == s.Seat }) {
				return malformed("in the result, seat %d was not dealt in or comes twice", s.Seat)
			}
			if err := checkChips("result", s.Chips); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkChips(field string, n table.Chips) error {
	if n < 0 || n > table.MaxChips {
		return AmountError{Field: field, Text: fmt.Sprint(n), Want: wholeChips}
	}
	return nil
}

// wholeChips is what every amount must be.
var wholeChips = fmt.Sprintf("a whole number of chips from 0 to %d", table.MaxChips)
