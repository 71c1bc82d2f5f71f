package deck

import (
	"encoding/hex"
	"fmt"
)

// Verify checks proofs against the root that was published before the hand. It returns nil only when the root commits to
// every card at its position in this hand, and no card is at two positions.
func Verify(root, hand string, proofs ...Proof) error {
	want, err := parseHash(root)
	if err != nil {
		return fmt.Errorf("root: %w", err)
	}
	if len(hand) > MaxHand {
		return fmt.Errorf("hand: %w: %d bytes, at most %d", ErrBadProof, len(hand), MaxHand)
	}
	var place [Cards]int // of each card, plus 1
	for _, p := range proofs {
		got, err := p.root(hand)
		if err != nil {
			return fmt.Errorf("position %d: %w", p.Position, err)
		}
		if got != want {
			return fmt.Errorf("position %d: %w", p.Position, ErrProofMismatch)
		}
		if at := place[p.Card]; at != 0 && at != p.Position+1 {
			return fmt.Errorf("%w: %v is at %d and at %d", ErrProofsClash, p.Card, at-1, p.Position)
		}
		place[p.Card] = p.Position + 1
	}
	return nil
}

// root is the commitment that the proof belongs to.
func (p Proof) root(hand string) (hash, error) {
	if p.Position < 0 || p.Position >= Cards || p.Card >= Cards || len(p.Path) != height {
		return hash{}, fmt.Errorf("%w: it needs a position, a card and a path of %d", ErrBadProof, height)
	}
	salt, err := parseHash(p.Salt)
	if err != nil {
		return hash{}, fmt.Errorf("salt: %w", err)
	}
	h := leaf(hand, p.Position, p.Card, &salt)
	for i, at := 0, p.Position; i < height; i, at = i+1, at/2 {
		sibling, err := parseHash(p.Path[i])
		if err != nil {
			return hash{}, fmt.Errorf("path: %w", err)
		}
		if at%2 == 0 {
			h = node(&h, &sibling)
		} else {
			h = node(&sibling, &h)
		}
	}
	return h, nil
}

// parseHash reads 32 bytes of hex. Capitals are refused, so that a proof has one spelling only.
func parseHash(s string) (h hash, err error) {
	if len(s) != 2*len(h) {
		return h, fmt.Errorf("%w: %d digits, not %d", ErrBadProof, len(s), 2*len(h))
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil || hex.EncodeToString(h[:]) != s {
		return h, fmt.Errorf("%w: not hex in lower case", ErrBadProof)
	}
	return h, nil
}
