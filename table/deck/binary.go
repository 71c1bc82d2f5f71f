package deck

import (
	"fmt"
	"io"
)

const (
	binaryVersion = 1
	binarySize    = 1 + Cards + Cards*SaltSize
)

// MarshalBinary is the whole secret, for the log alone: a version byte, the cards, the salts.
func (d *Deck) MarshalBinary() ([]byte, error) {
	b := make([]byte, 0, binarySize)
	b = append(b, binaryVersion)
	for _, c := range d.cards {
		b = append(b, byte(c))
	}
	for i := range d.salts {
		b = append(b, d.salts[i][:]...)
	}
	return b, nil
}

// UnmarshalBinary reads what MarshalBinary wrote and refuses anything that is not a whole deck.
func (d *Deck) UnmarshalBinary(b []byte) error {
	if len(b) != binarySize || b[0] != binaryVersion {
		return fmt.Errorf("%w: want version %d and %d bytes", ErrBadDeck, binaryVersion, binarySize)
	}
	var read Deck
	for i := range read.cards {
		read.cards[i] = Card(b[1+i])
	}
	if err := Check(read.cards[:]...); err != nil {
		return fmt.Errorf("%w: %w", ErrBadDeck, err)
	}
	for i := range read.salts {
		copy(read.salts[i][:], b[1+Cards+i*SaltSize:])
	}
	*d = read
	return nil
}

// Format keeps the secret out of anything printed, whatever the verb.
func (Deck) Format(f fmt.State, _ rune) { io.WriteString(f, "deck(secret)") }
