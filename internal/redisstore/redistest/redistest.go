package redistest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const patience = 10 * time.Second // to start, on a machine with much else to do

// Server is a redis-server of one test. Its methods are for the test's own goroutine, and fail the test.
type Server struct {
	t    testing.TB
	dir  string
	port int
	args []string
	cmd  *exec.Cmd     // nil while stopped
	done chan struct{} // closed when the process has ended
}

// Start starts a server with the further arguments, and ends it with the test. Without the binary the test is skipped, or
// fails if FULLHOUSE_REQUIRE_REDIS says that it must not be.
func Start(t testing.TB, args ...string) *Server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("FULLHOUSE_REQUIRE_REDIS") != "" {
			t.Fatalf("%v, and FULLHOUSE_REQUIRE_REDIS is set", err)
		}
		t.Skip(err)
	}
	s := &Server{t: t, dir: t.TempDir(), args: args}
	t.Cleanup(s.kill)
	for range 5 { // somebody else can take the port before the server does
		s.port = freePort(t)
		if err := s.run(); err == nil {
			return s
		} else {
			t.Log(err)
		}
	}
	t.Fatal("redis-server does not start")
	return nil
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Addr is where the server listens.
func (s *Server) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// URL is the address in the form that REDIS_URL has.
func (s *Server) URL() string { return "redis://" + s.Addr() }

// Stop kills the server. All it knew is lost.
func (s *Server) Stop() {
	s.t.Helper()
	if s.cmd == nil {
		s.t.Fatal("the redis-server has been stopped already")
	}
	s.kill()
}

// Start starts the server again after Stop, where it was and with nothing in it.
func (s *Server) Start() {
	s.t.Helper()
	if err := s.run(); err != nil {
		s.t.Fatal(err)
	}
}

// Pause stalls the server: connections stay, and nothing is answered.
func (s *Server) Pause() { s.signal(syscall.SIGSTOP) }

// Resume ends Pause. What was sent meanwhile is answered now.
func (s *Server) Resume() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// CLI is what redis-cli prints for a command.
func (s *Server) CLI(args ...string) string {
	s.t.Helper()
	all := append([]string{"-p", strconv.Itoa(s.port), "--no-auth-warning"}, args...)
	out, err := exec.Command("redis-cli", all...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("redis-cli %s: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// run starts the process and waits until it says that it is ready.
func (s *Server) run() error {
	args := append([]string{"--port", strconv.Itoa(s.port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no"}, s.args...)
	cmd := exec.Command("redis-server", args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	log, err := os.Create(filepath.Join(s.dir, "redis.log"))
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		log.Close()
		return err
	}
	s.cmd, s.done = cmd, make(chan struct{})
	ready := make(chan bool, 1)
	go func(done chan<- struct{}) {
		defer close(done)
		defer log.Close()
		ready <- awaits(io.TeeReader(out, log))
		io.Copy(log, out)
		cmd.Wait()
	}(s.done)
	select {
	case ok := <-ready:
		if ok {
			return nil
		}
	case <-time.After(patience):
	}
	s.kill()
	said, _ := os.ReadFile(log.Name())
	return fmt.Errorf("redis-server is not ready: %s", said)
}

// awaits reads until the server takes connections, and says whether it got so far.
func awaits(out io.Reader) bool {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "Ready to accept connections") {
			return true
		}
	}
	return false
}

// kill ends the process, also a stalled one, and waits for it.
func (s *Server) kill() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Kill()
	<-s.done
	s.cmd = nil
}
