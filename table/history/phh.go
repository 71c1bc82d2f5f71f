package history

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
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
	for _, step := range []func(*Hand) error{
		doc.variant, doc.id, doc.players, doc.stakes, doc.posts, doc.play, doc.result, (*Hand).Check,
	} {
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
