package auth_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
)

// counter is a gate that counts who has passed.
type counter struct {
	auth.Gate
	n atomic.Int64
}

func (c *counter) Acquire(ctx context.Context) (func(), error) {
	release, err := c.Gate.Acquire(ctx)
	if err == nil {
		c.n.Add(1)
	}
	return release, err
}

// counted counts the hashes from now on.
func (w *world) counted(t testing.TB) *counter {
	t.Helper()
	c := &counter{Gate: w.deps.Gate}
	w.deps.Gate = c
	w.open(t)
	return c
}

// Five hundred logins come at once, at the full cost of a hash.
func TestHash_UnderAFloodAtMostThePermitsRunAndMemoryStaysFlat(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	const permits = 2
	gate := capacity.NewGate("cpu_busy", permits, 50*time.Millisecond)
	w.deps.Gate, w.cfg.Cost = gate, auth.Cost{}
	w.open(t)
	base := heap()
	var busy, wrong atomic.Int64
	var all sync.WaitGroup
	stop, watched := make(chan struct{}), make(chan uint64)
	go watch(stop, watched)
	for i := range 500 {
		all.Go(func() {
			_, err := w.Login(t.Context(), visit("192.0.2."+strings.Repeat("1", 1+i%3)), "nobody "+string(rune('a'+i%26))+string(rune('a'+i/26)), password)
			switch code(err) {
			case "cpu_busy":
				busy.Add(1)
			case "bad_credentials":
				wrong.Add(1)
			default:
				t.Errorf("login: %v", err)
			}
		})
	}
	all.Wait()
	close(stop)
	peak := <-watched
	if s := gate.Stats(); s.Peak > permits || s.InUse != 0 || s.Refused != busy.Load() || s.Refused == 0 {
		t.Errorf("gate = %+v, want at most %d at once, none left, and the others refused", s, permits)
	}
	// A block a permit, and as much again that the collector has not come to yet.
	if limit := base + 4*permits*19<<20; peak > limit {
		t.Errorf("heap of %d MiB at its peak, want at most %d", peak>>20, limit>>20)
	}
	t.Logf("%d hashed, %d refused, heap %d MiB at its peak", wrong.Load(), busy.Load(), peak>>20)
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// watch reports the largest heap that it saw.
func watch(stop chan struct{}, watched chan uint64) {
	var peak uint64
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			peak = max(peak, heap())
		case <-stop:
			watched <- peak
			return
		}
	}
}

func TestLogin_RefusesAMegabyteOfPasswordBeforeHashing(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	counting := w.counted(t)
	w.accounts.asked.Store(0)
	for name, typed := range map[string]string{
		"a megabyte": strings.Repeat("a", 1<<20),
		// One character becomes eighteen.
		"what grows": strings.Repeat("\ufdfa", 100),
		"too short":  "short",
		"not text":   strings.Repeat("\xff", 20),
	} {
		in, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", typed)
		refused(t, name, in, err, auth.ErrBadCredentials)
	}
	if n, asked := counting.n.Load(), w.accounts.asked.Load(); n != 0 || asked != 0 {
		t.Errorf("%d hashes and %d looks, want none", n, asked)
	}
}

func TestPassword_IsTheSameHoweverTheKeyboardWritesIt(t *testing.T) {
	w := newWorld(t)
	r := auth.Registration{Name: "Alice", Password: "pa\u0301ssw\u00f6rd\u00b2"} // a and an accent apart, a raised 2
	if _, err := w.Register(t.Context(), visit("192.0.2.1"), nil, r); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Login(t.Context(), visit("192.0.2.1"), "alice", "p\u00e1sswo\u0308rd2"); err != nil {
		t.Errorf("composed the other way: %v", err)
	}
}

func TestPassword_MayBe128CharactersLongInAnyScript(t *testing.T) {
	w := newWorld(t)
	for name, one := range map[string]string{"Alice": "a", "Bob": "\U0001f0cf", "Carol": "\u1112\u1161\u11ab"} { // the last is one syllable
		if _, err := w.Register(t.Context(), visit("192.0.2.1"), nil, auth.Registration{Name: name, Password: strings.Repeat(one, 128)}); err != nil {
			t.Errorf("128 times %q: %v", one, err)
		}
		in, err := w.Register(t.Context(), visit("192.0.2.1"), nil, auth.Registration{Name: name + " too", Password: strings.Repeat(one, 129)})
		if code(err) != "bad_request" || in.Token != "" {
			t.Errorf("129 times %q: %v, want bad_request", one, err)
		}
	}
}

// impatient is a gate whose caller hangs up as soon as the permit is there.
type impatient struct {
	auth.Gate
	hangUp context.CancelFunc
	held   time.Duration
}

func (g *impatient) Acquire(ctx context.Context) (func(), error) {
	release, err := g.Gate.Acquire(ctx)
	since := time.Now()
	g.hangUp()
	return func() {
		g.held = time.Since(since)
		release()
	}, err
}

func TestHash_HoldsItsPermitUntilTheWorkIsDoneWhoeverHangsUp(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	ctx, cancel := context.WithCancel(t.Context())
	gate := &impatient{Gate: w.deps.Gate, hangUp: cancel}
	w.deps.Gate, w.cfg.Cost = gate, auth.Cost{MemoryKiB: 64 << 10, Passes: 2, Threads: 1}
	w.open(t)
	if _, err := w.Login(ctx, visit("192.0.2.2"), "nobody", password); !errors.Is(err, auth.ErrBadCredentials) {
		t.Errorf("error = %v, want the answer that nobody waits for", err)
	}
	if gate.held < 10*time.Millisecond { // 64 MiB are written twice
		t.Errorf("the permit was held for %v, want the whole of the work", gate.held)
	}
}

func TestHash_OfAnotherCostIsReplacedAtTheNextSignIn(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	kept := func() string {
		t.Helper()
		_, hash, err := w.accounts.FindPassword(t.Context(), auth.ByID, alice.ID)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	old := kept()
	if !strings.HasPrefix(old, "$argon2id$v=19$m=8,t=1,p=1$") {
		t.Errorf("kept as %q", old)
	}
	if _, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password); err != nil || kept() != old {
		t.Errorf("at the same cost: %v, kept as %q, want it unchanged", err, kept())
	}
	w.cfg.Cost.MemoryKiB = 16
	w.open(t)
	if _, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", "wrong password"); !errors.Is(err, auth.ErrBadCredentials) || kept() != old {
		t.Errorf("a wrong password: %v, kept as %q, want it unchanged", err, kept())
	}
	for range 2 {
		if _, err := w.Login(t.Context(), visit("192.0.2.2"), "alice", password); err != nil {
			t.Errorf("at another cost: %v", err)
		}
	}
	if got := kept(); !strings.HasPrefix(got, "$argon2id$v=19$m=16,t=1,p=1$") {
		t.Errorf("kept as %q, want it at the new cost", got)
	}
}

func TestHash_WithoutAPermitNobodyIsLetIn(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	gate := capacity.NewGate("cpu_busy", 1, 0)
	w.deps.Gate = gate
	w.open(t)
	release, err := gate.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for what, try := range map[string]func() (auth.SignedIn, error){
		"login": func() (auth.SignedIn, error) { return w.Login(t.Context(), visit("192.0.2.2"), "alice", password) },
		"register": func() (auth.SignedIn, error) {
			return w.Register(t.Context(), visit("192.0.2.2"), nil, auth.Registration{Name: "Bob", Password: password})
		},
		"change": func() (auth.SignedIn, error) {
			return w.ChangePassword(t.Context(), visit("192.0.2.2"), alice.Identity, password, "another one")
		},
	} {
		if in, err := try(); code(err) != "cpu_busy" || in.Token != "" {
			t.Errorf("%s: %+v, %v, want cpu_busy", what, in, err)
		}
	}
}
