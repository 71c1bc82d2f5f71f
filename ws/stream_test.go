package ws_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"example.com/fullhouse/table"
	"example.com/fullhouse/ws"
	"example.com/fullhouse/ws/proto"
)

// play passes whenever it is the turn of seat, until an event has at least number n, which it returns.
func (c *client) play(seat table.Seat, n int64) int64 {
	c.Helper()
	for {
		m := c.next()
		if m.Type == "turn" && m.Seat == seat {
			c.pass(m)
		}
		if m.Seq >= n && m.Type != "snapshot" && m.Type != "synced" {
			return m.Seq
		}
	}
}

func TestStream_ResumesWithExactlyWhatWasMissed(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(1)
	alice := w.seat(tbl, "alice")
	last := alice.play(0, 30)
	for range 3 {
		_ = alice.conn.CloseNow()
		missed := w.dial(w.tablePath(tbl), "bob") // sees the table go on without her
		missed.until("snapshot")

		alice = w.dial(w.tablePath(tbl)+fmt.Sprint("?after=", last), "alice")
		if m := alice.next(); m.Type != "hello" {
			t.Fatalf("first message %s, want hello", m.raw)
		}
		seen := last
		for {
			m := alice.next()
			if m.Type == "synced" {
				if m.Seq != seen {
					t.Errorf("synced at %d after event %d, want the last one sent", m.Seq, seen)
				}
				break
			}
			if m.Seq == 0 {
				continue // that she is back
			}
			if m.Seq != seen+1 {
				t.Fatalf("resume from %d: event %d after %d: %s", last, m.Seq, seen, m.raw)
			}
			seen = m.Seq
		}
		alice.send(`{"type":"snapshot"}`) // the turn to go on with
		snapshot := alice.until("snapshot")
		var whole struct{ Table table.View }
		if err := json.Unmarshal(snapshot.raw, &whole); err != nil {
			t.Fatal(err)
		}
		if turn := whole.Table.Turn; turn != nil && turn.Seat == 0 {
			alice.pass(message{Hand: turn.Hand, Turn: turn.Turn, Price: turn.Price})
		}
		last = alice.play(0, snapshot.Seq+10)
		_ = missed.conn.CloseNow()
	}
}

func TestStream_ASnapshotReplacesWhatIsNotKept(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(1)
	w.seat(tbl, "alice").play(0, 10)
	for _, after := range []string{"", "0", "99999"} {
		c := w.dial(w.tablePath(tbl)+"?after="+after, "bob")
		c.until("hello")
		if m := c.next(); m.Type != "snapshot" {
			t.Errorf("after=%s: %s, want a snapshot", after, m.raw)
		}
	}
}

func TestStream_AReaderThatStopsIsClosedWhileTheOthersPlayOn(t *testing.T) {
	w := newWorld(t, options{
		smallBuffer: true,
		cfg:         func(c *ws.Config) { c.QueueMessages = 16 },
		hub:         func(h *ws.Hub) { h.Hasten(time.Minute, 500*time.Millisecond, 100*time.Millisecond) },
	})
	tbl := w.table(1)
	alice, watcher := w.seat(tbl, "alice"), w.dial(w.tablePath(tbl), "bob")
	stopped := w.handshake(w.tablePath(tbl), "mallory") // reads no more than the answer to the handshake
	defer stopped.Close()

	var watching sync.WaitGroup
	watching.Go(func() {
		last := watcher.until("snapshot").Seq
		for {
			m, err := watcher.read()
			if err != nil {
				return // closed below
			}
			if m.Seq > 0 && m.Seq != last+1 {
				t.Errorf("event %d after %d", m.Seq, last)
			}
			last = max(last, m.Seq)
		}
	})
	for w.hub.Stats().Slow == 0 {
		alice.play(0, 1)
	}
	w.eventually(func() bool { return w.ended("fell_behind") == 1 }, "the end to be counted")
	if got := w.hub.Stats().Sockets.InUse; got != 2 {
		t.Errorf("%d slots in use, want those of alice and bob", got)
	}
	_ = watcher.conn.CloseNow()
	watching.Wait()
}

func TestStream_ASlowReaderIsToldAndResumes(t *testing.T) {
	w := newWorld(t, options{smallBuffer: true, cfg: func(c *ws.Config) { c.QueueMessages = 16 }})
	tbl := w.table(1)
	alice, slow := w.seat(tbl, "alice"), w.dial(w.tablePath(tbl), "bob")
	last := slow.until("snapshot").Seq
	alice.play(0, last+400) // bob looks away: far more than the network and his outbox hold
	end := error(nil)
	for end == nil {
		var m message
		if m, end = slow.read(); m.Seq > 0 && m.Seq != last+1 {
			t.Fatalf("event %d after %d", m.Seq, last)
		}
		last = max(last, m.Seq)
	}
	if code := websocket.CloseStatus(end); code != websocket.StatusCode(proto.CloseFellBehind) {
		t.Errorf("ended by %v, want %d", end, proto.CloseFellBehind)
	}
	again := w.dial(w.tablePath(tbl)+fmt.Sprint("?after=", last), "bob")
	again.until("hello")
	if m := again.next(); m.Seq != last+1 {
		t.Errorf("resumed with %s, want event %d", m.raw, last+1)
	}
}

func TestShutdown_TellsEveryoneAndWaitsForThem(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(0)
	clients := []*client{w.seat(tbl, "alice"), w.dial("/api/lobby/socket", "bob"), w.dial(w.tablePath(tbl), "carol")}
	done := make(chan error)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		done <- w.hub.Shutdown(ctx)
	}()
	for _, c := range clients {
		c.wantClosed(proto.CloseDraining)
	}
	if err := <-done; err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	if got := w.hub.Stats().Sockets.InUse; got != 0 {
		t.Errorf("after the shutdown %d slots are in use, want 0", got)
	}
	if _, code := w.plain(w.tablePath(tbl), "alice"); code != "draining" {
		t.Errorf("a request after it: %q, want draining", code)
	}
}

func TestShutdown_TablesThatStopFirstSendTheirPlayersAwayToComeBack(t *testing.T) {
	w := newWorld(t, options{})
	tbl := w.table(0)
	c := w.seat(tbl, "alice")
	tbl.Stop()
	c.wantClosed(proto.CloseDraining)
}

func TestShutdown_CutsWhoDoesNotAnswerInTime(t *testing.T) {
	w := newWorld(t, options{hub: func(h *ws.Hub) { h.Hasten(time.Minute, time.Minute, time.Minute) }})
	conn := w.handshake("/api/lobby/socket", "mallory")
	defer conn.Close()
	w.eventually(func() bool { return w.hub.Stats().Sockets.InUse == 1 }, "the socket")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := w.hub.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Shutdown: %v, want %v", err, context.DeadlineExceeded)
	}
	if got := w.hub.Stats().Sockets.InUse; got != 0 {
		t.Errorf("after the shutdown %d slots are in use, want 0", got)
	}
}
