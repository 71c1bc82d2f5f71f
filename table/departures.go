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
		if d.Account == account && d.AtMS > t.forgetMS(now) {
			return d.Chips
		}
	}
	return 0
}

// bring is the least that an account must sit down with because of that, 0 when the table's own limits are all that counts.
func (t *actor) bring(now time.Time, account string) Chips {
	if owed := t.owedBack(now, account); owed > t.cfg.Settings.BuyInMin {
		return owed
	}
	return 0
}

// forgetMS is until when somebody must have left who owes nothing now, in milliseconds since 1970.
func (t *actor) forgetMS(now time.Time) int64 { return now.Add(-t.cfg.Return).UnixMilli() }

// depart remembers what somebody takes away.
func (s *state) depart(account string, chips Chips, atMS int64) {
	if account == "" || atMS == 0 || chips == 0 {
		return
	}
	kept := append(slices.Clone(s.house.Departed), departure{account, chips, atMS})
	s.house.Departed = kept[max(len(kept)-maxDepartures, 0):]
}

// forgetDepartures forgets that somebody has left, and all who left until some time, in milliseconds since 1970.
func (s *state) forgetDepartures(account string, untilMS int64) {
	past := func(d departure) bool { return d.Account == account || d.AtMS <= untilMS }
	if slices.ContainsFunc(s.house.Departed, past) {
		s.house.Departed = slices.DeleteFunc(slices.Clone(s.house.Departed), past)
	}
}
