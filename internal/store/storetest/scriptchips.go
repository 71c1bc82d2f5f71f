package storetest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

// charges are none, or some to accounts and addresses, in any order.
func (p *player) charges(r *reader) (charges []quota.Charge) {
	subjects := []string{"account:guest0", "account:guest1", "address:home"}
	for range r.pick(4) {
		charges = append(charges, quota.Charge{Subject: subjects[r.pick(len(subjects))],
			Kind: []quota.Kind{quota.Tables, quota.Chips}[r.pick(2)], N: int64(1 + r.pick(8)/6 - r.pick(32)/31), Limit: int64(r.pick(6))})
	}
	return charges
}

func (p *player) charge(r *reader) string {
	day, err := p.Charge(p.t.Context(), p.charges(r))
	return fmt.Sprintf("%v, %s", day, kindOf(err))
}

func (p *player) giveBack(r *reader) string {
	day := time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -r.pick(4)/3)
	return kindOf(p.GiveBack(p.t.Context(), day, p.charges(r)))
}

func (p *player) refill(r *reader) string {
	account, upTo := id("guest", r.pick(few)), max(0, amounts[r.pick(len(amounts))])
	added, err := p.Refill(p.t.Context(), account, upTo, p.charges(r))
	return fmt.Sprintf("%d, %s", added, kindOf(err))
}

func (p *player) audit(*reader) string {
	a, err := p.Audit(p.t.Context())
	return fmt.Sprintf("%+v, %s", a, kindOf(err))
}

// history leaves out when transfers were made, and so their order, and ids that are drawn.
func (p *player) history(r *reader) string {
	past, err := p.History(p.t.Context(), id("guest", r.pick(few)))
	var all []string
	for _, tr := range past.Transfers {
		if strings.HasPrefix(tr.ID, "refill:") {
			tr.ID = "refill"
		}
		all = append(all, fmt.Sprint(tr.ID, " ", tr.Kind, " ", tr.Amount))
	}
	slices.Sort(all)
	return fmt.Sprintf("%v %q, %s", past.Created.UTC(), all, kindOf(err))
}

// key tells whether a server key is the one that it was.
func (p *player) key(r *reader) string {
	name := id("key", r.pick(few))
	key, err := p.Key(p.t.Context(), name)
	before, known := p.keys[name]
	p.keys[name] = string(key)
	return fmt.Sprintf("%d bytes, changed: %v, %s", len(key), known && before != string(key), kindOf(err))
}
