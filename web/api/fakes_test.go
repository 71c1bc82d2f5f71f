package api_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web"
	"example.com/fullhouse/web/api"
)

// house is a Lobby that remembers the settings it was asked for and refuses with err.
type house struct {
	err   error
	asked *table.Settings
	found *table.Table // the only one; nil: there is none
	doors api.Lobby    // who tells what accounts may do at it
}

func (h house) Create(_ context.Context, _ quota.Caller, settings table.Settings) (*table.Table, error) {
	if h.asked != nil {
		*h.asked = settings
	}
	if h.err == nil {
		h.err = errors.New("this lobby makes no tables")
	}
	return nil, h.err
}

func (h house) Find(string) (*table.Table, bool) { return h.found, h.found != nil }

func (h house) Admitted(ctx context.Context, t *table.Table, account string) (lobby.Admission, error) {
	return h.doors.Admitted(ctx, t, account)
}

func (h house) Invite(context.Context, *table.Table, string, bool) (string, lobby.Invite, error) {
	return "", lobby.Invite{}, h.err
}

func (h house) Invited(context.Context, string) (lobby.Invite, *table.Table, error) {
	return lobby.Invite{}, nil, lobby.ErrInviteEnded
}

func (h house) Accept(context.Context, string, string) (lobby.Invite, error) {
	return lobby.Invite{}, lobby.ErrInviteEnded
}

func (h house) List() []table.Summary { return []table.Summary{} }

func (h house) Seats(string) []lobby.Seated {
	return []lobby.Seated{{Table: "practice", Name: "Practice", Chips: 8350}}
}

func (h house) Capacity() lobby.CapacityView {
	return lobby.CapacityView{Used: 3, Cap: 3, Create: "full"}
}

// parts are the parts of a server under test; a test changes what it is about.
func parts(t testing.TB) (api.Config, api.Deps) {
	t.Helper()
	site, err := web.New(fstest.MapFS{
		"lobby.html":  {Data: []byte("the lobby")},
		"table.html":  {Data: []byte("a table")},
		"invite.html": {Data: []byte("an invite")},
		"me.html":     {Data: []byte("an account")},
		"reset.html":  {Data: []byte("a new password")},
		"js/main.js":  {Data: []byte("// the page")},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	ready := new(api.Ready)
	ready.Set("")
	cfg := api.Config{MaxBodyBytes: 1024, RetryAfter: 5 * time.Second, SessionTTL: time.Hour, ActionClock: 15 * time.Second,
		RequestTimeout: 5 * time.Second}
	return cfg, api.Deps{Site: site, Inflight: capacity.NewSlots("server_busy", 4), Ready: ready, Accounts: people{},
		Limiter: limits(t, 1<<10), Sessions: ratelimit.NewSessions([]byte("a secret")),
		Wallets: people{}, Past: storetest.NewModel(), Quotas: allowances{}, OddsGate: capacity.NewGate("cpu_busy", 1, 0), Lobby: house{}, Log: slog.New(slog.DiscardHandler)}
}

// limits are roomy policies for every class, except for those that are named with theirs, in turn, and room for so many keys.
func limits(t testing.TB, keys int, policies ...string) *ratelimit.Limiter {
	t.Helper()
	store, err := ratelimit.NewLocal(keys)
	if err != nil {
		t.Fatal(err)
	}
	roomy := map[string]string{}
	for _, class := range api.Classes() {
		roomy[class] = "1000000/min"
	}
	for i := 0; i < len(policies); i += 2 {
		roomy[policies[i]] = policies[i+1]
	}
	var cfg ratelimit.Config
	for name, text := range roomy {
		policy, err := ratelimit.ParsePolicy(text)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Classes = append(cfg.Classes, ratelimit.Class{Name: name, Policy: policy, AddressIsLimit: ofAddress(name)})
	}
	limiter, err := ratelimit.New(cfg, store)
	if err != nil {
		t.Fatal(err)
	}
	return limiter
}

// ofAddress says of which classes the address is the limit itself.
func ofAddress(class string) bool {
	return slices.Contains([]string{api.ClassAuth, api.ClassRegister, api.ClassForgot, api.ClassGuest}, class)
}

// knock sends a request straight in, from an address of the test's choice; header is names and values in turn.
func knock(t *testing.T, server http.Handler, from, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	r.RemoteAddr = from
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	return w.Result()
}

// build makes a server without a listener.
func build(t *testing.T, cfg api.Config, deps api.Deps) *api.Server {
	t.Helper()
	server, err := api.New(cfg, deps)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// client speaks to a real server on a real port, with a cookie jar.
type client struct {
	t    *testing.T
	base string
	http *http.Client
	api  *api.Server
	stop func() // waits for the requests under way
}

func start(t *testing.T, cfg api.Config, deps api.Deps) *client {
	t.Helper()
	server, err := api.New(cfg, deps)
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(server)
	t.Cleanup(listener.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	own := listener.Client()
	own.Jar = jar
	return &client{t: t, base: listener.URL, http: own, api: server, stop: listener.Close}
}

// do sends a request; header is names and values in turn.
func (c *client) do(method, path, body string, header ...string) *http.Response {
	c.t.Helper()
	r, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := c.http.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	res.Body = io.NopCloser(strings.NewReader(string(content)))
	return res
}
