package ratelimit

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
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
	seed   [3]uint64 // drawn by each process, so that nobody can aim at one shard or set
	start  time.Time // instants count from here, by the monotonic clock
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
	l := &Local{start: time.Now(), limit: int64(maxKeys)}
	l.seed = [...]uint64{rand.Uint64(), rand.Uint64(), rand.Uint64() | 1}
	l.shards = make([]shard, min(maxShards, 1+(maxKeys-1)/shardSize))
	slots, n := make([]slot, maxKeys), len(l.shards)
	for i := range l.shards {
		s := &l.shards[i]
		from, to := i*maxKeys/n, (i+1)*maxKeys/n
		s.init(slots[from:to:to])
	}
	return l, nil
}

// Count decides about a call by this process's clock, and charges for it.
func (l *Local) Count(_ context.Context, c Call) (Verdict, error) { return l.count(l.now(), c) }

func (l *Local) count(now int64, c Call) (Verdict, error) {
	for _, b := range [...]*Bucket{&c.Address, &c.Session} {
		if b.Key != (Key{}) && c.Cost > b.Policy.Burst {
			return Verdict{}, &CostError{Cost: c.Cost, Burst: b.Policy.Burst}
		}
	}
	return l.countBy(now, c, c.Address.Policy, c.Session.Policy)
}

// CountDegraded decides as Count does, but by the degraded policies: it stands in for a shared store that does not answer.
// A call that costs more than a degraded burst is neither refused for ever nor let off: it needs a bucket that has rested,
// and pays in full.
func (l *Local) CountDegraded(c Call) (Verdict, error) {
	v, err := l.countBy(l.now(), c, c.Address.Degraded, c.Session.Degraded)
	v.Mode = DegradedMode
	return v, err
}

// countBy counts by the policies given.
func (l *Local) countBy(now int64, c Call, address, session Policy) (v Verdict, err error) {
	first, problem := address.rule(time.Nanosecond)
	if problem != nil {
		return Verdict{}, problem
	}
	r := request{address: ask{c.Address.Key, &first}, cost: c.Cost, proven: c.Proven}
	if c.Session.Key != (Key{}) {
		second, problem := session.rule(time.Nanosecond)
		if problem != nil {
			return Verdict{}, problem
		}
		r.session = ask{c.Session.Key, &second}
	}
	err = l.decide(now, &r, &v)
	return v, err
}

// request is a Call made ready.
type request struct {
	address, session ask // the zero session: there is none
	cost             int64
	proven           bool
}

// ask is a bucket and the rule that it is held to.
type ask struct {
	key  Key
	rule *rule
}

// now reads the monotonic clock: setting the time of day gives nothing and takes nothing.
func (l *Local) now() int64 { return int64(time.Since(l.start)) }

// decide decides about a request and charges for it.
func (l *Local) decide(now int64, r *request, v *Verdict) error {
	known, err := l.charge(now, r, &r.address, &v.Address)
	switch {
	case err != nil:
		return err
	case !known:
		l.full.Add(1)
		v.Full = true
		return nil
	case r.session.rule == nil:
		return nil
	case !v.Address.Allowed:
		v.HasSession = true
		return l.peek(now, &r.session, r.cost, &v.Session)
	}
	v.HasSession, err = l.charge(now, r, &r.session, &v.Session)
	if err == nil && !v.HasSession {
		l.addressOnly.Add(1)
	}
	return err
}

// charge decides about one bucket and charges it. It is not known when it had no slot and there was none to take.
func (l *Local) charge(now int64, r *request, a *ask, d *Decision) (known bool, err error) {
	s, at := l.find(a.key)
	for {
		slot, tat := s.find(a.key, at, now)
		if slot == nil {
			tat = now // no debt
		}
		err = a.rule.decide(tat, now, r.cost, d)
		switch {
		case !d.Allowed:
			return true, err
		case slot == nil:
			if known, again := l.admit(s, at, now, r.proven, a.key, d.TAT); !again {
				return known, nil
			}
		case slot.tat.CompareAndSwap(tat, d.TAT):
			if tat <= now {
				l.revived(s, now)
			}
			return true, nil
		}
		// Somebody else has charged the bucket meanwhile: decide anew.
	}
}

// admit gives a slot to a key that has none. When it has one after all, everything has to be decided again.
func (l *Local) admit(s *shard, at place, now int64, proven bool, key Key, tat int64) (known, again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slot, _ := s.atHome(key, at)
	if slot == nil || !slot.claim(now) { // it has not just rested there
		if !s.forget(key, at, now) {
			return false, true
		}
		if slot = s.take(at, now, proven); slot == nil {
			return false, false
		}
	}
	slot.give(key, tat)
	l.took(s, now)
	return true, false
}

// peek says what a session would decide, without charging it.
func (l *Local) peek(now int64, a *ask, cost int64, d *Decision) (err error) {
	s, at := l.find(a.key)
	slot, tat := s.find(a.key, at, now)
	if slot == nil || tat <= now {
		tat = now
	}
	if err = a.rule.decide(tat, now, cost, d); d.Allowed { // but not charged: it would still be admitted at once
		*d = Decision{Allowed: true, TAT: tat}
	}
	return err
}

// hash spreads keys by a secret: it multiplies 64 by 64 bits and folds the product, twice, as the runtime's own hash does
// where there is no instruction for it. maphash.Comparable is as good and takes three times as long.
func (l *Local) hash(key Key) uint64 {
	high, low := bits.Mul64(key.hi^l.seed[0], key.lo^l.seed[1])
	high, low = bits.Mul64(high^low, l.seed[2])
	return high ^ low
}

// find says in which shard a key belongs, and where in it. Multiplying a hash by n and keeping what flows over is a number
// below n; what is left is a hash again.
func (l *Local) find(key Key) (*shard, place) {
	n, rest := bits.Mul64(l.hash(key), uint64(len(l.shards)))
	s := &l.shards[n]
	a, rest := bits.Mul64(rest, uint64(s.sets))
	b, rest := bits.Mul64(rest, uint64(s.sets-1))
	if b += a + 1; b >= uint64(s.sets) { // another set than the first, unless there is only one
		b -= uint64(s.sets)
	}
	return s, place{first: uint32(a), second: uint32(b), home: uint32(rest >> 32)}
}

// took notes that a free slot became live. Slots come free without anybody noticing, so the shard's live slots are counted
// again after a 32nd of them has been taken: but for calls that are being counted at that moment, the peak is then never
// below the truth, and never far above it. The caller holds the shard's lock.
func (l *Local) took(s *shard, now int64) {
	l.live.Add(1)
	if s.taken.Add(1) >= s.recountAt() {
		l.recount(s, now)
	}
	l.raisePeak()
}

// revived is took for who found their own slot rested, and so needed no lock.
func (l *Local) revived(s *shard, now int64) {
	l.live.Add(1)
	if s.taken.Add(1) >= s.recountAt() {
		s.mu.Lock()
		l.recount(s, now)
		s.mu.Unlock()
	}
	l.raisePeak()
}

// recount makes a shard's share of the sum exact. The caller holds its lock. What is taken while it counts is counted as
// taken since, maybe a second time, until the next recount.
func (l *Local) recount(s *shard, now int64) {
	taken := s.taken.Load()
	live := s.count(now)
	l.live.Add(int64(live - s.live - taken))
	s.live = live
	s.taken.Add(-taken)
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
