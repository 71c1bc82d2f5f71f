package ratelimit

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"time"
)

const (
	hottest   = 10          // so many keys are shown
	followed  = 64          // so many are followed, to be sure of those
	allOf     = 1024        // the first decisions of a sort are all looked at,
	oneOf     = 128         // and then one of so many
	halfTime  = time.Minute // what was counted loses half its weight in this time
	shownHash = 8           // bytes of a key's hash
)

// Hot is a key with many calls.
type Hot struct {
	Class string
	Kind  Kind
	// Key is a hash under a secret of this Limiter: equal for the same caller in all classes, and of no use after a restart.
	Key string
	// N is about how many decisions there were in the last minute or two: the past loses half its weight every minute. It is
	// a sample, and rather too low than too high.
	N int64
}

// hot knows the keys with the most calls lately, those admitted and those refused, in fixed memory.
type hot struct {
	secret [sha256.Size]byte
	start  time.Time
	lists  [outcomeFull]*sketch
}

func newHot() hot {
	h := hot{start: time.Now()}
	rand.Read(h.secret[:])
	for o := range h.lists {
		h.lists[o] = new(sketch)
	}
	return h
}

// sample says how much the nth decision of a sort weighs: nothing, most of the time, so that counting costs nanoseconds.
func sample(n int64) int64 {
	switch {
	case n <= allOf:
		return 1
	case n%oneOf == 0:
		return oneOf
	}
	return 0
}

// add is not worth waiting for: what two callers bring at the same moment is counted once.
func (h *hot) add(o outcome, key Key, weight int64) {
	s := h.lists[o]
	if !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	s.fade(time.Since(h.start))
	s.add(key, weight)
}

// sketch follows the heaviest keys of a stream by the Space-Saving algorithm: a key that is not followed takes the place of
// the lightest one and inherits its count as its possible error. So whoever has more than a 64th of all weight is followed,
// whatever the others do.
type sketch struct {
	mu     sync.Mutex
	faded  time.Duration    // guarded by mu; since the start, when the counts were last halved
	keys   [followed]Key    // guarded by mu
	counts [followed]weight // guarded by mu
}

// weight is a count, and how much of it may be others'.
type weight struct{ n, inherited int64 }

func (s *sketch) add(key Key, n int64) {
	i := slices.Index(s.keys[:], key)
	if i < 0 {
		i = s.lightest()
		s.keys[i], s.counts[i].inherited = key, s.counts[i].n
	}
	s.counts[i].n += n
}

func (s *sketch) lightest() (least int) {
	for i := range s.counts {
		if s.counts[i].n < s.counts[least].n {
			least = i
		}
	}
	return least
}

// fade halves all counts for every minute that has passed.
func (s *sketch) fade(now time.Duration) {
	times := (now - s.faded) / halfTime
	if times <= 0 {
		return
	}
	s.faded += times * halfTime
	for i := range s.counts {
		s.counts[i].n >>= min(times, 63)
		s.counts[i].inherited >>= min(times, 63)
	}
}

// Hottest reports the keys with the most calls lately, the hottest first: ten that were admitted and ten that were refused.
func (l *Limiter) Hottest() (admitted, refused []Hot) {
	return l.hottest(outcomeAllowed), l.hottest(outcomeRefused)
}

func (l *Limiter) hottest(o outcome) []Hot {
	var all []Hot
	for key, n := range l.hot.lists[o].snapshot(time.Since(l.hot.start)) {
		all = append(all, Hot{Class: l.order[key.class()].Name, Kind: key.Kind(), Key: l.hot.hash(key), N: n})
	}
	slices.SortFunc(all, func(a, b Hot) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Key, b.Key))
	})
	return all[:min(len(all), hottest)]
}

// snapshot is what is certain about each key.
func (s *sketch) snapshot(now time.Duration) map[Key]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fade(now)
	all := make(map[Key]int64, followed)
	for i, c := range s.counts {
		if c.n > c.inherited {
			all[s.keys[i]] = c.n - c.inherited
		}
	}
	return all
}

func (h *hot) hash(key Key) string {
	sum := sha256.Sum256(key.AppendTo(append([]byte("hot/1"), h.secret[:]...)))
	return hex.EncodeToString(sum[:shownHash])
}
