package deck

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Opening is a card of the deck being shown to someone. The same value serves on the table and on the wire: a sealed
// opening carries the means to make its proof, which is put together only when the opening is marshalled.
type Opening struct {
	Position int
	Card     Card
	evidence evidence // nil when there is no commitment
}

// evidence is where a proof comes from: the sealed deck that made the opening, or the JSON that it was read from.
type evidence interface {
	proof(position int) Proof
}

// Proof is an opening's form in JSON, which is checked against the commitment. Salt and Path are absent when the deck was not
// sealed.
type Proof struct {
	Position int      `json:"position"`
	Card     Card     `json:"card"`
	Salt     string   `json:"salt,omitempty"` // 32 bytes in lower-case hex
	Path     []string `json:"path,omitempty"` // the sibling hashes from the leaf up, 6 times 32 bytes in lower-case hex
}

// Proof is what the opening's holder can check with Verify.
func (o Opening) Proof() Proof {
	if o.evidence == nil {
		return Proof{Position: o.Position, Card: o.Card}
	}
	return o.evidence.proof(o.Position)
}

// MarshalJSON writes the opening as its proof.
func (o Opening) MarshalJSON() ([]byte, error) { return json.Marshal(o.Proof()) }

// UnmarshalJSON reads what MarshalJSON wrote. It checks nothing: that is Verify's work.
func (o *Opening) UnmarshalJSON(data []byte) error {
	var p Proof
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("deck: read opening: %w", err)
	}
	*o = Opening{Position: p.Position, Card: p.Card}
	if p.Salt != "" || p.Path != nil {
		o.evidence = &p
	}
	return nil
}

func (p *Proof) proof(int) Proof { return *p }

func (s *Sealed) proof(position int) Proof {
	p := Proof{
		Position: position,
		Card:     s.deck.cards[position],
		Salt:     hex.EncodeToString(s.deck.salts[position][:]),
		Path:     make([]string, 0, height),
	}
	for i := leaves + position; i > 1; i /= 2 {
		p.Path = append(p.Path, hex.EncodeToString(s.nodes[i^1][:]))
	}
	return p
}
