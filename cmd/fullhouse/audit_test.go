package main

import (
	"strings"
	"testing"
)

// midHand is a server with a hand under way in which somebody sits.
func midHand(t *testing.T, db database) *running {
	t.Helper()
	r := begin(t, append(db.settings, "BOT_PACE", "1ms", "HAND_PAUSE", "10ms", "DRAIN_TIMEOUT", "3s")...)
	alice := r.person(t)
	alice.guest()
	s, _ := alice.join(alice.createTable(map[string]any{"bots": 2, "action_ms": 60000}))
	s.send(map[string]any{"type": "sit", "id": "1", "buy_in": 5000})
	s.await("turn")
	return r
}

func TestAudit_FindsNothingBesideALiveServerAndEverythingThatIsChangedBehindItsBack(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		r := midHand(t, db)
		if code, said := db.command(t, "audit"); code != exitGood || !strings.Contains(said, "tables=1 problems=0") {
			t.Errorf("beside a live server: exit %d, %q", code, said)
		}
		r.stop()
		for _, c := range []struct{ name, spoil, mend, want string }{
			{"a balance", "UPDATE balances SET amount = amount + 1 WHERE account LIKE 'seat:%:0'",
				"UPDATE balances SET amount = amount - 1 WHERE account LIKE 'seat:%:0'", "according to its table's log"},
			{"a record lost", "UPDATE table_log SET seq = seq + 100 WHERE seq = 2", "UPDATE table_log SET seq = 2 WHERE seq = 102", "lacks record 2"},
			{"a record of no meaning", "UPDATE table_log SET body = '{' || body WHERE seq = 2", "UPDATE table_log SET body = substr(body, 2) WHERE seq = 2",
				"can't be replayed"},
			{"the end lost", "UPDATE tables SET last_seq = last_seq + 1", "UPDATE tables SET last_seq = last_seq - 1", "instead of"},
			{"settings", "UPDATE tables SET settings = '{' || settings", "UPDATE tables SET settings = substr(settings, 2)", "can't be opened"},
			{"a table closed with chips in it", "UPDATE tables SET closed_at = 1, closed_reason = 'idle'",
				"UPDATE tables SET closed_at = NULL, closed_reason = NULL", "its table is closed"},
		} {
			db.change(t, c.spoil)
			if code, said := db.command(t, "audit"); code != exitNot || !strings.Contains(said, c.want) {
				t.Errorf("%s: exit %d, %q; want %d and that it %s", c.name, code, said, exitNot, c.want)
			}
			db.change(t, c.mend)
			if code, said := db.command(t, "audit"); code != exitGood {
				t.Fatalf("%s, mended: exit %d, %q", c.name, code, said)
			}
		}
	})
}

func TestAudit_RefusesToReadWhatIsNoDatabaseOfThisVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		if code, said := db.command(t, "audit"); code != exitUse {
			t.Errorf("where there is none: exit %d, %q; want %d", code, said, exitUse)
		}
		if code, said := db.command(t, "migrate"); code != exitGood {
			t.Fatal(said)
		}
		if code, said := db.command(t, "audit"); code != exitGood || !strings.Contains(said, "minted=0") {
			t.Errorf("an empty one: exit %d, %q", code, said)
		}
		for _, version := range []string{"3", "4000"} {
			db.change(t, "DELETE FROM goose_db_version WHERE version_id > 3")
			db.change(t, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ("+version+", true)")
			if code, said := db.command(t, "audit"); code != exitUse || !strings.Contains(said, "schema "+version) {
				t.Errorf("with schema %s: exit %d, %q; want %d", version, code, said, exitUse)
			}
		}
	})
}

// Whoever is woken by an exit of 1 must be able to rely on it that chips are missing.
func TestAudit_DoesNotTakeADatabaseThatIsGoneForOneThatIsOff(t *testing.T) {
	gone := database{settings: []string{"DATABASE_URL", "postgres://fullhouse@127.0.0.1:1/fullhouse"}}
	if code, said := gone.command(t, "audit"); code != exitUse || !strings.Contains(said, "refused") {
		t.Errorf("exit %d, %q; want %d", code, said, exitUse)
	}
}
