package auth_test

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
)

var link = regexp.MustCompile(`(?m)^https://poker\.example\.org/reset#token=([A-Za-z0-9_-]{64})$`)

// forgot asks for a link and returns its token, "" when no mail came.
func (w *world) forgot(t testing.TB, email string) (token string) {
	t.Helper()
	if err := w.Forgot(t.Context(), visit("192.0.2.66"), email); err != nil {
		t.Fatalf("forgot %s: %v", email, err)
	}
	w.settle(t)
	mails := w.mails.all()
	if len(mails) == 0 {
		return ""
	}
	found := link.FindStringSubmatch(mails[0].text)
	if len(mails) != 1 || found == nil {
		t.Fatalf("mails = %v, want one with a link from the configuration", mails)
	}
	return found[1]
}

func TestReset_ChoosesANewPasswordAndEndsAllSessions(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	token := w.forgot(t, "Alice@example.org")
	in, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "battery staple")
	if err != nil || in.Account != alice.Account || in.Device == "" || len(in.Ended) != 1 || in.Ended[0] != alice.Session {
		t.Fatalf("reset: %+v, %v", in, err)
	}
	if _, err := w.Session(t.Context(), alice.Token); !errors.Is(err, auth.ErrUnauthenticated) {
		t.Errorf("the session before: %v, want ErrUnauthenticated", err)
	}
	if _, err := w.Session(t.Context(), in.Token); err != nil {
		t.Errorf("the new session: %v", err)
	}
	if _, err := w.Login(t.Context(), visit("192.0.2.3"), "alice", password); !errors.Is(err, auth.ErrBadCredentials) {
		t.Errorf("the old password: %v, want ErrBadCredentials", err)
	}
	if _, err := w.Login(t.Context(), visit("192.0.2.3"), "alice", "battery staple"); err != nil {
		t.Errorf("the new password: %v", err)
	}
	again, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "another one")
	refused(t, "the token again", again, err, auth.ErrBadToken)
}

func TestReset_TokenIsUsedOnceHoweverManyTryAtOnce(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	token := w.forgot(t, "alice@example.org")
	var won atomic.Int64
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			in, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "battery staple")
			if err == nil && in.Token != "" {
				won.Add(1)
			} else if !errors.Is(err, auth.ErrBadToken) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d got through, want one", won.Load())
	}
}

func TestReset_TokenIsGoodForAnHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.alice(t)
		token := w.forgot(t, "alice@example.org")
		counting := w.counted(t)
		time.Sleep(time.Hour)
		in, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "battery staple")
		refused(t, "after an hour", in, err, auth.ErrBadToken)
		token = w.forgot(t, "alice@example.org")
		time.Sleep(time.Hour - time.Millisecond)
		if _, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "short"); code(err) != "bad_request" {
			t.Errorf("a password that is not allowed: %v, want bad_request", err)
		}
		if n := counting.n.Load(); n != 0 {
			t.Errorf("%d hashes for nothing, want none", n)
		}
		if _, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "battery staple"); err != nil {
			t.Errorf("within the hour: %v", err)
		}
	})
}

func TestReset_ANewLinkVoidsTheOneBefore(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	old, fresh := w.forgot(t, "alice@example.org"), w.forgot(t, "alice@example.org")
	in, err := w.Reset(t.Context(), visit("192.0.2.2"), old, "battery staple")
	refused(t, "the old link", in, err, auth.ErrBadToken)
	if _, err := w.Reset(t.Context(), visit("192.0.2.2"), fresh, "battery staple"); err != nil {
		t.Errorf("the new link: %v", err)
	}
}

func TestReset_SessionsAndLinksDoNotPassForEachOther(t *testing.T) {
	w := newWorld(t)
	alice := w.alice(t)
	token := w.forgot(t, "alice@example.org")
	if _, err := w.Session(t.Context(), token); !errors.Is(err, auth.ErrUnauthenticated) || w.Genuine(token) {
		t.Errorf("a link's token as a session: %v", err)
	}
	in, err := w.Reset(t.Context(), visit("192.0.2.2"), alice.Token, "battery staple")
	refused(t, "a session as a link's token", in, err, auth.ErrBadToken)
}

func TestForgot_AnswersTheSameForKnownAndUnknown(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	for _, email := range []string{"alice@example.org", "nobody@example.org"} {
		release := block(w) // the look that tells them apart cannot happen before the answer
		if err := w.Forgot(t.Context(), visit("192.0.2.1"), email); err != nil {
			t.Errorf("%s: %v, want none", email, err)
		}
		release()
		w.settle(t)
	}
	if n := len(w.mails.all()); n != 1 {
		t.Errorf("%d mails, want the one to the account that there is", n)
	}
	if err := w.Forgot(t.Context(), visit("192.0.2.1"), "alice"); code(err) != "bad_request" {
		t.Errorf("no address: %v, want bad_request", err)
	}
}

func TestForgot_SaysSoToEverybodyWhenNoMailCanBeSent(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	w.mails.down = errors.New("no server is set")
	for _, email := range []string{"alice@example.org", "nobody@example.org"} {
		if err := w.Forgot(t.Context(), visit("192.0.2.1"), email); !errors.Is(err, auth.ErrMailUnavailable) || !errors.Is(err, w.mails.down) {
			t.Errorf("%s: %v, want ErrMailUnavailable and why", email, err)
		}
	}
}

func TestForgot_IsRefusedToEverybodyWhenTooManyLooksAreUnderWay(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	release := block(w)
	defer w.Close()
	defer release()
	var err error
	for n := 0; err == nil; n++ {
		if n > 1_000 {
			t.Fatal("a thousand looks are under way, want a bound")
		}
		err = w.Forgot(t.Context(), visit("192.0.2.1"), "nobody@example.org")
	}
	if !errors.Is(err, auth.ErrMailUnavailable) {
		t.Errorf("error = %v, want ErrMailUnavailable", err)
	}
}

func TestForgot_SendsThreeMailsAnHourToOneAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.alice(t)
		mails := func(asked int) (sent int) {
			for range asked {
				if w.forgot(t, "alice@example.org") != "" {
					sent++
				}
			}
			return sent
		}
		if got := mails(20); got != 3 {
			t.Errorf("%d mails at once, want 3", got)
		}
		time.Sleep(time.Hour)
		if got := mails(20); got != 3 {
			t.Errorf("%d mails an hour later, want 3", got)
		}
	})
}

func TestForgot_SendsNoMoreThanTheDayAllowsAndLeavesTheLastLinkGood(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	w.quota.left = map[quota.Kind]int64{quota.Mails: 1}
	token := w.forgot(t, "alice@example.org")
	if w.forgot(t, "alice@example.org") != "" {
		t.Error("a second mail, want none")
	}
	if _, err := w.Reset(t.Context(), visit("192.0.2.2"), token, "battery staple"); err != nil {
		t.Errorf("the link that was sent: %v", err)
	}
}

func TestForgot_GivesBackAMailThatWasNotTaken(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	w.quota.left = map[quota.Kind]int64{quota.Mails: 1}
	w.mails.fail = errors.New("too many mails wait")
	w.forgot(t, "alice@example.org")
	if got := w.quota.left[quota.Mails]; got != 1 {
		t.Errorf("%d mails left today, want the one that was not sent", got)
	}
}

func TestMail_NeverCarriesMoreThanNameAndLink(t *testing.T) {
	w := newWorld(t)
	w.alice(t)
	if err := w.Forgot(t.Context(), visit("192.0.2.66"), "alice@example.org"); err != nil {
		t.Fatal(err)
	}
	w.settle(t)
	text := w.mails.all()[0].text
	if strings.Contains(text, "192.0.2.66") || strings.Contains(text, "browser") || !strings.Contains(text, "Alice") {
		t.Errorf("text = %s", text)
	}
}
