package lobby

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"example.com/fullhouse/table"
)

// The bounds of what the creator of a table may choose. Those of the game are the game's.
const (
	minName, maxName     = 3, 40 // characters
	minAction, maxAction = 5 * time.Second, 2 * time.Minute
	maxMarks             = 2 // combining marks on one character

	// MaxBuyIn keeps any sum of stacks far below table.MaxChips.
	MaxBuyIn table.Chips = 1_000_000_000_000
)

// complete fills in what was left out and refuses what makes no sense, with a SettingError that names the field.
func (c *Config) complete(s table.Settings) (table.Settings, error) {
	s.Name = strings.TrimSpace(s.Name)
	if s.ActionMS == 0 {
		s.ActionMS = c.ActionClock.Milliseconds()
	}
	if s.Bots == 0 {
		s.BotLevel = ""
	} else if s.BotLevel == "" && len(c.BotLevels) > 0 {
		s.BotLevel = c.BotLevels[0]
	}
	refuse := func(field, want string) (table.Settings, error) { return s, &SettingError{field, want} }
	switch {
	case !goodName(s.Name):
		return refuse("name", "3 to 40 printable characters")
	case s.Seats < 2 || s.Seats > table.MaxSeats:
		return refuse("seats", "2 to 9")
	case s.BuyInMin < 1 || s.BuyInMin > MaxBuyIn:
		return refuse("buy_in_min", "1 to 1000000000000")
	case s.BuyInMax < s.BuyInMin || s.BuyInMax > MaxBuyIn:
		return refuse("buy_in_max", "buy_in_min to 1000000000000")
	case s.Bots < 0 || s.Bots >= s.Seats:
		return refuse("bots", "0 to one less than seats")
	case s.Bots > 0 && !slices.Contains(c.BotLevels, s.BotLevel):
		return refuse("bot_level", strings.Join(c.BotLevels, " or "))
	case !c.goodClock(time.Duration(s.ActionMS) * time.Millisecond):
		return refuse("action_ms", "5000 to 120000")
	}
	return s, nil
}

// goodClock allows the operator's own clock whatever it is: tests and demonstrations run fast.
func (c *Config) goodClock(clock time.Duration) bool {
	return clock == c.ActionClock || clock >= minAction && clock <= maxAction
}

// goodName allows what can be read: no control, zero-width or direction-changing characters, no space but the plain one,
// no towers of accents. The page shows names as text, so markup is only ugly.
func goodName(name string) bool {
	if n := utf8.RuneCountInString(name); n < minName || n > maxName || !utf8.ValidString(name) {
		return false
	}
	marks := 0
	for _, r := range name {
		if !unicode.IsPrint(r) {
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
