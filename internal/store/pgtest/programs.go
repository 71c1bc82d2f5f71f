package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

var errNone = errors.New("there is no Postgres here: install it (on Debian: postgresql-15)")

// find returns the newest of the machine's folders with the programs of Postgres.
func find() (folder string, err error) {
	newest := 0
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // fails only for a bad pattern
	for _, initdb := range found {
		bin := filepath.Dir(initdb)
		version, err := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
		if err == nil && version > newest {
			newest, folder = version, bin
		}
	}
	if folder != "" {
		return folder, nil
	}
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		return "", errNone
	}
	return filepath.Dir(initdb), nil
}

// runAs is who runs Postgres: nobody in particular, or for root the user postgres.
func runAs() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	postgres, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("root may not run Postgres, and there is no other user for it: %w", err)
	}
	uid, err := strconv.ParseUint(postgres.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(postgres.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// program is a command of Postgres, run in the cluster's folder. It takes nothing from the environment: a PGDATA or PGOPTIONS
// meant for another cluster must not reach this one.
func (c *Cluster) program(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.programs, name), args...)
	cmd.Dir = c.folder
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.as}
	return cmd
}

// lastWords are the last lines of the server's log.
func (c *Cluster) lastWords() string {
	text, err := os.ReadFile(c.log())
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}

func (c *Cluster) log() string { return filepath.Join(c.folder, "log") }

// Program is the path of one of Postgres's client programs, such as pg_restore.
func Program(t testing.TB, name string) string {
	t.Helper()
	folder, err := find()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, name)
}
