package holdem

import "example.com/fullhouse/table"

// What players count of their hands, see table.Result. They mean what they mean in tracking programs; for the first, see
// https://help.ggpoker.com/article/2049-vpip-definition.
const (
	MarkVPIP     = "vpip"         // put chips in before the flop by choice: called or raised. Blinds, antes and a straddle are no choice
	MarkPFR      = "pfr"          // raised before the flop
	MarkShowdown = "showdown"     // was in it when hands were turned face up
	MarkWon      = "won_showdown" // and got chips out of a pot there
)

// Marks are what the players count of a hand that is over. Seats without any are not in it.
func (h *Hand) Marks() map[table.Seat][]string {
	all := map[table.Seat][]string{}
	for i := range h.n {
		p := &h.players[i]
		for _, m := range []struct {
			mark string
			has  bool
		}{
			{MarkVPIP, p.paid}, {MarkPFR, p.raised}, {MarkShowdown, h.tabled && !p.folded}, {MarkWon, h.tabled && h.wins(i)},
		} {
			if m.has {
				all[p.seat] = append(all[p.seat], m.mark)
			}
		}
	}
	return all
}

// wins reports whether a place is among the winners of a pot.
func (h *Hand) wins(place int) bool {
	for i := range h.npots {
		for run := range h.runs() {
			if h.pots[i].winners[run].has(place) {
				return true
			}
		}
	}
	return false
}
