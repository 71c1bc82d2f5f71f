package table_test

import (
	"testing"
	"time"
)

// simSilenceMax is how long time alone may take to end whatever goes on at a table.
const simSilenceMax = 2 * time.Hour

// TestExit_TimeAloneEndsEveryHandSeatAndTable plays short evenings, stops them in the state that they are in, and lets nothing
// happen any more but time. When all are gone, each table must end; when all stay and do nothing, each hand must end, and
// nobody may keep a seat who does not play.
func TestExit_TimeAloneEndsEveryHandSeatAndTable(t *testing.T) {
	steps := 1_000_000
	if raced || testing.Short() {
		steps = 50_000
	}
	ends := 0
	for seed := uint64(1); steps > 0; seed++ {
		s := newSimulation(t, seed)
		s.run(1 + s.chance.IntN(25))
		s.hush(seed%2 == 0)
		steps -= s.steps
		ends++
	}
	t.Logf("%d evenings came to their end", ends)
}

// hush lets only time pass until all has ended that must.
func (s *simulation) hush(gone bool) {
	s.silent, s.down = true, s.now
	for _, p := range s.people {
		if p.here && gone && p.at.machine != nil {
			p.here = false
			p.at.after(p.at.machine.Leave(s.now, p))
		}
	}
	for began := s.now; ; s.happen() {
		waits := 0
		for _, tbl := range s.tables {
			if !tbl.atRest(gone) {
				waits++
			}
		}
		if waits == 0 {
			return
		}
		if len(s.due) == 0 || s.now.Sub(began) > simSilenceMax {
			s.failf("with everyone gone (%t) %d tables have not come to rest after %v", gone, waits, s.now.Sub(began))
		}
	}
}

// atRest reports whether time has done all it must: with everyone gone the table has closed; else no hand runs, and who still
// has a seat is ready for one and waits for others.
func (t *simTable) atRest(gone bool) bool {
	if gone || t.closed {
		return t.closed
	}
	if t.machine == nil || t.machine.Standing() {
		return false
	}
	if _, _, running := t.machine.Running(); running {
		return false
	}
	ready, people := 0, 0
	for _, seat := range t.look(t.machine, "nobody").Table.Seats {
		switch {
		case seat.Bot == "" && (seat.SittingOut || seat.Leaving):
			return false
		case seat.Chips > 0:
			ready++
			if seat.Bot == "" {
				people++
			}
		}
	}
	return people == 0 || ready < 2
}
