package quota_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/ratelimit/quota"
)

var (
	alice = quota.Caller{Account: "alice", Address: "home"}
	bob   = quota.Caller{Account: "bob", Guest: true, Address: "home"}
)

func TestCharges_SayWhoPays(t *testing.T) {
	b := newBook(t, newStore())
	for _, c := range []struct {
		why  string
		kind quota.Kind
		who  quota.Caller
		want []quota.Charge
	}{
		{"an account pays for itself", quota.Tables, alice, []quota.Charge{{"account:alice", "tables", 1, 50}}},
		{"a guest's address pays as well, out of ten guests' worth", quota.Tables, bob,
			[]quota.Charge{{"account:bob", "tables", 1, 10}, {"address:home", "tables", 1, 100}}},
		{"a guest gets no mails", quota.Mails, bob, []quota.Charge{{"account:bob", "mails", 1, 0}, {"address:home", "mails", 1, 0}}},
		{"a new guest is the address's", quota.Guests, quota.Caller{Address: "home"}, []quota.Charge{{"address:home", "guests", 1, 50}}},
		{"what nobody has configured is not allowed", "wishes", alice, []quota.Charge{{"account:alice", "wishes", 1, 0}}},
	} {
		if got := b.Charges(c.kind, c.who); !slices.Equal(got, c.want) {
			t.Errorf("%s: charges = %v, want %v", c.why, got, c.want)
		}
	}
}

func TestTake_RefusesWhatADayNoLongerCovers(t *testing.T) {
	s := newStore()
	b := newBook(t, s)
	for range 3 {
		if _, err := b.Take(t.Context(), quota.Chips, alice); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.Take(t.Context(), quota.Chips, alice)
	refusal, ok := errors.AsType[*quota.ExhaustedError](err)
	if !ok || refusal.Code() != "quota_exhausted" || !refusal.Reset.Equal(time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC)) {
		t.Fatalf("the fourth: err = %v, want quota_exhausted until midnight", err)
	}
	if used, limit := refusal.Usage(); used != 3 || limit != 3 {
		t.Errorf("usage = %d of %d, want 3 of 3", used, limit)
	}
	s.now = s.now.Add(time.Minute)
	if _, err := b.Take(t.Context(), quota.Chips, alice); err != nil {
		t.Errorf("at midnight: %v, want it allowed", err)
	}
}

func TestTake_OfAHundredCallersAtTheLastUnitOnePasses(t *testing.T) {
	b := newBook(t, newStore())
	for range 49 {
		if _, err := b.Take(t.Context(), quota.Tables, alice); err != nil {
			t.Fatal(err)
		}
	}
	var passed atomic.Int64
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			if _, err := b.Take(t.Context(), quota.Tables, alice); err == nil {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if passed.Load() != 1 {
		t.Errorf("%d passed, want 1", passed.Load())
	}
	if got := decided(b, quota.Tables); got != "charged:50 refused:99" {
		t.Errorf("decisions = %s", got)
	}
}

func TestTake_AThousandGuestsOfOneAddressGetTenGuestsWorth(t *testing.T) {
	b := newBook(t, newStore())
	got := map[quota.Kind]int{}
	for i := range 1000 {
		guest := quota.Caller{Account: fmt.Sprintf("guest%d", i), Guest: true, Address: "farm"}
		for _, kind := range []quota.Kind{quota.Odds, quota.Chips} {
			if _, err := b.Take(t.Context(), kind, guest); err == nil {
				got[kind]++
			}
		}
	}
	if got[quota.Odds] != 500 || got[quota.Chips] != 10 {
		t.Errorf("%d questions and %d refills, want 500 and 10", got[quota.Odds], got[quota.Chips])
	}
	if _, err := b.Take(t.Context(), quota.Odds, quota.Caller{Account: "carol", Address: "farm"}); err != nil {
		t.Errorf("an account behind the same address: %v, want it to have its own", err)
	}
}

func TestTake_GivesBackOnceToTheDayThatWasCharged(t *testing.T) {
	s := newStore()
	b := newBook(t, s)
	charged := s.today()
	giveBack, err := b.Take(t.Context(), quota.Odds, bob)
	if err != nil {
		t.Fatal(err)
	}
	s.now = s.now.Add(time.Minute) // the day turns while bob waits for a permit
	if _, err := b.Take(t.Context(), quota.Odds, bob); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context()) // the request has ended, too
	cancel()
	for range 3 {
		if err := giveBack(over); err != nil {
			t.Fatal(err)
		}
	}
	for _, subject := range []string{"account:bob", "address:home"} {
		if got := s.used(charged, subject, quota.Odds); got != 0 {
			t.Errorf("%s has used %d on the day before, want 0", subject, got)
		}
		if got := s.used(s.today(), subject, quota.Odds); got != 1 {
			t.Errorf("%s has used %d today, want 1", subject, got)
		}
	}
	if got := decided(b, quota.Odds); got != "charged:2 given_back:1" {
		t.Errorf("decisions = %s", got)
	}
}

func TestTake_NeverGivesBackTwiceAlsoWhenTheFirstTimeFailed(t *testing.T) {
	s := newStore()
	b := newBook(t, s)
	giveBack, err := b.Take(t.Context(), quota.Odds, alice)
	if err != nil {
		t.Fatal(err)
	}
	s.down = true
	if err := giveBack(t.Context()); !errors.Is(err, errDown) {
		t.Fatalf("err = %v, want %v", err, errDown)
	}
	s.down = false
	if err := giveBack(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.used(s.today(), "account:alice", quota.Odds); got != 1 {
		t.Errorf("used = %d, want 1: a unit may be lost, never minted", got)
	}
}

func TestTake_RefusesWhenTheDatabaseDoesNotAnswer(t *testing.T) {
	s := newStore()
	s.down = true
	b := newBook(t, s)
	if _, err := b.Take(t.Context(), quota.Odds, alice); !errors.Is(err, errDown) {
		t.Errorf("Take: err = %v, want %v", err, errDown)
	}
	if _, err := b.Usage(t.Context(), alice); !errors.Is(err, errDown) {
		t.Errorf("Usage: err = %v, want %v", err, errDown)
	}
	if got := decided(b, quota.Odds); got != "failed:1" {
		t.Errorf("decisions = %s", got)
	}
}

func TestSpend_CountsWhatBecameOfTheCallersTransaction(t *testing.T) {
	b := newBook(t, newStore())
	for _, answer := range []error{nil, fmt.Errorf("create: %w", &quota.ExhaustedError{}), errDown} {
		err := b.Spend(quota.Tables, alice, func(charges []quota.Charge) error {
			if !slices.Equal(charges, b.Charges(quota.Tables, alice)) {
				t.Errorf("charges = %v", charges)
			}
			return answer
		})
		if !errors.Is(err, answer) {
			t.Errorf("err = %v, want %v", err, answer)
		}
	}
	b.Returned(quota.Tables)
	if got := decided(b, quota.Tables); got != "charged:1 refused:1 given_back:1 failed:1" {
		t.Errorf("decisions = %s", got)
	}
}

func TestUsage_TellsAGuestWhatTheOthersOfTheAddressHaveLeft(t *testing.T) {
	b := newBook(t, newStore())
	tables := func(who quota.Caller) quota.Left {
		t.Helper()
		left, err := b.Usage(t.Context(), who)
		if err != nil || len(left) != 6 || left[0].Kind != quota.Tables {
			t.Fatalf("usage = %v, %v, want six kinds, tables first", left, err)
		}
		return left[0]
	}
	reset := time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC)
	if got, want := tables(bob), (quota.Left{Kind: quota.Tables, Limit: 10, Reset: reset}); got != want {
		t.Errorf("unused: %+v, want %+v", got, want)
	}
	take := func(who quota.Caller, n int) {
		t.Helper()
		for range n {
			if _, err := b.Take(t.Context(), quota.Tables, who); err != nil {
				t.Fatal(err)
			}
		}
	}
	take(bob, 2)
	if got := tables(bob); got.Used != 2 {
		t.Errorf("after two: used %d, want 2", got.Used)
	}
	for i := range 9 { // 92 of the address's 100 are used with bob's
		take(quota.Caller{Account: fmt.Sprint(i), Guest: true, Address: "home"}, 10)
	}
	if got := tables(bob); got.Used != 2 {
		t.Errorf("with eight left for both: used %d, want 2", got.Used)
	}
	take(quota.Caller{Account: "last", Guest: true, Address: "home"}, 5)
	if got := tables(bob); got.Used != 7 {
		t.Errorf("with three left at the address: used %d of 10, want 7", got.Used)
	}
	if got := tables(alice); got.Used != 0 || got.Limit != 50 {
		t.Errorf("an account: %+v, want 0 of 50", got)
	}
}

func TestNew_RefusesNonsense(t *testing.T) {
	for why, change := range map[string]func(*quota.Config){
		"a kind left out":        func(c *quota.Config) { delete(c.Allowances, quota.Mails) },
		"a kind nobody knows":    func(c *quota.Config) { c.Allowances["wishes"] = quota.Allowance{Guest: 3, Account: 3} },
		"guests as an account's": func(c *quota.Config) { c.Allowances[quota.Guests] = quota.Allowance{} },
		"less than nothing":      func(c *quota.Config) { c.Allowances[quota.Odds] = quota.Allowance{Guest: -1, Account: 3} },
		"too many":               func(c *quota.Config) { c.Allowances[quota.Odds] = quota.Allowance{Account: 1 << 62} },
		"negative guests":        func(c *quota.Config) { c.Guests = -1 },
	} {
		cfg := config()
		change(&cfg)
		if _, err := quota.New(cfg, newStore()); err == nil {
			t.Errorf("%s: no error", why)
		}
	}
}

// decided lists the decisions about a kind that happened.
func decided(b *quota.Book, kind quota.Kind) string {
	var happened []string
	for _, d := range b.Decisions() {
		if d.Kind == string(kind) && d.N > 0 {
			happened = append(happened, fmt.Sprintf("%s:%d", d.Result, d.N))
		}
	}
	return strings.Join(happened, " ")
}
