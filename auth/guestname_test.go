package auth

import (
	"strings"
	"testing"
)

func TestRandomName_FitsUnderASeat(t *testing.T) {
	for try := range endings {
		seen := map[string]bool{}
		for range 2_000 {
			name := randomName(try)
			if len(name) < 3 || len(name) > maxName {
				t.Fatalf("%q has %d characters, want 3 to %d", name, len(name), maxName)
			}
			seen[name[:strings.LastIndexByte(name, ' ')]] = true
		}
		if len(seen) < 400 {
			t.Errorf("try %d: 2000 names have only %d pairs of words", try, len(seen))
		}
	}
}

func TestWords_AreShortAndDifferent(t *testing.T) {
	seen := map[string]bool{}
	for _, word := range append(moods[:], animals[:]...) {
		if len(word) > 5 || seen[word] || strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("%q: want at most five plain letters, once", word)
		}
		seen[word] = true
	}
	if pairs := len(moods) * len(animals); pairs < 5_000 {
		t.Errorf("%d pairs of words, want thousands", pairs)
	}
}
