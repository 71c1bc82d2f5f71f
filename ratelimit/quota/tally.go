package quota

import "sync/atomic"

// result is what became of a use.
type result uint8

const (
	charged   result = iota
	refused          // the allowance is used up
	givenBack        // the box refused afterwards
	failed           // the write failed for a reason of its own, or the giving back did
	resultCount
)

func (r result) String() string { return [...]string{"charged", "refused", "given_back", "failed"}[r] }

type results [resultCount]atomic.Int64

// count leaves out kinds that nobody has configured: they have no series.
func (b *Book) count(kind Kind, r result) {
	if t := b.tally[kind]; t != nil {
		t[r].Add(1)
	}
}

// Decision is how many uses of a kind ended in one way since the start.
type Decision struct {
	Kind, Result string
	N            int64
}

// Decisions reports all of them, in a fixed order, those that never happened too.
func (b *Book) Decisions() []Decision {
	var all []Decision
	for _, kind := range append(accountKinds(), Guests) {
		for r := range resultCount {
			all = append(all, Decision{string(kind), r.String(), b.tally[kind][r].Load()})
		}
	}
	return all
}
