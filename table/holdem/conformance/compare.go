package conformance

import (
	"slices"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/holdem"
)

// comparePosted also lets the tally know every stack: most seats post nothing.
func (rp *replay) comparePosted() {
	for seat, chips := range rp.rec.Stacks {
		same(rp, "ante", rp.tally.ante[seat], rp.rec.Posted.Ante[seat])
		same(rp, "blind", rp.tally.blind[seat], rp.rec.Posted.Blind[seat])
		if rp.tally.ante[seat]+rp.tally.blind[seat] == 0 {
			rp.tally.stack[seat] = chips + rp.tally.won[seat]
		}
	}
}

func (rp *replay) compareResult() {
	if !same(rp, "over", rp.hand.Over(), true) {
		return
	}
	same(rp, "cards on the board", rp.tally.board, rp.rec.BoardDealt)
	rp.compareUncalled()
	rp.comparePots()
	if !rp.rec.complete() {
		return // who won is not to be seen from the record's cards
	}
	rp.compareFinal()
	if !slices.Equal(rp.tally.showdown, rp.rec.Result.Showdown) {
		rp.report("showdown", rp.tally.showdown, rp.rec.Result.Showdown)
	}
}

func (rp *replay) compareFinal() {
	final := rp.rec.Result.Final
	if rp.rec.Result.FinalAlt != nil {
		final = rp.rec.Result.FinalAlt
	}
	got := make([]table.Chips, len(final))
	for i, s := range rp.hand.Stacks() {
		got[i] = s.Chips
	}
	if !slices.Equal(got, final) {
		rp.report("final", got, final)
	}
	if told := rp.tally.stack[:len(final)]; !slices.Equal(told, got) {
		rp.report("stacks by the events", told, got)
	}
}

// compareUncalled compares by seat: the data keeps an ante that came back apart from a bet.
func (rp *replay) compareUncalled() {
	var want [table.MaxSeats]table.Chips
	for _, u := range rp.rec.Result.Uncalled {
		want[u.Seat] += u.Amount
	}
	same(rp, "uncalled", rp.tally.uncalled, want)
}

// pot is a pot in a form that can be compared.
type pot struct {
	amount            table.Chips
	eligible, winners uint16 // sets of seats
	won               [table.MaxSeats]table.Chips
}

func (rp *replay) comparePots() {
	got, want := rp.playedPots(), rp.recordedPots()
	if rp.rec.Result.FinalAlt != nil || !rp.rec.complete() {
		forget(got, func(p *pot) { p.won = [table.MaxSeats]table.Chips{} })
		forget(want, func(p *pot) { p.won = [table.MaxSeats]table.Chips{} })
	}
	if !rp.rec.complete() {
		forget(got, func(p *pot) { p.winners = 0 })
		forget(want, func(p *pot) { p.winners = 0 })
	}
	if !slices.Equal(got, want) {
		rp.report("pots", got, want)
	}
}

func forget(pots []pot, what func(*pot)) {
	for i := range pots {
		what(&pots[i])
	}
}

func (rp *replay) playedPots() (pots []pot) {
	for i, p := range rp.hand.Pots() {
		q := pot{amount: p.Amount, eligible: set(p.Eligible)}
		for _, w := range rp.paid(i).Winners {
			q.winners |= 1 << w.Seat
			q.won[w.Seat] = w.Chips
		}
		pots = merge(pots, q)
	}
	return pots
}

// paid is how the events say that a pot was paid.
func (rp *replay) paid(index int) holdem.Won {
	if index < len(rp.tally.pots) {
		return rp.tally.pots[index]
	}
	return holdem.Won{}
}

func (rp *replay) recordedPots() (pots []pot) {
	for _, p := range rp.rec.Result.Pots {
		q := pot{amount: p.Amount, eligible: set(p.Eligible), winners: set(p.Winners)}
		for seat, chips := range p.Won {
			if seat >= 0 && seat < table.MaxSeats {
				q.won[seat] = chips
			}
		}
		pots = merge(pots, q)
	}
	return pots
}

// merge adds a pot, into the one that the same seats can win if there is one.
func merge(pots []pot, p pot) []pot {
	i := slices.IndexFunc(pots, func(q pot) bool { return q.eligible == p.eligible })
	if i < 0 {
		return append(pots, p)
	}
	q := &pots[i]
	q.amount += p.amount
	q.winners |= p.winners
	for seat := range q.won {
		q.won[seat] += p.won[seat]
	}
	return pots
}

func set(seats []table.Seat) (s uint16) {
	for _, seat := range seats {
		s |= 1 << seat
	}
	return s
}
