package lobby_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

func TestCreate_NamesTheSettingItRefuses(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(*table.Settings)
		field  string
	}{
		{"name too short", func(s *table.Settings) { s.Name = " ab " }, "name"},
		{"name too long", func(s *table.Settings) { s.Name = strings.Repeat("x", 41) }, "name"},
		{"name with a control character", func(s *table.Settings) { s.Name = "a\u0007bcd" }, "name"},
		{"name that turns the direction of text", func(s *table.Settings) { s.Name = "abc\u202etxt" }, "name"},
		{"name with a zero-width space", func(s *table.Settings) { s.Name = "abc\u200bdef" }, "name"},
		{"name with stacked marks", func(s *table.Settings) { s.Name = "abc" + strings.Repeat("\u0301", 3) }, "name"},
		{"name that is no text", func(s *table.Settings) { s.Name = "abc\xff" }, "name"},
		{"name of Hangul fillers", func(s *table.Settings) { s.Name = "\u3164\u3164\u3164" }, "name"},
		{"name of empty braille", func(s *table.Settings) { s.Name = "\u2800\u2800\u2800" }, "name"},
		{"name with fillers in front", func(s *table.Settings) { s.Name = "\u115f\u1160abc" }, "name"},
		{"name with halves of fillers", func(s *table.Settings) { s.Name = "abc\uffa0" }, "name"},
		{"name with a joiner of graphemes", func(s *table.Settings) { s.Name = "ab\u034fc" }, "name"},
		{"name of marks alone", func(s *table.Settings) { s.Name = "\ufe0f\u0301 \ufe0f" }, "name"},
		{"name with a Mongolian selector", func(s *table.Settings) { s.Name = "abc\u180b" }, "name"},
		{"name with a character that got lost", func(s *table.Settings) { s.Name = "abc\ufffd" }, "name"},
		{"one seat", func(s *table.Settings) { s.Seats = 1 }, "seats"},
		{"ten seats", func(s *table.Settings) { s.Seats = 10 }, "seats"},
		{"no buy-in", func(s *table.Settings) { s.BuyInMin = 0 }, "buy_in_min"},
		{"largest buy-in below the least", func(s *table.Settings) { s.BuyInMax = 39 }, "buy_in_max"},
		{"buy-in too large to add up", func(s *table.Settings) { s.BuyInMax = lobby.MaxBuyIn + 1 }, "buy_in_max"},
		{"least buy-in too large to add up", func(s *table.Settings) { s.BuyInMin = lobby.MaxBuyIn + 1 }, "buy_in_min"},
		{"fewer than no bots", func(s *table.Settings) { s.Bots = -1 }, "bots"},
		{"bots on every seat", func(s *table.Settings) { s.Bots = 6 }, "bots"},
		{"unknown bots", func(s *table.Settings) { s.Bots, s.BotLevel = 1, "genius" }, "bot_level"},
		{"a clock too fast to act", func(s *table.Settings) { s.ActionMS = 4999 }, "action_ms"},
		{"a clock too slow to wait for", func(s *table.Settings) { s.ActionMS = 120001 }, "action_ms"},
		{"a clock before the beginning of time", func(s *table.Settings) { s.ActionMS = -1 }, "action_ms"},
		{"a clock that overflows into the range", func(s *table.Settings) { s.ActionMS = 18446744078710 }, "action_ms"},
		{"a clock that overflows into the server's own", func(s *table.Settings) { s.ActionMS = 1<<58 + 1000 }, "action_ms"},
	} {
		t.Run(c.why, func(t *testing.T) {
			run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
				s := settings("A fine name")
				c.change(&s)
				_, err := l.Create(t.Context(), quota.Caller{Account: "alice"}, s)
				refusal, ok := errors.AsType[*lobby.SettingError](err)
				if !ok || refusal.Field != c.field || refusal.Code() != "bad_request" {
					t.Fatalf("err = %v, want a bad_request about %s", err, c.field)
				}
				if !strings.Contains(err.Error(), c.field) {
					t.Errorf("message %q does not name %s", err, c.field)
				}
			})
		})
	}
}

func TestCreate_TakesNamesOfAnyLanguage(t *testing.T) {
	run(t, tables(9), func(t *testing.T, l *lobby.Lobby, _ *store) {
		for _, name := range []string{"한글 방", "กี่โต๊ะ", "बड़ी मेज़", "♠️ Spades ♠️", "Zoe\u0308", "🎲🎲🎲"} {
			if got := create(t, l, settings(name)).Summary().Settings.Name; got != name {
				t.Errorf("name = %q, want %q", got, name)
			}
		}
	})
}

// Bots buy in from the mint, which owes no more than table.MaxChips.
func TestMaxBuyIn_FeedsTheBotsOfAMillionTables(t *testing.T) {
	const tables, bots = 1_000_000, table.MaxSeats - 1
	if got := tables * bots * lobby.MaxBuyIn; got > table.MaxChips {
		t.Errorf("the bots of %d tables bring %d, more than the %d there are", tables, got, table.MaxChips)
	}
}

func TestCreate_FillsInWhatWasLeftOut(t *testing.T) {
	run(t, tables(3), func(t *testing.T, l *lobby.Lobby, _ *store) {
		s := settings("  Zoë's taverna  ")
		s.Bots, s.ActionMS = 2, 0
		got := create(t, l, s).Summary().Settings
		if got.Name != "Zoë's taverna" || got.BotLevel != "tight" || got.ActionMS != 1000 {
			t.Errorf("settings = %+v, want the name trimmed, tight bots and the server's clock of 1000 ms", got)
		}
		s.Bots, s.BotLevel = 0, "calling"
		if got := create(t, l, s).Summary().Settings; got.BotLevel != "" {
			t.Errorf("bot level without bots = %q, want none", got.BotLevel)
		}
	})
}
