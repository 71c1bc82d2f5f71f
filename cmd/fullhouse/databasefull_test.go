package main

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/internal/store/pgtest"
)

// disk is a small one of the test's own.
type disk struct {
	t      *testing.T
	folder string
}

// newDisk makes one of so many megabytes, or skips the test where it may not.
func newDisk(t *testing.T, megabytes int) disk {
	t.Helper()
	folder, err := os.MkdirTemp("", "fullhouse-disk-") // not the test's: what is mounted there is for other users as well
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(folder) })
	d := disk{t, folder}
	mount := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", megabytes), "tmpfs", d.folder)
	if out, err := mount.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: no small disk can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", d.folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	return d
}

// fill takes all the room that is left, until it is given back.
func (d disk) fill() (makeRoom func()) {
	d.t.Helper()
	filler := filepath.Join(d.folder, "filler")
	f, err := os.Create(filler)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(f, zeroes{}); err == nil {
		d.t.Fatal("the disk has no end")
	}
	return func() {
		if err := os.Remove(filler); err != nil {
			d.t.Error(err)
		}
	}
}

// zeroes is a source without an end.
type zeroes struct{}

// Read implements io.Reader.
func (zeroes) Read(p []byte) (int, error) { return len(p), nil }

func TestF11_TheDiskIsFull(t *testing.T) {
	const outage = 15 * time.Second // long enough to be seen from outside
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		d := newDisk(t, 4)
		data := filepath.Join(d.folder, "data")
		g := newGame(t, database{[]string{"DATA_DIR", data}, "sqlite", filepath.Join(data, "fullhouse.db")})
		g.survives(absence{lasts: outage, reads: "200", begin: d.fill})
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		d := newDisk(t, 64)
		cluster := pgtest.New(t)
		space := filepath.Join(d.folder, "space")
		if err := os.Mkdir(space, 0o700); err != nil {
			t.Fatal(err)
		}
		url := cluster.DatabaseOn(t, space)
		db := database{[]string{"DATABASE_URL", url}, "pgx", url}
		newGame(t, db).survives(absence{lasts: outage, reads: "200", some: true, begin: func() (makeRoom func()) {
			makeRoom = d.fill()
			db.fillPages(t)
			return makeRoom
		}})
	})
}

// fillPages writes to the log of no table until nothing goes into it any more: Postgres has room left in the pages it has.
func (d database) fillPages(t *testing.T) {
	t.Helper()
	db, err := sql.Open(d.driver, d.name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for seq := 1; err == nil; seq++ {
		_, err = db.ExecContext(t.Context(), "INSERT INTO table_log (table_id, seq, kind, schema, body, at) VALUES ('none', $1, '', 1, '', 0)", seq)
	}
	if !strings.Contains(err.Error(), "53100") {
		t.Fatal(err)
	}
}
