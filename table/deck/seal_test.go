package deck

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const hand = "b2Hq7x-12"

func TestVerify_AcceptsEveryOpening(t *testing.T) {
	for _, d := range []*Deck{Stacked(), shuffled(t, 4)} {
		s := d.Seal(hand)
		var all []Proof
		for i := range Cards {
			p := s.Open(i).Proof()
			if err := Verify(s.Root(), hand, p); err != nil {
				t.Errorf("position %d: %v", i, err)
			}
			all = append(all, p)
		}
		if err := Verify(s.Root(), hand, append(all, all...)...); err != nil {
			t.Errorf("all together, twice: %v", err)
		}
	}
}

func TestVerify_RefusesAnyChange(t *testing.T) {
	s := shuffled(t, 5).Seal(hand)
	rapid.Check(t, func(t *rapid.T) {
		p := s.Open(rapid.IntRange(0, Cards-1).Draw(t, "position")).Proof()
		root, id := s.Root(), hand
		switch rapid.SampledFrom([]string{"card", "salt", "position", "hand", "path", "root"}).Draw(t, "what") {
		case "card":
			p.Card = (p.Card + Card(rapid.IntRange(1, Cards-1).Draw(t, "by"))) % Cards
		case "salt":
			p.Salt = flip(t, p.Salt)
		case "position":
			p.Position = (p.Position + rapid.IntRange(1, Cards-1).Draw(t, "by")) % Cards
		case "hand":
			id = flip(t, id)
		case "path":
			i := rapid.IntRange(0, height-1).Draw(t, "step")
			p.Path[i] = flip(t, p.Path[i])
		case "root":
			root = flip(t, root)
		}
		if err := Verify(root, id, p); !errors.Is(err, ErrProofMismatch) && !errors.Is(err, ErrBadProof) {
			t.Fatalf("Verify = %v, want a refusal", err)
		}
	})
}

// flip changes one bit of the text. That turns some digits into no digit at all, and a digit into its capital.
func flip(t *rapid.T, text string) string {
	b := []byte(text)
	b[rapid.IntRange(0, len(b)-1).Draw(t, "byte")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
	return string(b)
}

func TestVerify_RefusesProofsOfAnotherHand(t *testing.T) {
	d := shuffled(t, 6)
	one, two := d.Seal("table-1"), d.Seal("table-2")
	if err := Verify(two.Root(), "table-2", one.Open(0).Proof()); !errors.Is(err, ErrProofMismatch) {
		t.Errorf("Verify = %v, want %v", err, ErrProofMismatch)
	}
}

func TestVerify_RefusesADeckWithACardTwice(t *testing.T) {
	d := shuffled(t, 7)
	d.cards[3] = d.cards[40]
	s := d.Seal(hand)
	if err := Verify(s.Root(), hand, s.Open(3).Proof(), s.Open(40).Proof()); !errors.Is(err, ErrProofsClash) {
		t.Errorf("Verify = %v, want %v", err, ErrProofsClash)
	}
}

func TestVerify_RefusesWhatNoDeckCouldHaveMade(t *testing.T) {
	s := shuffled(t, 8).Seal(hand)
	for name, spoil := range map[string]func(p *Proof, root, hand *string){
		"no salt":           func(p *Proof, _, _ *string) { p.Salt = "" },
		"no path":           func(p *Proof, _, _ *string) { p.Path = nil },
		"long path":         func(p *Proof, _, _ *string) { p.Path = append(p.Path, p.Path[0]) },
		"capitals":          func(p *Proof, _, _ *string) { p.Salt = strings.ToUpper(p.Salt) },
		"a padding leaf":    func(p *Proof, _, _ *string) { p.Position = Cards },
		"negative position": func(p *Proof, _, _ *string) { p.Position = -1 },
		"position past 256": func(p *Proof, _, _ *string) { p.Position += 256 },
		"no card":           func(p *Proof, _, _ *string) { p.Card = Cards },
		"empty root":        func(_ *Proof, root, _ *string) { *root = "" },
		"long hand":         func(_ *Proof, _, hand *string) { *hand = strings.Repeat("x", MaxHand+1) },
	} {
		p, root, id := s.Open(9).Proof(), s.Root(), hand
		spoil(&p, &root, &id)
		if err := Verify(root, id, p); !errors.Is(err, ErrBadProof) {
			t.Errorf("%s: %v, want %v", name, err, ErrBadProof)
		}
	}
}

func TestOpening_IsItsProofInJSON(t *testing.T) {
	s := shuffled(t, 9).Seal(hand)
	data, err := json.Marshal(s.Open(17))
	if err != nil {
		t.Fatal(err)
	}
	var p Proof
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	if err := Verify(s.Root(), hand, p); err != nil {
		t.Errorf("the JSON %s does not verify: %v", data, err)
	}
	var o Opening
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(o); err != nil || string(again) != string(data) {
		t.Errorf("read and written again: %s, %v, want %s", again, err, data)
	}
}

func TestOpening_HasNoProofWithoutACommitment(t *testing.T) {
	got, err := json.Marshal(Stacked(51).Open(0))
	if want := `{"position":0,"card":"As"}`; err != nil || string(got) != want {
		t.Errorf("JSON = %s, %v, want %s", got, err, want)
	}
}

func FuzzVerify(f *testing.F) {
	s := Stacked().Seal(hand)
	good, _ := json.Marshal(s.Open(5))
	f.Add(s.Root(), hand, good)
	f.Add("", "", []byte(`{}`))
	f.Fuzz(func(t *testing.T, root, id string, data []byte) {
		var o Opening
		if json.Unmarshal(data, &o) != nil {
			return
		}
		p := o.Proof()
		err := Verify(root, id, p)
		if err == nil {
			if root == s.Root() && (id != hand || p.Card != s.deck.cards[p.Position] || p.Salt != strings.Repeat("0", 64)) {
				t.Fatalf("a false proof was taken: %s", data)
			}
			return
		}
		if !errors.Is(err, ErrBadProof) && !errors.Is(err, ErrProofMismatch) {
			t.Fatalf("refused with %v, want a typed error", err)
		}
	})
}

func TestLeaf_IsEncodedAsDocumented(t *testing.T) {
	salt := [SaltSize]byte{31: 7}
	got := leaf("t-1", 5, 51, &salt)
	var text strings.Builder
	text.WriteString("\x00fullhouse/deck/1\x03t-1\x05As")
	text.Write(salt[:])
	if want := sha(text.String()); got != want {
		t.Errorf("leaf = %s, want %s", hex.EncodeToString(got[:]), hex.EncodeToString(want[:]))
	}
}

func BenchmarkSeal(b *testing.B) {
	d := shuffled(b, 1)
	b.ReportAllocs()
	for b.Loop() {
		d.Seal(hand)
	}
}

func BenchmarkOpening_MarshalJSON(b *testing.B) {
	s := shuffled(b, 1).Seal(hand)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Open(17).MarshalJSON(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	s := shuffled(b, 1).Seal(hand)
	p := s.Open(17).Proof()
	b.ReportAllocs()
	for b.Loop() {
		if err := Verify(s.Root(), hand, p); err != nil {
			b.Fatal(err)
		}
	}
}
