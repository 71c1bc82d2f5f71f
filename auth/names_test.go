package auth

import (
	"strings"
	"testing"
)

func TestRandomName_HasThreeToTwentyPlainCharacters(t *testing.T) {
	for try := range endings {
		for range 2_000 {
			name := randomName(try)
			if len(name) < 3 || len(name) > 20 {
				t.Fatalf("%q has %d characters, want 3 to 20", name, len(name))
			}
		}
	}
}

func TestWords_AreShortAndDifferent(t *testing.T) {
	seen := map[string]bool{}
	for _, word := range append(moods[:], animals[:]...) {
		if len(word) > 7 || seen[word] || strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("%q: want at most seven plain letters, once", word)
		}
		seen[word] = true
	}
}
