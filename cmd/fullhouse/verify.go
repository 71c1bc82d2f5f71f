package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/deck"
)

const verifyUsage = `
Usage: fullhouse verify FILE

Checks the cards of a hand against the commitment that was told before they were dealt. FILE is JSON: a hand history of ours,
the hand as a snapshot shows it, or only

    {"hand": "k7q2-15", "commitment": "609a...", "openings": [{"position": 3, "card": "3c", "salt": "...", "path": [...]}]}

Nothing writes such a file for you yet: take the hand out of a snapshot, or write down what the server said of it. The
source has one to try, the file of the example.

It says of each card whether it is the one committed to. A file may hold several hands, one object after another. It exits
with 0 when every card is right, 1 when one is wrong or lacks its proof, and 2 when there is nothing to check.

What this proves: no card was changed after the deal. What it does not: how the deck was shuffled, or who has seen it.

Example:
    $ fullhouse verify table/history/testdata/hand.json
    hand k7q2-15, commitment 609a37bb18354922cdb6de2a7175dd25c5215e545eed293d981b2bbbd08ad451
      9s  position  0  first card of seat 0     ok
      3c  position  3  second card of seat 0    ok
      Td  position  1  first card of seat 1     ok
      Qh  position  4  second card of seat 1    ok
      3d  position  2  first card of seat 4     ok
      8c  position  5  second card of seat 4    ok
      Kh  position  6  flop                     ok
      9c  position  7  flop                     ok
      6d  position  8  flop                     ok
      8s  position  9  turn                     ok
      Qd  position 10  river                    ok
    11 of 11 cards are as committed to.
    Proven: these cards lay at these places before the first one was dealt, if you were told this commitment then.
    Not proven: how the deck was shuffled, and who has seen it.
`

// maxVerify bounds the file: some thousand hands.
const maxVerify = 16 << 20

// verify is the command.
func verify(_ context.Context, c call) int {
	if len(c.args) != 1 || strings.HasPrefix(c.args[0], "-") {
		fmt.Fprintln(c.stderr, "fullhouse verify: name one file; see fullhouse verify -h")
		return exitUse
	}
	f, err := os.Open(c.args[0])
	if err != nil {
		fmt.Fprintf(c.stderr, "fullhouse verify: %v\n", err)
		return exitUse
	}
	defer f.Close() // only read
	right, err := verifyAll(f, c.stdout)
	if err != nil {
		fmt.Fprintf(c.stderr, "fullhouse verify: %s: %s\n", c.args[0], printable(err.Error()))
		return exitUse
	}
	if !right {
		fmt.Fprintln(c.stdout, "This is not the deck that was committed to, or the file was changed.")
		return exitNot
	}
	fmt.Fprintln(c.stdout, "Proven: these cards lay at these places before the first one was dealt, if you were told this commitment then.")
	fmt.Fprintln(c.stdout, "Not proven: how the deck was shuffled, and who has seen it.")
	return exitGood
}

// verifyAll checks every hand of a file and reports whether all are right. The error is of a file that cannot be checked.
func verifyAll(r io.Reader, out io.Writer) (right bool, err error) {
	right = true
	hands := json.NewDecoder(io.LimitReader(r, maxVerify))
	for n := 0; ; n++ {
		var h committed
		err := hands.Decode(&h)
		if errors.Is(err, io.EOF) {
			if n == 0 {
				return false, errors.New("there is no hand in it")
			}
			return right, nil
		}
		if err == nil {
			err = h.check()
		}
		if err != nil {
			return false, fmt.Errorf("hand %d: %w", n+1, err)
		}
		right = h.verify(out) && right
	}
}

// committed is what verify reads of a hand; any other fields may be there.
type committed struct {
	Hand       string       `json:"hand"`
	Commitment string       `json:"commitment"`
	Openings   []deck.Proof `json:"openings"`
	// Seats and Board tell whose a card is. Those of them that are known must be proven too.
	Seats []struct {
		Seat  table.Seat  `json:"seat"`
		Cards []deck.Card `json:"cards"`
	} `json:"seats"`
	Board  []deck.Card `json:"board"`
	Board2 []deck.Card `json:"board2"` // with the cards that both share; none when there was one board
}

// check refuses what cannot be checked at all.
func (h *committed) check() error {
	switch {
	case h.Hand == "" || h.Commitment == "":
		return errors.New("it has no hand or no commitment")
	case len(h.Openings) == 0:
		return errors.New("it opens no card")
	case len(h.Seats) > table.MaxSeats || len(h.Board) > 5 || len(h.Board2) > 5:
		return errors.New("it has too many seats, or too large a board")
	}
	for _, s := range h.Seats {
		if len(s.Cards) > 2 {
			return fmt.Errorf("seat %d has %d cards", s.Seat, len(s.Cards))
		}
	}
	return deck.Verify(h.Commitment, h.Hand) // of no card: whether the commitment has the form of one
}

// verify prints a line for each card and reports whether all are right.
func (h *committed) verify(out io.Writer) bool {
	fmt.Fprintf(out, "hand %s, commitment %s\n", printable(h.Hand), h.Commitment)
	good, all := 0, 0
	line := func(card deck.Card, position int, wrong string) {
		all++
		verdict := "ok"
		if wrong == "" {
			good++
		} else {
			verdict = "wrong: " + wrong
		}
		fmt.Fprintf(out, "  %v  position %2d  %-23s  %s\n", card, position, h.place(position), verdict)
	}
	listed := h.listed()
	for _, proof := range h.Openings {
		line(proof.Card, proof.Position, h.fault(proof, listed))
		delete(listed, proof.Position)
	}
	for position := range deck.Cards { // in order, unlike the map
		if card, ok := listed[position]; ok {
			line(card, position, "it has no proof")
		}
	}
	fmt.Fprintf(out, "%d of %d cards are as committed to.\n", good, all)
	if err := deck.Verify(h.Commitment, h.Hand, h.Openings...); good == all && err != nil {
		fmt.Fprintf(out, "But they cannot be of one deck: %v.\n", err)
		return false
	}
	return good == all
}

// fault is what is wrong with one opening; "" if nothing is.
func (h *committed) fault(proof deck.Proof, listed map[int]deck.Card) string {
	if card, ok := listed[proof.Position]; ok && card != proof.Card {
		return fmt.Sprintf("the hand has %v there", card)
	}
	err := deck.Verify(h.Commitment, h.Hand, proof)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, deck.ErrProofMismatch):
		return "the commitment holds another card, place or hand"
	default:
		return printable(err.Error())
	}
}

// listed are the cards that the hand names, by position: see holdem.Deck.
func (h *committed) listed() map[int]deck.Card {
	cards := make(map[int]deck.Card)
	n := len(h.Seats)
	for place, s := range h.Seats {
		for round, card := range s.Cards {
			cards[round*n+place] = card
		}
	}
	if n == 0 {
		return cards // where the board begins depends on how many were dealt in
	}
	for i, card := range h.Board {
		cards[2*n+i] = card
	}
	for i, card := range h.Board2[h.shared():] {
		cards[2*n+5+i] = card
	}
	return cards
}

// shared is how many cards the two boards have in common. They come first, and no card is dealt twice.
func (h *committed) shared() (n int) {
	for n < min(len(h.Board), len(h.Board2)) && h.Board[n] == h.Board2[n] {
		n++
	}
	return n
}

// place tells to whom or where a position is dealt.
func (h *committed) place(position int) string {
	switch n := len(h.Seats); {
	case n == 0 || position < 0:
		return ""
	case position < n:
		return fmt.Sprintf("first card of seat %d", h.Seats[position].Seat)
	case position < 2*n:
		return fmt.Sprintf("second card of seat %d", h.Seats[position-n].Seat)
	case position < 2*n+5:
		return [...]string{"flop", "flop", "flop", "turn", "river"}[position-2*n]
	case position < 2*n+5+len(h.Board2)-h.shared():
		return "second board"
	}
	return "not dealt"
}
