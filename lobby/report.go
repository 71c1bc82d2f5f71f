package lobby

import "time"

// Report is what somebody at a table tells the operator about somebody else there.
type Report struct {
	ID      int64 // only in what the store returns
	Table   string
	By      string // the account that reports
	ByName  string // its name now; only in what the store returns, and "" when the account is gone
	Who     string // the name of who is reported, as it was seen
	Account string // whose name that is; "" when the table could not tell
	Bot     bool   // the name is a bot's: no account is looked for
	Reason  string
	Text    string
	Said    []string // the last that was said under the name, oldest first
	At      time.Time
}
