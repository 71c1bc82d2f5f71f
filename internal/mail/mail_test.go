package mail

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// script is a server that takes one mail a connection, and answers RCPT as it is told.
type script struct {
	listener net.Listener
	mails    chan string // with the lines of the envelope first
}

func listen(t *testing.T, answers ...string) *script {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	s := &script{listener, make(chan string, 10)}
	go func() {
		for n := 0; ; n++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			answer := "250 fine"
			if n < len(answers) {
				answer = answers[n]
			}
			s.serve(conn, answer)
		}
	}()
	return s
}

func (s *script) serve(conn net.Conn, rcpt string) {
	defer conn.Close()
	fmt.Fprint(conn, "220 here\r\n")
	var all strings.Builder
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		line := lines.Text()
		switch verb, _, _ := strings.Cut(line, " "); strings.ToUpper(verb) {
		case "EHLO":
			fmt.Fprint(conn, "250-here\r\n250 AUTH PLAIN\r\n")
		case "AUTH":
			all.WriteString(line + "\n")
			fmt.Fprint(conn, "235 in\r\n")
		case "RCPT":
			all.WriteString(line + "\n")
			fmt.Fprint(conn, rcpt+"\r\n")
		case "DATA":
			fmt.Fprint(conn, "354 go on\r\n")
			for lines.Scan() && lines.Text() != "." {
				all.WriteString(lines.Text() + "\n")
			}
			fmt.Fprint(conn, "250 taken\r\n")
			s.mails <- all.String()
		case "QUIT":
			fmt.Fprint(conn, "221 bye\r\n")
			return
		default:
			fmt.Fprint(conn, "250 fine\r\n")
		}
	}
}

func open(t *testing.T, cfg Config) *Mailer {
	t.Helper()
	cfg.Log = slog.New(slog.DiscardHandler)
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSend_HandsAMailToTheServerWithNameAndPassword(t *testing.T) {
	s := listen(t)
	m := open(t, Config{SMTP: "smtp://user:secret@" + s.listener.Addr().String(), PublicURL: "https://poker.example.org"})
	if err := m.Ready(); err != nil {
		t.Fatal(err)
	}
	const text = "Hello Zo\u00eb,\n\nhttps://poker.example.org/reset#token=abc\n"
	if err := m.Send(t.Context(), "zoe@example.org", "Choose a new password", text); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(t.Context()); err != nil {
		t.Error(err)
	}
	envelope, message, _ := strings.Cut(<-s.mails, "\nDate:")
	if !strings.Contains(envelope, "AUTH PLAIN AHVzZXIAc2VjcmV0") || !strings.Contains(envelope, "RCPT TO:<zoe@example.org>") {
		t.Errorf("envelope:\n%s", envelope)
	}
	got, err := mail.ReadMessage(strings.NewReader("Date:" + strings.ReplaceAll(message, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"From": `"Fullhouse" <no-reply@poker.example.org>`, "To": "<zoe@example.org>", "Subject": "Choose a new password",
	} {
		if got.Header.Get(field) != want {
			t.Errorf("%s: %s, want %s", field, got.Header.Get(field), want)
		}
	}
	if st := m.Stats(); st != (Stats{Sent: 1}) {
		t.Errorf("stats = %+v, want one sent", st)
	}
}

func TestSend_GivesUpAtOnceWhatTheServerWillNeverTake(t *testing.T) {
	s := listen(t, "550 nobody here")
	m := open(t, Config{SMTP: "smtp://" + s.listener.Addr().String()})
	if err := m.Send(t.Context(), "nobody@example.org", "subject", "text"); err != nil {
		t.Fatal(err)
	}
	m.all.Wait()
	if st := m.Stats(); st != (Stats{Failed: 1}) {
		t.Errorf("stats = %+v, want one failed", st)
	}
}

func TestSend_TriesAgainTwiceHoldingUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var tried []time.Duration
		m := newMailer(Config{Log: slog.New(slog.DiscardHandler)}, func(_ context.Context, l letter) error {
			if l.to == "other" {
				return nil
			}
			tried = append(tried, time.Since(start))
			return errors.New("come back later")
		})
		for _, to := range []string{"first", "other"} {
			if err := m.Send(t.Context(), to, "subject", "text"); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if st := m.Stats(); st != (Stats{Sent: 1, Waiting: 1}) {
			t.Errorf("at once: %+v, want the other sent and the first waiting", st)
		}
		m.all.Wait()
		if want := []time.Duration{0, 10 * time.Second, 70 * time.Second}; fmt.Sprint(tried) != fmt.Sprint(want) {
			t.Errorf("tried after %v, want %v", tried, want)
		}
		if st := m.Stats(); st != (Stats{Sent: 1, Failed: 1}) {
			t.Errorf("in the end: %+v, want it given up", st)
		}
	})
}

func TestSend_IsRefusedWhenTooManyAreUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines, peak int
		hang := make(chan struct{})
		m := newMailer(Config{Log: slog.New(slog.DiscardHandler)}, func(context.Context, letter) error {
			lines++ // the bubble's goroutines take turns around the channel only
			peak = max(peak, lines)
			<-hang
			lines--
			return nil
		})
		for range maxLetters {
			if err := m.Send(t.Context(), "somebody", "subject", "text"); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if err := m.Send(t.Context(), "one more", "subject", "text"); !errors.Is(err, ErrUnavailable) {
			t.Errorf("error = %v, want ErrUnavailable", err)
		}
		if peak != maxLines {
			t.Errorf("%d connections at once, want %d", peak, maxLines)
		}
		if st := m.Stats(); st != (Stats{Refused: 1, Waiting: maxLetters}) {
			t.Errorf("stats = %+v", st)
		}
		for range maxLetters {
			hang <- struct{}{}
			synctest.Wait()
		}
		m.all.Wait()
	})
}

func TestClose_WaitsForTriesUnderWayAndForNoOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMailer(Config{Log: slog.New(slog.DiscardHandler)}, func(ctx context.Context, l letter) error {
			switch l.to {
			case "slow":
				time.Sleep(2 * time.Second)
				return nil
			case "stuck":
				<-ctx.Done()
				return ctx.Err()
			}
			return errors.New("come back later")
		})
		for _, to := range []string{"slow", "later", "stuck"} {
			if err := m.Send(t.Context(), to, "subject", "text"); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		start := time.Now()
		if err := m.Close(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 5*time.Second {
			t.Errorf("close: %v after %v, want the deadline", err, time.Since(start))
		}
		if st := m.Stats(); st != (Stats{Sent: 1, Failed: 2}) {
			t.Errorf("stats = %+v, want the slow one sent and the others given up", st)
		}
		if err := m.Send(t.Context(), "late", "subject", "text"); !errors.Is(err, ErrUnavailable) {
			t.Errorf("after the end: %v, want ErrUnavailable", err)
		}
		if err := m.Close(t.Context()); err != nil {
			t.Errorf("a second time: %v", err)
		}
	})
}

func TestSend_WithoutAServerShowsTheMailToWhoeverStartedTheProgram(t *testing.T) {
	for _, home := range []string{"http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"} {
		var shown strings.Builder
		m := open(t, Config{PublicURL: home, Local: &shown})
		if err := m.Ready(); err != nil {
			t.Errorf("%s: %v", home, err)
		}
		if err := m.Send(t.Context(), "alice@example.org", "Choose a new password", home+"/reset#token=abc"); err != nil {
			t.Error(err)
		}
		if !strings.Contains(shown.String(), home+"/reset#token=abc") || !strings.Contains(shown.String(), "alice@example.org") {
			t.Errorf("%s: shown %q", home, shown.String())
		}
	}
}

func TestSend_WithoutAServerShowsNothingWherePeopleComeFromElsewhere(t *testing.T) {
	for _, home := range []string{"https://poker.example.org", "http://192.168.1.5:8080", "http://localhost.example.org", ""} {
		var shown strings.Builder
		m := open(t, Config{PublicURL: home, Local: &shown})
		if err := m.Ready(); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: ready = %v, want ErrUnavailable", home, err)
		}
		if err := m.Send(t.Context(), "alice@example.org", "subject", "text"); !errors.Is(err, ErrUnavailable) || shown.Len() > 0 {
			t.Errorf("%s: %v, shown %q, want ErrUnavailable and nothing", home, err, shown.String())
		}
	}
}

func TestNew_RefusesAnAddressThatMakesNoSenseWithoutRepeatingIt(t *testing.T) {
	for _, address := range []string{"mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:secret@host:99999", "smtp://user:secret@host/path",
		"smtp://user:secret@ho st"} {
		_, err := New(Config{SMTP: address})
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want an error without the password", address, err)
		}
	}
	if _, err := New(Config{SMTP: "smtp://host", From: "no address"}); err == nil {
		t.Error("a sender that is none: no error")
	}
}

func TestOptions_NeverSendAPasswordInTheClear(t *testing.T) {
	for address, want := range map[string]gomail.TLSPolicy{
		"smtp://user:secret@mail.example.org":      gomail.TLSMandatory,
		"smtp://user:secret@mail.example.org:2525": gomail.TLSMandatory,
		"smtp://mail.example.org":                  gomail.TLSOpportunistic,
		"smtp://user:secret@127.0.0.1:25":          gomail.TLSOpportunistic,
	} {
		s, err := newServer(Config{SMTP: address, PublicURL: "https://poker.example.org"})
		if err != nil {
			t.Fatal(err)
		}
		client, err := gomail.NewClient(s.host, s.options...)
		if err != nil || client.TLSPolicy() != want.String() {
			t.Errorf("%s: %s, %v, want %s", address, client.TLSPolicy(), err, want)
		}
	}
}
