package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/internal/crashpoint"
)

// duel is a night of one table where two people play against each other, and nobody moves but by the test.
func duel(t *testing.T, db database) (n *night, onTurn *gambler) {
	t.Helper()
	n = openNight(t, db)
	n.seat(map[string]any{"private": true}, 1, 2)
	for _, g := range n.gamblers {
		g.passive = true
	}
	n.gamblers[0].play(func(m told) bool { return m.Type == "turn" })
	return n, n.onTurn()
}

// onTurn is whose turn it is, once everybody is shown the same.
func (n *night) onTurn() *gambler {
	n.t.Helper()
	for range 100 {
		seen := map[int64]bool{}
		var who *gambler
		for _, g := range n.gamblers {
			g.put(map[string]any{"type": "snapshot"})
			g.play(func(m told) bool { return m.Type == "snapshot" })
			seen[g.last.Seq] = true
			if turn := g.last.Table.Turn; turn != nil && turn.Seat == g.seat {
				who = g
			}
		}
		n.check()
		if len(seen) == 1 && who != nil {
			return who
		}
	}
	n.t.Fatal("it is nobody's turn")
	return nil
}

// goOn sends the move that costs least without giving up.
func (g *gambler) goOn() {
	turn := g.last.Table.Turn.decision
	move := "check"
	if turn.Price > 0 {
		move = "call"
	}
	g.say("act", map[string]any{"hand": turn.Hand, "turn": turn.Turn, "price": turn.Price, "move": map[string]any{"do": move}})
}

// moveAndDie makes a move at which the server dies, and starts it again.
func (n *night) moveAndDie(at crashpoint.Point) (mover *gambler, before decision) {
	n.t.Helper()
	n.server.kill()
	n.again("CRASH_AT", fmt.Sprintf("%s:1", at))
	mover = n.onTurn()
	before = mover.last.Table.Turn.decision
	mover.goOn()
	if n.server.wait(); n.server.cmd.ProcessState.String() != "signal: killed" {
		n.t.Fatalf("the server ended with %s; it said:\n%s", n.server.cmd.ProcessState, n.server.log)
	}
	return mover, before
}

func TestF2_KilledAfterTheAppendBeforeTheBroadcast(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n, _ := duel(t, db)
		mover, before := n.moveAndDie(crashpoint.BeforeBroadcast)
		id := mover.open["id"]
		mover.open, mover.acked = nil, nil // nothing is sent again: the move stands by itself
		n.again()
		next := n.onTurn()
		if got := next.last.Table.Turn; next == mover || got.Hand != before.Hand || got.Turn != before.Turn+1 {
			t.Errorf("after the restart it is turn %+v, want the one after %+v", got, before)
		}
		if got := mover.last.Table.You.LastID; got != id {
			t.Errorf("the last command that took effect is %s, want %s", got, id)
		}
		if got := n.stories[0].count("acted"); got != 1 {
			t.Errorf("%d moves were told, want the one", got)
		}
	})
}

func TestF3_KilledBeforeTheAcknowledgementTheClientResends(t *testing.T) {
	t.Parallel()
	for _, at := range []crashpoint.Point{crashpoint.BeforeAppend, crashpoint.BeforeBroadcast} {
		t.Run(string(at), func(t *testing.T) {
			onBoth(t, func(t *testing.T, db database) {
				t.Parallel()
				n, _ := duel(t, db)
				mover, before := n.moveAndDie(at)
				for range 3 { // sent again at each coming back
					n.again()
					mover.play(func(told) bool { return mover.open == nil })
					if next := n.onTurn(); next == mover || next.last.Table.Turn.Turn != before.Turn+1 {
						t.Errorf("sent again, it is turn %+v, want the one after %+v", next.last.Table.Turn, before)
					}
					n.server.kill()
				}
				if mover.acked == nil || n.stories[0].count("acted") != 1 {
					t.Errorf("acknowledged %v, and %d moves were told; want it, and one", mover.acked, n.stories[0].count("acted"))
				}
			})
		})
	}
}

func TestF4_ASecondProcessOpensTheSameDatabase(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n, mover := duel(t, db)
		holder := fmt.Sprint(n.server.cmd.Process.Pid)
		second := db.spawn(t, n.settings...)
		if code, took := second.wait(), time.Since(second.began); code != exitNot || took < lockWait || !strings.Contains(second.log.String(), holder) {
			t.Errorf("the second process: exit %d after %v, want %d after %v naming process %s; it said:\n%s", code, took, exitNot, lockWait, holder, second.log)
		}
		forced := db.force(t, n.settings...)
		mover.goOn() // at the first server, which does not know yet
		mover.play(func(told) bool { return mover.open == nil })
		if mover.acked["type"] == "act" {
			t.Error("the first server has acknowledged a move at a table that is another's")
		}
		n.server.kill()
		n.server = forced
		for _, g := range n.gamblers {
			g.open = nil
			g.comeBack(forced.url)
		}
		mover = n.onTurn()
		mover.goOn()
		mover.play(func(told) bool { return mover.open == nil })
		if mover.acked["type"] != "act" {
			t.Errorf("the owner does not take the move: %v", mover.acked)
		}
		n.check()
		db.audited(t)
	})
}

// force starts a server on a database that another one has, past the lock: on Postgres the holder's connection is cut, in a
// folder the lock's file is taken away.
func (d database) force(t *testing.T, settings ...string) *process {
	t.Helper()
	if d.driver == "sqlite" {
		d.unlink(t)
		return d.start(t, settings...)
	}
	p := d.spawn(t, settings...)
	opened := make(chan bool, 1)
	go func() { opened <- p.serving() }()
	for {
		d.change(t, `SELECT pg_terminate_backend(pid) FROM pg_locks
			WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
			AND pid NOT IN (SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'fullhouse `+fmt.Sprint(p.cmd.Process.Pid)+`@%')`)
		select {
		case ok := <-opened:
			if !ok {
				t.Fatalf("the forced server did not open; it said:\n%s", p.log)
			}
			return p
		case <-time.After(20 * time.Millisecond):
		}
	}
}
