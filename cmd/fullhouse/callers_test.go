package main

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/web/api"
)

// Six friends behind one router click one link at the same moment. Their browsers do what the page does.
func TestServe_SixStrangersBehindOneAddressAllSitAtOneTable(t *testing.T) {
	r := begin(t) // everything as shipped
	host := r.person(t)
	host.guest()
	id := host.createTable(map[string]any{"action_ms": 120000})
	var arriving sync.WaitGroup
	for i := range 6 {
		p := r.personAt(t, "203.0.113.7")
		arriving.Go(func() {
			var who struct{ Code string }
			if res := p.ask("GET", "/t/"+id, nil, nil); res.StatusCode != 200 {
				t.Errorf("the page: %d", res.StatusCode)
			}
			if p.ask("GET", "/api/me", nil, &who); who.Code != "unauthenticated" {
				t.Errorf("who am I: %q", who.Code)
			}
			p.guest()
			s, _ := p.join(id)
			s.send(map[string]any{"type": "sit", "id": fmt.Sprint("sit-", i), "buy_in": 5000})
			s.await("ack")
		})
	}
	arriving.Wait()
	for metric, n := range r.metrics(t) {
		if strings.HasPrefix(metric, "fullhouse_ratelimit_decisions_total") && !strings.Contains(metric, `"allowed"`) && n != "0" {
			t.Errorf("%s = %s, want nobody refused", metric, n)
		}
	}
}

// What the pages of six players do in two hours, against the rates as shipped: they poll the list before they are somebody,
// change tables, reload, and lose their connection together, as people behind one router do.
func TestRates_SixPlayersBehindOneAddressAreNeverRefusedInTwoHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := newHousehold(t)
		var evening sync.WaitGroup
		for i := range 6 {
			evening.Go(func() {
				me := house.sessions.Key(fmt.Sprint("player ", i))
				visitor := ratelimit.Key{}
				house.call(visitor, api.ClassRead, 2) // the lobby, and who am I
				for range 60 {                        // five minutes of only looking
					house.call(visitor, api.ClassRead, 1)
					time.Sleep(5 * time.Second)
				}
				house.call(visitor, api.ClassGuest, 1)
				for minute := range 115 {
					if minute%10 == 0 { // another table: create, page, who am I, who am I after the hand, socket
						house.call(me, api.ClassCreate, 1)
						house.call(me, api.ClassRead, 3)
						house.call(me, api.ClassUpgrade, 1)
					}
					if minute%15 == 7 { // the router restarts for half a minute: tries at the page's pace, each asking why it failed
						for range 13 {
							house.call(me, api.ClassUpgrade, 1)
							house.call(me, api.ClassRead, 1)
							time.Sleep(2300 * time.Millisecond)
						}
						continue
					}
					time.Sleep(time.Minute)
				}
			})
		}
		evening.Wait()
	})
}

// household is a limiter with the rates as shipped, and one address.
type household struct {
	t        *testing.T
	limiter  *ratelimit.Limiter
	sessions *ratelimit.Sessions
	address  ratelimit.Key
}

func newHousehold(t *testing.T) *household {
	t.Helper()
	cfg, err := configFrom(environ())
	if err != nil {
		t.Fatal(err)
	}
	store, err := ratelimit.NewLocal(cfg.RateMaxKeys)
	if err != nil {
		t.Fatal(err)
	}
	limiter, err := ratelimit.New(cfg.rates(), store)
	if err != nil {
		t.Fatal(err)
	}
	address, err := ratelimit.AddressKey(netip.MustParseAddr("203.0.113.7"))
	if err != nil {
		t.Fatal(err)
	}
	return &household{t, limiter, ratelimit.NewSessions([]byte("a secret")), address}
}

// call makes so many calls.
func (h *household) call(session ratelimit.Key, class string, times int) {
	for range times {
		result, err := h.limiter.Allow(context.Background(), class, ratelimit.Caller{Address: h.address, Session: session}, 1)
		if err != nil {
			h.t.Errorf("class %s, by the %v: %v, wait %v", class, result.By, err, result.Retry)
		}
	}
}

func TestRates_EveryClassIsUsedByARoute(t *testing.T) {
	cfg, err := configFrom(environ())
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, class := range api.Classes() {
		used[class] = true
	}
	for _, class := range auth.Classes() { // of no route, but of what somebody types into one
		used[class.Name] = true
	}
	for _, class := range cfg.rates().Classes {
		if !used[class.Name] {
			t.Errorf("RATE_%s has no effect: no route is of its class", strings.ToUpper(class.Name))
		}
	}
}

func TestServe_SaysWhatItsLimitsAreAndShowsThemAsMetrics(t *testing.T) {
	r := begin(t, "RATE_READ", "2/h")
	alice := r.person(t)
	alice.guest()
	for range 3 {
		alice.ask("GET", "/api/tables", nil, nil)
	}
	if !strings.Contains(r.log.String(), `"msg":"caller limits are per process"`) {
		t.Errorf("the start does not say that the limits are per process:\n%s", r.log)
	}
	direct := r.personAt(t, "") // the declared proxy names nobody
	if got, want := direct.codeOf("GET", "/api/tables", nil), "bad_request"; got != want {
		t.Errorf("without an address: %q, want %q", got, want)
	}
	metrics := r.metrics(t)
	for metric, want := range map[string]string{
		"fullhouse_ratelimit_keys_limit":                                  "131072",
		"fullhouse_ratelimit_keys_in_use":                                 "3", // the address as guest and as reader, and the session
		"fullhouse_ratelimit_keys_peak":                                   "3",
		`fullhouse_ratelimit_policy_limit{class="read"}`:                  "2",
		`fullhouse_ratelimit_policy_limit{class="guest"}`:                 "30",
		decided("read", "session", "allowed"):                             "2",
		decided("read", "session", "refused"):                             "1",
		decided("read", "address", "allowed"):                             "3",
		decided("guest", "address", "allowed"):                            "1",
		`fullhouse_ratelimit_wait_seconds_count{class="read"}`:            "1",
		`fullhouse_ratelimit_wait_seconds_count{class="create"}`:          "0",
		`fullhouse_ratelimit_wait_seconds_bucket{class="read",le="3600"}`: "1",
		"fullhouse_request_timeouts_total":                                "0",
		"fullhouse_deadline_overruns_total":                               "0",
		"fullhouse_untrusted_forwarded_total":                             "0",
	} {
		if got := metrics[metric]; got != want {
			t.Errorf("%s = %q, want %q", metric, got, want)
		}
	}
}

func TestServe_CountsForwardedHeadersThatNobodyVouchesFor(t *testing.T) {
	r := begin(t, "TRUSTED_PROXIES", "192.0.2.0/24")
	r.person(t).guest()
	if got := r.metrics(t)["fullhouse_untrusted_forwarded_total"]; got != "1" {
		t.Errorf("untrusted_forwarded_total = %q, want 1", got)
	}
	if !strings.Contains(r.log.String(), "not declared as a proxy") {
		t.Errorf("the log does not say so:\n%s", r.log)
	}
}

func TestServe_TheFourthImmediateLoginFromOneAddressIsRefusedWithAndWithoutInventedCookies(t *testing.T) {
	for name, invented := range map[string]bool{"no cookie": false, "an invented cookie each time": true} {
		t.Run(name, func(t *testing.T) {
			r := begin(t) // everything as shipped
			from := r.address()
			var codes []string
			for i := range 4 {
				p := r.personAt(t, from)
				if invented {
					site, _ := url.Parse(r.url)
					p.http.Jar.SetCookies(site, []*http.Cookie{{Name: "fullhouse", Value: fmt.Sprint("invented-", i)}})
				}
				body := map[string]string{"name": fmt.Sprint("Nobody ", i), "password": "a guess at random"}
				codes = append(codes, p.codeOf("POST", "/api/login", body))
			}
			want := []string{"bad_credentials", "bad_credentials", "bad_credentials", "rate_limited"}
			if !slices.Equal(codes, want) {
				t.Errorf("four logins: %q, want %q", codes, want)
			}
		})
	}
}

// A hundred tries in the last ten seconds before noon and a hundred in the first ten after it.
func TestRates_NoonIsNoBoundaryForLogins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := newHousehold(t)
		admitted := 0
		for range 2 {
			for range 100 {
				time.Sleep(100 * time.Millisecond)
				who := ratelimit.Caller{Address: house.address}
				if _, err := house.limiter.Allow(t.Context(), api.ClassAuth, who, 1); err == nil {
					admitted++
				}
			}
		}
		if admitted > 5 || admitted < 3 {
			t.Errorf("%d of 200 tries to sign in admitted, want at least the burst of 3 and at most 5", admitted)
		}
	})
}
