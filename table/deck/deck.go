package deck

import (
	"bufio"
	"fmt"
	"io"
)

// Deck is a shuffled deck and the salts that hide its cards inside a commitment. It is the secret of a hand and never
// changes. The zero value is not a deck: get one from Shuffle, Stacked or UnmarshalBinary.
type Deck struct {
	cards [Cards]Card
	salts [Cards][SaltSize]byte
}

// SaltSize is the length of a salt in bytes.
const SaltSize = 32

// Shuffle draws a deck from random, which must be crypto/rand.Reader when anything is at stake. Every order is equally
// likely if the bytes are uniform. It may read more bytes than it uses.
func Shuffle(random io.Reader) (*Deck, error) {
	in := bufio.NewReaderSize(random, 2048) // one read: salts and, nearly always, the shuffle
	d := Stacked()
	for i := range d.salts {
		if _, err := io.ReadFull(in, d.salts[i][:]); err != nil {
			return nil, fmt.Errorf("deck: draw salts: %w", err)
		}
	}
	for i := Cards - 1; i > 0; i-- { // Fisher-Yates: the last place takes any of the cards left
		j, err := below(i+1, in)
		if err != nil {
			return nil, fmt.Errorf("deck: shuffle: %w", err)
		}
		d.cards[i], d.cards[j] = d.cards[j], d.cards[i]
	}
	return d, nil
}

// below draws a number from 0 to n-1, each equally likely. Bytes past the last full multiple of n are thrown away: taking
// them modulo n would favour the small numbers.
func below(n int, in io.ByteReader) (int, error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if int(b) < 256-256%n {
			return int(b) % n, nil
		}
	}
}

// Stacked is a deck that begins with the given cards; the others follow in order, and all salts are zero, so its
// commitment hides nothing. It is for tests and for replaying hands whose cards are known. It panics on cards that Check
// refuses: check what comes from outside first.
func Stacked(first ...Card) *Deck {
	if err := Check(first...); err != nil {
		panic(err)
	}
	d := &Deck{}
	var used [Cards]bool
	for i, c := range first {
		d.cards[i], used[c] = c, true
	}
	next := len(first)
	for c, taken := range used {
		if !taken {
			d.cards[next] = Card(c)
			next++
		}
	}
	return d
}

// Open shows the card at a position, without a proof.
func (d *Deck) Open(position int) Opening {
	return Opening{Position: position, Card: d.cards[position]}
}
