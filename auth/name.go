package auth

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	minName      = 3
	maxNameRunes = 20
	maxNameBytes = 256 // before normalisation, which makes some characters eighteen times as long
)

// cleanName brings what was typed as a name into one form, and refuses what a name must not have: letters of two scripts, which
// is how one writes another's name; marks upon marks; and all that is not seen, or turns the text around it about.
func cleanName(typed string) (string, error) {
	if len(typed) > maxNameBytes || !utf8.ValidString(typed) {
		return "", errName()
	}
	name := strings.ReplaceAll(norm.NFKC.String(typed), "\u2019", "'") // as telephones write it
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' }), " ")
	if n := utf8.RuneCountInString(name); n < minName || n > maxNameRunes {
		return "", errName()
	}
	var check nameCheck
	for _, r := range name {
		if !check.takes(r) {
			return "", errName()
		}
	}
	if Skeleton(name) == "" {
		return "", errName() // nothing but punctuation
	}
	return name, nil
}

func errName() error {
	return &FieldError{"name", "3 to 20 characters, please: letters of one script, digits, spaces and - _ . '"}
}

// nameCheck reads a name from left to right.
type nameCheck struct {
	script *script // of its letters so far; nil before the first
	marks  int     // on the letter before
	letter bool    // the character before is a letter or a mark
}

func (c *nameCheck) takes(r rune) bool {
	switch {
	case hidden(r), unicode.Is(unicode.Me, r): // the latter are drawn around others
		return false
	case unicode.IsLetter(r):
		own := scriptOf(r)
		if own == nil || c.script != nil && c.script != own {
			return false
		}
		c.script, c.marks, c.letter = own, 0, true
		return true
	case unicode.IsMark(r):
		c.marks++
		// Marks that go with any script are what towers are built from; those of a script are its vowels and tones.
		shared := unicode.Is(unicode.Inherited, r)
		return c.letter && (shared && c.marks == 1 || !shared && c.marks <= 2 && c.script.has(r))
	}
	c.letter = false
	return '0' <= r && r <= '9' || strings.ContainsRune(" -_.'", r)
}

// hidden are characters that show nothing, whatever kind of character they are said to be.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Cf)
}
