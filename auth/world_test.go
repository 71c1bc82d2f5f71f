package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
)

var serverKey = []byte(strings.Repeat("k", 32))

// cheap hashes take microseconds.
var cheap = auth.Cost{MemoryKiB: 8, Passes: 1, Threads: 1}

// world is a door with everything behind it in memory.
type world struct {
	*auth.Door
	cfg      auth.Config
	deps     auth.Deps
	accounts *accounts
	quota    *allowances
	mails    *outbox
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{accounts: &accounts{Accounts: storetest.NewModel()}, quota: &allowances{}, mails: &outbox{}}
	w.cfg = auth.Config{SessionTTL: time.Hour, StartingChips: 10_000, PublicURL: "https://poker.example.org/", Cost: cheap}
	names := ratelimit.NewSessions(serverKey)
	w.deps = auth.Deps{Accounts: w.accounts, Gate: capacity.NewGate("cpu_busy", 2, time.Minute), Quota: w.quota, Mail: w.mails,
		Throttle: auth.Throttled(limiter(t), names), Key: serverKey}
	w.open(t)
	return w
}

// limiter holds to the classes of this package and has room for many keys.
func limiter(t testing.TB) *ratelimit.Limiter {
	t.Helper()
	keys, err := ratelimit.NewLocal(1 << 14)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ratelimit.New(ratelimit.Config{Classes: auth.Classes()}, keys)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// open makes the door anew, from what the test has changed.
func (w *world) open(t testing.TB) {
	t.Helper()
	door, err := auth.New(w.cfg, w.deps)
	if err != nil {
		t.Fatal(err)
	}
	w.Door = door
}

// settle waits for what callers do not, and opens the door again.
func (w *world) settle(t testing.TB) {
	t.Helper()
	w.Close()
	w.open(t)
}

// guest lets one in.
func (w *world) guest(t testing.TB) auth.SignedIn {
	t.Helper()
	in, err := w.Guest(t.Context(), visit("192.0.2.1"))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

const password = "correct horse"

// alice registers.
func (w *world) alice(t testing.TB) auth.SignedIn {
	t.Helper()
	in, err := w.Register(t.Context(), visit("192.0.2.1"), nil, auth.Registration{Name: "Alice", Email: "alice@example.org", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// visit is from an address, by a browser without a device cookie.
func visit(from string) auth.Visit {
	key, err := ratelimit.AddressKey(netip.MustParseAddr(from))
	if err != nil {
		panic(err)
	}
	return auth.Visit{From: key, Address: "hash of " + from, Agent: "a browser"}
}

// known is a visit by a device that has signed in before.
func known(from string, in auth.SignedIn) auth.Visit {
	v := visit(from)
	v.Device = in.Device
	return v
}

// refused wants an error of a kind, and nothing else that the caller could use.
func refused(t testing.TB, what string, in auth.SignedIn, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error = %v, want %v", what, err, want)
	}
	if in.Token != "" || in.Device != "" || in.Session != "" || in.ID != "" {
		t.Errorf("%s: let in with %+v", what, in)
	}
}

// code is what the wire calls an error.
func code(err error) string {
	if coded, ok := errors.AsType[interface {
		error
		Code() string
	}](err); ok {
		return coded.Code()
	}
	return fmt.Sprint(err)
}

// accounts is a model that counts what it is asked, and fails when it is told to.
type accounts struct {
	auth.Accounts
	asked atomic.Int64
	taken atomic.Int64                  // so many names are still refused
	gate  atomic.Pointer[chan struct{}] // while there is one, looks for an account wait for it
	fail  error                         // what every call but those of resets answers, when not nil; set it before the calls
}

func (a *accounts) AddGuest(ctx context.Context, who auth.Account, chips int64, s auth.Session, charges ...quota.Charge) error {
	a.asked.Add(1)
	if a.fail != nil {
		return a.fail
	}
	if a.taken.Add(-1) >= 0 {
		return auth.ErrNameTaken
	}
	return a.Accounts.AddGuest(ctx, who, chips, s, charges...)
}

func (a *accounts) FindSession(ctx context.Context, hash auth.TokenHash) (auth.Account, auth.Session, error) {
	a.asked.Add(1)
	if a.fail != nil {
		return auth.Account{}, auth.Session{}, a.fail
	}
	return a.Accounts.FindSession(ctx, hash)
}

func (a *accounts) FindPassword(ctx context.Context, by auth.Lookup, key string) (auth.Account, string, error) {
	a.asked.Add(1)
	if gate := a.gate.Load(); gate != nil {
		<-*gate
	}
	if a.fail != nil {
		return auth.Account{}, "", a.fail
	}
	return a.Accounts.FindPassword(ctx, by, key)
}

func (a *accounts) FindReset(ctx context.Context, hash auth.TokenHash) (auth.Reset, error) {
	a.asked.Add(1)
	return a.Accounts.FindReset(ctx, hash)
}

// allowances are without end, except of the kinds that the test names.
type allowances struct {
	mu   sync.Mutex
	left map[quota.Kind]int64
	used []string // kind and whose, in order
}

func (q *allowances) take(kind quota.Kind, who quota.Caller) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n, limited := q.left[kind]; limited {
		if n == 0 {
			return &quota.ExhaustedError{Kind: kind}
		}
		q.left[kind] = n - 1
	}
	q.used = append(q.used, string(kind)+" of "+who.Account+who.Address)
	return nil
}

func (q *allowances) Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error {
	if err := q.take(kind, who); err != nil {
		return err
	}
	return write([]quota.Charge{{Subject: "address:" + who.Address, Kind: kind, N: 1, Limit: 1 << 40}})
}

func (q *allowances) Take(_ context.Context, kind quota.Kind, who quota.Caller) (func(context.Context) error, error) {
	if err := q.take(kind, who); err != nil {
		return nil, err
	}
	return func(context.Context) error {
		q.mu.Lock()
		defer q.mu.Unlock()
		if _, limited := q.left[kind]; limited {
			q.left[kind]++
		}
		return nil
	}, nil
}

func (q *allowances) Usage(context.Context, quota.Caller) ([]quota.Left, error) {
	return []quota.Left{{Kind: quota.Mails, Used: 1, Limit: 5}}, nil
}

// outbox keeps the mails.
type outbox struct {
	mu    sync.Mutex
	mails []mail
	down  error // why no mail can be sent at all; set it before the calls
	fail  error // what Send answers
}

type mail struct{ to, subject, text string }

func (o *outbox) Ready() error { return o.down }

func (o *outbox) Send(_ context.Context, to, subject, text string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fail == nil {
		o.mails = append(o.mails, mail{to, subject, text})
	}
	return o.fail
}

// all empties the outbox.
func (o *outbox) all() []mail {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := slices.Clone(o.mails)
	o.mails = nil
	return all
}

// block makes every look for an account wait, until release.
func block(w *world) (release func()) {
	until := make(chan struct{})
	w.accounts.gate.Store(&until)
	return func() {
		w.accounts.gate.Store(nil)
		close(until)
	}
}
