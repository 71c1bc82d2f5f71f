package table

import "encoding/json"

// Settings are what the creator of a table chose. They do not change while it lives.
type Settings struct {
	Name     string `json:"name"`       // 3 to 40 printable characters
	Seats    int    `json:"seats"`      // 2 to 9
	BuyInMin Chips  `json:"buy_in_min"` // at least 1
	BuyInMax Chips  `json:"buy_in_max"` // at least buy_in_min
	Bots     int    `json:"bots"`       // 0 to seats-1
	BotLevel string `json:"bot_level"`  // "" without bots
	Private  bool   `json:"private"`    // not in the list, and open only to the host and to whom an invite has let in
	ActionMS int64  `json:"action_ms"`  // the action clock in milliseconds, at least 1
	BankMS   int64  `json:"bank_ms"`    // the most that a time bank holds, in milliseconds; 0: there is none
	RefillMS int64  `json:"refill_ms"`  // what each hand adds to it
	NoClock  bool   `json:"no_clock"`   // turns are not timed, as far as anybody notices; only with bots
	Delay    bool   `json:"delay"`      // watchers see a hand when it is over
	Chat     string `json:"chat"`       // who may: "all", "seated", "off"
	// Game is what the game itself wants to know, such as the blinds, as JSON that only the game reads.
	Game json.RawMessage `json:"game"`
}
