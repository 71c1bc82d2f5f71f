package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

func idleConfig(log *tabletest.Log) table.Config {
	return table.Config{
		ID: "tbl", Settings: table.Settings{Name: "Test", Seats: 6, BuyInMin: 40, BuyInMax: 100, ActionMS: clock.Milliseconds()},
		NewGame: tabletest.NewDraw, Recorder: log, Random: rand.NewChaCha8([32]byte{1}), Log: slog.New(slog.DiscardHandler),
		Inbox: 1, Idle: time.Minute, Unjoined: time.Minute,
	}
}

func TestClock_PlaysTheDefaultMoveAtExactlyTheLimit(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		_, bob := w.deal()
		w.after(clock - time.Millisecond)
		if _, moved := bob.Last("moved"); moved {
			t.Fatal("moved before the time was up")
		}
		w.after(time.Millisecond)
		m, _ := bob.Last("moved")
		var moved tabletest.Moved
		m.Decode(&moved)
		if want := (tabletest.Moved{Seat: 0, Why: table.ByClock}); moved != want {
			t.Errorf("moved = %+v, want %+v", moved, want)
		}
	})
}

func TestClock_IsNotStretchedByChatterAndIllegalMoves(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for range 14 {
			w.after(time.Second)
			act := w.pass(alice)
			act.Move = json.RawMessage(`"castle"`)
			_ = w.do(alice, act)
			w.must(bob, table.SitOut{})
			w.must(bob, table.ComeBack{})
			w.join("watcher")
		}
		w.after(time.Second)
		if _, moved := bob.Last("moved"); !moved {
			t.Error("the clock was stretched")
		}
	})
}

func TestClock_SitsAPlayerOutAfterTwoMissedTurns(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for hand := range 2 {
			w.after(clock) // alice's turn runs out
			_, out := alice.Last("sat_out")
			if want := hand == 1; out != want {
				t.Errorf("after %d missed turns sitting out = %v, want %v", hand+1, out, want)
			}
			w.must(bob, w.pass(bob))
			w.after(w.cfg.Beat)
		}
		if v := w.view("alice"); !v.Seats[0].SittingOut || v.Seats[0].Why != "clock" {
			t.Errorf("alice's seat is %+v, want it sitting out by the clock", v.Seats[0])
		}
		w.must(alice, table.ComeBack{})
		if v := w.view("alice"); v.Seats[0].SittingOut || v.Seats[0].Why != "" {
			t.Errorf("alice's seat is %+v, want it back in", v.Seats[0])
		}
	})
}

func TestClock_ForgetsAMissedTurnWhenThePlayerActs(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		for _, misses := range []bool{true, false, true} {
			if misses {
				w.after(clock)
			} else {
				w.must(alice, w.pass(alice))
			}
			w.must(bob, w.pass(bob))
			w.after(w.cfg.Beat)
		}
		if v := w.view("alice"); v.Seats[0].SittingOut {
			t.Error("alice sits out although she never missed two turns in a row")
		}
	})
}

func TestClock_StandsStillWhileAMoveIsMadeDurable(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		alice, bob := w.deal()
		w.after(10 * time.Second)
		w.log.Behave(func(table.Batch) tabletest.Behaviour { return tabletest.Behaviour{Write: true, Hold: true} })
		if got := w.do(bob, table.SitOut{}); got != errPending {
			t.Fatalf("sit out: %v, want no answer yet", got)
		}
		w.after(time.Minute)
		w.log.Behave(nil)
		w.log.Release()
		synctest.Wait()
		w.after(5*time.Second - usualAppend - time.Millisecond)
		if _, moved := alice.Last("moved"); moved {
			t.Error("the time of the append was taken from alice")
		}
		w.after(time.Millisecond)
		if _, moved := alice.Last("moved"); !moved {
			t.Error("alice got more than her time")
		}
	})
}

// usualAppend is how long an append may take at the expense of the player on turn.
const usualAppend = 100 * time.Millisecond

// slowLog answers every append after a time.
type slowLog struct {
	*tabletest.Log
	delay time.Duration
}

func (l slowLog) Append(b table.Batch, done func(error)) {
	time.AfterFunc(l.delay, func() { l.Log.Append(b, done) })
}

func TestClock_IsNotStoppedByAFloodOfCommands(t *testing.T) {
	for name, c := range map[string]struct {
		append  time.Duration
		longest time.Duration // until the clock must have played for the player on turn
	}{
		"a quick log": {50 * time.Millisecond, clock + time.Second},
		"a slow log":  {time.Second, clock + 8*time.Second + 2*time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			slow := func(cfg *table.Config) { cfg.Recorder = slowLog{cfg.Recorder.(*tabletest.Log), c.append} }
			inWorld(t, slow, func(t *testing.T, w *world) {
				alice, bob := w.join("alice"), w.join("bob")
				for at, p := range []*tabletest.Player{alice, bob} {
					_ = w.do(p, table.Sit{Seat: new(table.Seat(at)), BuyIn: 100})
					w.after(c.append)
				}
				w.after(w.cfg.Beat + c.append)
				if turn := w.turn(bob); turn.Seat != 0 {
					t.Fatalf("turn = %+v, want alice's", turn)
				}
				flood := []table.Command{table.SitOut{}, table.ComeBack{}}
				for begin, n := time.Now(), 0; time.Since(begin) < c.longest; { // as many as the table lets wait, always
					if w.do(bob, flood[n%2]) == table.ErrTableBusy {
						w.after(c.append)
					} else {
						n++
					}
				}
				m, _ := bob.Last("moved")
				if !strings.Contains(m.Raw, string(table.ByClock)) {
					t.Errorf("after %v the last move is %q, want one by the clock", c.longest, m.Raw)
				}
			})
		})
	}
}

func TestBots_AreSeatedEvenWhenTheFirstAppendFails(t *testing.T) {
	bots := func(c *table.Config) { c.Settings.Bots, c.Settings.BotLevel = 3, "tight" }
	failed := false
	first := func(c *table.Config) {
		bots(c)
		c.Recorder.(*tabletest.Log).Behave(func(table.Batch) tabletest.Behaviour {
			how := tabletest.Behaviour{Write: failed}
			if !failed {
				how.Err = errors.New("disk hiccup")
			}
			failed = true
			return how
		})
	}
	inWorld(t, first, func(t *testing.T, w *world) {
		alice := w.join("alice")
		_ = w.do(alice, table.Sit{BuyIn: 100})
		w.after(2 * time.Second)
		if got := w.table.Summary().Taken; got != 4 {
			t.Errorf("%d seats taken, want alice and three bots", got)
		}
	})
}

func TestClock_IsFreshAndFullAfterARestartInMidHand(t *testing.T) {
	inWorld(t, nil, func(t *testing.T, w *world) {
		w.deal()
		w.after(14 * time.Second)
		w.reopen()
		bob := w.join("bob")
		w.after(clock - time.Millisecond)
		if _, moved := bob.Last("moved"); moved {
			t.Error("moved before a full clock had run")
		}
		w.after(time.Millisecond)
		if _, moved := bob.Last("moved"); !moved {
			t.Error("no move after a full clock")
		}
	})
}

// thinker is a bot whose mind the test can see into.
type thinker func(ctx context.Context, view any) (json.RawMessage, error)

func (f thinker) Think(ctx context.Context, _ string, view any) (json.RawMessage, error) {
	return f(ctx, view)
}

func TestBots_AreNeverLate(t *testing.T) {
	for name, think := range map[string]thinker{
		"a quick one":         func(context.Context, any) (json.RawMessage, error) { return tabletest.Pass, nil },
		"one that fails":      func(context.Context, any) (json.RawMessage, error) { return nil, errors.New("no idea") },
		"one that cheats":     func(context.Context, any) (json.RawMessage, error) { return json.RawMessage(`"castle"`), nil },
		"one that panics":     func(context.Context, any) (json.RawMessage, error) { panic("a fault in the bot") },
		"one that never ends": func(ctx context.Context, _ any) (json.RawMessage, error) { <-ctx.Done(); return nil, ctx.Err() },
	} {
		t.Run(name, func(t *testing.T) {
			bots := func(c *table.Config) {
				c.Settings.Bots, c.Settings.BotLevel, c.Thinker = 3, "tight", think
			}
			inWorld(t, bots, func(t *testing.T, w *world) {
				alice := w.seat("alice", 0)
				for range 100 {
					w.after(w.cfg.Beat)
					w.must(alice, w.pass(alice))
					w.after(3*w.cfg.BotPace + 3*2*time.Second + time.Second)
				}
				moves := 0
				for _, m := range alice.Messages() {
					if m.Type != "moved" {
						continue
					}
					var moved tabletest.Moved
					m.Decode(&moved)
					if moved.Why == table.ByBot {
						moves++
					}
					if moved.Why == table.ByClock {
						t.Errorf("seat %d ran out of time", moved.Seat)
					}
				}
				if moves < 100 {
					t.Errorf("bots made %d moves, want at least 100", moves)
				}
			})
		})
	}
}

func TestBots_SeeOnlyTheirOwnSeat(t *testing.T) {
	seen := map[byte]bool{}
	bots := func(c *table.Config) {
		c.Settings.Bots, c.Settings.BotLevel = 1, "tight"
		c.Thinker = thinker(func(_ context.Context, view any) (json.RawMessage, error) {
			seen[view.(tabletest.DrawView).Number] = true
			return tabletest.Pass, nil
		})
	}
	inWorld(t, bots, func(t *testing.T, w *world) {
		alice := w.seat("alice", 0)
		w.after(w.cfg.Beat)
		w.must(alice, w.pass(alice))
		w.after(2 * w.cfg.BotPace)
		if mine := number(t, w.view("alice")); seen[mine] || seen[0] || len(seen) != 1 {
			t.Errorf("the bot saw the numbers %v while alice holds %d", seen, mine)
		}
	})
}

func TestBots_DoNotPlayAmongThemselves(t *testing.T) {
	inWorld(t, func(c *table.Config) { c.Settings.Bots, c.Settings.BotLevel = 5, "tight" }, func(t *testing.T, w *world) {
		watcher := w.join("watcher")
		w.after(time.Hour)
		if _, dealt := watcher.Last("dealt"); dealt {
			t.Error("bots play without a person")
		}
		w.table.Leave(watcher)
	})
}
