package ratelimit

import (
	"sync"
	"testing"
	"time"
)

// Slots rest within microseconds and change hands all the time, while they are charged without a lock: a charge that went to
// another key's slot, or was lost, would be a call too many.
func TestLocal_ChargesTheRightSlotWhileSlotsChangeHands(t *testing.T) {
	const keys, callers, rounds = 48, 8, 20_000
	l, p := newLocal(t, 60), policy(t, "100000/s:3")
	var admitted [keys][callers]int64
	var all sync.WaitGroup
	start := time.Now()
	for i := range callers {
		all.Go(func() {
			for n := range rounds {
				key := uint64(n*(i+1)) % keys
				v, err := l.Count(t.Context(), stranger(key, p))
				if err != nil {
					t.Error(err)
					return
				}
				if v.Address.Allowed {
					admitted[key][i]++
				}
			}
		})
	}
	all.Wait()
	took, total := time.Since(start), int64(0)
	for key := range admitted {
		sum := int64(0)
		for _, n := range admitted[key] {
			sum += n
		}
		if most := 3 + int64(took/(10*time.Microsecond)); sum > most {
			t.Errorf("key %d: %d calls admitted in %v, want at most %d", key, sum, took, most)
		}
		total += sum
	}
	if total < keys {
		t.Errorf("%d calls admitted in all", total)
	}
}

// Racing for one bucket from the start, by one instant: exactly the burst gets through.
func TestLocal_AdmitsExactlyTheBurstToARace(t *testing.T) {
	for range 200 {
		l, p := newLocal(t, 1000), policy(t, "1/h:5")
		var all sync.WaitGroup
		var admitted [8]int
		for i := range admitted {
			all.Go(func() {
				for range 3 {
					if v, err := l.count(0, stranger(1, p)); err == nil && v.Address.Allowed {
						admitted[i]++
					}
				}
			})
		}
		all.Wait()
		sum := 0
		for _, n := range admitted {
			sum += n
		}
		if st := l.stats(0); sum != 5 || st.InUse != 1 {
			t.Fatalf("%d of 24 calls admitted and %d slots in use, want 5 and 1", sum, st.InUse)
		}
	}
}

func TestLocal_FindsACallerWhoHasRestedWhereTheyWere(t *testing.T) {
	l, p := newLocal(t, 1000), policy(t, "1/s:1")
	for second := range time.Duration(100) {
		if v := count(t, l, second*time.Second, stranger(7, p)); !v.Address.Allowed {
			t.Fatalf("after %d s: %+v", second, v)
		}
	}
	named := 0
	for i := range l.shards[0].slots {
		if _, ok := l.shards[0].slots[i].has(stranger(7, p).Address.Key); ok {
			named++
		}
	}
	if named != 1 {
		t.Errorf("the caller's name is on %d slots, want one", named)
	}
	if st := l.stats(int64(99 * time.Second)); st.InUse != 1 || st.Peak < 1 || st.Peak > 1+1000/recountPart {
		t.Errorf("%d slots in use, %d at most; want 1, and a 32nd of the room more at most", st.InUse, st.Peak)
	}
}

// Who comes back is as good as who stays: a shard's lock, held by somebody who is coming in, is not in their way.
func TestLocal_ChargesWhoHasRestedWithoutTheLock(t *testing.T) {
	l, p := newLocal(t, 1000), policy(t, "1/s:1")
	count(t, l, 0, stranger(7, p))
	l.shards[0].mu.Lock()
	defer l.shards[0].mu.Unlock()
	answered := make(chan Verdict, 1)
	go func() {
		v, _ := l.count(int64(time.Minute), stranger(7, p))
		answered <- v
	}()
	select {
	case v := <-answered:
		if !v.Address.Allowed {
			t.Errorf("a rested caller was refused: %+v", v)
		}
	case <-time.After(5 * time.Second):
		t.Error("a rested caller waits for the lock")
	}
}
