package ratelimit

import "sync"

const (
	// setSize is how many slots are looked through in each of a key's two sets.
	setSize = 40
	// reservePart of each set is kept for proven callers: a tenth.
	reservePart = 10
	// recountPart of a shard may change hands before its live slots are counted again.
	recountPart = 32
)

// slot is one bucket. It is free when its instant is not in the future: a rested bucket equals one that was never used, so
// whose it was does not matter and nobody has to sweep it away.
type slot struct {
	key Key
	tat int64
}

func (s *slot) free(now int64) bool { return s.tat <= now }

// shard is a part of the store under its own lock.
type shard struct {
	mu    sync.Mutex
	slots []slot // guarded by mu; a piece of the store's one allocation
	sets  int    // fixed
	live  int    // guarded by mu; live slots when they were last counted
	taken int    // guarded by mu; how many free slots became live since
	_     [8]byte
}

// set is one of the shard's sets of slots. The first open ones are for everybody, the others are the reserve.
type set struct {
	slots []slot
	open  int
}

// set is the nth set. All are of one size, or one larger so that no slot is left over.
func (s *shard) set(n int) set {
	size, over := uint(len(s.slots))/uint(s.sets), uint(len(s.slots))%uint(s.sets)
	from := uint(n)*size + min(uint(n), over)
	if uint(n) < over {
		size++
	}
	open := size - (size+reservePart-1)/reservePart
	return set{slots: s.slots[from : from+size], open: int(max(1, open))} // a single slot is for everybody
}

// find says which slot is the key's, or -1.
func (s set) find(key Key) int {
	for i := range s.slots {
		if s.slots[i].key == key {
			return i
		}
	}
	return -1
}

// place finds the slot of a key, or one that the key may take, or nil. It looks for the key through both sets before it
// takes a free slot: taking the first one would give a caller whose bucket lies further on a second bucket.
func (s *shard) place(key Key, first, second int, now int64, proven bool) *slot {
	a, b := s.set(first), s.set(second)
	for _, set := range [...]set{a, b} {
		i := set.find(key)
		if i < 0 {
			continue
		}
		slot := &set.slots[i]
		if !slot.free(now) {
			return slot
		}
		// Rested, so the caller starts again as new: what lies in the reserve is not for the unproven to take again. The name
		// has to go, or it would be found here the next time, and not where the caller's bucket is by then.
		slot.key = Key{}
	}
	slot := roomier(a.slots[:a.open], b.slots[:b.open], now)
	if slot == nil && proven {
		slot = roomier(a.slots[a.open:], b.slots[b.open:], now)
	}
	return slot
}

// roomier finds a free slot where more are free, or nil. That keeps the sets evenly full: strangers are refused when the map
// is full, not by bad luck long before.
func roomier(a, b []slot, now int64) *slot {
	slot, free := vacant(a, now)
	if other, more := vacant(b, now); more > free {
		return other
	}
	return slot
}

// vacant finds a free slot, and counts them.
func vacant(slots []slot, now int64) (last *slot, free int) {
	for i := range slots {
		if slots[i].free(now) {
			last, free = &slots[i], free+1
		}
	}
	return last, free
}

// count counts the live slots.
func (s *shard) count(now int64) (live int) {
	for i := range s.slots {
		if !s.slots[i].free(now) {
			live++
		}
	}
	return live
}
