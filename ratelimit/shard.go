package ratelimit

import (
	"sync"
	"sync/atomic"
)

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
//
// A slot is charged without a lock, by swapping its instant, unless that is 0, for a later one. That is safe because an
// instant only ever grows while the slot has its key, and because a slot gets another key in this order, under the shard's lock: the instant
// becomes 0, then the key is written, then the new instant, which is later than any before. So whoever has read instant and
// key, in this order, and then swaps the instant, has the right slot or fails.
type slot struct {
	hi, lo atomic.Uint64 // the key
	tat    atomic.Int64
}

// has says whether the slot has the key, and its instant. The instant is read before the key; that half of the key is looked
// at even before is only to be quick.
func (s *slot) has(key Key) (tat int64, ok bool) {
	if s.lo.Load() != key.lo {
		return 0, false
	}
	tat = s.tat.Load()
	return tat, s.hi.Load() == key.hi && s.lo.Load() == key.lo
}

// claim makes a free slot nobody's. It is false when the slot is live, maybe since a moment ago. The caller holds the lock.
func (s *slot) claim(now int64) bool {
	tat := s.tat.Load()
	return tat <= now && s.tat.CompareAndSwap(tat, 0)
}

// give gives a claimed slot to a key. The caller holds the lock.
func (s *slot) give(key Key, tat int64) {
	s.hi.Store(key.hi)
	s.lo.Store(key.lo)
	s.tat.Store(tat)
}

// shard is a part of the store with its own lock.
type shard struct {
	mu       sync.Mutex
	slots    []slot       // a piece of the store's one allocation; mu guards which key has which slot
	sets     uint32       // fixed
	size     uint32       // fixed; slots in each set
	over     uint32       // fixed; so many sets have one more, so that no slot is left over
	live     int32        // guarded by mu; live slots when they were last counted
	taken    atomic.Int32 // how many free slots became live since
	open     uint32       // fixed; slots in each set that are for everybody
	openMore uint32       // fixed; the same in the sets that have one more
	_        [4]byte
}

func (s *shard) init(slots []slot) {
	s.slots = slots
	s.sets = 1 + uint32(len(slots)-1)/setSize
	s.size, s.over = uint32(len(slots))/s.sets, uint32(len(slots))%s.sets
	s.open, s.openMore = openOf(s.size), openOf(s.size+1)
}

// openOf is how many slots of a set of a size are for everybody. A single slot is.
func openOf(size uint32) uint32 { return max(1, size-(size+reservePart-1)/reservePart) }

// set is one of the shard's sets of slots. The first open ones are for everybody, the others are the reserve.
type set struct {
	slots []slot
	open  uint32
	home  uint32 // the open slot that a key looks at first
}

// place is where a key may lie in a shard: in either of two sets.
type place struct{ first, second, home uint32 }

// set is the nth set.
func (s *shard) set(n, home uint32) set {
	from, size, many := n*s.size+min(n, s.over), s.size, s.open
	if n < s.over {
		size, many = size+1, s.openMore
	}
	return set{slots: s.slots[from : from+size], open: many, home: uint32(uint64(home) * uint64(many) >> 32)}
}

// find is the slot of a key, and its instant, or nil. Who calls often is found at home, and only who is new is looked for
// everywhere. At home a slot may also have rested: it can be charged like a live one, since whoever wants to give it to
// somebody else has to claim it first. Without the lock find may miss a key that is just coming in, so before one takes a
// slot one looks again with it.
func (s *shard) find(key Key, at place, now int64) (*slot, int64) {
	if slot, tat := s.atHome(key, at); slot != nil {
		if tat != 0 {
			return slot, tat
		}
		return nil, 0 // somebody has claimed it; and a key is in one slot at most
	}
	for _, n := range [...]uint32{at.first, at.second} {
		slots := s.set(n, 0).slots
		for i := range slots {
			if tat, ok := slots[i].has(key); ok && tat > now {
				return &slots[i], tat
			}
		}
	}
	return nil, 0
}

// atHome is the slot of a key, live or not, if it is at home in one of its sets.
func (s *shard) atHome(key Key, at place) (*slot, int64) {
	slot := s.home(at.first, at.home)
	if tat, ok := slot.has(key); ok {
		return slot, tat
	}
	slot = s.home(at.second, at.home)
	if tat, ok := slot.has(key); ok {
		return slot, tat
	}
	return nil, 0
}

// home is the slot of the nth set that a key looks at first.
func (s *shard) home(n, home uint32) *slot {
	set := s.set(n, home)
	return &set.slots[set.home]
}

// forget takes a key's name off slots that have rested. The caller starts again as new, wherever there is room: what lies in
// the reserve is not for the unproven to take again. And a name that stayed would be found later, instead of the caller's
// bucket. It is false when the key has a live slot. The caller holds the lock.
func (s *shard) forget(key Key, at place, now int64) bool {
	for _, set := range [...]set{s.set(at.first, at.home), s.set(at.second, at.home)} {
		for i := range set.slots {
			slot := &set.slots[i]
			if _, ok := slot.has(key); !ok {
				continue
			}
			if !slot.claim(now) {
				return false
			}
			slot.give(Key{}, 0)
		}
	}
	return true
}

// take claims a free slot for a key that has none, or returns nil. It looks where more are free: that keeps the sets evenly
// full, so that strangers are refused when the map is full and not by bad luck long before. The caller holds the lock.
func (s *shard) take(at place, now int64, proven bool) *slot {
	a, b := s.set(at.first, at.home), s.set(at.second, at.home)
	if slot := claimOne(a.slots[:a.open], b.slots[:b.open], a.home, b.home, now); slot != nil || !proven {
		return slot
	}
	return claimOne(a.slots[a.open:], b.slots[b.open:], 0, 0, now)
}

func claimOne(a, b []slot, homeA, homeB uint32, now int64) *slot {
	for {
		slot, free := vacant(a, homeA, now)
		if other, more := vacant(b, homeB, now); more > free {
			slot = other
		}
		if slot == nil || slot.claim(now) {
			return slot
		}
	}
}

// vacant finds a free slot, preferably the home, and counts them.
func vacant(slots []slot, home uint32, now int64) (found *slot, free int) {
	for i := range slots {
		if slots[i].tat.Load() <= now {
			if free++; found == nil || uint32(i) == home {
				found = &slots[i]
			}
		}
	}
	return found, free
}

// recountAt is after how many taken slots they are counted again.
func (s *shard) recountAt() int32 { return int32((len(s.slots) + recountPart - 1) / recountPart) }

// count counts the live slots.
func (s *shard) count(now int64) (live int32) {
	for i := range s.slots {
		if s.slots[i].tat.Load() > now {
			live++
		}
	}
	return live
}
