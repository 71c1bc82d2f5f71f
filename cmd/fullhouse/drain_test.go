package main

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// farewell is what a gambler hears until its socket is closed.
type farewell struct {
	code   websocket.StatusCode
	msLeft int64
	retry  int64
}

// untilTheEnd plays on until the server closes the socket.
func (g *gambler) untilTheEnd() (f farewell) {
	for {
		m, err := g.socket.next()
		if err != nil {
			f.code = websocket.CloseStatus(err)
			return f
		}
		var t told
		if err := json.Unmarshal(m.raw, &t); err != nil {
			g.wrong("message %s: %v", m.raw, err)
			return f
		}
		if t.Type == "draining" {
			var d struct {
				MSLeft  int64 `json:"ms_left"`
				RetryMS int64 `json:"retry_ms"`
			}
			if err := json.Unmarshal(m.raw, &d); err != nil {
				g.wrong("message %s: %v", m.raw, err)
			}
			f.msLeft, f.retry = d.MSLeft, d.RetryMS
		}
		g.hear(t, m.raw)
	}
}

func TestF19_SIGTERMInTheMiddleOfEverything(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n := newNight(t, db, 3, 19)
		n.settings = append(n.settings, "DRAIN_TIMEOUT", "9s")
		n.server.kill()
		n.again() // with the drain's time
		farewells := make([]farewell, len(n.gamblers))
		var playing sync.WaitGroup
		for i, g := range n.gamblers {
			playing.Go(func() { farewells[i] = g.untilTheEnd() })
		}
		visitor := n.server.person(t)
		visitor.guest()
		n.server.terminate()
		n.server.awaitLog(`"draining"`)
		if got := visitor.answer("GET", "/readyz", nil); got != "503" && !gone(got) {
			t.Errorf("/readyz while draining: %s, want 503", got)
		}
		if got := visitor.answer("POST", "/api/tables", map[string]any{"bots": 1}); got != "503 draining" && !gone(got) {
			t.Errorf("a new table while draining: %s, want 503 draining", got)
		}
		began := time.Now()
		if code := n.server.wait(); code != exitGood {
			t.Errorf("exit %d, want %d; it said:\n%s", code, exitGood, n.server.log)
		}
		if took := time.Since(began); took > 15*time.Second { // a drain that is late exits otherwise; this is the process's whole end
			t.Errorf("the end took %v, want about 9s at most", took)
		}
		playing.Wait()
		n.check()
		var retries []int64
		for i, f := range farewells {
			if f.code != 4001 || f.msLeft <= 0 || f.msLeft > 6000 || f.retry < 1000 || f.retry >= 5000 {
				t.Errorf("player %d: closed with %d, told %d ms until then and %d ms to wait; want 4001, up to 6000 and 1000 to 5000", i, f.code, f.msLeft, f.retry)
			}
			retries = append(retries, f.retry)
		}
		if slices.Sort(retries); len(slices.Compact(retries)) < len(farewells)/2 {
			t.Errorf("players are sent away for %v ms, want a time of its own for each", retries)
		}
		for i, g := range n.gamblers[:len(n.gamblers)-1] { // the last table waits for somebody who makes no move
			if turn, known := g.story.turnAt(g.seen); !known || turn != nil {
				t.Errorf("player %d was sent away in the middle of a hand: %+v", i, turn)
			}
		}
		n.ends() // nothing is lost, and the hand that was left to the log goes on
	})
}

// gone reports whether an answer is that of a server that has ended meanwhile.
func gone(answer string) bool {
	return strings.Contains(answer, "refused") || strings.Contains(answer, "EOF") || strings.Contains(answer, "reset")
}

func TestF19_TheSecondSIGTERMEndsItAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n, mover := duel(t, db)
		n.settings = append(n.settings, "DRAIN_TIMEOUT", "10m")
		n.server.kill()
		n.again()
		before := n.onTurn().last.Table.Turn.decision
		n.server.terminate()
		mover.play(func(m told) bool { return m.Type == "draining" }) // its hand would be waited for
		n.server.terminate()
		n.server.wait()
		if status, ok := n.server.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGTERM {
			t.Errorf("it ended with %s, want by the signal", n.server.cmd.ProcessState)
		}
		n.again()
		if got := n.onTurn().last.Table.Turn.decision; got != before {
			t.Errorf("the turn is %+v, want %+v", got, before)
		}
	})
}
