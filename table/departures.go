package table

import (
	"slices"
	"time"
)

// No going south: who leaves a table and comes back soon brings at least what it took away. Else anybody could put chips that
// were won out of reach of those they were won from.

// maxDepartures is how many of those who left are remembered. The oldest are forgotten first.
const maxDepartures = 256

// buyInLimits are the least and the most that an account may sit down with.
func (t *actor) buyInLimits(now time.Time, account string) (low, high Chips) {
	low, high = t.cfg.Settings.BuyInMin, t.cfg.Settings.BuyInMax
	low = max(low, t.owedBack(now, account))
	return low, max(low, high)
}

// owedBack is what an account has taken away a short while ago, 0 if nothing.
func (t *actor) owedBack(now time.Time, account string) Chips {
	for _, d := range t.state.house.Departed {
		if d.Account == account && now.Sub(time.UnixMilli(d.AtMS)) < t.cfg.Return {
			return d.Chips
		}
	}
	return 0
}

// depart remembers what somebody takes away.
func (s *state) depart(account string, chips Chips, atMS int64) {
	if account == "" || atMS == 0 {
		return
	}
	kept := slices.DeleteFunc(slices.Clone(s.house.Departed), func(d departure) bool { return d.Account == account })
	if chips > 0 {
		kept = append(kept, departure{account, chips, atMS})
	}
	s.house.Departed = kept[max(len(kept)-maxDepartures, 0):]
}
