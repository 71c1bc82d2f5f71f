package api_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web/api"
)

// problem reads a refusal and holds it to what every refusal has.
func problem(t *testing.T, res *http.Response, status int, code string) api.Problem {
	t.Helper()
	var p api.Problem
	if err := json.NewDecoder(res.Body).Decode(&p); err != nil {
		t.Fatalf("status %d: the body is no JSON: %v", res.StatusCode, err)
	}
	if res.StatusCode != status || p.Code != code || p.Status != status {
		t.Errorf("answer %d with %+v, want %d %s", res.StatusCode, p, status, code)
	}
	if got, want := res.Header.Get("Content-Type"), "application/problem+json"; got != want {
		t.Errorf("Content-Type = %q, want %q", got, want)
	}
	if got, want := res.Header.Get("Cache-Control"), "no-store"; got != want {
		t.Errorf("Cache-Control = %q, want %q", got, want)
	}
	if p.Type == "" || p.Title == "" || p.Detail == "" || p.Ref == "" || p.Ref != res.Header.Get("X-Request-Id") {
		t.Errorf("a member is missing: %+v", p)
	}
	if _, waits := res.Header["Retry-After"]; waits != (status == 503 || status == 429) || waits != (p.RetryMS > 0) {
		t.Errorf("status %d: Retry-After %q and retry_ms %d", status, res.Header.Get("Retry-After"), p.RetryMS)
	}
	return p
}

func TestServer_EachRefusalHasItsStatus(t *testing.T) {
	guest := func(c *client) { c.do("POST", "/api/guest", "") }
	nobody := func(*client) {}
	for _, c := range []struct {
		name         string
		as           func(*client)
		method, path string
		body         string
		lobby        error
		status       int
		code         string
	}{
		{"no session", nobody, "GET", "/api/me", "", nil, 401, "unauthenticated"},
		{"no session to create with", nobody, "POST", "/api/tables", "", nil, 401, "unauthenticated"},
		{"no such route", nobody, "GET", "/api/nothing", "", nil, 404, "not_found"},
		{"no such page", nobody, "GET", "/T/abc", "", nil, 404, "not_found"},
		{"no such static file", nobody, "GET", "/static/", "", nil, 404, "not_found"},
		{"no such table", nobody, "GET", "/api/tables/abc", "", nil, 404, "not_found"},
		{"wrong method", nobody, "DELETE", "/api/tables", "", nil, 405, "method_not_allowed"},
		{"unknown field", guest, "POST", "/api/tables", `{"colour":"red"}`, nil, 400, "bad_request"},
		{"wrong kind", guest, "POST", "/api/tables", `{"seats":"six"}`, nil, 400, "bad_request"},
		{"fraction", guest, "POST", "/api/tables", `{"big_blind":1.5}`, nil, 400, "bad_request"},
		{"huge", guest, "POST", "/api/tables", `{"big_blind":9007199254740993}`, nil, 400, "bad_request"},
		{"negative", guest, "POST", "/api/tables", `{"ante":-1}`, nil, 400, "bad_request"},
		{"no JSON", guest, "POST", "/api/tables", `seats=6`, nil, 400, "bad_request"},
		{"half a JSON", guest, "POST", "/api/tables", `{"seats":6`, nil, 400, "bad_request"},
		{"two JSONs", guest, "POST", "/api/tables", `{"seats":6}{"seats":7}`, nil, 400, "bad_request"},
		{"too long", guest, "POST", "/api/tables", `{"name":"` + strings.Repeat("x", 2000) + `"}`, nil, 400, "bad_request"},
		{"a body where none is due", nobody, "POST", "/api/guest", `{"chips":1000000}`, nil, 400, "bad_request"},
		{"full", guest, "POST", "/api/tables", "", capacity.Error("server_full"), 503, "server_full"},
		{"draining", guest, "POST", "/api/tables", "", capacity.Error("draining"), 503, "draining"},
		{"no database", guest, "POST", "/api/tables", "", table.ErrUnavailable, 503, "database_unavailable"},
		{"a fault", guest, "POST", "/api/tables", "", errors.New("secret detail"), 500, "internal"},
		{"an unknown code", guest, "POST", "/api/tables", "", capacity.Error("news"), 500, "internal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg, deps := parts(t)
			deps.Lobby = house{err: c.lobby}
			client := start(t, cfg, deps)
			c.as(client)
			problem(t, client.do(c.method, c.path, c.body), c.status, c.code)
			for _, counted := range client.api.Refusals() {
				if want := counted.Code == c.code; (counted.Count == 1) != want || counted.Layer == "" {
					t.Errorf("counted %+v", counted)
				}
			}
		})
	}
}

func TestServer_AFaultIsLoggedInFullAndShownByItsReferenceOnly(t *testing.T) {
	var log strings.Builder
	cfg, deps := parts(t)
	deps.Log = slog.New(slog.NewTextHandler(&log, nil))
	deps.Accounts = people{err: errors.New("disk on fire")}
	p := problem(t, start(t, cfg, deps).do("POST", "/api/guest", ""), 500, "internal")
	if strings.Contains(p.Detail, "fire") {
		t.Errorf("the client was told %q", p.Detail)
	}
	if !strings.Contains(log.String(), "disk on fire") || !strings.Contains(log.String(), p.Ref) {
		t.Errorf("log = %s, want the error and %s", log.String(), p.Ref)
	}
}

func TestServer_ServerFullTellsHowFull(t *testing.T) {
	cfg, deps := parts(t)
	slots := capacity.NewSlots(lobby.CodeFull, 3)
	for range 3 {
		slots.Overbook()
	}
	_, full := slots.TryAcquire()
	deps.Lobby = house{err: full}
	client := start(t, cfg, deps)
	client.do("POST", "/api/guest", "")
	p := problem(t, client.do("POST", "/api/tables", ""), 503, "server_full")
	if p.Used != 3 || p.Limit != 3 {
		t.Errorf("used %d of %d, want 3 of 3", p.Used, p.Limit)
	}
	if want := "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity"; p.Type != want {
		t.Errorf("type = %q, want %q", p.Type, want)
	}
}

func TestServer_RetryAfterIsDrawnAndRoundedUp(t *testing.T) {
	cfg, deps := parts(t)
	deps.Lobby = house{err: capacity.Error("server_full")}
	client := start(t, cfg, deps)
	client.do("POST", "/api/guest", "")
	seen := map[string]bool{}
	for range 200 {
		res := client.do("POST", "/api/tables", "")
		p := problem(t, res, 503, "server_full")
		seconds, err := strconv.ParseInt(res.Header.Get("Retry-After"), 10, 64)
		if err != nil || p.RetryMS < 5000 || p.RetryMS >= 10000 || seconds != (p.RetryMS+999)/1000 {
			t.Fatalf("Retry-After %q and retry_ms %d, want 5 to 10 s, rounded up", res.Header.Get("Retry-After"), p.RetryMS)
		}
		seen[res.Header.Get("Retry-After")] = true
	}
	if len(seen) < 3 {
		t.Errorf("200 refusals with the waits %v only: they would all come back at once", seen)
	}
}

func TestServer_WrongMethodNamesTheRightOnes(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	for path, want := range map[string]string{
		"/api/tables": "GET, HEAD, POST", "/api/guest": "POST", "/api/me": "GET, HEAD, PATCH, DELETE", "/": "GET, HEAD",
	} {
		res := client.do("PUT", path, "")
		problem(t, res, 405, "method_not_allowed")
		if got := res.Header.Get("Allow"); got != want {
			t.Errorf("PUT %s: Allow = %q, want %q", path, got, want)
		}
	}
}
