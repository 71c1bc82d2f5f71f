package auth

import "unicode"

// script is a set of tables whose letters are written together.
type script struct{ tables []*unicode.RangeTable }

func (s *script) has(r rune) bool { return unicode.In(r, s.tables...) }

// scripts are those in everyday use. Others are left out because nobody could tell their letters from others by eye.
var scripts = [...]script{
	{[]*unicode.RangeTable{unicode.Latin}},
	{[]*unicode.RangeTable{unicode.Cyrillic}},
	{[]*unicode.RangeTable{unicode.Greek}},
	{[]*unicode.RangeTable{unicode.Armenian}},
	{[]*unicode.RangeTable{unicode.Georgian}},
	{[]*unicode.RangeTable{unicode.Hebrew}},
	{[]*unicode.RangeTable{unicode.Arabic}},
	{[]*unicode.RangeTable{unicode.Thaana}},
	{[]*unicode.RangeTable{unicode.Ethiopic}},
	{[]*unicode.RangeTable{unicode.Devanagari}},
	{[]*unicode.RangeTable{unicode.Bengali}},
	{[]*unicode.RangeTable{unicode.Gurmukhi}},
	{[]*unicode.RangeTable{unicode.Gujarati}},
	{[]*unicode.RangeTable{unicode.Oriya}},
	{[]*unicode.RangeTable{unicode.Tamil}},
	{[]*unicode.RangeTable{unicode.Telugu}},
	{[]*unicode.RangeTable{unicode.Kannada}},
	{[]*unicode.RangeTable{unicode.Malayalam}},
	{[]*unicode.RangeTable{unicode.Sinhala}},
	{[]*unicode.RangeTable{unicode.Thai}},
	{[]*unicode.RangeTable{unicode.Lao}},
	{[]*unicode.RangeTable{unicode.Khmer}},
	{[]*unicode.RangeTable{unicode.Myanmar}},
	{[]*unicode.RangeTable{unicode.Tibetan}},
	{[]*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul, longVowel}},
}

// longVowel is the Japanese mark for one, a letter of two scripts.
var longVowel = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x30fc, Hi: 0x30fc, Stride: 1}}}

// scriptOf returns the script that a letter belongs to, nil for one that names do not have. Of the Latin letters only those
// count that are a to z with marks, or have been given a look-alike: phonetic ones are made to look like others.
func scriptOf(r rune) *script {
	for i := range scripts {
		if s := &scripts[i]; s.has(r) {
			if i == 0 && !plainLatin(r) {
				return nil
			}
			return s
		}
	}
	return nil
}

func plainLatin(r rune) bool {
	for _, c := range Skeleton(string(r)) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
