package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	startLimit = time.Minute // of a machine that has much else to do
	startPoll  = 10 * time.Millisecond
)

// Cluster is a private Postgres. Its methods are for one test at a time.
type Cluster struct {
	programs string // the folder of initdb and postgres
	folder   string // of the data, the socket and the log
	as       *syscall.Credential
	server   *exec.Cmd // nil while it is stopped
	ended    chan error
	made     atomic.Int64 // databases
}

// shared is the cluster of this test program, made when it is first asked for.
var shared struct {
	mu sync.Mutex // guards the others
	*Cluster
	err error // why there is none
}

// Start returns the test program's cluster, running. It skips the test when the machine has no Postgres.
func Start(t testing.TB) *Cluster {
	t.Helper()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.Cluster == nil && shared.err == nil {
		shared.Cluster, shared.err = create()
	}
	need(t, shared.err)
	if shared.server == nil { // a test has stopped it and failed
		shared.Restart(t)
	}
	return shared.Cluster
}

// New returns a cluster of the test's own, running, for a test that takes it away while others run beside it. It goes with the
// test, and skips it as Start does.
func New(t testing.TB) *Cluster {
	t.Helper()
	c, err := create()
	need(t, err)
	t.Cleanup(func() {
		if err := c.remove(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// need ends a test that asked for a cluster and got an error.
func need(t testing.TB, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errNone) && os.Getenv("FULLHOUSE_REQUIRE_POSTGRES") == "":
		t.Skip("SKIPPED:", err)
	case err != nil:
		t.Fatal(err)
	}
}

// Main wraps a *testing.M: its Run also stops the cluster, if a test has started it. In TestMain:
//
//	os.Exit(pgtest.Main(m).Run())
func Main(m interface{ Run() int }) interface{ Run() int } { return main{m} }

type main struct{ tests interface{ Run() int } }

func (m main) Run() int {
	code := m.tests.Run()
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.Cluster == nil {
		return code
	}
	if err := shared.remove(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// create makes a cluster and starts it.
func create() (*Cluster, error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	as, err := runAs()
	if err != nil {
		return nil, err
	}
	// Not os.TempDir: the path of a socket has room for a hundred letters.
	folder, err := os.MkdirTemp("/tmp", "fullhouse-postgres-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{programs: programs, folder: folder, as: as}
	if err := c.init(); err != nil {
		return nil, errors.Join(err, c.remove())
	}
	return c, nil
}

func (c *Cluster) init() error {
	if c.as != nil {
		if err := os.Chown(c.folder, int(c.as.Uid), int(c.as.Gid)); err != nil {
			return err
		}
	}
	initdb := c.program("initdb", "--pgdata=data", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C",
		"--no-sync", "--no-instructions")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return c.start()
}

// start starts the server and waits until it takes connections. The thread that starts it stays: the system would take its
// end for ours.
func (c *Cluster) start() error {
	log, err := os.OpenFile(c.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	c.server = c.program("postgres", "-D", "data", "-k", c.folder, "-c", "listen_addresses=", "-c", "shared_buffers=16MB",
		"-c", "max_connections=100", "-c", "fsync=on", "-c", "log_min_messages=fatal", "-c", "log_min_error_statement=panic")
	c.server.Stdout, c.server.Stderr = log, log
	dieWithUs(c.server.SysProcAttr)
	started := make(chan error, 1)
	c.ended = make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := c.server.Start()
		started <- err
		if err == nil {
			c.ended <- c.server.Wait()
		}
	}()
	if err := <-started; err != nil {
		c.server = nil
		return err
	}
	return c.await()
}

func (c *Cluster) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for {
		err := c.run(ctx, "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case ended := <-c.ended:
			c.server = nil
			return fmt.Errorf("postgres has ended: %w\n%s", ended, c.lastWords())
		case <-ctx.Done():
			return fmt.Errorf("postgres does not answer: %w\n%s", err, c.lastWords())
		case <-time.After(startPoll):
		}
	}
}

// run runs a statement as the cluster's owner.
func (c *Cluster) run(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

func (c *Cluster) url(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/" + database}
	u.RawQuery = url.Values{"host": {c.folder}}.Encode()
	return u.String()
}

// stop ends the server with a signal and waits for its end.
func (c *Cluster) stop(how os.Signal) error {
	if c.server == nil {
		return nil
	}
	if err := c.server.Process.Signal(how); err != nil {
		return err
	}
	err := <-c.ended
	c.server = nil
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && how == syscall.SIGQUIT && exit.Exited() {
		return nil // killed servers do not end well
	}
	return err
}

func (c *Cluster) remove() error { return errors.Join(c.stop(syscall.SIGINT), os.RemoveAll(c.folder)) }

// Database makes an empty database and returns its address. It goes with the cluster.
func (c *Cluster) Database(t testing.TB) (address string) {
	t.Helper()
	name := fmt.Sprintf("test%d", c.made.Add(1))
	if err := c.run(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return c.url(name)
}

// DatabaseOn makes an empty database in a folder, which becomes the cluster's, and returns its address. The folder must be empty
// and outlive the cluster.
func (c *Cluster) DatabaseOn(t testing.TB, folder string) (address string) {
	t.Helper()
	if c.as != nil {
		if err := os.Chown(folder, int(c.as.Uid), int(c.as.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	name := fmt.Sprintf("test%d", c.made.Add(1))
	for _, statement := range []string{fmt.Sprintf("CREATE TABLESPACE %s LOCATION '%s'", name, folder),
		fmt.Sprintf("CREATE DATABASE %s TABLESPACE %[1]s", name)} {
		if err := c.run(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return c.url(name)
}

// Stop ends the server as an operator does: it tells its clients, and does not wait for them.
func (c *Cluster) Stop(t testing.TB) {
	t.Helper()
	if err := c.stop(syscall.SIGINT); err != nil {
		t.Fatalf("stop postgres: %v\n%s", err, c.lastWords())
	}
}

// Kill ends the server in the middle of whatever it does. It recovers when it is started again.
func (c *Cluster) Kill(t testing.TB) {
	t.Helper()
	if err := c.stop(syscall.SIGQUIT); err != nil {
		t.Fatalf("kill postgres: %v\n%s", err, c.lastWords())
	}
}

// Restart starts the server again, after stopping it when it runs.
func (c *Cluster) Restart(t testing.TB) {
	t.Helper()
	c.Stop(t)
	if err := c.start(); err != nil {
		t.Fatalf("start postgres: %v", err)
	}
}
