package deck

import (
	"fmt"
	"strings"
)

// Card is one of the 52 cards: rank*4 + suit, with ranks 2 to ace as 0 to 12 and suits in the order c d h s.
type Card uint8

// Cards is how many cards a deck has.
const Cards = 52

const (
	ranks = "23456789TJQKA"
	suits = "cdhs"
)

// ParseCard reads a card written as rank and suit, such as "Td" or "As".
func ParseCard(s string) (Card, error) {
	if len(s) == 2 {
		if r, t := strings.IndexByte(ranks, s[0]), strings.IndexByte(suits, s[1]); r >= 0 && t >= 0 {
			return Card(r*4 + t), nil
		}
	}
	return 0, fmt.Errorf("%w: %q", ErrNotACard, s)
}

// Rank is 0 for a two up to 12 for an ace.
func (c Card) Rank() int { return int(c) / 4 }

// Suit is 0 to 3 for clubs, diamonds, hearts and spades.
func (c Card) Suit() int { return int(c) % 4 }

// String is the card as ParseCard reads it.
func (c Card) String() string {
	if c >= Cards {
		return fmt.Sprintf("Card(%d)", uint8(c))
	}
	return string([]byte{ranks[c.Rank()], suits[c.Suit()]})
}

// MarshalText makes cards strings in JSON.
func (c Card) MarshalText() ([]byte, error) {
	if c >= Cards {
		return nil, fmt.Errorf("%w: %d", ErrNotACard, uint8(c))
	}
	return []byte(c.String()), nil
}

// UnmarshalJSON reads a card's string. Null is refused: left alone it would be the two of clubs.
func (c *Card) UnmarshalJSON(data []byte) error {
	if len(data) < 2 || data[0] != '"' {
		return fmt.Errorf("deck: %s is not a card", data)
	}
	return c.UnmarshalText(data[1 : len(data)-1])
}

// UnmarshalText is the inverse of MarshalText.
func (c *Card) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCard(string(text))
	return err
}
