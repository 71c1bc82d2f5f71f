package api_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/internal/store/storetest"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/table/tabletest"
)

// club is a server with real tables. Alice makes them, bob and carol have accounts, too; see people for their sessions.
type club struct {
	*client
	lobby *lobby.Lobby
	store *storetest.Model
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{store: storetest.NewModel()}
	for _, id := range []string{"alice", "bob", "carol"} {
		if err := c.store.AddGuest(t.Context(), auth.Account{ID: id, Name: "The famous " + id, Guest: true}, 0, storetest.NewSession(id)); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	c.lobby, err = lobby.New(lobby.Config{MaxTables: 10, ActionClock: time.Minute, Doors: c.store, Table: table.Config{
		NewGame: tabletest.NewDraw, Recorder: c.store, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Inbox: 16,
		Idle: time.Minute, Unjoined: time.Minute,
	}}, c.store)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.lobby.Drain(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	cfg, deps := parts(t)
	deps.Lobby, deps.Reports = c.lobby, c.store
	c.client = start(t, cfg, deps)
	return c
}

// as asks as somebody; "" is nobody.
func (c *club) as(who, method, path, body string) *http.Response {
	c.t.Helper()
	if who == "" {
		return c.do(method, path, body)
	}
	return c.do(method, path, body, "Cookie", "fullhouse=token-"+who)
}

// table makes one of alice's.
func (c *club) table(private bool) (path string) {
	c.t.Helper()
	var made struct{ ID string }
	body, _ := json.Marshal(map[string]any{"name": "Friday night", "private": private})
	c.read(c.as("alice", "POST", "/api/tables", string(body)), http.StatusCreated, &made)
	return "/api/tables/" + made.ID
}

// read reads an answer that must have a status.
func (c *club) read(res *http.Response, status int, into any) {
	c.t.Helper()
	if res.StatusCode != status {
		c.t.Fatalf("status %d, want %d", res.StatusCode, status)
	}
	if err := json.NewDecoder(res.Body).Decode(into); err != nil {
		c.t.Fatal(err)
	}
}

// invite is the address of a new invite's route.
func (c *club) invite(path, kind string) string {
	c.t.Helper()
	var made struct {
		URL     string
		Kind    string
		Expires time.Time `json:"expires_at"`
	}
	body := map[string]string{"play": "", "watch": `{"watch":true}`}[kind]
	c.read(c.as("alice", "POST", path+"/invites", body), http.StatusCreated, &made)
	token, ok := strings.CutPrefix(made.URL, "/i/")
	if left := time.Until(made.Expires); !ok || len(token) != 43 || made.Kind != kind || left > lobby.InviteLife || left < lobby.InviteLife-time.Minute {
		c.t.Fatalf("invite %+v, want one to %s for a week", made, kind)
	}
	return "/api/invites/" + token
}

func TestA16_APrivateTableIsNotThereForStrangers(t *testing.T) {
	c := newClub(t)
	public, private := c.table(false), c.table(true)
	for _, who := range []string{"", "bob"} {
		hidden, none := c.as(who, "GET", private, ""), c.as(who, "GET", "/api/tables/"+strings.Repeat("a", 26), "")
		p, q := problem(t, hidden, 404, "not_found"), problem(t, none, 404, "not_found")
		if p.Ref, q.Ref = "", ""; p.Detail != q.Detail || p.Title != q.Title {
			t.Errorf("%q tells a hidden table, %+v, from none, %+v", who, p, q)
		}
		if res := c.as(who, "GET", public, ""); res.StatusCode != 200 {
			t.Errorf("%q: a public table: %d, want 200", who, res.StatusCode)
		}
	}
	for _, route := range []string{"/invites", "/reports"} {
		problem(t, c.as("bob", "POST", private+route, ""), 404, "not_found")
	}
	if res := c.as("alice", "GET", private, ""); res.StatusCode != 200 {
		t.Errorf("the host: %d, want 200", res.StatusCode)
	}
}

func TestInvites_LetInWhoAcceptsAlsoTwiceAndAfterTheyWereRenewed(t *testing.T) {
	c := newClub(t)
	path := c.table(true)
	invite := c.invite(path, "play")
	for range 2 {
		var in struct{ Table, Kind string }
		c.read(c.as("bob", "POST", invite, ""), 200, &in)
		if in.Table != strings.TrimPrefix(path, "/api/tables/") || in.Kind != "play" {
			t.Errorf("let in at %+v, want the table", in)
		}
	}
	c.invite(path, "play")
	if p := problem(t, c.as("carol", "POST", invite, ""), 404, "not_found"); p.Detail != "This invite has ended." {
		t.Errorf("by the older invite: %q", p.Detail)
	}
	if res := c.as("bob", "GET", path, ""); res.StatusCode != 200 {
		t.Errorf("who was let in by it: %d, want 200", res.StatusCode)
	}
	problem(t, c.as("carol", "GET", path, ""), 404, "not_found")
}

func TestInvites_AreDescribedToAnybodyAndChangeNothing(t *testing.T) {
	c := newClub(t)
	path := c.table(true)
	for _, kind := range []string{"play", "watch"} {
		var told struct {
			Kind, Host string
			Expires    time.Time `json:"expires_at"`
			Table      table.Summary
		}
		c.read(c.do("GET", c.invite(path, kind), ""), 200, &told)
		if told.Kind != kind || told.Host != "The famous alice" || "/api/tables/"+told.Table.ID != path || told.Table.Settings.Name != "Friday night" ||
			told.Expires.IsZero() || told.Table.Settings.Seats != 6 {
			t.Errorf("told %+v, want the table, its host and to %s", told, kind)
		}
	}
	problem(t, c.as("bob", "GET", path, ""), 404, "not_found")
	for _, made := range []string{"x", strings.Repeat("A", 43)} {
		if p := problem(t, c.do("GET", "/api/invites/"+made, ""), 404, "not_found"); p.Detail != "This invite has ended." {
			t.Errorf("an invented one: %q", p.Detail)
		}
	}
}

func TestInvites_AreMadeByTheHostOfAPrivateTableOnly(t *testing.T) {
	c := newClub(t)
	public, private := c.table(false), c.table(true)
	c.as("bob", "POST", c.invite(private, "play"), "")
	problem(t, c.as("bob", "POST", private+"/invites", ""), 403, "not_host")
	problem(t, c.as("", "POST", private+"/invites", ""), 401, "unauthenticated")
	problem(t, c.as("alice", "POST", public+"/invites", ""), 400, "bad_request")
	problem(t, c.as("alice", "POST", private+"/invites", `{"seat":1}`), 400, "bad_request")
	problem(t, c.as("", "POST", c.invite(private, "play"), ""), 401, "unauthenticated")
}

// shut are doors that do not answer, or only when nobody waits any more.
type shut struct {
	lobby.Doors
	late bool
}

func (s shut) Admission(ctx context.Context, _, _ string) (lobby.Admission, error) {
	if s.late {
		<-ctx.Done()
		return lobby.Stranger, context.Cause(ctx)
	}
	return lobby.Stranger, table.ErrUnavailable
}

func TestInvites_WithoutTheDatabaseNobodyIsLetInOnAGuess(t *testing.T) {
	c := newClub(t)
	path := c.table(true)
	for code, doors := range map[string]shut{"database_unavailable": {}, "request_timeout": {late: true}} {
		blind, err := lobby.New(lobby.Config{MaxTables: 1, ActionClock: time.Minute, Doors: doors}, c.store)
		if err != nil {
			t.Fatal(err)
		}
		cfg, deps := parts(t)
		cfg.RequestTimeout = 100 * time.Millisecond
		deps.Lobby = house{found: c.find(path), doors: blind}
		problem(t, start(t, cfg, deps).do("GET", path, "", "Cookie", "fullhouse=token-bob"), 503, code)
	}
}

func (c *club) find(path string) *table.Table {
	c.t.Helper()
	t, ok := c.lobby.Find(strings.TrimPrefix(path, "/api/tables/"))
	if !ok {
		c.t.Fatalf("there is no table at %s", path)
	}
	return t
}
