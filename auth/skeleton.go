package auth

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Skeleton is what is left of a name when everything is taken away that an eye may miss: capitals, accents, punctuation and
// spaces, and the difference between characters that look alike. No two accounts have the same skeleton.
func Skeleton(name string) string {
	folded := strings.ToLower(strings.ToUpper(norm.NFKC.String(name))) // twice: some small letters share a capital
	var b strings.Builder
	for _, r := range norm.NFD.String(folded) {
		like, ok := lookAlikes[r]
		switch {
		case ok:
			b.WriteString(like)
		case unicode.Is(unicode.Inherited, r) || hidden(r): // accents, and what shows nothing
		case unicode.IsLetter(r), unicode.IsMark(r), '0' <= r && r <= '9':
			b.WriteRune(r)
		}
	}
	return strings.NewReplacer("rn", "m", "vv", "w").Replace(b.String())
}

// lookAlikes are the characters that pass for others in a name, small letters all: a name that is written in one script only,
// and whose capitals do not count, has no other way to look like another. A Greek or Cyrillic letter goes with the Latin one
// that its capital looks like, where small ones and capitals differ.
var lookAlikes = map[rune]string{
	'0': "o", '1': "l", 'i': "l",

	'ı': "l", 'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ħ': "h", 'ł': "l", 'ŀ': "l", 'ŋ': "n", 'ŧ': "t",
	'þ': "p", 'ĸ': "k", 'ə': "e", 'ɛ': "e", 'ɔ': "o", 'ɓ': "b", 'ɗ': "d", 'ƙ': "k", 'ɲ': "n", 'ƴ': "y", 'ƒ': "f",

	'а': "a", 'в': "b", 'г': "r", 'е': "e", 'з': "3", 'и': "u", 'к': "k", 'м': "m", 'н': "h", 'о': "o", 'п': "n", 'р': "p",
	'с': "c", 'т': "t", 'у': "y", 'х': "x", 'ь': "b", 'ѕ': "s", 'і': "l", 'ј': "j", 'һ': "h", 'ԁ': "d", 'ԛ': "q", 'ԝ': "w",
	'ӏ': "l", 'ү': "y", 'ґ': "r", 'ғ': "f", 'қ': "k", 'ң': "h", 'ҳ': "x", 'ҫ': "c", 'ҝ': "k", 'ө': "o", 'ѵ': "v", 'ԍ': "g",

	'α': "a", 'β': "b", 'γ': "y", 'ε': "e", 'ζ': "z", 'η': "h", 'θ': "o", 'ι': "l", 'κ': "k", 'μ': "m", 'ν': "n", 'ο': "o",
	'ρ': "p", 'σ': "o", 'τ': "t", 'υ': "y", 'χ': "x", 'ω': "w",

	'օ': "o", 'ո': "n", 'ս': "u", 'հ': "h", 'ց': "g", 'զ': "q", 'յ': "j", 'լ': "l", 'ք': "p", 'ա': "w", 'ր': "n",
}
