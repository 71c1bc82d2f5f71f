package holdem

import (
	"bytes"
	"encoding/json"
	"fmt"

	"example.com/fullhouse/table"
)

// Stakes are the settings of a game: what is forced into the pot. They are the "game" object of a table's settings.
type Stakes struct {
	SmallBlind table.Chips `json:"small_blind"` // at least 1
	BigBlind   table.Chips `json:"big_blind"`   // at least the small blind
	Ante       table.Chips `json:"ante"`        // 0 without one
	AnteKind   AnteKind    `json:"ante_kind"`   // "none", "each" or "bb"
	Straddle   bool        `json:"straddle"`    // who is first to act before the flop may have posted twice the big blind
	RunTwice   bool        `json:"run_twice"`   // when everyone is all-in, they may agree to deal the rest of the board twice
	RabbitHunt bool        `json:"rabbit_hunt"` // after a hand, its players may see the cards that would have come
	BombPot    table.Chips `json:"bomb_pot"`    // big blinds that everyone puts into a bomb pot, 2 to 20; 0: there is none
}

// MaxBlind keeps all the chips of all tables far below table.MaxChips, also those that bots bring.
const MaxBlind table.Chips = 10_000_000

// StakesError refuses stakes that make no sense. Field is the one at fault.
type StakesError struct {
	Field, Want string
}

func (e StakesError) Error() string { return fmt.Sprintf("holdem: %s must be %s", e.Field, e.Want) }

// Code is the refusal's name on the wire.
func (e StakesError) Code() string { return "bad_request" }

// ParseStakes reads stakes strictly: unknown fields and values that make no sense are refused with a StakesError.
func ParseStakes(raw json.RawMessage) (Stakes, error) {
	var s Stakes
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, StakesError{"game", "an object with small_blind, big_blind, ante, ante_kind, straddle, run_twice, rabbit_hunt and bomb_pot"}
	}
	if s.AnteKind == "" {
		s.AnteKind = AnteNone
	}
	return s, s.check()
}

func (s Stakes) check() error {
	switch {
	case s.SmallBlind < 1:
		return StakesError{"small_blind", "at least 1"}
	case s.BigBlind < s.SmallBlind || s.BigBlind > MaxBlind:
		return StakesError{"big_blind", fmt.Sprintf("small_blind to %d", MaxBlind)}
	case s.AnteKind != AnteNone && s.AnteKind != AnteEach && s.AnteKind != AnteBB:
		return StakesError{"ante_kind", `"none", "each" or "bb"`}
	case s.AnteKind == AnteNone && s.Ante != 0:
		return StakesError{"ante", `0 with ante_kind "none"`}
	case s.Ante < 0 || s.Ante > s.BigBlind:
		return StakesError{"ante", "0 to big_blind"}
	case s.BombPot != 0 && (s.BombPot < 2 || s.BombPot > 20):
		return StakesError{"bomb_pot", "0, or 2 to 20"}
	}
	return nil
}
