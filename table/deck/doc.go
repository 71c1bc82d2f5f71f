// Package deck shuffles a deck, commits to it before the first card is dealt, and lets anyone check afterwards that no
// card was changed.
//
// The life of a deck:
//
//	Shuffle(rand.Reader)        the secret: 52 cards in order and 52 salts of 32 bytes
//	  MarshalBinary             for the log, so that a crash loses no hand; wiped when the hand is over
//	  Seal(hand).Root()         the commitment: public, and durable before any card
//	    Open(position)          one card for those who may see it; its JSON is a Proof
//	      Verify(root, hand, proof)
//
// Which position goes to whom is fixed by the rules of the game, so a proof also says whose card it was.
//
// # The commitment, byte by byte
//
// A hash tree (SHA-256) over 64 leaves. The leaf of the card at position p, 0 to 51, is the hash of
//
//	00                         one byte: this is a leaf
//	"fullhouse/deck/1"         16 bytes
//	length of the hand's id    one byte; the id has at most 255 bytes of UTF-8
//	the hand's id
//	p                          one byte
//	the card                   two bytes of ASCII: rank 23456789TJQKA, suit cdhs
//	its salt                   32 bytes
//
// Leaves 52 to 63 are 32 zero bytes each. An inner node is the hash of
//
//	01                         one byte: this is a node
//	the left child             32 bytes
//	the right child            32 bytes
//
// and the topmost is the root. A proof holds the position, the card, the salt and the path: the six siblings from the leaf
// up. To check one, hash the leaf; then for each sibling, when the lowest bit of the position is 0 hash (leaf, sibling),
// else (sibling, leaf), and halve the position. The result must be the root. All values are hex in lower case, 64 digits.
// testdata/vectors.json has decks to check an implementation against, and proofs that must be refused.
//
// # What this proves
//
// After the commitment is out, no card can be changed: not to another card, not to another place, not taken from another
// hand. Nobody learns an unopened card from the proofs of others, since each sits behind its own salt.
//
// # What this does not prove
//
// It does not show that the deck was shuffled well, or at all, nor who looked at it: the server knows every card. Nor
// that the unopened part is a whole deck: only cards that were opened can be compared. Whoever needs more than that must
// shuffle together with people they do not trust, which is another protocol and a far slower one.
//
// # Why not a hash of the whole deck
//
// It would be simpler, but checking it means showing the whole deck, folded cards and all. With a tree each viewer checks
// exactly the cards that they see, while the hand is still being played.
package deck
