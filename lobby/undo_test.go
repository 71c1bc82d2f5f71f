package lobby_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// oneForAll has room for one table, and for one of each owner.
func oneForAll(counts *spent) func(*store) lobby.Config {
	return func(s *store) lobby.Config {
		cfg := config(s, 1)
		cfg.MaxPerAccount, cfg.MaxPerAddress, cfg.Quota = 1, 1, counts
		return cfg
	}
}

func TestUndo_ATableThatDoesNotOpenIsTakenBackAfterItsRowWasWritten(t *testing.T) {
	for how, fails := range map[string]func() (table.Game, error){
		"refuses": func() (table.Game, error) { return nil, table.ErrBadRequest },
		"panics":  func() (table.Game, error) { panic("damaged") },
	} {
		t.Run(how, func(t *testing.T) {
			counts := new(spent)
			written := false
			cfg := func(s *store) lobby.Config {
				cfg := oneForAll(counts)(s)
				cfg.Table.NewGame = func(game, saved json.RawMessage) (table.Game, error) {
					if written {
						return fails()
					}
					return tabletest.NewDraw(game, saved)
				}
				return cfg
			}
			run(t, cfg, func(t *testing.T, l *lobby.Lobby, s *store) {
				s.fail = func() error { written = true; return nil }
				func() {
					defer func() { _ = recover() }()
					if _, err := l.Create(t.Context(), from("alice", "home"), settings("Broken")); err == nil {
						t.Error("no error")
					}
				}()
				if len(s.undone) != 1 || s.undone[0].ID != s.rows[0].ID || len(s.undone[0].Charges) != 1 {
					t.Errorf("taken back: %+v, want the row that was written, with its charge", s.undone)
				}
				if counts.charged.Load() != 1 || counts.returned.Load() != 1 {
					t.Errorf("%d charged and %d returned, want one each", counts.charged.Load(), counts.returned.Load())
				}
				s.fail, written = nil, false
				if _, err := l.Create(t.Context(), from("alice", "home"), settings("Whole")); err != nil {
					t.Errorf("afterwards: %v", err)
				}
			})
		})
	}
}

func TestUndo_ARequestThatIsOverDoesNotWaitForItAndTheGuardsDo(t *testing.T) {
	counts := new(spent)
	run(t, oneForAll(counts), func(t *testing.T, l *lobby.Lobby, s *store) {
		s.fail = func() error { time.Sleep(time.Second); return context.DeadlineExceeded } // the answer comes too late
		s.undo = func() (bool, error) { time.Sleep(3 * time.Second); return true, nil }
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := l.Create(ctx, from("alice", "home"), settings("Late")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v, want %v", err, context.DeadlineExceeded)
		}
		if waited := time.Since(began); waited != time.Second {
			t.Errorf("answered after %v, want at the deadline", waited)
		}
		if got := l.Slots().InUse; got != 1 {
			t.Errorf("%d slots in use while the table may still be there, want 1", got)
		}
		var drained sync.WaitGroup
		drained.Go(func() {
			if err := l.Drain(context.Background(), 0); err != nil {
				t.Errorf("drain: %v", err)
			}
		})
		drained.Wait()
		if waited := time.Since(began); waited != 4*time.Second {
			t.Errorf("drained after %v, want when the table was taken back", waited)
		}
		if counts.returned.Load() != 1 || l.Slots().InUse != 0 {
			t.Errorf("%d returned and %d slots in use, want 1 and 0", counts.returned.Load(), l.Slots().InUse)
		}
	})
}

func TestUndo_NothingIsTakenBackAfterARefusal(t *testing.T) {
	counts := new(spent)
	run(t, oneForAll(counts), func(t *testing.T, l *lobby.Lobby, s *store) {
		for _, refusal := range []error{&quota.ExhaustedError{Kind: quota.Tables}, table.ErrUnavailable} {
			s.fail = func() error { return refusal }
			if _, err := l.Create(t.Context(), from("alice", "home"), settings("Refused")); !errors.Is(err, refusal) {
				t.Errorf("err = %v, want %v", err, refusal)
			}
		}
		if len(s.undone) != 0 || counts.returned.Load() != 0 {
			t.Errorf("%d taken back and %d returned, want none", len(s.undone), counts.returned.Load())
		}
		if got := l.Slots().InUse; got != 0 {
			t.Errorf("%d slots in use, want 0", got)
		}
	})
}

func TestUndo_WhatCannotBeTakenBackReturnsNoUnitAndFreesTheSlot(t *testing.T) {
	counts := new(spent)
	run(t, oneForAll(counts), func(t *testing.T, l *lobby.Lobby, s *store) {
		lost := errors.New("the answer was lost")
		s.fail = func() error { return lost }
		for _, answer := range []error{nil, lost} { // it was never written; nobody knows
			s.undo = func() (bool, error) { return false, answer }
			if _, err := l.Create(t.Context(), from("alice", "home"), settings("Lost")); !errors.Is(err, lost) {
				t.Errorf("err = %v, want %v", err, lost)
			}
		}
		synctest.Wait()
		if counts.returned.Load() != 0 || l.Slots().InUse != 0 {
			t.Errorf("%d returned and %d slots in use, want none", counts.returned.Load(), l.Slots().InUse)
		}
	})
}
