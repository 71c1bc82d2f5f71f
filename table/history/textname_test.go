package history

import (
	"strings"
	"testing"
	"unicode"
)

func TestEscape_LeavesNothingThatALineCouldBeMisreadBy(t *testing.T) {
	for name, want := range map[string]string{
		"Brave Otter 12": "Brave Otter 12", "Zoë 玉": "Zoë 玉", "o'Brien-x_y.z": "o'Brien-x_y.z",
		"a: folds": "a%3A folds", "x (9 in chips)": "x %289 in chips%29", "%41": "%2541", " a  b ": "%20a %20b%20",
		"*** FLOP *** [As]": "%2A%2A%2A FLOP %2A%2A%2A %5BAs%5D", "\u202eevil": "%E2%80%AEevil", "a\nb": "a%0Ab",
	} {
		got := escape(name)
		if got != want {
			t.Errorf("%q is escaped as %q, want %q", name, got, want)
		}
		if back := unescape(got); back != name {
			t.Errorf("%q comes back as %q", name, back)
		}
	}
}

func TestUnescape_LeavesOtherPercentSigns(t *testing.T) {
	for text, want := range map[string]string{
		"100%": "100%", "%": "%", "%4": "%4", "%zz": "%zz", "5%%41": "5%A", "Ann%s3": "Ann", "%s9": "", "Ann%s0": "Ann%s0", "%FF": "%FF",
	} {
		if got := unescape(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func FuzzEscape_IsUndoneByUnescape(f *testing.F) {
	f.Add("a: b%s3 (c)")
	f.Fuzz(func(t *testing.T, name string) {
		name = strings.ToValidUTF8(name, "?")
		text := escape(name)
		if got := unescape(text); got != name {
			t.Errorf("%q comes back as %q", name, got)
		}
		if strings.ContainsAny(text, ":()[]*") || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) || strings.TrimSpace(text) != text {
			t.Errorf("%q is escaped as %q", name, text)
		}
	})
}
