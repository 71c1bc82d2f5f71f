package deck

import "fmt"

// Error is why cards or proofs were refused, named by its code; compare with errors.Is.
type Error string

func (e Error) Error() string { return "deck: " + string(e) }

// Code is the refusal's name.
func (e Error) Code() string { return string(e) }

const (
	ErrNotACard      Error = "not_a_card"        // a value or a text that names none of the 52
	ErrDuplicateCard Error = "duplicate_card"    // the same card twice
	ErrBadDeck       Error = "bad_deck"          // the bytes are not a deck's
	ErrBadProof      Error = "bad_proof"         // a root, hand, position, salt or path that no deck could have made
	ErrProofMismatch Error = "proof_mismatch"    // well formed, but not what the root commits to
	ErrProofsClash   Error = "proofs_contradict" // each is true of the root, yet a deck cannot hold them all
)

// Check refuses values that are not cards and cards that come twice.
func Check(cards ...Card) error {
	var seen uint64
	for _, c := range cards {
		if c >= Cards {
			return fmt.Errorf("%w: %d", ErrNotACard, uint8(c))
		}
		if seen&(1<<c) != 0 {
			return fmt.Errorf("%w: %v", ErrDuplicateCard, c)
		}
		seen |= 1 << c
	}
	return nil
}
