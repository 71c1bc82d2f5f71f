package main

import (
	"fmt"
	"strings"
	"testing"

	"example.com/fullhouse/internal/crashpoint"
)

// TestCrashPoints_AMigrationThatWasInterruptedIsGoneOnWith kills a server in each step: from nothing, and again when somebody's
// chips are in the schema that the steps before have made.
func TestCrashPoints_AMigrationThatWasInterruptedIsGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			steps, minted := 0, "minted=0 "
			for ; steps < 100; steps++ {
				db := newDatabase(t, kind)
				if !db.dieMigrating(t, steps+1) {
					break
				}
				if steps > 1 { // before that goose makes its own table, and then ours begin
					minted = "minted=1000 "
					for _, row := range []string{
						`INSERT INTO accounts (id, name, name_key, guest, created_at) VALUES ('a', 'Brave Otter 12', 'brave otter 12', true, 5)`,
						`INSERT INTO transfers (id, kind, at) VALUES ('start:a', 'starting_chips', 5)`,
						`INSERT INTO transfer_entries (transfer, account, amount) VALUES ('start:a', 'mint', -1000), ('start:a', 'wallet:a', 1000)`,
						`UPDATE balances SET amount = -1000 WHERE account = 'mint'`,
						`INSERT INTO balances (account, amount) VALUES ('wallet:a', 1000)`,
					} {
						db.change(t, row)
					}
					if !db.dieMigrating(t, 1) {
						t.Fatalf("step %d: the server was not killed in it for a second time", steps+1)
					}
				}
				whole := db.start(t)
				if code, said := db.command(t, "audit"); code != exitGood || !strings.Contains(said, minted) {
					t.Errorf("killed in step %d, then migrated: audit: exit %d, %s; want %d and %s", steps+1, code, said, exitGood, minted)
				}
				whole.person(t).guest()
				whole.kill()
				db.audited(t)
			}
			if steps < 5 {
				t.Errorf("the server was killed in %d steps, want at least 5", steps)
			}
		})
	}
}

// dieMigrating starts a server that is killed in the nth step that it makes, and reports whether there was such a step.
func (d database) dieMigrating(t *testing.T, nth int) bool {
	t.Helper()
	p := d.spawn(t, "CRASH_AT", fmt.Sprintf("%s:%d", crashpoint.InsideMigration, nth))
	if p.serving() {
		return false
	}
	p.wait()
	if code, said := d.command(t, "audit"); code != exitUse {
		t.Errorf("audit of half a schema: exit %d, %s; want %d", code, said, exitUse)
	}
	return true
}
