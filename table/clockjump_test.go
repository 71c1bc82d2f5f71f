package table_test

import (
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"
	"unsafe"

	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// jumped is an instant as time.Now would give it after somebody has set the wall clock: the monotonic reading goes on as if
// nothing had happened. There is no way to ask for one, so the seconds of the wall clock are changed where package time keeps
// them (above 30 bits of nanoseconds).
func jumped(t *testing.T, at time.Time, by time.Duration) time.Time {
	t.Helper()
	moved := at
	*(*uint64)(unsafe.Pointer(&moved)) += uint64(by/time.Second) << 30
	if moved.Unix() != at.Add(by).Unix() || moved.Sub(at) != 0 {
		t.Fatalf("%v jumped by %v is %v: package time keeps its instants otherwise by now", at, by, moved)
	}
	return moved
}

// clockTable is a table of Draw in mid-hand, driven by hand, and its players.
type clockTable struct {
	*table.Machine
	alice, bob *tabletest.Player
}

// settle answers what a step wants durable, at the same instant.
func (c clockTable) settle(now time.Time, w table.Wants) {
	for w.Append != nil {
		w = c.Appended(now, nil)
	}
}

func newClockTable(t *testing.T, now time.Time) clockTable {
	t.Helper()
	m, err := table.NewMachine(table.Config{
		ID: "tbl", NewGame: tabletest.NewDraw, Recorder: tabletest.NewLog(), Random: rand.NewChaCha8([32]byte{1}), Log: slog.New(slog.DiscardHandler),
		Inbox: 1, Idle: 10 * time.Minute, Unjoined: time.Minute, Beat: time.Second, BotPace: time.Second,
		Settings: table.Settings{Name: "Test", Seats: 2, BuyInMin: 40, BuyInMax: 100, ActionMS: clock.Milliseconds()},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := clockTable{m, tabletest.NewPlayer("alice"), tabletest.NewPlayer("bob")}
	for _, p := range []*tabletest.Player{c.alice, c.bob} {
		c.settle(now, c.Join(now, p, 0))
		c.settle(now, c.Command(now, p, "sit", table.Sit{BuyIn: 50}))
	}
	return c
}

func TestF16_TheWallClockJumpsAnHour(t *testing.T) {
	for _, by := range []time.Duration{time.Hour, -time.Hour} {
		start := time.Now()
		c := newClockTable(t, start)
		dealt := start.Add(time.Second)
		c.settle(dealt, c.Tick(dealt))
		if _, _, running := c.Running(); !running {
			t.Fatal("no hand is running")
		}
		later := jumped(t, dealt.Add(clock-time.Millisecond), by)
		c.settle(later, c.Tick(later))
		if m, timedOut := c.bob.Last("moved"); timedOut {
			t.Errorf("by %v: a millisecond before the turn's end the clock has played: %s", by, m.Raw)
		}
		if wait := c.Wake().Sub(later); wait != time.Millisecond {
			t.Errorf("by %v: the table wakes in %v, want at the end of the turn", by, wait)
		}
		end := jumped(t, dealt.Add(clock), by)
		c.settle(end, c.Tick(end))
		moves := 0
		for _, m := range c.bob.Messages() {
			if m.Type == "moved" {
				moves++
			}
		}
		if moves != 1 {
			t.Errorf("by %v: at the end of the turn the clock has made %d moves, want the one", by, moves)
		}
	}
}
