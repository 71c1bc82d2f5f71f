package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// spent is a lobby.Quota that counts what was charged and what came back.
type spent struct{ charged, failed, returned atomic.Int64 }

func (s *spent) Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error {
	err := write([]quota.Charge{{Subject: "account:" + who.Account, Kind: kind, N: 1, Limit: 100}})
	if err != nil {
		s.failed.Add(1)
		return err
	}
	s.charged.Add(1)
	return nil
}

func (s *spent) Returned(quota.Kind) { s.returned.Add(1) }

// bounded is a lobby with room for many tables, a few for each account and address.
func bounded(perAccount, perAddress int, counts *spent) func(*store) lobby.Config {
	return func(s *store) lobby.Config {
		cfg := config(s, 100)
		cfg.MaxPerAccount, cfg.MaxPerAddress = perAccount, perAddress
		if counts != nil {
			cfg.Quota = counts
		}
		return cfg
	}
}

func from(account, address string) quota.Caller {
	return quota.Caller{Account: account, Address: address}
}

// tooMany tries to create a table and reports whether that was refused because of who asks.
func tooMany(t *testing.T, l *lobby.Lobby, by quota.Caller) bool {
	t.Helper()
	_, err := l.Create(t.Context(), by, settings("One more"))
	if err != nil && !errors.Is(err, capacity.Error(lobby.CodeTooMany)) {
		t.Fatalf("create: %v", err)
	}
	return err != nil
}

func TestBounds_AnAccountHasAsManyTablesAsItMayAndOthersHaveTheirs(t *testing.T) {
	run(t, bounded(2, 50, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		for range 2 {
			if tooMany(t, l, from("alice", "home")) {
				t.Fatal("refused below the bound")
			}
		}
		if !tooMany(t, l, from("alice", "elsewhere")) {
			t.Error("a third table of the account: not refused")
		}
		if tooMany(t, l, from("bob", "home")) {
			t.Error("another account at the same address: refused")
		}
	})
}

func TestBounds_AnAddressHasAsManyTablesAsItMayWhoeverMakesThem(t *testing.T) {
	run(t, bounded(3, 3, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		for i := range 3 {
			if tooMany(t, l, from(fmt.Sprint("player ", i), "home")) {
				t.Fatal("refused below the bound")
			}
		}
		if !tooMany(t, l, from("one more", "home")) {
			t.Error("a fourth table from the address: not refused")
		}
	})
}

func TestBounds_AThousandGuestsOfOneAddressHaveTenGuestsTables(t *testing.T) {
	run(t, bounded(2, 100, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		opened := 0
		for i := range 1000 {
			guest := quota.Caller{Account: fmt.Sprint("guest ", i), Guest: true, Address: "home"}
			if !tooMany(t, l, guest) {
				opened++
			}
		}
		if opened != 20 {
			t.Errorf("%d tables, want 20", opened)
		}
		if tooMany(t, l, from("an account", "home")) {
			t.Error("an account at the same address: refused")
		}
	})
}

func TestBounds_ATableThatEndsGivesBackAllItHeld(t *testing.T) {
	run(t, bounded(1, 1, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		for range 3 {
			tbl, err := l.Create(t.Context(), from("alice", "home"), settings("Short"))
			if err != nil {
				t.Fatal(err)
			}
			if !tooMany(t, l, from("alice", "elsewhere")) || !tooMany(t, l, from("bob", "home")) {
				t.Error("while it lives: not refused")
			}
			time.Sleep(time.Hour + time.Second) // nobody joins
			<-tbl.Done()
		}
	})
}

func TestBounds_ARestoredTableCountsForItsCreatorAndAddress(t *testing.T) {
	run(t, bounded(1, 1, nil), func(t *testing.T, l *lobby.Lobby, s *store) {
		s.rows = []lobby.Row{
			{ID: "old", Creator: "alice", Address: "home", Settings: settings("Old")},
			{ID: "older", Creator: "alice", Address: "home", Settings: settings("Older")}, // more than there may be now
		}
		if restored, failed, err := l.Restore(t.Context()); restored != 2 || failed != 0 || err != nil {
			t.Fatalf("restored %d, failed %d, %v", restored, failed, err)
		}
		if !tooMany(t, l, from("alice", "elsewhere")) || !tooMany(t, l, from("bob", "home")) {
			t.Error("beside the restored tables: not refused")
		}
		if tooMany(t, l, from("bob", "elsewhere")) {
			t.Error("somebody else somewhere else: refused")
		}
	})
}

func TestBounds_SixtyFourCreatorsPassNoneOfThem(t *testing.T) {
	run(t, bounded(3, 5, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		var of [4]atomic.Int64
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				if _, err := l.Create(t.Context(), from(fmt.Sprint("player ", i%4), "home"), settings("A race")); err == nil {
					of[i%4].Add(1)
				} else if !errors.Is(err, capacity.Error(lobby.CodeTooMany)) {
					t.Errorf("create: %v", err)
				}
			})
		}
		all.Wait()
		sum := int64(0)
		for i := range of {
			n := of[i].Load()
			if sum += n; n > 3 {
				t.Errorf("player %d has %d tables, want at most 3", i, n)
			}
		}
		if sum != 5 {
			t.Errorf("%d tables from the address, want 5", sum)
		}
	})
}

func TestBounds_AreNeverPassedEvenForAMomentWhileCreatesFail(t *testing.T) {
	run(t, bounded(3, 50, nil), func(t *testing.T, l *lobby.Lobby, s *store) {
		var live, tried atomic.Int64
		s.fail = func() error { // every table that holds its guards comes by here
			if n := live.Add(1); n > 3 {
				t.Errorf("%d tables of one account at once, want at most 3", n)
			}
			time.Sleep(time.Millisecond)
			if tried.Add(1)%8 != 0 {
				live.Add(-1)
				return table.ErrUnavailable
			}
			return nil
		}
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				for range 10 {
					_, err := l.Create(t.Context(), from("alice", "home"), settings("A race"))
					if err != nil && !errors.Is(err, capacity.Error(lobby.CodeTooMany)) && !errors.Is(err, table.ErrUnavailable) {
						t.Errorf("create: %v", err)
					}
					time.Sleep(time.Millisecond)
				}
			})
		}
		all.Wait()
		if got := l.Slots().InUse; got != live.Load() || got == 0 {
			t.Errorf("%d slots in use and %d tables live, want the same and some", got, live.Load())
		}
	})
}

func TestBounds_TwoCreatorsRaceForTheLastSlotAndOneWins(t *testing.T) {
	run(t, tables(1), func(t *testing.T, l *lobby.Lobby, _ *store) {
		var won, full atomic.Int64
		var both sync.WaitGroup
		for _, who := range []string{"alice", "bob"} {
			both.Go(func() {
				_, err := l.Create(t.Context(), from(who, who), settings("The last"))
				switch {
				case err == nil:
					won.Add(1)
				case errors.Is(err, capacity.Error(lobby.CodeFull)):
					full.Add(1)
				}
			})
		}
		both.Wait()
		if won.Load() != 1 || full.Load() != 1 {
			t.Errorf("%d won and %d found it full, want one each", won.Load(), full.Load())
		}
	})
}

func TestQuota_IsChargedOnlyWhenTheBoxHasRoomAndComesBackWhenTheTableDoesNotOpen(t *testing.T) {
	counts := new(spent)
	run(t, bounded(1, 5, counts), func(t *testing.T, l *lobby.Lobby, s *store) {
		if tooMany(t, l, from("alice", "home")) || !tooMany(t, l, from("alice", "home")) {
			t.Fatal("want the first table made and the second refused")
		}
		if got := counts.charged.Load(); got != 1 {
			t.Errorf("charged %d times, want once: the box had refused the second", got)
		}
		lost := errors.New("the answer was lost")
		s.fail = func() error { return lost } // nobody knows whether the row is there
		if _, err := l.Create(t.Context(), from("bob", "home"), settings("Lost")); !errors.Is(err, lost) {
			t.Errorf("create: %v, want %v", err, lost)
		}
		if got := counts.returned.Load(); got != 1 {
			t.Errorf("%d units came back, want the one of the table that was undone", got)
		}
		s.fail = func() error { return &quota.ExhaustedError{Kind: quota.Tables, Used: 1, Limit: 1} }
		if _, err := l.Create(t.Context(), from("bob", "home"), settings("Too much")); err == nil {
			t.Error("an allowance that is used up: no error")
		}
		s.fail = nil
		if tooMany(t, l, from("bob", "home")) {
			t.Error("what the failed tables held did not come back")
		}
	})
}

func TestBounds_ADrainRefusesBeforeAnythingElse(t *testing.T) {
	run(t, bounded(1, 1, nil), func(t *testing.T, l *lobby.Lobby, _ *store) {
		if err := l.Drain(context.Background(), 0); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Create(t.Context(), from("alice", "home"), table.Settings{}); !errors.Is(err, lobby.ErrDraining) {
			t.Errorf("create: %v, want ErrDraining", err)
		}
	})
}
