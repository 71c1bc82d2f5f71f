package redisstore

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"
)

// wires are the connections of one client. The client's library mends lost connections by itself, in whichever request
// comes next; here a client that has lost one is thrown away, and the watch makes another one.
type wires struct {
	lost func()      // called when a connection ends that close did not end
	torn atomic.Bool // set before it
	life context.Context
	end  context.CancelFunc

	mu   sync.Mutex
	open map[*wire]struct{} // guarded by mu
}

func newWires(lost func()) *wires {
	w := &wires{lost: lost, open: make(map[*wire]struct{})}
	w.life, w.end = context.WithCancel(context.Background())
	return w
}

// dial connects, unless the wires have been closed: then nothing connects any more.
func (w *wires) dial(ctx context.Context, addr string, d *net.Dialer, secure *tls.Config) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.life, cancel)()
	var conn net.Conn
	var err error
	if secure != nil {
		conn, err = (&tls.Dialer{NetDialer: d, Config: secure}).DialContext(ctx, "tcp", addr)
	} else {
		conn, err = d.DialContext(ctx, "tcp", addr)
	}
	if err != nil {
		return nil, err
	}
	one := &wire{Conn: conn, of: w}
	w.mu.Lock()
	w.open[one] = struct{}{}
	w.mu.Unlock()
	if w.life.Err() != nil { // close may have missed it
		one.Close()
		return nil, w.life.Err()
	}
	return one, nil
}

// close cuts all connections at once. What was queued on them is dropped, and nothing is said to the store.
func (w *wires) close() {
	w.end()
	w.mu.Lock()
	defer w.mu.Unlock()
	for one := range w.open {
		one.Conn.Close()
	}
}

// wire is one connection.
type wire struct {
	net.Conn
	of *wires
}

func (c *wire) Close() error {
	err := c.Conn.Close()
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	if c.of.life.Err() == nil {
		c.of.torn.Store(true)
		c.of.lost()
	}
	return err
}
