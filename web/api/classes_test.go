package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/web/api"
)

// whole is a server with everything mounted, sockets included, though they only say what would come.
func whole(t *testing.T, cfg api.Config, deps api.Deps) *api.Server {
	t.Helper()
	server := build(t, cfg, deps)
	socket := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "a socket", http.StatusUpgradeRequired)
	})
	server.Mount(socket, socket, noSockets)
	return server
}

// charged is the class in the name of which an answer speaks; empty when it speaks of none.
func charged(res *http.Response) string {
	class, _, _ := strings.Cut(strings.TrimPrefix(res.Header.Get("RateLimit-Policy"), `"`), `"`)
	return class
}

func TestRates_EveryRouteHasItsRow(t *testing.T) {
	cfg, deps := parts(t)
	rows := api.Rates()
	err := chi.Walk(whole(t, cfg, deps).Routes(), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if _, ok := rows[method+" "+route]; !ok {
			t.Errorf("%s %s has no row in the table of rates", method, route)
		}
		delete(rows, method+" "+route)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for route := range rows {
		t.Errorf("the table of rates has a row for %s, where no route is", route)
	}
}

func TestRates_OtherSpellingsLandInTheClassOfTheRouteThatServesThemElseInDefault(t *testing.T) {
	cfg, deps := parts(t)
	server := whole(t, cfg, deps)
	for _, c := range []struct{ method, path, class string }{
		{"GET", "/", "read"}, {"HEAD", "/", "read"}, {"GET", "/t/abc", "read"}, {"GET", "/t/%61bc", "read"}, {"GET", "/t/a%2Fb", "read"},
		{"GET", "/api/tables", "read"}, {"HEAD", "/api/tables", "read"}, {"GET", "/api/tables?x=/api/guest", "read"},
		{"POST", "/api/tables", "create"}, {"POST", "/api/guest", "guest"}, {"POST", "/api/logout", "write"},
		{"GET", "//", "default"}, {"GET", "//api/tables", "default"}, {"GET", "/api//tables", "default"},
		{"GET", "/api/tables/", "default"}, {"POST", "/api/guest/", "default"}, {"POST", "/API/guest", "default"},
		{"POST", "/api/Guest", "default"}, {"POST", "/api/%67uest", "default"}, {"POST", "/api%2Fguest", "default"},
		{"GET", "/api/%2e/tables", "default"}, {"POST", "/api/tables/%2e%2e/guest", "default"}, {"GET", "/%2e%2e/api/me", "default"},
		{"GET", "/api/tables/%2e%2e/socket", "read"}, {"GET", "/./api/tables", "default"}, {"GET", "/static/../api/me", "default"},
		{"PUT", "/api/tables", "default"}, {"BREW", "/api/tables", "default"}, {"GET", "/api/guest", "default"},
		{"GET", "/static/", "default"}, {"HEAD", "/api/guest", "default"}, {"GET", "/nothing", "default"}, {"OPTIONS", "/", "default"},
	} {
		res := knock(t, server, "192.0.2.1:1", c.method, c.path)
		if got := charged(res); got != c.class {
			t.Errorf("%s %s: charged to %q, want %q", c.method, c.path, got, c.class)
		}
		unserved := res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusMethodNotAllowed
		if unserved != (c.class == "default") {
			t.Errorf("%s %s: %d, but charged to %q", c.method, c.path, res.StatusCode, c.class)
		}
	}
}

func TestRates_OnlyWhoAsksForASocketIsChargedForOne(t *testing.T) {
	cfg, deps := parts(t)
	server := whole(t, cfg, deps)
	for _, path := range []string{"/api/tables/abc/socket", "/api/lobby/socket"} {
		for _, c := range []struct {
			header []string
			class  string
		}{
			{nil, "read"},
			{[]string{"Connection", "Upgrade"}, "read"},
			{[]string{"Upgrade", "websocket"}, "upgrade"},
			{[]string{"Upgrade", "h2c", "Upgrade", "WebSocket"}, "upgrade"},
		} {
			if got := charged(knock(t, server, "192.0.2.1:1", "GET", path, c.header...)); got != c.class {
				t.Errorf("%s with %q: charged to %q, want %q", path, c.header, got, c.class)
			}
		}
	}
}

func TestRates_AHostilePageDoesNotUseUpItsVisitorsWayIn(t *testing.T) {
	server := oneEach(t)
	for range 5 {
		res := knock(t, server, "192.0.2.1:1", "POST", "/api/guest", "Sec-Fetch-Site", "cross-site")
		if problem(t, res, 403, "forbidden"); charged(res) != "default" {
			t.Errorf("charged to %q, want default", charged(res))
		}
	}
	if got := from("192.0.2.1:1").knock(t, server); got != 201 {
		t.Errorf("the visitor is answered %d, want 201", got)
	}
}
