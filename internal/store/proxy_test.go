package store

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"

	"example.com/fullhouse/internal/store/pgtest"
)

// proxy stands between a store and its Postgres, and can lose the server's answers.
type proxy struct {
	listener net.Listener
	server   string // the path of the server's socket
	pumps    sync.WaitGroup

	mu     sync.Mutex
	conns  map[net.Conn]bool // guarded by mu, with the rest
	closed bool
	armed  bool
	answer int           // how many more answers get through once it is armed
	frozen chan struct{} // not nil while nothing of the server's gets through; closed when it does again
}

const socketName = ".s.PGSQL.5432"

// throughProxy opens a store on a new database whose server is behind a proxy.
func throughProxy(t *testing.T) (*testStore, *proxy) {
	t.Helper()
	direct := pgtest.Start(t).Database(t)
	address, err := url.Parse(direct)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: filepath.Join(address.Query().Get("host"), socketName), conns: map[net.Conn]bool{}}
	dir := t.TempDir()
	if p.listener, err = net.Listen("unix", filepath.Join(dir, socketName)); err != nil {
		t.Fatal(err)
	}
	p.pumps.Go(p.accept)
	t.Cleanup(p.close)
	address.RawQuery = url.Values{"host": {dir}}.Encode()
	s, err := Open(t.Context(), Config{URL: address.String()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // some tests break its connections
	return &testStore{s, ""}, p
}

// cutAfter lets so many more answers through, loses the next one and breaks the connection that it came on.
func (p *proxy) cutAfter(answers int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed, p.answer = true, answers
}

// freeze keeps back all that the server says, as a network does that has lost it.
func (p *proxy) freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = make(chan struct{})
}

func (p *proxy) thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frozen != nil {
		close(p.frozen)
		p.frozen = nil
	}
}

func (p *proxy) close() {
	p.thaw()
	_ = p.listener.Close()
	p.mu.Lock()
	p.closed = true
	for conn := range p.conns {
		_ = conn.Close()
	}
	p.mu.Unlock()
	p.pumps.Wait()
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		server, err := net.Dial("unix", p.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		if !p.keep(client, server) {
			return
		}
		p.pumps.Go(func() { p.pump(server, client, func() error { _, err := io.Copy(server, client); return err }) })
		p.pumps.Go(func() { p.pump(server, client, func() error { return p.answers(client, server) }) })
	}
}

func (p *proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, conn := range conns {
		p.conns[conn] = true
		if p.closed {
			_ = conn.Close()
		}
	}
	return !p.closed
}

// pump copies in one direction and ends both when it ends.
func (p *proxy) pump(server, client net.Conn, copied func() error) {
	_ = copied() // any end is the end
	_ = errors.Join(server.Close(), client.Close())
}

// answers passes the server's messages on, each a letter, a length and a body. An answer ends with "ready for query".
func (p *proxy) answers(client, server net.Conn) error {
	head := make([]byte, 5)
	for {
		if _, err := io.ReadFull(server, head); err != nil {
			return err
		}
		body := make([]byte, binary.BigEndian.Uint32(head[1:])-4)
		if _, err := io.ReadFull(server, body); err != nil {
			return err
		}
		if !p.passes(head[0] == 'Z') {
			return errors.New("cut")
		}
		if _, err := client.Write(append(append([]byte{}, head...), body...)); err != nil {
			return err
		}
	}
}

// passes waits while the proxy is frozen, and reports whether the message gets through.
func (p *proxy) passes(ready bool) bool {
	p.mu.Lock()
	frozen := p.frozen
	p.mu.Unlock()
	if frozen != nil {
		<-frozen
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.armed {
		return true
	}
	if p.answer == 0 {
		if ready {
			p.armed = false
		}
		return !ready // what comes before is of no use without the end
	}
	if ready {
		p.answer--
	}
	return true
}
