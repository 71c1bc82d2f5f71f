package table

import "encoding/json"

// Settings are what the creator of a table chose. They do not change while it lives.
type Settings struct {
	Name     string `json:"name"`
	Seats    int    `json:"seats"`      // 2 to MaxSeats
	BuyInMin Chips  `json:"buy_in_min"` // at least 1
	BuyInMax Chips  `json:"buy_in_max"` // at least BuyInMin
	Bots     int    `json:"bots"`       // 0 to Seats-1
	BotLevel string `json:"bot_level"`  // "" without bots
	Private  bool   `json:"private"`    // not in the list; who has the link may join
	ActionMS int64  `json:"action_ms"`  // the action clock in milliseconds, at least 1
	// Game are the settings of the game itself, as JSON that only the game reads, such as the blinds.
	Game json.RawMessage `json:"game"`
}
