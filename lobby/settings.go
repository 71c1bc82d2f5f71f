package lobby

import (
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/table"
)

// The bounds of what the creator of a table may choose. Those of the game are the game's.
const (
	minName, maxName     = 3, 40 // characters
	minAction, maxAction = 5 * time.Second, 2 * time.Minute
	maxBank              = 10 * time.Minute

	// MaxBuyIn keeps the mint from running dry, which has no more than table.MaxChips to give: even a million tables, each
	// with eight bots that bring this much, leave some of it. It is also 100 of the game's largest big blinds.
	MaxBuyIn table.Chips = 1_000_000_000
)

// complete fills in what was left out and refuses what makes no sense, with a SettingError that names the field.
func (c *Config) complete(s table.Settings) (table.Settings, error) {
	s.Name = strings.TrimSpace(s.Name)
	if s.Chat == "" {
		s.Chat = "all"
	}
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
	case !table.Readable(s.Name, minName, maxName):
		return refuse("name", "3 to 40 printable characters")
	case s.Seats < 2 || s.Seats > table.MaxSeats:
		return refuse("seats", "2 to 9")
	case s.BuyInMin < 1 || s.BuyInMin > MaxBuyIn:
		return refuse("buy_in_min", "1 to 1000000000")
	case s.BuyInMax < s.BuyInMin || s.BuyInMax > MaxBuyIn:
		return refuse("buy_in_max", "buy_in_min to 1000000000")
	case s.Bots < 0 || s.Bots >= s.Seats:
		return refuse("bots", "0 to one less than seats")
	case s.Bots > 0 && !slices.Contains(c.BotLevels, s.BotLevel):
		return refuse("bot_level", strings.Join(c.BotLevels, " or "))
	case s.BankMS < 0 || s.BankMS > maxBank.Milliseconds():
		return refuse("bank_ms", "0 to 600000")
	case s.RefillMS < 0 || s.RefillMS > s.BankMS:
		return refuse("refill_ms", "0 to bank_ms")
	case s.NoClock && s.Bots == 0:
		return refuse("no_clock", "false without bots")
	case s.Chat != "all" && s.Chat != "seated" && s.Chat != "off":
		return refuse("chat", "all, seated or off")
	case !c.goodClock(s.ActionMS):
		return refuse("action_ms", "5000 to 120000")
	}
	return s, nil
}

// goodClock allows the operator's own clock whatever it is: tests and demonstrations run fast. It compares milliseconds,
// because those that someone asks for may be too many for a Duration.
func (c *Config) goodClock(ms int64) bool {
	return ms == c.ActionClock.Milliseconds() || ms >= minAction.Milliseconds() && ms <= maxAction.Milliseconds()
}
