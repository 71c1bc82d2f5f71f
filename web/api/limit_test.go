package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dunglas/httpsfv"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/web/api"
)

// held is a server whose classes have the given policies, in turn, and roomy ones else. An address stands for ten callers.
func held(t *testing.T, policies ...string) *api.Server {
	t.Helper()
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1<<10, policies...)
	return whole(t, cfg, deps)
}

// list asks for the list of tables.
func list(t *testing.T, server *api.Server, from, token string) *http.Response {
	t.Helper()
	if token == "" {
		return knock(t, server, from, "GET", "/api/tables")
	}
	return knock(t, server, from, "GET", "/api/tables", "Cookie", "fullhouse="+token)
}

// admitted counts how many of n lists are answered 200.
func admitted(t *testing.T, server *api.Server, n int, from string, token func(i int) string) (passed int) {
	t.Helper()
	for i := range n {
		if list(t, server, from, token(i)).StatusCode == 200 {
			passed++
		}
	}
	return passed
}

func always(token string) func(int) string { return func(int) string { return token } }

// The addresses that people come from.
const (
	office = "192.0.2.1:1000"
	home   = "192.0.2.2:1000"
	cafe   = "192.0.2.3:1000"
)

func TestLimit_OnePersonDoesNotStopTheBuildingWithinTheMultiplier(t *testing.T) {
	server := held(t, "read", "60/h:10")
	if got := admitted(t, server, 90, office, always("token-eager")); got != 10 {
		t.Errorf("the eager one passes %d times, want 10", got)
	}
	if got := admitted(t, server, 10, office, always("token-colleague")); got != 10 {
		t.Errorf("a colleague passes %d times of 10", got)
	}
}

func TestLimit_RotatingCookiesNeverGetsPastTheAddress(t *testing.T) {
	for what, token := range map[string]func(int) string{
		"invented cookies": func(i int) string { return fmt.Sprint("invented-", i) },
		"genuine cookies":  func(i int) string { return fmt.Sprint("token-", i) },
		"no cookie":        always(""),
	} {
		server := held(t, "read", "60/h:10")
		if got := admitted(t, server, 1000, office, token); got != 100 {
			t.Errorf("%s: %d of 1000 pass, want the address's 100", what, got)
		}
	}
}

func TestLimit_SuccessElsewhereDoesNotClearAnAddress(t *testing.T) {
	server := held(t, "guest", "1/h:2")
	become := func(from string) int { return knock(t, server, from, "POST", "/api/guest").StatusCode }
	for i, want := range []int{201, 201, 429} {
		if got := become(office); got != want {
			t.Fatalf("guest %d at the office: %d, want %d", i, got, want)
		}
	}
	if got := become(home); got != 201 {
		t.Errorf("at home: %d, want 201", got)
	}
	if got := list(t, server, office, "token-alice").StatusCode; got != 200 {
		t.Errorf("reading at the office: %d, want 200", got)
	}
	if got := become(office); got != 429 {
		t.Errorf("at the office afterwards: %d, want 429 still", got)
	}
}

func TestLimit_TheSessionsRefusalChargesTheAddressAndTheAddresssDoesNotChargeTheSession(t *testing.T) {
	server := held(t, "read", "1/h:2") // an address: 20
	if got := admitted(t, server, 20, office, always("token-eager")); got != 2 {
		t.Errorf("the eager one passes %d times, want 2", got)
	}
	if got := list(t, server, office, "token-colleague").StatusCode; got != 429 {
		t.Errorf("a colleague: %d, want 429, since refused calls are charged to the address", got)
	}
	if got := admitted(t, server, 2, home, always("token-colleague")); got != 2 {
		t.Errorf("the colleague passes %d times elsewhere, want 2: the office's refusals were not the session's", got)
	}
}

func TestLimit_AnInventedCookieIsNoSession(t *testing.T) {
	server := held(t, "read", "1/h:2")
	if got := admitted(t, server, 20, office, always("invented")); got != 20 {
		t.Errorf("%d of 20 pass, want the address alone to count", got)
	}
}

func TestLimit_WaitingAsToldAdmitsAndAMomentLessDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := held(t, "read", "7/min:1") // an interval of no whole milliseconds
		token := "token-alice"
		list(t, server, office, token)
		time.Sleep(1234567 * time.Microsecond)
		p := problem(t, list(t, server, office, token), 429, "rate_limited")
		if got, want := p.RetryMS, int64(7337); got != want { // 60 s / 7 - 1.234567 s, rounded up
			t.Errorf("retry_ms = %d, want %d", got, want)
		}
		time.Sleep(time.Duration(p.RetryMS)*time.Millisecond - time.Millisecond)
		problem(t, list(t, server, office, token), 429, "rate_limited")
		time.Sleep(time.Millisecond)
		if got := list(t, server, office, token).StatusCode; got != 200 {
			t.Errorf("after the wait: %d, want 200", got)
		}
	})
}

func TestLimit_ARefusalNamesThePolicyAndTheWait(t *testing.T) {
	server := held(t, "create", "2/h:1")
	knock(t, server, office, "POST", "/api/tables", "Cookie", "fullhouse=token-alice")
	res := knock(t, server, office, "POST", "/api/tables", "Cookie", "fullhouse=token-alice")
	p := problem(t, res, 429, "rate_limited")
	if p.Type != "https://iana.org/assignments/http-problem-types#quota-exceeded" || len(p.Violated) != 1 || p.Violated[0] != "create" {
		t.Errorf("type %q, violated %q, want the draft's type and create", p.Type, p.Violated)
	}
	if got, want := res.Header.Get("Retry-After"), "1800"; got != want {
		t.Errorf("Retry-After = %q, want %q", got, want)
	}
	if got, want := res.Header.Get("RateLimit"), `"create";r=0;t=1800`; got != want {
		t.Errorf("RateLimit = %q, want %q", got, want)
	}
}

// The boundary that a fixed window has, and that is not there.
func TestLimit_NoBoundaryToGame(t *testing.T) {
	for _, c := range []struct {
		policy         string
		calls          int
		first, between time.Duration // between two calls of a burst, and from its last to the next one's first
		most           int
	}{
		{"60/min", 60, 0, 200 * time.Millisecond, 61},
		{"100/min", 100, 90 * time.Millisecond, time.Second, 134},
	} {
		synctest.Test(t, func(t *testing.T) {
			server := held(t, "read", c.policy)
			time.Sleep(59900 * time.Millisecond)
			passed := 0
			for range 2 {
				for range c.calls {
					passed += admitted(t, server, 1, office, always("token-alice"))
					time.Sleep(c.first)
				}
				time.Sleep(c.between)
			}
			if passed > c.most || passed < c.calls {
				t.Errorf("%s: %d of %d pass, want at most %d", c.policy, passed, 2*c.calls, c.most)
			}
		})
	}
}

func TestLimit_HEADIsItsGETAndChargedOnce(t *testing.T) {
	server := held(t, "guest", "1/h", "read", "1/h:2")
	for _, c := range []struct{ method, left string }{{"HEAD", "1"}, {"GET", "0"}} {
		res := knock(t, server, office, c.method, "/api/tables", "Cookie", "fullhouse=token-alice")
		if got, want := res.Header.Get("RateLimit"), `"read";r=`+c.left; !strings.HasPrefix(got, want) {
			t.Errorf("%s: RateLimit = %q, want %s", c.method, got, want)
		}
	}
	problem(t, list(t, server, office, "token-alice"), 429, "rate_limited")
}

func TestLimit_APreflightIsNotCharged(t *testing.T) {
	server := held(t, "default", "1/h") // an address: 10
	for range 50 {
		res := knock(t, server, office, "OPTIONS", "/api/tables", "Origin", "https://a.example", "Access-Control-Request-Method", "POST")
		if res.StatusCode == 429 || charged(res) != "" {
			t.Fatalf("%d, charged to %q, want no charge", res.StatusCode, charged(res))
		}
	}
	for range 10 {
		knock(t, server, office, "OPTIONS", "/api/tables")
	}
	problem(t, knock(t, server, office, "OPTIONS", "/api/tables"), 429, "rate_limited") // without asking on a page's behalf
}

func TestLimit_StrangersAreRefusedWhenNobodyElseCanBeRemembered(t *testing.T) {
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 20, "read", "1/h:100") // two of the places are for proven callers
	server := whole(t, cfg, deps)
	waits := map[string]bool{}
	for i := range 250 {
		res := list(t, server, fmt.Sprintf("198.51.100.%d:1", i), "")
		if i < 18 {
			if res.StatusCode != 200 {
				t.Fatalf("caller %d: %d, want 200", i, res.StatusCode)
			}
			continue
		}
		p := problem(t, res, 503, "limiter_full")
		if p.Type != "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity" {
			t.Errorf("type = %q, want that of a full box", p.Type)
		}
		waits[strconv.FormatInt(p.RetryMS, 10)] = true
	}
	if len(waits) < 100 {
		t.Errorf("%d different waits for 232 refusals: they would come back at once", len(waits))
	}
	if got := list(t, server, "198.51.100.3:1", "").StatusCode; got != 200 {
		t.Errorf("a known caller: %d, want 200", got)
	}
	if got := list(t, server, office, "token-alice").StatusCode; got != 200 {
		t.Errorf("a proven caller: %d, want 200", got)
	}
}

// broken is a counter that cannot decide.
type broken struct{}

func (broken) Count(context.Context, ratelimit.Call) (ratelimit.Verdict, error) {
	return ratelimit.Verdict{}, errors.New("no counting today")
}

func TestLimit_NobodyPassesWhenNothingCanBeDecided(t *testing.T) {
	cfg, deps := parts(t)
	policy := ratelimit.Policy{Limit: 60, Window: time.Minute, Burst: 60}
	var all []ratelimit.Class
	for _, class := range deps.Limiter.Classes() {
		all = append(all, ratelimit.Class{Name: class.Name, Policy: policy})
	}
	var err error
	if deps.Limiter, err = ratelimit.New(ratelimit.Config{Classes: all}, broken{}); err != nil {
		t.Fatal(err)
	}
	problem(t, list(t, whole(t, cfg, deps), office, ""), 500, "internal")
}

func TestLimit_ACostThatCanNeverBePaidIsNoMatterOfWaiting(t *testing.T) {
	cfg, deps := parts(t)
	deps.Lobby = house{err: &ratelimit.CostError{Cost: 20, Burst: 5}}
	problem(t, knock(t, whole(t, cfg, deps), office, "POST", "/api/tables", "Cookie", "fullhouse=token-alice"), 422, "cost_too_high")
}

func TestNew_RefusesALimiterThatLacksAClass(t *testing.T) {
	cfg, deps := parts(t)
	var err error
	if deps.Limiter, err = ratelimit.New(ratelimit.Config{}, broken{}); err != nil {
		t.Fatal(err)
	}
	if _, err := api.New(cfg, deps); !errors.Is(err, ratelimit.ErrUnknownClass) {
		t.Errorf("err = %v, want ErrUnknownClass", err)
	}
}

// fields reads RateLimit-Policy and RateLimit as structured lists of one item and returns its parameters.
func fields(t *testing.T, h http.Header) (class string, policy, limit map[string]int64) {
	t.Helper()
	read := func(name string) (string, map[string]int64) {
		parsed, err := httpsfv.UnmarshalList(h.Values(name))
		if err != nil || len(parsed) != 1 {
			t.Fatalf("%s: %q is no list of one item: %v", name, h.Values(name), err)
		}
		item := parsed[0].(httpsfv.Item)
		params := map[string]int64{}
		for _, key := range item.Params.Names() {
			value, _ := item.Params.Get(key)
			params[key] = value.(int64)
		}
		return item.Value.(string), params
	}
	class, policy = read("RateLimit-Policy")
	other, limit := read("RateLimit")
	if other != class {
		t.Errorf("RateLimit speaks of %q, RateLimit-Policy of %q", other, class)
	}
	return class, policy, limit
}

func TestLimit_PolicyFieldsAreOnEveryAnswerFromTheLimiterOn(t *testing.T) {
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1<<10, "read", "300/min", "write", "1/h", "create", "60/min", "default", "60/min")
	deps.Lobby = house{err: capacity.Error("server_full")}
	server := whole(t, cfg, deps)
	for _, c := range []struct {
		method, path string
		header       []string
		status       int
		class        string
		quota        int64
	}{
		{"GET", "/api/tables", nil, 200, "read", 300},
		{"GET", "/", nil, 200, "read", 3000}, // without a session the address counts
		{"GET", "/api/tables/abc", nil, 404, "read", 300},
		{"GET", "/nothing", nil, 404, "default", 60},
		{"DELETE", "/api/tables", nil, 405, "default", 60},
		{"POST", "/api/tables", nil, 503, "create", 60},
		{"POST", "/api/tables", []string{"Origin", "https://evil.example"}, 403, "default", 60},
		{"GET", "/api/lobby/socket", nil, 426, "read", 300},
		{"POST", "/api/logout", nil, 204, "write", 1},
		{"POST", "/api/logout", nil, 429, "write", 1},
	} {
		header := c.header
		if c.path != "/" {
			header = append(header, "Cookie", "fullhouse=token-alice")
		}
		res := knock(t, server, office, c.method, c.path, header...)
		if res.StatusCode != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, res.StatusCode, c.status)
		}
		class, policy, limit := fields(t, res.Header)
		if class != c.class || policy["q"] != c.quota || policy["w"] < 1 || limit["r"] < 0 || limit["r"] >= c.quota || limit["t"] < 0 {
			t.Errorf("%s %s: %q with %v and %v, want %q with q=%d", c.method, c.path, class, policy, limit, c.class, c.quota)
		}
		if after := res.Header.Get("Retry-After"); c.status == 429 && after != strconv.FormatInt(limit["t"], 10) {
			t.Errorf("Retry-After %q, but t=%d", after, limit["t"])
		}
		if res.Header.Get("X-RateLimit-Limit") != "" {
			t.Error("the legacy fields are there unasked")
		}
	}
}

func TestLimit_AnswersFromBeforeTheLimiterSpeakOfNoPolicy(t *testing.T) {
	cfg, deps := parts(t)
	deps.Inflight = capacity.NewSlots("server_busy", 0)
	server := whole(t, cfg, deps)
	for path, status := range map[string]int{"/healthz": 200, "/static/" + deps.Site.Build() + "/js/main.js": 200, "/api/tables": 503} {
		res := knock(t, server, office, "GET", path)
		if res.StatusCode != status || res.Header.Get("RateLimit") != "" || res.Header.Get("RateLimit-Policy") != "" {
			t.Errorf("%s: %d with %v, want %d and no policy", path, res.StatusCode, res.Header, status)
		}
	}
}

func TestLimit_LegacyFieldsComeOnRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, deps := parts(t)
		cfg.LegacyHeaders = true
		deps.Limiter = limits(t, 1<<10, "read", "60/min")
		res := list(t, whole(t, cfg, deps), office, "token-alice")
		reset := strconv.FormatInt(time.Now().Add(time.Second).Unix(), 10)
		for name, want := range map[string]string{"X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "59", "X-RateLimit-Reset": reset} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s = %q, want %q", name, got, want)
			}
		}
	})
}

func TestServer_ProbesAndStaticAnswerWhileEveryBoundIsExhausted(t *testing.T) {
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1, "read", "1/h", "default", "1/h", "guest", "1/h")
	server := whole(t, cfg, deps)
	for range 20 {
		knock(t, server, office, "POST", "/api/guest")
		list(t, server, office, "")
	}
	problem(t, list(t, server, home, ""), 503, "limiter_full")
	for {
		if _, err := deps.Inflight.TryAcquire(); err != nil {
			break
		}
	}
	problem(t, list(t, server, office, ""), 503, "server_busy")
	for _, from := range []string{office, home, "nowhere"} {
		for _, path := range []string{"/healthz", "/readyz", "/static/" + deps.Site.Build() + "/js/main.js"} {
			if got := knock(t, server, from, "GET", path).StatusCode; got != 200 {
				t.Errorf("%s from %s: %d, want 200", path, from, got)
			}
		}
	}
}
