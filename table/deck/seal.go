package deck

import (
	"crypto/sha256"
	"encoding/hex"
)

const (
	leaves = 64 // 52 cards, padded to a full tree
	height = 6
	domain = "fullhouse/deck/1"

	// MaxHand is the longest hand id, in bytes, that a deck can be sealed for.
	MaxHand = 255
)

// hash is a leaf or a node of the tree.
type hash = [sha256.Size]byte

// Sealed is a deck under a commitment: the tree of hashes over its cards, for one hand.
type Sealed struct {
	deck  *Deck
	nodes [2 * leaves]hash // a heap: node i has the children 2i and 2i+1, the root is 1, the leaf of position p is 64+p
}

// Seal commits to the deck for one hand. The padding leaves stay zero, which no card's leaf can be. It panics when the
// hand's id is longer than MaxHand.
func (d *Deck) Seal(hand string) *Sealed {
	s := &Sealed{deck: d}
	for i, c := range d.cards {
		s.nodes[leaves+i] = leaf(hand, i, c, &d.salts[i])
	}
	for i := leaves - 1; i > 0; i-- {
		s.nodes[i] = node(&s.nodes[2*i], &s.nodes[2*i+1])
	}
	return s
}

// Root is the commitment in hex. It may be told to anyone before the first card is dealt.
func (s *Sealed) Root() string { return hex.EncodeToString(s.nodes[1][:]) }

// Open shows the card at a position, with a proof that it is the one committed to.
func (s *Sealed) Open(position int) Opening {
	o := s.deck.Open(position)
	o.evidence = s
	return o
}

// leaf is the hash that hides one card. The salt keeps anyone from finding the card by trying all 52; hand and position
// keep an opening from being used again elsewhere.
func leaf(hand string, position int, c Card, salt *[SaltSize]byte) hash {
	if len(hand) > MaxHand {
		panic("deck: a hand's id has at most 255 bytes")
	}
	var room [1 + len(domain) + 1 + MaxHand + 1 + 2 + SaltSize]byte
	b := append(room[:0], 0)
	b = append(b, domain...)
	b = append(b, byte(len(hand)))
	b = append(b, hand...)
	b = append(b, byte(position), ranks[c.Rank()], suits[c.Suit()])
	b = append(b, salt[:]...)
	return sha256.Sum256(b)
}

func node(left, right *hash) hash {
	var b [1 + 2*sha256.Size]byte
	b[0] = 1 // leaves begin with 0: no node can pass for a leaf
	copy(b[1:], left[:])
	copy(b[1+sha256.Size:], right[:])
	return sha256.Sum256(b[:])
}
