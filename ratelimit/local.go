package ratelimit

import (
	"context"
	"fmt"
	"hash/maphash"
	"math/bits"
	"sync/atomic"
	"time"
)

const (
	maxKeysLimit = 1 << 26 // 1.5 GiB: more is a typing error
	shardSize    = 8192    // slots, at most: enough for shards to be evenly full, few enough to count in microseconds
	maxShards    = 64      // enough locks for any box
)

// Local is a Counter in fixed memory: 24 bytes a key, allocated once. It fails closed to strangers: when every slot they may
// take is live, a caller who is not known yet is refused, and those who are known go on. Local must not be copied.
type Local struct {
	seed   maphash.Seed // drawn by each process, so that nobody can aim at one shard or set
	start  time.Time    // instants count from here, by the monotonic clock
	limit  int64
	shards []shard

	live        atomic.Int64 // sum over the shards of live and taken: never below the truth, at most 1/32 of the limit above
	peak        atomic.Int64
	full        atomic.Int64
	addressOnly atomic.Int64
}

// NewLocal makes a store for maxKeys keys.
func NewLocal(maxKeys int) (*Local, error) {
	if maxKeys < 1 || maxKeys > maxKeysLimit {
		return nil, fmt.Errorf("ratelimit: room for %d keys: want 1 to %d", maxKeys, maxKeysLimit)
	}
	l := &Local{seed: maphash.MakeSeed(), start: time.Now(), limit: int64(maxKeys)}
	l.shards = make([]shard, min(maxShards, 1+(maxKeys-1)/shardSize))
	slots, n := make([]slot, maxKeys), len(l.shards)
	for i := range l.shards {
		s := &l.shards[i]
		from, to := i*maxKeys/n, (i+1)*maxKeys/n
		s.slots = slots[from:to:to]
		s.sets = 1 + (len(s.slots)-1)/setSize
	}
	return l, nil
}

// Count decides about a call by this process's clock, and charges for it.
func (l *Local) Count(_ context.Context, c Call) (Verdict, error) {
	return l.count(l.now(), c)
}

// CountDegraded decides as Count does, but by the degraded policies: it stands in for a shared store that does not answer.
// A call that costs more than a degraded burst is neither refused for ever nor let off: it needs a bucket that has rested,
// and pays in full.
func (l *Local) CountDegraded(c Call) (Verdict, error) {
	v, err := l.count(l.now(), c.degrade())
	v.Mode = DegradedMode
	return v, err
}

// now reads the monotonic clock: setting the time of day gives nothing and takes nothing.
func (l *Local) now() int64 { return int64(time.Since(l.start)) }

func (l *Local) count(now int64, c Call) (v Verdict, err error) {
	address, known, err := l.charge(now, c.Address, &c)
	switch {
	case err != nil:
		return Verdict{}, err
	case !known:
		l.full.Add(1)
		return Verdict{Full: true}, nil
	}
	v.Address = address
	switch {
	case c.Session.Key == Key{}:
		return v, nil
	case !address.Allowed:
		v.Session, err = l.peek(now, c.Session, &c)
		v.HasSession = true
		return v, err
	}
	v.Session, v.HasSession, err = l.charge(now, c.Session, &c)
	if err == nil && !v.HasSession {
		l.addressOnly.Add(1)
	}
	return v, err
}

// charge decides about one bucket and charges it. It is not known when it had no slot and there was none to take.
func (l *Local) charge(now int64, b Bucket, c *Call) (d Decision, known bool, err error) {
	s, first, second := l.find(b.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := s.place(b.Key, first, second, now, c.Proven)
	if slot == nil {
		return Decision{}, false, nil
	}
	rested := slot.free(now)
	// The instant of a free slot may be another key's. It is not in the future, and so says what no instant says: no debt.
	d, err = c.decide(b.Policy, slot.tat, now)
	if err == nil && d.Allowed {
		slot.key, slot.tat = b.Key, d.TAT
		if rested {
			l.took(s, now)
		}
	}
	return d, true, err
}

// peek says what a session would decide, without charging it.
func (l *Local) peek(now int64, b Bucket, c *Call) (Decision, error) {
	s, first, second := l.find(b.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	tat := now
	if slot := s.place(b.Key, first, second, now, true); slot != nil && slot.key == b.Key {
		tat = slot.tat
	}
	d, err := c.decide(b.Policy, tat, now)
	if d.Allowed { // but not charged: it would still be admitted at once
		d = Decision{Allowed: true, TAT: tat}
	}
	return d, err
}

// find says in which shard a key belongs, and in which two sets of it. Multiplying a hash by n and keeping what flows over
// is a number below n; what is left is a hash again.
func (l *Local) find(key Key) (s *shard, first, second int) {
	n, rest := bits.Mul64(maphash.Comparable(l.seed, key), uint64(len(l.shards)))
	s = &l.shards[n]
	a, rest := bits.Mul64(rest, uint64(s.sets))
	b, _ := bits.Mul64(rest, uint64(s.sets-1))
	if b += a + 1; b >= uint64(s.sets) { // another set than the first, unless there is only one
		b -= uint64(s.sets)
	}
	return s, int(a), int(b)
}

// took notes that a free slot became live. Slots come free without anybody noticing, so the shard's live slots are counted
// again after a 32nd of them has been taken: the peak is then never below the truth, and never far above it.
func (l *Local) took(s *shard, now int64) {
	s.taken++
	l.live.Add(1)
	if s.taken*recountPart >= len(s.slots) {
		l.recount(s, now)
	}
	l.raisePeak()
}

// recount makes a shard's share of the sum exact. The caller holds its lock.
func (l *Local) recount(s *shard, now int64) {
	live := s.count(now)
	l.live.Add(int64(live - s.live - s.taken))
	s.live, s.taken = live, 0
}

func (l *Local) raisePeak() {
	live := min(l.live.Load(), l.limit)
	for {
		old := l.peak.Load()
		if old >= live || l.peak.CompareAndSwap(old, live) {
			return
		}
	}
}

// Stats reports how full the store is. It counts every slot, which takes a few milliseconds for a million of them, and
// stops no caller for more than a shard's share of that.
func (l *Local) Stats() Stats { return l.stats(l.now()) }

func (l *Local) stats(now int64) Stats {
	st := Stats{Limit: l.limit, Full: l.full.Load(), AddressOnly: l.addressOnly.Load()}
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		l.recount(s, now)
		st.InUse += int64(s.live)
		s.mu.Unlock()
	}
	st.Peak = l.peak.Load()
	return st
}

// Stats is how full a Local is.
type Stats struct {
	InUse int64 // live keys, counted now
	Peak  int64 // most of them at once since the start; up to 1/32 of the limit too high, never too low
	Limit int64 // room for so many, the reserve for proven callers included
	Full  int64 // calls refused with limiter_full
	// AddressOnly counts calls that the address alone decided, because there was no room for the session.
	AddressOnly int64
}

// NearlyFull is the alarm: four fifths of the room are in use, so that strangers will soon be refused.
func (s Stats) NearlyFull() bool { return s.InUse*5 >= s.Limit*4 }
