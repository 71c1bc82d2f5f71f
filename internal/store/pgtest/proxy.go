package pgtest

import (
	"errors"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Proxy stands between a program and its Postgres. It can lose, hold back and slow down what the server says, and break the
// connections. Its methods may be called from any goroutine.
type Proxy struct {
	listener net.Listener
	server   string        // the path of the server's socket
	ended    chan struct{} // closed at the end
	pumps    sync.WaitGroup

	mu      sync.Mutex
	conns   map[net.Conn]bool // guarded by mu, with the rest
	closed  bool
	away    bool // new connections are broken at once
	armed   bool
	answers int           // how many more get through once it is armed
	commits int           // at the answer to which COMMIT to cut, counted down; 0: at none
	frozen  chan struct{} // not nil while nothing of the server's gets through; closed when it does again
	delay   time.Duration // of each answer
}

// Proxied makes an empty database and returns its address behind a new proxy, which goes with the test.
func (c *Cluster) Proxied(t testing.TB) (address string, p *Proxy) {
	t.Helper()
	direct, err := url.Parse(c.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	p = &Proxy{server: filepath.Join(c.folder, socketName), ended: make(chan struct{}), conns: map[net.Conn]bool{}}
	if p.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	p.pumps.Go(p.accept)
	t.Cleanup(p.close)
	direct.Host, direct.RawQuery = p.listener.Addr().String(), "sslmode=disable" // the proxy reads along
	return direct.String(), p
}

// CutAfter lets so many more answers through, loses the next one and breaks the connection that it came on.
func (p *Proxy) CutAfter(answers int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed, p.answers = true, answers
}

// CutAtCommit loses the answer to the nth COMMIT from now on, n from 1, whose server has committed by then, and breaks the
// connection that it came on.
func (p *Proxy) CutAtCommit(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.commits = n
}

// Cut breaks all connections, and new ones at once, until Mend.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = true
	p.breakAll()
}

// Mend lets connections be made again.
func (p *Proxy) Mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.away = false
}

// Freeze keeps back all that the server says until Thaw, as a network does that has lost it.
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frozen == nil {
		p.frozen = make(chan struct{})
	}
}

// Thaw lets through what Freeze kept back.
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frozen != nil {
		close(p.frozen)
		p.frozen = nil
	}
}

// Delay makes each answer to a query come so much later from now on, but for those to new connections; 0: at once again.
func (p *Proxy) Delay(each time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = each
}

func (p *Proxy) close() {
	_ = p.listener.Close()
	close(p.ended)
	p.mu.Lock()
	p.closed = true
	p.breakAll()
	p.mu.Unlock()
	p.pumps.Wait()
}

// breakAll breaks all connections. The caller holds mu.
func (p *Proxy) breakAll() {
	for conn := range p.conns {
		_ = conn.Close()
	}
	clear(p.conns)
}

func (p *Proxy) accept() {
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
			_ = errors.Join(client.Close(), server.Close())
			continue
		}
		p.pumps.Go(func() { p.pump(server, client, p.asked) })
		p.pumps.Go(func() { p.pump(client, server, p.answered) })
	}
}

func (p *Proxy) keep(conns ...net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.away {
		return false
	}
	for _, conn := range conns {
		p.conns[conn] = true
	}
	return true
}

// pump carries in one direction and ends both when it ends.
func (p *Proxy) pump(to, from net.Conn, carry func(to, from net.Conn) error) {
	_ = carry(to, from) // any end is the end
	_ = errors.Join(to.Close(), from.Close())
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, to)
	delete(p.conns, from)
}
