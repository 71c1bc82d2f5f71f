package table

import (
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks one character may carry.
const maxMarks = 2

// Readable allows what can be read, in low to high characters: no control, zero-width or direction-changing characters, none
// that look like nothing, no space but the plain one, no towers of accents. Pages show names and chat as text, so markup is only
// ugly.
func Readable(text string, low, high int) bool {
	if n := utf8.RuneCountInString(text); n < low || n > high || !utf8.ValidString(text) {
		return false
	}
	marks := maxMarks // a text can't begin with one: there would be nothing to see under it
	for _, r := range text {
		if !unicode.IsPrint(r) || looksEmpty(r) {
			return false
		}
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > maxMarks {
			return false
		}
	}
	return true
}

// looksEmpty tells characters that count as letters, marks or symbols and yet show nothing, and the ones that stand for a
// character that got lost. The two selectors between text and emoji are marks like others.
func looksEmpty(r rune) bool {
	switch r {
	case '\ufe0e', '\ufe0f':
		return false
	case '\u2800', // braille without a dot
		'\ufffc', '\ufffd', // object and character that got lost
		'\U00013441', '\U00013442', // blanks between hieroglyphs
		'\U00016fe4', '\U0001d159': // a filler of Khitan, a note without a head
		return true
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
