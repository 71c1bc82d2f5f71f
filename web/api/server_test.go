package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web/api"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestServer_ProbesAndStaticAnswerWhileBusy(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	static := "/static/" + deps.Site.Build() + "/js/main.js"
	var held []func()
	for range 4 {
		release, err := deps.Inflight.TryAcquire()
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, release)
	}
	for _, path := range []string{"/healthz", "/readyz", static} {
		for _, method := range []string{"GET", "HEAD"} {
			if res := client.do(method, path, ""); res.StatusCode != 200 {
				t.Errorf("%s %s: %d, want 200", method, path, res.StatusCode)
			}
		}
	}
	for _, c := range []struct{ method, path string }{
		{"GET", "/"}, {"GET", "/api/tables"}, {"POST", static}, {"GET", "/static/nothing"}, {"GET", "/healthz/"},
		{"GET", "/static/../healthz"}, {"GET", "//healthz"}, {"GET", "/HEALTHZ"},
	} {
		problem(t, client.do(c.method, c.path, ""), 503, "server_busy")
	}
	for _, release := range held {
		release()
	}
	if res := client.do("GET", "/api/tables", ""); res.StatusCode != 200 {
		t.Errorf("with slots free again: %d, want 200", res.StatusCode)
	}
	if got := deps.Inflight.Stats(); got.InUse != 0 || got.Peak != 4 {
		t.Errorf("slots = %+v, want none in use", got)
	}
}

func TestServer_ASlotComesBackAfterAPanic(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	client.api.Mount(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a fault") }),
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half an answer")
			panic("a late fault")
		}), noSockets)
	for range 20 {
		problem(t, client.do("GET", "/api/tables/abc/socket", ""), 500, "internal")
	}
	res, err := client.http.Get(client.base + "/api/lobby/socket")
	if err == nil {
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
	}
	if err == nil {
		t.Error("half an answer looks whole")
	}
	if got := deps.Inflight.Stats().InUse; got != 0 {
		t.Errorf("%d slots in use, want 0", got)
	}
}

// slow is an Accounts whose database takes for ever: it ends with the request.
type slow struct {
	people
	began, ended chan struct{}
}

func (s slow) Session(ctx context.Context, _ string) (auth.Identity, error) {
	s.began <- struct{}{}
	<-ctx.Done()
	s.ended <- struct{}{}
	return auth.Identity{}, fmt.Errorf("find session: %w", ctx.Err())
}

func TestServer_AClientThatHangsUpIsNoFaultOfOurs(t *testing.T) {
	cfg, deps := parts(t)
	accounts := slow{began: make(chan struct{}), ended: make(chan struct{})}
	deps.Accounts = accounts
	client := start(t, cfg, deps)
	ctx, hangUp := context.WithCancel(t.Context())
	asked := make(chan error)
	go func() {
		r, _ := http.NewRequestWithContext(ctx, "GET", client.base+"/api/me", nil)
		r.AddCookie(&http.Cookie{Name: "fullhouse", Value: "token"})
		_, err := client.http.Do(r)
		asked <- err
	}()
	<-accounts.began
	hangUp()
	<-accounts.ended
	if err := <-asked; err == nil {
		t.Error("who hung up got an answer")
	}
	client.stop() // waits for the handler
	for _, counted := range client.api.Refusals() {
		if counted.Count != 0 {
			t.Errorf("counted %+v", counted)
		}
	}
	if got := deps.Inflight.Stats().InUse; got != 0 {
		t.Errorf("%d slots in use, want 0", got)
	}
}

func TestServer_ReadinessIsWhatItWasSetTo(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	deps.Ready.Set("draining")
	res := client.do("GET", "/readyz", "")
	if body, _ := io.ReadAll(res.Body); res.StatusCode != 503 || string(body) != "draining\n" {
		t.Errorf("answer %d %q, want 503 draining", res.StatusCode, body)
	}
	if res := client.do("GET", "/healthz", ""); res.StatusCode != 200 {
		t.Errorf("healthz: %d, want 200: a server that drains is alive", res.StatusCode)
	}
	if why := new(api.Ready).Why(); why == "" {
		t.Error("the zero value is ready")
	}
}

func TestServer_PagesOfOtherSitesChangeNothing(t *testing.T) {
	cfg, deps := parts(t)
	cfg.Origins = []string{"https://poker.example.org"}
	client := start(t, cfg, deps)
	for _, header := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"},
	} {
		problem(t, client.do("POST", "/api/guest", "", header...), 403, "forbidden")
	}
	for _, header := range [][]string{
		{}, {"Sec-Fetch-Site", "same-origin"}, {"Origin", client.base},
		{"Sec-Fetch-Site", "cross-site", "Origin", "https://poker.example.org"},
	} {
		if res := client.do("POST", "/api/guest", "", header...); res.StatusCode != 201 {
			t.Errorf("with %v: %d, want 201", header, res.StatusCode)
		}
	}
}

func TestServer_AGuestIsKnownUntilLogout(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	for _, c := range []struct {
		method, path string
		status       int
	}{{"POST", "/api/guest", 201}, {"GET", "/api/me", 200}} {
		res := client.do(c.method, c.path, "")
		var body struct {
			Account struct {
				ID, Name string
				Guest    bool
				Chips    int64
			}
			Seats []lobby.Seated
		}
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		if a := body.Account; res.StatusCode != c.status || a.ID != "alice" || a.Name != "Brave Otter 12" || !a.Guest || a.Chips != 10000 {
			t.Errorf("%s %s: %d %+v", c.method, c.path, res.StatusCode, body)
		}
		if want := (house{}).Seats("alice"); !slices.Equal(body.Seats, want) {
			t.Errorf("%s %s: seats %+v, want %+v", c.method, c.path, body.Seats, want)
		}
		if got, want := res.Header.Get("Cache-Control"), "no-store"; got != want {
			t.Errorf("%s: Cache-Control = %q, want %q", c.path, got, want)
		}
	}
	if res := client.do("POST", "/api/logout", ""); res.StatusCode != 204 {
		t.Errorf("logout: %d, want 204", res.StatusCode)
	}
	problem(t, client.do("GET", "/api/me", ""), 401, "unauthenticated")
	if res := client.do("POST", "/api/logout", ""); res.StatusCode != 204 {
		t.Errorf("logout without a session: %d, want 204", res.StatusCode)
	}
}

func TestServer_TheCookieFitsTheAddress(t *testing.T) {
	for _, c := range []struct {
		https bool
		want  string
	}{
		{true, "__Host-fullhouse=token-alice; Path=/; Max-Age=3600; HttpOnly; Secure; SameSite=Lax"},
		{false, "fullhouse=token-alice; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"},
	} {
		cfg, deps := parts(t)
		cfg.HTTPS = c.https
		res := start(t, cfg, deps).do("POST", "/api/guest", "")
		if got := res.Header.Get("Set-Cookie"); got != c.want {
			t.Errorf("https %v: cookie %q, want %q", c.https, got, c.want)
		}
	}
}

func TestServer_AnInventedCookieIsNoSession(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	problem(t, client.do("GET", "/api/me", "", "Cookie", "fullhouse=invented"), 401, "unauthenticated")
}

func TestServer_CompletesWhatTheCreatorLeftOpen(t *testing.T) {
	for _, c := range []struct {
		body string
		want table.Settings
	}{
		{``, table.Settings{Name: "Brave Otter 12's table", Seats: 6, BuyInMin: 4000, BuyInMax: 10000, ActionMS: 15000,
			BankMS: 30000, RefillMS: 3000, Chat: "all",
			Game: json.RawMessage(`{"small_blind":50,"big_blind":100,"ante":0,"ante_kind":"none","straddle":false,"run_twice":false,"rabbit_hunt":false,"bomb_pot":0}`)}},
		{`{"big_blind":4}`, table.Settings{Name: "Brave Otter 12's table", Seats: 6, BuyInMin: 160, BuyInMax: 400, ActionMS: 15000,
			BankMS: 30000, RefillMS: 3000, Chat: "all",
			Game: json.RawMessage(`{"small_blind":2,"big_blind":4,"ante":0,"ante_kind":"none","straddle":false,"run_twice":false,"rabbit_hunt":false,"bomb_pot":0}`)}},
		{`{"name":"Night","seats":9,"small_blind":1,"big_blind":3,"ante":3,"ante_kind":"bb","buy_in_min":30,"buy_in_max":300,
			"bots":2,"bot_level":"odds","private":true,"action_ms":20000}`,
			table.Settings{Name: "Night", Seats: 9, BuyInMin: 30, BuyInMax: 300, Bots: 2, BotLevel: "odds", Private: true, ActionMS: 20000,
				BankMS: 40000, RefillMS: 4000, Chat: "all",
				Game: json.RawMessage(`{"small_blind":1,"big_blind":3,"ante":3,"ante_kind":"bb","straddle":false,"run_twice":false,"rabbit_hunt":false,"bomb_pot":0}`)}},
	} {
		var asked table.Settings
		cfg, deps := parts(t)
		deps.Lobby = house{asked: &asked}
		client := start(t, cfg, deps)
		client.do("POST", "/api/guest", "")
		client.do("POST", "/api/tables", c.body)
		got, _ := json.Marshal(asked)
		want, _ := json.Marshal(c.want)
		if string(got) != string(want) {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, want)
		}
	}
}

func TestServer_TheListIsOpenToEveryone(t *testing.T) {
	cfg, deps := parts(t)
	res := start(t, cfg, deps).do("GET", "/api/tables", "")
	body, _ := io.ReadAll(res.Body)
	if want := `{"capacity":{"used":3,"cap":3,"create":"full"},"tables":[]}`; strings.TrimSpace(string(body)) != want {
		t.Errorf("list = %s, want %s", body, want)
	}
}
