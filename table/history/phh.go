package history

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
	"example.com/fullhouse/table/holdem"
	"github.com/BurntSushi/toml"
)

// variants are the games that the format has codes for.
var variants = map[string]string{
	"FT":    "fixed-limit hold'em",
	noLimit: "no-limit hold'em",
	"NS":    "no-limit short-deck hold'em",
	"PO":    "pot-limit Omaha",
	"FO/8":  "fixed-limit Omaha high-low, eight or better",
	"F7S":   "fixed-limit seven-card stud",
	"F7S/8": "fixed-limit seven-card stud high-low, eight or better",
	"FR":    "fixed-limit razz",
	"N2L1D": "no-limit deuce-to-seven single draw",
	"F2L3D": "fixed-limit deuce-to-seven triple draw",
	"FB":    "fixed-limit badugi",
}

const noLimit = "NT"

// ReadPHH yields the hands of a .phh or .phhs file, each checked. A hand that cannot be read is yielded as an error, and the
// next follows. Where a file does not number the seats, p1 has seat 0.
func ReadPHH(r io.Reader) iter.Seq2[*Hand, error] {
	return func(yield func(*Hand, error) bool) {
		s := newSplitter(r)
		for n := 1; ; n++ {
			f, err := s.read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
			h, err := parsePHH(f, n)
			if err != nil {
				h, err = nil, fmt.Errorf("line %d: hand %s: %w", f.line, short(f.label(n)), err)
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// label is what a hand is called that has no name of its own: its table, else its number in the file.
func (f fragment) label(n int) string {
	if f.name != "" {
		return f.name
	}
	return strconv.Itoa(n)
}

func parsePHH(f fragment, n int) (*Hand, error) {
	var doc phhFields
	if _, err := toml.Decode(f.text, &doc); err != nil {
		if syntax, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, malformed("line %d: %s", f.line+syntax.Position.Line-1, syntax.Message)
		}
		return nil, malformed("%v", err)
	}
	h := &Hand{Version: Version, ID: table.HandID(f.label(n)), Viewer: table.NoSeat}
	for _, step := range []func(*Hand) error{doc.variant, doc.id, doc.players, doc.stakes, doc.posts, doc.play, doc.result, (*Hand).Check} {
		if err := step(h); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// phhFields are the fields of one hand.
type phhFields map[string]any

func (doc phhFields) variant(*Hand) error {
	variant, ok := doc["variant"].(string)
	if !ok {
		return malformed("variant is missing, or is not text")
	}
	if variant != noLimit {
		return VariantError{Variant: variant}
	}
	return nil
}

// id takes the hand's name or number, where it has one.
func (doc phhFields) id(h *Hand) error {
	switch id := doc["hand"].(type) {
	case int64:
		h.ID = table.HandID(strconv.FormatInt(id, 10))
	case string:
		if id != "" {
			h.ID = table.HandID(id)
		}
	}
	return nil
}

func (doc phhFields) players(h *Hand) error {
	stacks, err := doc.chips("starting_stacks", 0)
	if err != nil {
		return err
	}
	if len(stacks) < 2 || len(stacks) > table.MaxSeats {
		return unsupported("%d players; a hand is for 2 to %d", len(stacks), table.MaxSeats)
	}
	names, _ := doc["players"].([]any)
	seats := doc.seats(len(stacks))
	for i, chips := range stacks {
		name := fmt.Sprintf("p%d", i+1)
		if len(names) == len(stacks) {
			if given, ok := names[i].(string); ok && given != "" {
				name = given
			}
		}
		h.Seats = append(h.Seats, Seat{Seat: seats[i], Name: name, Chips: chips})
	}
	h.Button = seats[len(stacks)-1]
	return nil
}

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

func (doc phhFields) play(h *Hand) error {
	list, ok := doc["actions"].([]any)
	if !ok {
		return malformed("actions is missing, or is not a list")
	}
	actions := phhActions{hand: h}
	for i, entry := range list {
		text, ok := entry.(string)
		if !ok {
			return malformed("entry %d of actions is not text", i+1)
		}
		if err := actions.play(text); err != nil {
			return fmt.Errorf("entry %d of actions: %w", i+1, err)
		}
	}
	if err := actions.finish(); err != nil {
		return err
	}
	return doc.secondBoard(h)
}

// secondBoard takes the board that the format has no field for, as WritePHH writes it.
func (doc phhFields) secondBoard(h *Hand) error {
	text, ok := doc["_second_board"].(string)
	if !ok {
		return nil
	}
	words, err := splitCards(text)
	if err != nil {
		return err
	}
	for _, word := range words {
		card, err := deck.ParseCard(word)
		if err != nil {
			return malformed("%v", err)
		}
		h.Board2 = append(h.Board2, card)
	}
	h.voteTwice()
	return nil
}

func (doc phhFields) result(h *Hand) error {
	stacks, err := doc.stacks("finishing_stacks", h.Seats)
	if err != nil {
		return err
	}
	winnings, err := doc.stacks("winnings", h.Seats)
	if err != nil {
		return err
	}
	if stacks != nil || winnings != nil {
		h.Result = &Result{Stacks: stacks, Winnings: winnings}
	}
	return nil
}

// stacks is an optional list of amounts, one for each player.
func (doc phhFields) stacks(field string, seats []Seat) (list []table.Stack, err error) {
	if doc[field] == nil {
		return nil, nil
	}
	chips, err := doc.chips(field, len(seats))
	for i, c := range chips {
		list = append(list, table.Stack{Seat: seats[i].Seat, Chips: c})
	}
	return list, err
}

// chips is a list of amounts, one for each of n players; any number of them with 0.
func (doc phhFields) chips(field string, n int) ([]table.Chips, error) {
	list, ok := doc[field].([]any)
	if !ok {
		return nil, malformed("%s is missing, or is not a list", field)
	}
	if n != 0 && len(list) != n {
		return nil, malformed("%s has %d entries for %d players", field, len(list), n)
	}
	chips := make([]table.Chips, len(list))
	for i, value := range list {
		var err error
		if chips[i], err = chipsFrom(fmt.Sprintf("%s of p%d", field, i+1), value); err != nil {
			return nil, err
		}
	}
	return chips, nil
}
