package main

import (
	"bufio"
	"database/sql"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// crashing is the program as tests kill it: built with its crash points, once.
var crashing = sync.OnceValues(func() (path string, err error) {
	folder, err := os.MkdirTemp("", "fullhouse-crashing-")
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, "fullhouse")
	out, err := exec.Command("go", "build", "-tags", "crashpoints", "-o", path, ".").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	crashingFolder = folder
	return path, err
})

var crashingFolder string // set by crashing

// withoutBinary runs tests and removes what crashing has built.
type withoutBinary struct{ tests interface{ Run() int } }

func (w withoutBinary) Run() int {
	defer func() { _ = os.RemoveAll(crashingFolder) }()
	return w.tests.Run()
}

// process is a server in a process of its own.
type process struct {
	running
	t     *testing.T
	cmd   *exec.Cmd
	began time.Time
	out   *bufio.Reader
}

// spawn starts a process that uses the database. It does not wait for it to serve.
func (d database) spawn(t *testing.T, settings ...string) *process {
	t.Helper()
	binary, err := crashing()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, running: running{log: new(transcript)}, began: time.Now(), cmd: exec.Command(binary)}
	env := environ(append([]string{"ADDR", "127.0.0.1:0", "ADMIN_ADDR", "127.0.0.1:0", "TRUSTED_PROXIES", "127.0.0.1,::1", "HAND_PAUSE", "4ms"},
		append(d.settings, settings...)...)...)
	p.cmd.Env = os.Environ()
	for name, value := range maps.All(env) {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	p.cmd.Stderr = p.log
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(stdout)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	return p
}

// serving waits until the process serves, and reports whether it ever did.
func (p *process) serving() bool {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		return false
	}
	var ok bool
	if p.url, ok = strings.CutPrefix(strings.TrimSpace(line), "Fullhouse is open: "); !ok {
		p.t.Fatalf("the server said %q and:\n%s", line, p.log)
	}
	return true
}

// start is spawn for a server that must serve.
func (d database) start(t *testing.T, settings ...string) *process {
	t.Helper()
	p := d.spawn(t, settings...)
	if !p.serving() {
		t.Fatalf("the server did not open; it said:\n%s", p.log)
	}
	return p
}

// kill ends the process as kill -9 does. Killing it twice is harmless.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		p.wait()
	}
}

// wait waits for the process to end and returns its exit code; -1 when a signal ended it.
func (p *process) wait() int {
	_, _ = io.Copy(io.Discard, p.out)
	_ = p.cmd.Wait() // the state tells
	return p.cmd.ProcessState.ExitCode()
}

// terminate asks the process to end, as a supervisor does.
func (p *process) terminate() { _ = p.cmd.Process.Signal(syscall.SIGTERM) }

// audited fails the test when the database is not sound, or when a hand that has ended is not in the history once.
func (d database) audited(t *testing.T) {
	t.Helper()
	if code, said := d.command(t, "audit"); code != exitGood {
		t.Errorf("audit: exit %d\n%s", code, said)
	}
	db, err := sql.Open(d.driver, d.name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	toldOnce(t, db)
}
