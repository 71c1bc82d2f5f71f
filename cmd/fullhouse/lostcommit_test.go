package main

import (
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
)

// TestF8_TheAnswerToCommitIsLost: over a network it can be. That a file's is, TestF20 makes happen in the driver, to every call.
func TestF8_TheAnswerToCommitIsLost(t *testing.T) {
	t.Parallel()
	for name, move := range map[string]func(*gambler){
		"in mid-hand": (*gambler).goOn,
		"at the end of a hand": func(g *gambler) {
			turn := g.last.Table.Turn.decision
			g.say("act", map[string]any{"hand": turn.Hand, "turn": turn.Turn, "price": turn.Price, "move": map[string]any{"do": "fold"}})
		},
	} {
		t.Run("postgres "+name, func(t *testing.T) {
			t.Parallel()
			address, proxy := pgtest.Start(t).Proxied(t)
			db := database{[]string{"DATABASE_URL", address}, "pgx", address}
			n, mover := duel(t, db)
			before := n.stories[0].count("acted")
			proxy.CutAtCommit(1)
			move(mover)
			for _, g := range n.gamblers {
				g.play(func(m told) bool { return m.Type == "acted" }) // told when the log has been read
			}
			mover.play(func(told) bool { return mover.open == nil })
			if mover.acked["type"] != "act" {
				t.Errorf("the move that was committed is not acknowledged: %v", mover.acked)
			}
			mover.put(mover.acked) // and once more
			mover.put(map[string]any{"type": "snapshot"})
			mover.play(func(m told) bool { return m.Type == "snapshot" })
			n.check()
			if got := n.stories[0].count("acted") - before; got != 1 {
				t.Errorf("%d moves were told, want one", got)
			}
			n.server.kill()
			db.audited(t)
		})
	}
}
