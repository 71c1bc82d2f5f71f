package history

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"example.com/fullhouse/table"
)

// About is what a file tells of a hand besides how it was played.
type About struct {
	Table string    // the table's name
	Seats int       // how many the table has; 0 counts as nine
	Start time.Time // when the hand was played, as nearly as is known
}

func (a About) seats() int {
	if a.Seats == 0 {
		return table.MaxSeats
	}
	return a.Seats
}

// Number is the number that stands for a hand in forms that know no other names: a decimal id is its own, of any other it is
// the first 63 bits of its SHA-256. It is never negative, and the same everywhere and for ever.
func Number(id table.HandID) int64 {
	if n, err := strconv.ParseInt(string(id), 10, 64); err == nil && strconv.FormatInt(n, 10) == string(id) && n >= 0 {
		return n
	}
	sum := sha256.Sum256([]byte(id))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}

// told plays a hand to its end, so that amounts can be told that it does not state. Cards that the hand does not name have been
// filled in; nobody may print one from the events without asking knows.
func (h *Hand) told() (*replay, error) {
	rp, err := play(h)
	switch {
	case err != nil:
		return nil, err
	case len(rp.report.Mismatches) > 0:
		return nil, fmt.Errorf("%w: %s", ErrNotByRules, short(rp.report.Mismatches[0].String()))
	case !rp.hand.Over():
		return nil, fmt.Errorf("%w: it does not end", ErrNotByRules)
	case rp.untold() != "":
		return nil, fmt.Errorf("%w: %s", ErrNotByRules, rp.untold())
	}
	return rp, nil
}

// openly reports whether a seat's cards are known from the start: they are the viewer's, or the hand names them though nobody
// has shown them.
func (rp *replay) openly(s Seat) bool {
	if len(s.Cards) == 0 || rp.record.Viewer == s.Seat {
		return len(s.Cards) > 0
	}
	return !rp.tabled[s.Seat] && !rp.showsUnasked(s)
}

// showsUnasked reports whether a seat has shown its cards though nobody was left to beat.
func (rp *replay) showsUnasked(s Seat) bool {
	return len(s.Cards) > 0 && len(rp.contested) == 0 && rp.record.Viewer != s.Seat && !rp.record.folds(s.Seat)
}
