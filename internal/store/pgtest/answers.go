package pgtest

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"time"
)

const socketName = ".s.PGSQL.5432"

var errCut = errors.New("cut")

// asked passes on what the client says.
func (p *Proxy) asked(server, client net.Conn) error {
	_, err := io.Copy(server, client)
	return err
}

// answered passes the server's messages on, each a letter, a length and a body. An answer ends with "ready for query".
func (p *Proxy) answered(client, server net.Conn) error {
	head := make([]byte, 5)
	for started := false; ; {
		if _, err := io.ReadFull(server, head); err != nil {
			return err
		}
		message := make([]byte, 1+binary.BigEndian.Uint32(head[1:]))
		copy(message, head)
		if _, err := io.ReadFull(server, message[len(head):]); err != nil {
			return err
		}
		ready := head[0] == 'Z'
		committed := head[0] == 'C' && string(message[len(head):]) == "COMMIT\x00"
		p.wait(ready && started)
		started = started || ready
		if !p.passes(ready, committed) {
			return errCut
		}
		if _, err := client.Write(message); err != nil {
			return err
		}
	}
}

// wait is for as long as the proxy keeps a message back.
func (p *Proxy) wait(delayed bool) {
	p.mu.Lock()
	delay := p.delay
	p.mu.Unlock()
	if delayed && delay > 0 {
		select {
		case <-time.After(delay):
		case <-p.ended:
		}
	}
	p.mu.Lock()
	frozen := p.frozen
	p.mu.Unlock()
	if frozen != nil {
		select {
		case <-frozen:
		case <-p.ended:
		}
	}
}

// passes reports whether a message gets through.
func (p *Proxy) passes(ready, committed bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if committed && p.commits > 0 {
		p.commits--
		if p.commits == 0 {
			return false
		}
	}
	switch {
	case !p.armed:
		return true
	case p.answers == 0:
		p.armed = !ready
		return !ready // what comes before is of no use without the end
	case ready:
		p.answers--
	}
	return true
}
