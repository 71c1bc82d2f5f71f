package capacity

import (
	"sync"
	"sync/atomic"
)

// Slots bounds how many things live at once. It fails closed: when all slots are taken, the next caller is refused at
// once. Slots must not be copied.
type Slots struct {
	code    Error
	limit   int64
	inUse   atomic.Int64 // above limit only by what Overbook added
	peak    atomic.Int64
	refused atomic.Int64
}

// NewSlots returns limit free slots, whose refusal carries code. A limit of 0 refuses everybody.
func NewSlots(code Error, limit int) *Slots {
	return &Slots{code: code, limit: int64(limit)}
}

// TryAcquire takes a slot, or refuses at once with a FullError when there is none. Release gives it back; only its first call counts.
func (s *Slots) TryAcquire() (release func(), err error) { return s.TryAcquireLeaving(0) }

// TryAcquireLeaving takes a slot unless fewer than spare would be free afterwards: those are kept for callers who leave none.
// The refusal's limit is what was open to this caller, so more than that may be in use.
func (s *Slots) TryAcquireLeaving(spare int) (release func(), err error) {
	open := s.limit - int64(spare)
	for {
		n := s.inUse.Load()
		if n >= open {
			s.refused.Add(1)
			return nil, &FullError{code: s.code, used: n, limit: open}
		}
		// Checking and counting is one step: a racer who took the last slot meanwhile makes this fail, not overshoot.
		if s.inUse.CompareAndSwap(n, n+1) {
			raise(&s.peak, n+1)
			return s.held(), nil
		}
	}
}

// Overbook takes a slot also when there is none, for what already exists: a table rebuilt after a restart is there,
// whatever the cap says now. Newcomers are refused until enough slots have come back.
func (s *Slots) Overbook() (release func()) {
	raise(&s.peak, s.inUse.Add(1))
	return s.held()
}

func (s *Slots) held() func() {
	return sync.OnceFunc(func() { s.inUse.Add(-1) })
}

// Stats reports how the slots are used.
func (s *Slots) Stats() Stats {
	return Stats{InUse: s.inUse.Load(), Peak: s.peak.Load(), Limit: s.limit, Refused: s.refused.Load()}
}

// raise makes peak at least n.
func raise(peak *atomic.Int64, n int64) {
	for {
		old := peak.Load()
		if old >= n || peak.CompareAndSwap(old, n) {
			return
		}
	}
}
