package auth

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestCleanName_TakesNamesOfManyPeoples(t *testing.T) {
	for typed, want := range map[string]string{
		"Alice":                    "Alice",
		"  Brave  Otter ":          "Brave Otter",
		"J.-P. O'Neill_2":          "J.-P. O'Neill_2",
		"O\u2019Neill":             "O'Neill",
		"Zo\u0065\u0308":           "Zo\u00eb", // an accent by itself is put where it belongs
		"Łukasz":                   "Łukasz",
		"Ngô Bảo Châu":             "Ngô Bảo Châu",
		"Мария 7":                  "Мария 7",
		"Γιώργος":                  "Γιώργος",
		"Արամ":                     "Արամ",
		"דויד":                     "דויד",
		"محمد":                     "محمد",
		"हिंदी":                    "हिंदी",
		"ผู้เล่น":                  "ผู้เล่น",
		"さくらスター花":                  "さくらスター花",
		"김철수":                      "김철수",
		"\uff21\uff42\uff43\uff11": "Abc1", // full width
		"12345678901234567890":     "12345678901234567890",
	} {
		if got, err := cleanName(typed); err != nil || got != norm.NFKC.String(want) {
			t.Errorf("%q becomes %q, %v, want %q", typed, got, err, want)
		}
	}
}

func TestCleanName_RefusesWhatIsNotSeenOrNotAName(t *testing.T) {
	for what, typed := range map[string]string{
		"empty":                        "",
		"two characters":               "ab",
		"spaces":                       "          ",
		"21 characters":                "123456789012345678901",
		"punctuation":                  "-_.'",
		"a megabyte":                   strings.Repeat("a", 1<<20),
		"one that grows":               strings.Repeat("\ufdfa", 3),
		"markup":                       "<script>",
		"an entity":                    "a&amp;b",
		"quotes":                       `say "hi"`,
		"a slash":                      "a/b/c",
		"an @":                         "alice@example",
		"newline":                      "two\nlines",
		"tab":                          "two\tparts",
		"NUL":                          "nul\x00nul",
		"escape":                       "\x1b[31mred",
		"bad UTF-8":                    "bad\xffbad",
		"right to left override":       "abc\u202edcb",
		"right to left isolate":        "abc\u2067dcb\u2069",
		"a mark of direction":          "abc\u200f",
		"zero width space":             "ab\u200bcd",
		"zero width joiner":            "ab\u200dcd",
		"zero width non-joiner":        "ab\u200ccd",
		"byte order mark":              "\ufeffabcd",
		"soft hyphen":                  "ab\u00adcd",
		"word joiner":                  "ab\u2060cd",
		"combining grapheme joiner":    "ab\u034fcd",
		"variation selector":           "ab\ufe0fcd",
		"Mongolian vowel separator":    "ab\u180ecd",
		"Hangul filler":                "\u3164\u3164\u3164",
		"half width Hangul filler":     "\uffa0\uffa0\uffa0",
		"Hangul letter fillers":        "\u115f\u1160\u1160",
		"tag characters":               "abc\U000e0061\U000e0062",
		"Braille blank":                "\u2800\u2800\u2800",
		"Khmer inherent vowel":         "\u17b4\u17b5\u17b4",
		"line separator":               "ab\u2028cd",
		"private use":                  "ab\ue000cd",
		"unassigned":                   "ab\U000e0fffcd",
		"emoji":                        "abc\U0001f0a1",
		"a tower of marks":             "a\u0300\u0301\u0302\u0303bc",
		"two marks that do not fit":    "x\u0300\u0301yz",
		"a mark with nothing below":    "\u0301abc",
		"a mark on a digit":            "1\u0334234",
		"enclosing circle":             "a\u20ddbc",
		"a mark of another script":     "ab\u093ec",
		"Cyrillic among Latin":         "\u0410lice",
		"Greek among Latin":            "Alic\u03b5",
		"Latin letters that mimic":     "\u1d00l\u026ace", // small capitals
		"a click that looks like an l": "A\u01c0ice",
		"Cherokee":                     "\u13aa\u13b3\u13df",
		"Lisu":                         "\ua4d0\ua4e1\ua4d2",
		"Deseret":                      "\U00010400\U00010401\U00010402",
		"digits of another script":     "\u0661\u0662\u0663",
		"fractions":                    "abc\u00bd", // becomes 1\u20442
		"a dotless i under a mark":     "x\u0334\u0334y",
	} {
		if got, err := cleanName(typed); err == nil {
			t.Errorf("%s: %q is taken as %q", what, typed, got)
		}
	}
}

func TestSkeleton_IsOneForNamesThatLookAlike(t *testing.T) {
	for _, alike := range [][]string{
		{"Alice", "ALICE", "aLlCE", "A1ice", "Al1ce", "\u00c1l\u00efce", "A.l-i_c'e", " alice ", "\uff21lice"},
		{"Bob", "B0b", "bOb"},
		{"modern", "modem", "rnodern"},
		{"Wolf", "VVolf", "vvo1f"},
		{"cocoa", "сосоа", "СОСОА"},                   // Latin, Cyrillic
		{"Hope", "Норе"},                              // Latin, Cyrillic
		{"TOMATO", "ΤΟΜΑΤΟ", "томато", "\u03a4omato"}, // Latin, Greek, Cyrillic
		{"Straße", "STRASSE", "strasse", "STRA\u1e9eE"},
		{"Þor", "por"},
		{"Kılıç", "Kilic", "KILIC", "K\u0130LI\u0307C"},
		{"Ёлка", "Елка"},
		{"Χάρης", "ΧΑΡΗΣ", "χαρησ"},
	} {
		for _, name := range alike[1:] {
			if a, b := Skeleton(alike[0]), Skeleton(name); a != b || a == "" {
				t.Errorf("%q has the skeleton %q, %q has %q", alike[0], a, name, b)
			}
		}
	}
	for _, different := range [][2]string{{"Alice", "Alicia"}, {"Bob", "Rob"}, {"Анна", "Инна"}, {"さくら", "さくろ"}, {"김철수", "김철민"}, {"कल", "कला"}} {
		if Skeleton(different[0]) == Skeleton(different[1]) {
			t.Errorf("%q and %q have the same skeleton", different[0], different[1])
		}
	}
}

func TestSkeleton_TellsAllNamesOfGuestsApart(t *testing.T) {
	seen := map[string]string{}
	for _, mood := range moods {
		for _, animal := range animals {
			name := mood + " " + animal
			key := Skeleton(name)
			if other, taken := seen[key]; taken {
				t.Errorf("%q and %q look alike", name, other)
			}
			seen[key] = name
			if clean, err := cleanName(name + " 1234"); err != nil || clean != name+" 1234" {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}

func TestLookAlikes_NeedOneStepAndOneForm(t *testing.T) {
	for r, like := range lookAlikes {
		if r != unicode.ToLower(unicode.ToUpper(r)) && r != 'ı' && r != '0' && r != '1' {
			t.Errorf("%c: is never met, since its capital's small letter is another", r)
		}
		if got := Skeleton(like); got != like {
			t.Errorf("%c looks like %q, which looks like %q", r, like, got)
		}
	}
}

func FuzzCleanName_IsSafeToShowAndItsOwnForm(f *testing.F) {
	for _, seed := range []string{"Alice", "  a  b  ", "\u202eevil", "Zoe\u0308", "\ufdfa", "हिंदी", "rrn", "vvv", "\u1e9e\u0130"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if key := Skeleton(Skeleton(typed)); key != Skeleton(typed) {
			t.Errorf("%q: the skeleton %q has the skeleton %q", typed, Skeleton(typed), key)
		}
		name, err := cleanName(typed)
		if err != nil {
			return
		}
		if again, err := cleanName(name); err != nil || again != name {
			t.Errorf("%q becomes %q, and that %q, %v", typed, name, again, err)
		}
		if n := utf8.RuneCountInString(name); n < 3 || n > 20 || !utf8.ValidString(name) || Skeleton(name) == "" {
			t.Errorf("%q is taken as a name", name)
		}
		for _, r := range name {
			if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) || strings.ContainsRune("<>&\"/\\@:", r) {
				t.Errorf("%q has %U", name, r)
			}
		}
	})
}
