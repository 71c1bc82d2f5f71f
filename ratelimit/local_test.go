package ratelimit

import (
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"
)

func newLocal(t testing.TB, maxKeys int) *Local {
	t.Helper()
	l, err := NewLocal(maxKeys)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// stranger is a call from the nth address of a great many, without a session.
func stranger(n uint64, p Policy) Call {
	return Call{Address: Bucket{Key: Key{hi: tagIPv6 << tagShift, lo: n}, Policy: p}, Cost: 1}
}

// player is a call from the nth address with the nth session.
func player(n uint64, p Policy) Call {
	c := stranger(n, p)
	c.Session = Bucket{Key: Key{hi: tagSession << tagShift, lo: n}, Policy: p}
	c.Proven = true
	return c
}

// count asks the store at a given instant.
func count(t testing.TB, l *Local, now time.Duration, c Call) Verdict {
	t.Helper()
	v, err := l.count(int64(now), c)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestLocal_FiveMillionRandomKeysDisplaceNobody(t *testing.T) {
	keys := uint64(5_000_000)
	if testing.Short() || raced && os.Getenv("FULLHOUSE_FULL") == "" {
		keys = 250_000 // fills the map twice over; all of them run without the race detector, and in make test-full
	}
	const maxKeys, known = 131_072, 1000
	l, p := newLocal(t, maxKeys), policy(t, "1/h:2")
	for n := range uint64(known) { // callers who have used up their burst before the flood
		for range 2 {
			if v := count(t, l, 0, player(n, p)); !v.Address.Allowed || !v.Session.Allowed {
				t.Fatalf("caller %d within the burst: %+v", n, v)
			}
		}
	}

	before := heap()
	random, admitted, full := rand.New(rand.NewPCG(1, 2)), int64(0), int64(0)
	for i := range keys {
		switch v := count(t, l, time.Second, stranger(known+random.Uint64()>>1, p)); {
		case v.Full:
			full++
		case v.Address.Allowed && v.Address.Remaining == 1:
			admitted++
		default:
			t.Fatalf("key %d: %+v, want a fresh bucket or none", i, v)
		}
		if i%1000 == 0 {
			if v := count(t, l, time.Second, player(i/1000%known, p)); v.Full || v.Address.Allowed {
				t.Fatalf("after %d keys caller %d got %+v, want the bucket that was used up", i, i/1000%known, v)
			}
		}
	}
	if after := heap(); after > before+64<<10 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}

	st := l.stats(int64(time.Second))
	if admitted+full != int64(keys) || st.Full != full || full == 0 {
		t.Errorf("of %d keys %d were admitted and %d refused, counted %d", keys, admitted, full, st.Full)
	}
	if st.InUse != admitted+2*known {
		t.Errorf("%d buckets are live for %d admitted callers: somebody passed unmetered", st.InUse, admitted+2*known)
	}
	if open := int64(maxKeys) * 9 / 10; st.InUse > open || st.InUse < open*99/100 || !st.NearlyFull() || st.Peak < st.InUse {
		t.Errorf("%+v, want %d in use: everything but the reserve", st, open)
	}
	for n := range uint64(2000) {
		if v := count(t, l, time.Second, player(1<<63+n, p)); v.Full || !v.Address.Allowed || !v.HasSession || !v.Session.Allowed {
			t.Fatalf("player %d comes in while the map is full: %+v, want both buckets from the reserve", n, v)
		}
	}
	for n := range uint64(known) {
		if v := count(t, l, time.Second, player(n, p)); v.Full || v.Address.Allowed {
			t.Fatalf("caller %d after the flood: %+v, want the bucket that was used up", n, v)
		}
	}
}

func TestLocal_MemoryAfterAWeekIsWhatItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, p := newLocal(t, 4096), policy(t, "30/min:10")
		before := heap()
		for n := range uint64(7 * 24 * 60 * 3) { // 30 new callers a minute, three calls each, all rested after six seconds
			for range 3 {
				if v, err := l.Count(t.Context(), stranger(n, p)); err != nil || !v.Address.Allowed {
					t.Fatalf("caller %d: %+v, %v, want room: nobody else is live", n, v, err)
				}
			}
			time.Sleep(20 * time.Second)
		}
		if after := heap(); after > before+64<<10 {
			t.Errorf("the heap grew from %d to %d bytes", before, after)
		}
		if st := l.Stats(); st.InUse != 0 || st.Full != 0 || st.Peak > 4096/recountPart+64 {
			t.Errorf("after a week with two live keys at a time: %+v", st)
		}
	})
}

func TestLocal_AnExpiredSlotIsReused(t *testing.T) {
	l, p := newLocal(t, 1), policy(t, "1/s")
	for n := range uint64(100) {
		now := time.Duration(n) * time.Second
		if v := count(t, l, now, stranger(n, p)); !v.Address.Allowed {
			t.Fatalf("caller %d: %+v, want the slot that has just come free", n, v)
		}
		if v := count(t, l, now+time.Second-1, stranger(n+1, p)); !v.Full {
			t.Fatalf("caller %d a moment too early: %+v, want no room", n+1, v)
		}
	}
}

func TestLocal_AStrangerIsRefusedWhenTheMapIsFullAndNotBefore(t *testing.T) {
	for _, maxKeys := range []int{1, 2, 9, 10, 11, 40, 41, 100, 1000, 2049, 131_072} {
		l, p := newLocal(t, maxKeys), policy(t, "1/h")
		n := uint64(0)
		for ; !count(t, l, 0, stranger(n, p)).Full; n++ {
		}
		st := l.stats(0)
		if st.Limit != int64(maxKeys) || st.InUse != int64(n) {
			t.Errorf("room for %d keys: %+v after %d callers", maxKeys, st, n)
		}
		open := max(1, uint64(maxKeys*9/10))
		if n > open || maxKeys <= setSize && n < open {
			t.Errorf("room for %d keys: the first stranger was refused after %d, want %d", maxKeys, n, open)
		}
		if maxKeys >= 1000 && !st.NearlyFull() {
			t.Errorf("room for %d keys: a stranger was refused after %d, before the alarm", maxKeys, n)
		}
	}
}

func TestLocal_AKeyThatLiesBehindFreeSlotsIsStillFound(t *testing.T) {
	l, p := newLocal(t, setSize), policy(t, "1/h:2")
	brief := policy(t, "1/s")
	for n := range uint64(35) {
		count(t, l, 0, stranger(n, brief))
	}
	count(t, l, 0, stranger(35, p))
	for n := range uint64(3) { // now all slots before and behind it are free
		if v := count(t, l, time.Minute, stranger(35, p)); v.Address.Remaining != 0 || v.Address.Allowed != (n == 0) {
			t.Errorf("call %d of the only live key: %+v, want its own bucket", n+2, v)
		}
	}
	if st := l.stats(int64(time.Minute)); st.InUse != 1 {
		t.Errorf("%d slots are live, want 1", st.InUse)
	}
}

func TestLocal_AFullMapLetsKnownAddressesGoOnWithoutTheirSessions(t *testing.T) {
	l, p := newLocal(t, 10), policy(t, "2/h")
	for n := range uint64(9) {
		count(t, l, 0, stranger(n, p))
	}
	count(t, l, 0, player(100, p)) // the address takes the one slot of the reserve
	v := count(t, l, 0, player(100, p))
	if v.Full || !v.Address.Allowed || v.HasSession {
		t.Errorf("address known, session unknown, map full: %+v, want the address to decide alone", v)
	}
	if v = count(t, l, 0, player(100, p)); v.Address.Allowed {
		t.Errorf("the third call: %+v, want the address to refuse", v)
	}
	if v = count(t, l, 0, player(101, p)); !v.Full {
		t.Errorf("a player from an unknown address, reserve taken: %+v, want no room", v)
	}
	if v = count(t, l, 0, stranger(100, p)); v.Full || v.Address.Allowed {
		t.Errorf("the same address without a cookie: %+v, want the bucket that is used up", v)
	}
	if st := l.stats(0); st.AddressOnly != 2 || st.Full != 1 || st.InUse != 10 || st.Peak != 10 {
		t.Errorf("%+v, want 2 calls by the address alone, 1 refused, 10 in use", st)
	}
}

func TestLocal_ARestedSlotOfTheReserveIsNotAStrangersToTake(t *testing.T) {
	l, p := newLocal(t, 10), policy(t, "1/h")
	brief := policy(t, "1/s")
	for n := range uint64(9) {
		count(t, l, 0, stranger(n, p))
	}
	cookie := player(100, brief)
	cookie.Session = Bucket{}
	if v := count(t, l, 0, cookie); v.Full {
		t.Fatalf("a proven caller: %+v, want the reserve", v)
	}
	if v := count(t, l, time.Minute, stranger(100, brief)); !v.Full {
		t.Errorf("the same address without a cookie a minute later: %+v, want no room", v)
	}
	if v := count(t, l, time.Minute, player(101, brief)); v.Full {
		t.Errorf("the next proven caller: %+v, want the reserve", v)
	}
}

func TestLocal_ACallerWhoComesBackHasOneBucketOnly(t *testing.T) {
	l, p := newLocal(t, setSize), policy(t, "1/s:2")
	count(t, l, 0, stranger(0, policy(t, "1/10s")))
	count(t, l, 0, stranger(1, p))
	for n := range 3 { // a minute later all slots are free, and the caller comes to lie in another one
		if v := count(t, l, time.Minute, stranger(1, p)); v.Address.Allowed != (n < 2) {
			t.Errorf("call %d after a minute: %+v, want two admitted", n+1, v)
		}
	}
	if v := count(t, l, time.Second/2, stranger(1, p)); v.Address.Allowed {
		t.Errorf("the clock goes back to the first call: %+v, want the bucket that is used up a minute later", v)
	}
}

func TestLocal_StatsSayHowFullItIsAndHowFullItWas(t *testing.T) {
	l, p := newLocal(t, 10_000), policy(t, "1/min")
	for n := range uint64(8000) {
		if n%1000 == 0 {
			if st := l.stats(0); st.InUse != int64(n) || st.NearlyFull() {
				t.Errorf("after %d keys: %+v", n, st)
			}
		}
		count(t, l, 0, stranger(n, p))
	}
	if st := l.stats(0); st.InUse != 8000 || st.Peak != 8000 || !st.NearlyFull() {
		t.Errorf("after 8000 keys: %+v, want 8000 in use and the alarm", st)
	}
	for n := range uint64(5000) { // the shards notice only now that the first lot has rested
		count(t, l, time.Hour, stranger(n, p))
	}
	if st := l.stats(int64(time.Hour)); st.InUse != 5000 || st.Peak < 8000 || st.Peak > 8000+10_000/recountPart+5 || st.NearlyFull() {
		t.Errorf("an hour later with 5000 keys: %+v", st)
	}
}

func TestLocal_TakesAtMost32BytesAKey(t *testing.T) {
	const maxKeys = 131_072
	before := heap()
	l := newLocal(t, maxKeys)
	if got := heap() - before; got > 32*maxKeys {
		t.Errorf("%d bytes for %d keys: %.1f each, want at most 32", got, maxKeys, float64(got)/maxKeys)
	}
	if got := unsafe.Sizeof(shard{}); got != 64 {
		t.Errorf("a shard's head is %d bytes, want a cache line", got)
	}
	runtime.KeepAlive(l)
}

func TestLocal_RefusesNonsense(t *testing.T) {
	for _, n := range []int{0, -1, maxKeysLimit + 1} {
		if l, err := NewLocal(n); err == nil {
			t.Errorf("NewLocal(%d) = %v, want a refusal", n, l)
		}
	}
}

func TestLocal_SixtyFourCallersAtOnceGetExactlyTheBurst(t *testing.T) {
	l, p := newLocal(t, 1000), policy(t, "1/h:500")
	var address, session, shared atomic.Int64
	var all sync.WaitGroup
	for n := range uint64(64) {
		all.Go(func() {
			for i := range uint64(200) {
				c := player(n%8, p) // eight sessions behind one address with ten times the room
				c.Address = Bucket{Key: stranger(99, p).Address.Key, Policy: Policy{1, time.Hour, 5000}}
				switch v := count(t, l, 0, c); {
				case !v.Address.Allowed:
				case v.Session.Allowed:
					session.Add(1)
					fallthrough
				default:
					address.Add(1)
				}
				if v := count(t, l, 0, stranger(1000+i%4, p)); v.Address.Allowed {
					shared.Add(1)
				}
				if i%100 == 0 {
					l.stats(0)
				}
			}
		})
	}
	all.Wait()
	if got := address.Load(); got != 5000 {
		t.Errorf("the address admitted %d calls, want its burst of 5000", got)
	}
	if got := session.Load(); got > 8*500 || got < 3000 {
		t.Errorf("eight sessions admitted %d calls, want at most eight bursts of 500", got)
	}
	if got := shared.Load(); got != 4*500 {
		t.Errorf("four addresses admitted %d calls, want four bursts of 500", got)
	}
}
