package mail

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
)

// Config says how mail leaves.
type Config struct {
	SMTP      string       // smtp://user:password@host:port, or smtps:// for TLS from the first byte; empty: no server
	From      string       // the sender; empty: no-reply at the host of PublicURL
	PublicURL string       // where people come to
	Local     io.Writer    // gets the mails when there is no server and PublicURL is loopback
	Log       *slog.Logger // of mails that could not be sent
}

const (
	maxLetters = 64 // under way: being tried, or waiting for another try
	maxLines   = 4  // connections to the server at once
)

// Mailer sends mail. Its methods may be called from any goroutine.
type Mailer struct {
	cfg     Config
	deliver func(context.Context, letter) error // nil without a server
	letters chan struct{}                       // holds one element for each letter under way
	lines   chan struct{}                       // holds one element for each connection

	mu     sync.RWMutex // orders Send and Close
	closed bool         // guarded by mu
	all    sync.WaitGroup

	closing context.Context // ends when no letter waits for another try any more
	close   context.CancelFunc
	trying  context.Context // ends the tries under way
	stop    context.CancelFunc

	sent, failed, refused atomic.Int64
}

// letter is one mail.
type letter struct{ to, subject, text string }

// New makes a mailer.
func New(cfg Config) (*Mailer, error) {
	var deliver func(context.Context, letter) error
	if cfg.SMTP != "" {
		server, err := newServer(cfg)
		if err != nil {
			return nil, fmt.Errorf("mail: %w", err)
		}
		deliver = server.deliver
	}
	return newMailer(cfg, deliver), nil
}

func newMailer(cfg Config, deliver func(context.Context, letter) error) *Mailer {
	m := &Mailer{cfg: cfg, deliver: deliver, letters: make(chan struct{}, maxLetters), lines: make(chan struct{}, maxLines)}
	m.closing, m.close = context.WithCancel(context.Background())
	m.trying, m.stop = context.WithCancel(context.Background())
	return m
}

// Ready says why no mail can be sent at all, or nil.
func (m *Mailer) Ready() error {
	if m.deliver == nil && !m.local() {
		return ErrUnavailable
	}
	return nil
}

// local reports whether a mail may be shown to whoever has started the program: only they can come by.
func (m *Mailer) local() bool {
	u, err := url.Parse(m.cfg.PublicURL)
	if err != nil || m.cfg.Local == nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// Send takes a mail to be sent soon. That it was taken does not say that it arrives.
func (m *Mailer) Send(_ context.Context, to, subject, text string) error {
	if m.deliver == nil {
		return m.show(letter{to, subject, text})
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		m.refused.Add(1)
		return ErrUnavailable
	}
	select {
	case m.letters <- struct{}{}:
	default:
		m.refused.Add(1)
		return ErrUnavailable
	}
	m.all.Go(func() {
		defer func() { <-m.letters }()
		m.work(letter{to, subject, text})
	})
	return nil
}

func (m *Mailer) show(l letter) error {
	if err := m.Ready(); err != nil {
		return err
	}
	m.mu.Lock() // whole mails, one after another
	defer m.mu.Unlock()
	if _, err := fmt.Fprintf(m.cfg.Local, "\nNo mail server is set, so here is the mail to %s:\n\n%s\n\n%s\n", l.to, l.subject, l.text); err != nil {
		m.failed.Add(1)
		return fmt.Errorf("show a mail: %w", err)
	}
	m.sent.Add(1)
	return nil
}

// Close takes no more mails and waits for the tries under way, until ctx ends.
func (m *Mailer) Close(ctx context.Context) error {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.close()
	defer m.stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		m.all.Wait()
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		m.stop()
		<-ended // soon: every try ends with its context
		return fmt.Errorf("mails were not sent: %w", context.Cause(ctx))
	}
}

// Stats are the mails since the start.
type Stats struct {
	Sent    int64 // the server has taken them
	Failed  int64 // given up
	Refused int64 // there was no room, or no more time
	Waiting int64 // under way now
}

// Stats reports what has become of the mails.
func (m *Mailer) Stats() Stats {
	return Stats{m.sent.Load(), m.failed.Load(), m.refused.Load(), int64(len(m.letters))}
}
