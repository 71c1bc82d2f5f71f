package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestQuarantine_IsListedAndCanBeUndone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n := openNight(t, db)
		n.seat(map[string]any{"private": true}, 1, 2)
		for _, g := range n.gamblers {
			g.passive = true
		}
		n.gamblers[0].play(func(m told) bool { return m.Type == "turn" })
		before := n.onTurn().last.Table.Turn.decision
		n.server.kill()
		table := n.gamblers[0].table
		db.change(t, "UPDATE table_log SET kind = 'x' || kind WHERE kind = 'started'")

		n.server = db.start(t, n.settings...)
		n.server.awaitLog("table quarantined")
		if code, said := db.command(t, "audit"); code != exitGood || !strings.Contains(said, "escrow=0 ") {
			t.Errorf("audit: exit %d, %s; want all chips back", code, said)
		}
		code, said := db.command(t, "quarantine")
		if code != exitGood || !strings.Contains(said, "table "+table) || !strings.Contains(said, `unknown kind "xstarted"`) || strings.Count(said, " 5000\n") != 2 {
			t.Errorf("the list: exit %d, %s; want the table, why, and two refunds of 5000", code, said)
		}
		if code, said := db.command(t, "quarantine", "undo", table); code != exitNot {
			t.Errorf("undo beside a live server: exit %d, %s; want %d", code, said, exitNot)
		}
		n.server.kill()
		if code, said := db.command(t, "quarantine", "undo", "nothing"); code != exitNot || !strings.Contains(said, "not in quarantine") {
			t.Errorf("undo of nothing: exit %d, %s", code, said)
		}
		if code, said := db.command(t, "quarantine", "undo", table); code != exitGood {
			t.Fatalf("undo: exit %d, %s", code, said)
		}
		db.change(t, "UPDATE table_log SET kind = substr(kind, 2) WHERE kind = 'xstarted'") // it is mended
		n.again()
		if turn := n.onTurn().last.Table.Turn.decision; turn != before {
			t.Errorf("after it was mended the turn is %+v, want %+v", turn, before)
		}
		if _, said := db.command(t, "quarantine"); !strings.Contains(said, "(undone ") {
			t.Errorf("the list afterwards: %s; want it undone", said)
		}
	})
}

func TestQuarantine_UndoMakesNoDatabaseWhereThereIsNone(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		if code, said := db.command(t, "quarantine", "undo", "k7q2"); code != exitUse {
			t.Errorf("exit %d, %q; want %d", code, said, exitUse)
		}
		if code, said := db.command(t, "audit"); code != exitUse {
			t.Errorf("audit afterwards: exit %d, %q; want %d: there still is none", code, said, exitUse)
		}
	})
	folder := filepath.Join(t.TempDir(), "mistyped")
	if code, said := (database{settings: []string{"DATA_DIR", folder}}).command(t, "quarantine", "undo", "k7q2"); code != exitUse {
		t.Errorf("exit %d, %q; want %d", code, said, exitUse)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("the folder: %v, want none", err)
	}
}
