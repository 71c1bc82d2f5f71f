package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/table"
)

// endHand ends a hand of few numbers at a table, in which two win from each other what they may not have.
func (p *player) endHand(r *reader) string {
	row := p.row(r)
	log, err := p.Records(p.t.Context(), row.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	prev := int64(0)
	if len(log) > 0 {
		prev = log[len(log)-1].Seq
	}
	who, net := r.pick(few), amounts[r.pick(10)]*table.Chips(r.pick(3)-1)
	players := []auth.Account{{ID: id("guest", who), Name: id("name", who)}, {ID: id("guest", (who+1)%few), Name: "another"}}
	return kindOf(Append(p.Store, HandEnds(row, prev, int64(r.pick(8)), players, net, -net)))
}

// hands tells those of somebody without their times, and each as it is told by itself. Hands of one moment are in the order of
// their ids, and which have one is left to chance: so all are sorted.
func (p *player) hands(r *reader) string {
	account := id("guest", r.pick(few))
	q := table.HandQuery{Account: account, Limit: 100}
	if at := r.pick(few + 1); at < few {
		q.Table = id("table", at)
	}
	all, err := p.Hands(p.t.Context(), q)
	var told []string
	for _, h := range all {
		whole, found, err := p.Hand(p.t.Context(), account, h.Hand)
		told = append(told, fmt.Sprintf("%s %s %s %s %v %v, whole %v %v %v %v %s", h.Hand, h.Table, h.Settings.Name, h.Events, h.Viewer, h.Seats,
			found, whole.Viewer, whole.Seats, whole.Ended.Equal(h.Ended), kindOf(err)))
	}
	slices.Sort(told)
	return fmt.Sprintf("%s, %s", strings.Join(told, "\n"), kindOf(err))
}

func (p *player) tally(r *reader) string {
	sum, err := p.Tally(p.t.Context(), id("guest", r.pick(few)), "")
	return fmt.Sprintf("%v, %s", sum, kindOf(err))
}

// sittings are in the order of their coming, which is left to chance within a millisecond.
func (p *player) sittings(r *reader) string {
	host, all, found, err := p.Sittings(p.t.Context(), id("table", r.pick(few)))
	slices.SortFunc(all, func(a, b table.Sitting) int { return cmp.Compare(a.Account, b.Account) })
	return fmt.Sprintf("%s %v %v, %s", host, all, found, kindOf(err))
}

// forgetHands removes all there are, or none: which is the oldest is left to chance.
func (p *player) forgetHands(r *reader) string {
	n, err := p.ForgetHands(p.t.Context(), time.Now().Add(time.Hour), 100*r.pick(2))
	return fmt.Sprintf("%d, %s", n, kindOf(err))
}
