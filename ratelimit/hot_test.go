package ratelimit

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimiter_NamesTheTenHottestAsHashes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimiter(t, 1)
		for n := range 20 { // the nth makes n calls of auth, of which 3 are admitted
			times(t, l, n, "auth", caller(t, fmt.Sprintf("192.0.2.%d", n), ""), 1)
		}
		times(t, l, 5, "read", caller(t, "192.0.2.19", "alice"), 1)
		admitted, refused := l.Hottest()
		if len(admitted) != 10 || len(refused) != 10 {
			t.Fatalf("%d and %d keys, want ten each", len(admitted), len(refused))
		}
		for i, h := range refused {
			if want := int64(16 - i); h.N != want || h.Class != "auth" || h.Kind != AddressKind {
				t.Errorf("refused number %d: %+v, want an address with %d", i+1, h, want)
			}
		}
		home, alice := admitted[0], admitted[1]
		if home.Kind == SessionKind {
			home, alice = alice, home
		}
		if home.Key != refused[0].Key || home.N != 5 || alice.N != 5 || alice.Kind != SessionKind || alice.Class != "read" {
			t.Errorf("admitted: %+v and %+v, want alice and her address, by the same hash as in the other list", home, alice)
		}
		seen := make(map[string]bool)
		for _, h := range refused {
			if len(h.Key) != 2*shownHash || seen[h.Key] || strings.Contains(fmt.Sprint(h), "192.0.2") {
				t.Errorf("%+v: want a hash that tells callers apart and nothing else", h)
			}
			seen[h.Key] = true
		}
		other := newLimiter(t, 1)
		times(t, other, 5, "read", caller(t, "192.0.2.19", ""), 1)
		if again, _ := other.Hottest(); again[0].Key == home.Key {
			t.Error("another limiter shows the same hash: it is not keyed")
		}
	})
}

func TestLimiter_TheHottestCoolDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, who := newLimiter(t, 1), caller(t, "192.0.2.1", "")
		times(t, l, 100, "read", who, 1)
		for want := int64(100); want > 0; want /= 2 {
			if admitted, refused := l.Hottest(); len(admitted) != 1 || admitted[0].N != want || len(refused) != 0 {
				t.Fatalf("%+v and %+v, want one key with %d", admitted, refused, want)
			}
			time.Sleep(halfTime)
		}
		if admitted, _ := l.Hottest(); len(admitted) != 0 {
			t.Errorf("%+v, want nobody", admitted)
		}
	})
}

func TestLimiter_FindsTheHottestInAFloodOfStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := New(Config{Classes: []Class{{Name: "read", Policy: policy(t, "1000000/s")}}}, newLocal(t, 1<<20))
		if err != nil {
			t.Fatal(err)
		}
		random, rude := rand.New(rand.NewPCG(7, 8)), caller(t, "192.0.2.1", "")
		for n := range uint64(200_000) {
			who := Caller{Address: stranger(n, Policy{}).Address.Key}
			if random.IntN(20) == 0 {
				who = rude
			}
			if _, err := l.Allow(t.Context(), "read", who, 1); err != nil {
				t.Fatal(err)
			}
		}
		admitted, _ := l.Hottest()
		if got := admitted[0]; got.Key != l.hot.hash(rude.Address) || got.N < 6000 || got.N > 12_000 {
			t.Errorf("the hottest is %+v, want the one with a twentieth of 200,000 calls", got)
		}
		if len(admitted) > 1 && admitted[1].N > 1000 {
			t.Errorf("next is %+v, want strangers to be shown as what they are", admitted[1])
		}
	})
}

func TestLimiter_TheHottestAreReadWhileCallersCall(t *testing.T) {
	l := newLimiter(t, 1)
	var all sync.WaitGroup
	for n := range 8 {
		who := caller(t, fmt.Sprintf("192.0.2.%d", n), "")
		all.Go(func() {
			for i := range 2000 {
				l.Allow(t.Context(), "read", who, 1)
				if i%100 == 0 {
					l.Hottest()
				}
			}
		})
	}
	all.Wait()
	if admitted, refused := l.Hottest(); len(admitted) == 0 || len(refused) == 0 {
		t.Errorf("%+v and %+v, want callers in both", admitted, refused)
	}
}
