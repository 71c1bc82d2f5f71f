package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const (
	tryLimit = 20 * time.Second // for one try, with everything
	tries    = 3
)

// pauses are before the second try and the third: long enough for a server that lets strangers knock twice.
var pauses = [tries - 1]time.Duration{10 * time.Second, time.Minute}

// work tries to deliver a letter, and counts how that ended. A letter that waits for another try holds up no other.
func (m *Mailer) work(l letter) {
	var err error
	for try := range tries {
		if try > 0 && !m.pause(pauses[try-1]) {
			break
		}
		if err = m.attempt(l); err == nil {
			m.sent.Add(1)
			return
		}
		if refused, ok := errors.AsType[*gomail.SendError](err); ok && !refused.IsTemp() {
			break
		}
	}
	m.failed.Add(1)
	m.cfg.Log.Error("mail not sent", "error", err)
}

// attempt is one try, as soon as a line is free.
func (m *Mailer) attempt(l letter) error {
	select {
	case m.lines <- struct{}{}:
	case <-m.trying.Done():
		return context.Cause(m.trying)
	}
	defer func() { <-m.lines }()
	ctx, cancel := context.WithTimeout(m.trying, tryLimit)
	defer cancel()
	return m.deliver(ctx, l)
}

// pause waits before another try, and reports false when there is to be none.
func (m *Mailer) pause(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return m.closing.Err() == nil
	case <-m.closing.Done():
		return false
	}
}

// server is where mail is handed over.
type server struct {
	host, from string
	options    []gomail.Option
}

func newServer(cfg Config) (*server, error) {
	u, err := url.Parse(cfg.SMTP)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("want smtp://user:password@host:port, or the same with smtps") // and not the address: a password is in it
	}
	s := &server{host: u.Hostname(), from: cfg.From}
	if s.options, err = options(u); err != nil {
		return nil, err
	}
	if s.from == "" {
		s.from = sender(cfg.PublicURL)
	}
	if err := gomail.NewMsg().From(s.from); err != nil {
		return nil, fmt.Errorf("sender %q: %w", s.from, err)
	}
	_, err = gomail.NewClient(s.host, s.options...)
	return s, err
}

// options says how to speak to the server. Whatever a password goes over is encrypted, unless it does not leave the machine.
func options(u *url.URL) ([]gomail.Option, error) {
	all := []gomail.Option{gomail.WithTimeout(tryLimit)}
	port := map[string]int{"smtp": 587, "smtps": 465}[u.Scheme]
	if u.Port() != "" {
		var err error
		if port, err = strconv.Atoi(u.Port()); err != nil || port < 1 || port > 65535 {
			return nil, fmt.Errorf("port %s", u.Port())
		}
	}
	all = append(all, gomail.WithPort(port))
	ip := net.ParseIP(u.Hostname())
	here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	switch {
	case u.Scheme == "smtps":
		all = append(all, gomail.WithSSL())
	case u.User != nil && !here:
		all = append(all, gomail.WithTLSPolicy(gomail.TLSMandatory))
	default:
		all = append(all, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	}
	if u.User == nil {
		return all, nil
	}
	password, _ := u.User.Password()
	method := gomail.SMTPAuthAutoDiscover
	if here {
		method = gomail.SMTPAuthPlainNoEnc
	}
	return append(all, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password), gomail.WithSMTPAuth(method)), nil
}

// sender is who mails come from when nothing else is said.
func sender(publicURL string) string {
	host := "localhost"
	if u, err := url.Parse(publicURL); err == nil && u.Hostname() != "" {
		host = u.Hostname()
	}
	return "no-reply@" + host
}

func (s *server) deliver(ctx context.Context, l letter) error {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(msg.FromFormat("Fullhouse", s.from), msg.To(l.to)); err != nil {
		return err
	}
	msg.Subject(l.subject)
	msg.SetDate()
	msg.SetMessageID()
	msg.SetBodyString(gomail.TypeTextPlain, l.text)
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	return client.DialAndSendWithContext(ctx, msg)
}
