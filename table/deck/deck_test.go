package deck

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"strings"
	"testing"
)

// fixed is a source that gives the same bytes in every run.
func fixed(seed byte) io.Reader { return mathrand.NewChaCha8([32]byte{seed}) }

func shuffled(t testing.TB, seed byte) *Deck {
	t.Helper()
	d, err := Shuffle(fixed(seed))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestShuffle_HoldsEveryCardOnceAndNoSaltTwice(t *testing.T) {
	d, err := Shuffle(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(d.cards[:]...); err != nil {
		t.Error(err)
	}
	seen := map[[SaltSize]byte]bool{}
	for _, salt := range d.salts {
		seen[salt] = true
	}
	if len(seen) != Cards {
		t.Errorf("%d different salts, want %d", len(seen), Cards)
	}
}

func TestShuffle_SaysWhenRandomnessRunsOut(t *testing.T) {
	for _, n := range []int64{0, 100, Cards * SaltSize, Cards*SaltSize + 40} {
		if _, err := Shuffle(io.LimitReader(rand.Reader, n)); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("with %d bytes: %v, want the end of the source", n, err)
		}
	}
}

// With 51 degrees of freedom a fair shuffle exceeds 96.2 once in 10,000 times for each position. The seed is fixed: the
// test asks whether the algorithm is fair, not whether luck was.
func TestShuffle_PutsEveryCardEverywhereAlike(t *testing.T) {
	const decks = 20_000
	random := fixed(1)
	var seen [Cards][Cards]int
	for range decks {
		d, err := Shuffle(random)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range d.cards {
			seen[i][c]++
		}
	}
	const expected = float64(decks) / Cards
	for i := range seen {
		var chi2 float64
		for _, n := range seen[i] {
			chi2 += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		if chi2 > 96.2 {
			t.Errorf("position %d: chi-square %.1f, want at most 96.2", i, chi2)
		}
	}
}

func TestStacked_BeginsWithTheGivenCards(t *testing.T) {
	d := Stacked(51, 0, 33)
	if got, want := d.cards[:5], []Card{51, 0, 33, 1, 2}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("first cards = %v, want %v", got, want)
	}
	if err := Check(d.cards[:]...); err != nil {
		t.Error(err)
	}
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, ErrDuplicateCard) {
			t.Errorf("a card twice: panic %v, want %v", err, ErrDuplicateCard)
		}
	}()
	Stacked(51, 51)
}

func TestDeck_SurvivesTheLog(t *testing.T) {
	d := shuffled(t, 2)
	b, err := d.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var read Deck
	if err := read.UnmarshalBinary(b); err != nil || read != *d {
		t.Errorf("reading it back: %v, same deck: %t", err, read == *d)
	}
}

func TestDeck_RefusesBytesThatAreNoDeck(t *testing.T) {
	good, _ := shuffled(t, 2).MarshalBinary()
	for name, spoil := range map[string]func([]byte) []byte{
		"empty":      func([]byte) []byte { return nil },
		"too short":  func(b []byte) []byte { return b[:len(b)-1] },
		"too long":   func(b []byte) []byte { return append(b, 0) },
		"newer":      func(b []byte) []byte { b[0]++; return b },
		"card twice": func(b []byte) []byte { b[1] = b[2]; return b },
		"no card":    func(b []byte) []byte { b[1] = Cards; return b },
	} {
		d := *shuffled(t, 3)
		before := d
		if err := d.UnmarshalBinary(spoil(append([]byte(nil), good...))); !errors.Is(err, ErrBadDeck) {
			t.Errorf("%s: %v, want %v", name, err, ErrBadDeck)
		}
		if d != before {
			t.Errorf("%s: the deck changed", name)
		}
	}
}

func TestDeck_PrintsNoSecret(t *testing.T) {
	d := shuffled(t, 2)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		for _, value := range []any{d, *d, struct{ D *Deck }{d}} {
			if got := fmt.Sprintf(verb, value); strings.Contains(got, "salts") || len(got) > 80 {
				t.Errorf("%s of %T prints %.80s, want no card and no salt", verb, value, got)
			}
		}
	}
}

func FuzzDeck_UnmarshalBinary(f *testing.F) {
	good, _ := Stacked().MarshalBinary()
	f.Add(good)
	f.Add([]byte{binaryVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		var d Deck
		if err := d.UnmarshalBinary(b); err != nil {
			if !errors.Is(err, ErrBadDeck) {
				t.Fatalf("refused with %v, want %v", err, ErrBadDeck)
			}
			return
		}
		if again, _ := d.MarshalBinary(); string(again) != string(b) {
			t.Fatal("it was taken, yet marshals to something else")
		}
		if err := Check(d.cards[:]...); err != nil {
			t.Fatal(err)
		}
	})
}

func BenchmarkShuffle(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Shuffle(rand.Reader); err != nil {
			b.Fatal(err)
		}
	}
}
