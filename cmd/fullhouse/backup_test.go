package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/fullhouse/internal/store/pgtest"
)

// restored is a database made of a backup, as docs/operating.md says.
func restored(t *testing.T, from database, file string) database {
	t.Helper()
	to := newDatabase(t, from.kind())
	if from.driver == "sqlite" {
		content, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(to.name, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
	if out, err := exec.Command(pgtest.Program(t, "pg_restore"), "--no-owner", "--exit-on-error", "--dbname="+to.name, file).CombinedOutput(); err != nil {
		t.Fatalf("pg_restore: %v: %s", err, out)
	}
	return to
}

func TestBackup_MadeBesideALiveServerGoesOnWhereItWasMade(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		t.Parallel()
		n := newNight(t, db, 2, 3)
		file := filepath.Join(t.TempDir(), "monday")
		idle := n.gamblers[len(n.gamblers)-1]
		idle.play(func(m told) bool { return m.Type == "turn" && m.Seat == idle.seat })
		n.playUntilDead(func() { // while hands are being played
			if code, said := db.command(t, "backup", file); code != exitGood {
				t.Errorf("exit %d: %s", code, said)
			}
			n.server.kill()
		})
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("the file: %v, %v; want that only its owner can read it", info, err)
		}
		if code, said := db.command(t, "backup", file); code != exitNot || !strings.Contains(said, "exists") {
			t.Errorf("over a file that is there: exit %d, %q; want %d", code, said, exitNot)
		}
		copied := restored(t, db, file)
		copied.audited(t)
		server := copied.start(t, n.settings...)
		idle.seen, idle.story = 0, newChronicle() // the copy is older than what was told since
		idle.comeBack(server.url)
		idle.play(func(m told) bool { return m.Type == "snapshot" })
		if turn := idle.last.Table.Turn; len(idle.errs) > 0 || turn == nil || turn.Seat != idle.seat {
			t.Errorf("at the restored table: %v, turn %+v; want the turn of the one who waits", idle.errs, turn)
		}
	})
}

func TestBackup_LeavesNothingBehindWhenItFails(t *testing.T) {
	onBoth(t, func(t *testing.T, db database) {
		if code, said := db.command(t, "backup", filepath.Join(t.TempDir(), "none")); code != exitUse {
			t.Errorf("where there is no database: exit %d, %q; want %d", code, said, exitUse)
		}
		if code, said := db.command(t, "migrate"); code != exitGood {
			t.Fatal(said)
		}
		folder := t.TempDir()
		if code, said := db.command(t, "backup", filepath.Join(folder, "nowhere", "file")); code != exitNot {
			t.Errorf("into a folder that is not there: exit %d, %q; want %d", code, said, exitNot)
		}
		if left, _ := os.ReadDir(folder); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		if code, said := db.command(t, "backup"); code != exitUse {
			t.Errorf("without a file: exit %d, %q; want %d", code, said, exitUse)
		}
	})
}

func TestBackup_ToldToStopLeavesNothingBehind(t *testing.T) {
	binary, err := crashing()
	if err != nil {
		t.Fatal(err)
	}
	db := newDatabase(t, "postgres")
	if code, said := db.command(t, "migrate"); code != exitGood {
		t.Fatal(said)
	}
	programs, folder := t.TempDir(), t.TempDir()
	begun := filepath.Join(programs, "begun")
	if err := os.WriteFile(filepath.Join(programs, "pg_dump"), []byte("#!/bin/sh\n: > "+begun+"\nexec sleep 600\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "backup", filepath.Join(folder, "monday"))
	cmd.Env = []string{"DATABASE_URL=" + db.name, "PATH=" + programs + ":" + os.Getenv("PATH")}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	for range 2000 {
		if _, err = os.Stat(begun); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left, _ := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Fatalf("before it is told to stop there is %v, %v; want what it writes", left, err)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait() // the state tells
	if code := cmd.ProcessState.ExitCode(); code != exitNot {
		t.Errorf("exit %d, want %d", code, exitNot)
	}
	if left, _ := os.ReadDir(folder); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
