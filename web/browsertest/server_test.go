package browsertest

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is the binary, running.
type server struct {
	url string
	cmd *exec.Cmd
	log *lines
}

// serve starts a server with the given settings, named without their prefix, on a port and with a database of its own. It
// ends with the test, and must end well; hands that wait for somebody are left to the log soon.
func serve(t *testing.T, settings ...string) *server {
	t.Helper()
	return serveIn(t, t.TempDir(), append([]string{"ADDR=127.0.0.1:0"}, settings...)...)
}

// serveIn does so with the data of a folder.
func serveIn(t *testing.T, folder string, settings ...string) *server {
	t.Helper()
	s := &server{cmd: exec.Command(binary), log: new(lines)}
	s.cmd.Env = append(os.Environ(), "FULLHOUSE_ADMIN_ADDR=127.0.0.1:0", "FULLHOUSE_DRAIN_TIMEOUT=6s", "FULLHOUSE_DATA_DIR="+folder)
	for _, setting := range settings {
		s.cmd.Env = append(s.cmd.Env, "FULLHOUSE_"+setting)
	}
	s.cmd.Stderr = s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop(t) })
	for scan := bufio.NewScanner(out); scan.Scan(); {
		if url, ok := strings.CutPrefix(scan.Text(), "Fullhouse is open: "); ok {
			s.url = url
			return s
		}
	}
	t.Fatalf("the server did not open; it said:\n%s", s.log)
	return nil
}

// port is where it listens.
func (s *server) port() string { return s.url[strings.LastIndexByte(s.url, ':')+1:] }

// stop ends the server as a supervisor would. Stopping it twice is harmless.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended by itself: Wait will tell
	late := time.AfterFunc(20*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v; it said:\n%s", err, s.log)
	}
}

// lines is a buffer for the process to write to while the test reads.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}
