package deck

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

const vectorsFile = "testdata/vectors.json"

// vectors is what every implementation of Verify must agree on. The page's own is tested with the same file.
type vectors struct {
	About   string    `json:"about"`
	Leaf    leafCase  `json:"leaf"`
	Decks   []deckOf  `json:"decks"`   // proofs that are good, one by one and together
	Refused []refusal `json:"refused"` // proofs that are not, and the reason
}

type leafCase struct {
	Hand     string `json:"hand"`
	Position int    `json:"position"`
	Card     Card   `json:"card"`
	Salt     string `json:"salt"`
	Bytes    string `json:"bytes"` // what is hashed
	Hash     string `json:"hash"`
}

type deckOf struct {
	Hand   string    `json:"hand"`
	Root   string    `json:"root"`
	Proofs []Opening `json:"proofs"`
}

type refusal struct {
	Why    string    `json:"why"`
	Code   string    `json:"code"` // of the error in Go
	Hand   string    `json:"hand"`
	Root   string    `json:"root"`
	Proofs []Opening `json:"proofs"`
}

func TestVectors_AreWhatThisPackageMakes(t *testing.T) {
	want, err := json.MarshalIndent(makeVectors(t), "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(vectorsFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what -update would write: the encoding has changed", vectorsFile)
	}
}

func TestVectors_AreJudgedByVerifyAsTheySay(t *testing.T) {
	data, err := os.ReadFile(vectorsFile)
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	for _, d := range v.Decks {
		if err := Verify(d.Root, d.Hand, proofs(d.Proofs)...); err != nil {
			t.Errorf("hand %s: %v", d.Hand, err)
		}
	}
	for _, r := range v.Refused {
		if err := Verify(r.Root, r.Hand, proofs(r.Proofs)...); !errors.Is(err, Error(r.Code)) {
			t.Errorf("%s: %v, want %s", r.Why, err, r.Code)
		}
	}
}

func makeVectors(t *testing.T) vectors {
	shuffledDeck, stacked := shuffled(t, 10), Stacked(51, 0)
	long := shuffledDeck.Seal("b2Hq7x-12")
	plain := stacked.Seal("tisch-fünf-1") // its length counts bytes, not letters
	all := deckOf{Hand: "b2Hq7x-12", Root: long.Root()}
	for i := range Cards {
		all.Proofs = append(all.Proofs, long.Open(i))
	}
	few := deckOf{Hand: "tisch-fünf-1", Root: plain.Root(), Proofs: []Opening{plain.Open(0), plain.Open(1), plain.Open(51)}}
	return vectors{
		About:   "Made by `go test ./table/deck -update`. The encoding is described in table/deck/doc.go.",
		Leaf:    makeLeaf(all.Hand, shuffledDeck),
		Decks:   []deckOf{all, few},
		Refused: makeRefusals(t, all),
	}
}

func makeLeaf(hand string, d *Deck) leafCase {
	const at = 17
	input := "\x00" + domain + string(rune(len(hand))) + hand + string(rune(at)) + d.cards[at].String() + string(d.salts[at][:])
	h := sha(input)
	return leafCase{hand, at, d.cards[at], hex.EncodeToString(d.salts[at][:]), hex.EncodeToString([]byte(input)), hex.EncodeToString(h[:])}
}

func makeRefusals(t *testing.T, good deckOf) []refusal {
	doubled := shuffled(t, 11)
	doubled.cards[3] = doubled.cards[40]
	twice := doubled.Seal(good.Hand)
	return []refusal{
		good.spoilt("another card", ErrProofMismatch, func(p *Proof) { p.Card = (p.Card + 1) % Cards }),
		good.spoilt("another position", ErrProofMismatch, func(p *Proof) { p.Position ^= 1 }),
		good.spoilt("another salt", ErrProofMismatch, func(p *Proof) { p.Salt = good.Proofs[18].Proof().Salt }),
		good.spoilt("path in the wrong order", ErrProofMismatch, func(p *Proof) { p.Path[0], p.Path[1] = p.Path[1], p.Path[0] }),
		good.spoilt("salt in capitals", ErrBadProof, func(p *Proof) { p.Salt = string(bytes.ToUpper([]byte(p.Salt))) }),
		good.spoilt("salt too short", ErrBadProof, func(p *Proof) { p.Salt = p.Salt[:62] }),
		good.spoilt("no salt", ErrBadProof, func(p *Proof) { p.Salt = "" }),
		good.spoilt("path too short", ErrBadProof, func(p *Proof) { p.Path = p.Path[:5] }),
		good.spoilt("path too long", ErrBadProof, func(p *Proof) { p.Path = append(p.Path, p.Path[0]) }),
		good.spoilt("a padding leaf", ErrBadProof, func(p *Proof) { p.Position = Cards }),
		good.spoilt("a position that wraps around", ErrBadProof, func(p *Proof) { p.Position += 256 }),
		{"another hand", ErrProofMismatch.Code(), good.Hand + "0", good.Root, good.Proofs[17:18]},
		{"another root", ErrProofMismatch.Code(), good.Hand, twice.Root(), good.Proofs[17:18]},
		{"no root", ErrBadProof.Code(), good.Hand, "", good.Proofs[17:18]},
		{"one card at two positions", ErrProofsClash.Code(), good.Hand, twice.Root(), []Opening{twice.Open(3), twice.Open(40)}},
	}
}

// spoilt is the proof of position 17 with something changed.
func (d deckOf) spoilt(why string, code Error, change func(*Proof)) refusal {
	p := d.Proofs[17].Proof()
	change(&p)
	return refusal{why, code.Code(), d.Hand, d.Root, []Opening{{Position: p.Position, Card: p.Card, evidence: &p}}}
}

func proofs(openings []Opening) (ps []Proof) {
	for _, o := range openings {
		ps = append(ps, o.Proof())
	}
	return ps
}

func sha(text string) hash { return sha256.Sum256([]byte(text)) }
