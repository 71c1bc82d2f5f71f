package api_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web/api"
)

// visitor is a client with what the fakes were asked.
type visitor struct {
	*client
	called []string
	ended  []string // "account/session" of the sockets that were closed
	visits []auth.Visit
}

func visit(t *testing.T, change func(*api.Config, *api.Deps, *people)) *visitor {
	t.Helper()
	v := &visitor{}
	cfg, deps := parts(t)
	who := people{called: &v.called, visits: &v.visits}
	if change != nil {
		change(&cfg, &deps, &who)
	}
	deps.Accounts, deps.Wallets = who, who
	v.client = start(t, cfg, deps)
	nowhere := http.NotFoundHandler()
	v.api.Mount(nowhere, nowhere, func(account, session string) { v.ended = append(v.ended, account+"/"+session) })
	return v
}

func TestAccounts_BeingLetInSetsBothCookiesAndEndsWhatWasBefore(t *testing.T) {
	for route, body := range map[string]string{
		"/api/register":       `{"name":"Alice","email":"alice@example.org","password":"correct horse"}`,
		"/api/login":          `{"name":"Alice","password":"correct horse"}`,
		"/api/reset-password": `{"token":"t","password":"correct horse"}`,
	} {
		v := visit(t, func(_ *api.Config, _ *api.Deps, p *people) { p.ended = []string{"another"} })
		v.do("POST", "/api/guest", "")
		res := v.do("POST", route, body)
		if res.StatusCode/100 != 2 {
			t.Errorf("%s: %d", route, res.StatusCode)
		}
		set := map[string]*http.Cookie{}
		for _, c := range res.Cookies() {
			set[c.Name] = c
		}
		session, device := set["fullhouse"], set["fullhouse-device"]
		if session == nil || session.Value != "token-Alice" || !session.HttpOnly || session.SameSite != http.SameSiteLaxMode {
			t.Errorf("%s: session cookie %v", route, session)
		}
		if device == nil || device.Value != "device of Alice" || device.MaxAge != 365*24*3600 || !device.HttpOnly {
			t.Errorf("%s: device cookie %v", route, device)
		}
		if !slices.Contains(v.called, "logout token-alice") || !slices.Contains(v.ended, "/session of alice") {
			t.Errorf("%s: the session before goes on: asked %q, ended %q", route, v.called, v.ended)
		}
		if !slices.Contains(v.ended, "Alice/another") {
			t.Errorf("%s: ended %q, want the account's other session too", route, v.ended)
		}
		var me struct {
			Account struct{ Name, Email string }
			Quotas  map[string]struct{ Used, Limit int }
		}
		if err := json.NewDecoder(res.Body).Decode(&me); err != nil || me.Account.Email != "alice@example.org" || me.Quotas["tables"].Limit != 10 {
			t.Errorf("%s: %+v, %v", route, me, err)
		}
		v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
		if got := v.visits[len(v.visits)-1]; got.Device != "device of Alice" || got.Address == "" || got.Agent == "" {
			t.Errorf("%s: the next visit says %+v", route, got)
		}
	}
}

func TestAccounts_RegisteringKeepsAGuestsAccountAndIsNotForWhoHasOne(t *testing.T) {
	v := visit(t, nil)
	v.do("POST", "/api/register", `{"name":"Fresh","password":"correct horse"}`)
	v.do("POST", "/api/logout", "")
	v.do("POST", "/api/guest", "")
	v.do("POST", "/api/register", `{"name":"Alice","password":"correct horse"}`)
	for _, want := range []string{"register Fresh", "register Alice for alice"} {
		if !slices.Contains(v.called, want) {
			t.Errorf("asked %q, want %q", v.called, want)
		}
	}
	res := v.do("POST", "/api/register", `{"name":"Again","password":"correct horse"}`)
	if p := problem(t, res, 400, "bad_request"); !strings.Contains(p.Detail, "sign out first") {
		t.Errorf("detail %q", p.Detail)
	}
}

func TestAccounts_RefusalsOfTheDoorReachTheCallerByTheirCodes(t *testing.T) {
	slow := &auth.SlowDownError{Class: "login-pair", Wait: 61500 * time.Millisecond, Err: errors.New("slow")}
	for _, c := range []struct {
		method, path, body string
		err                error
		status             int
		code               string
	}{
		{"POST", "/api/login", `{"name":"Alice","password":"x"}`, auth.ErrBadCredentials, 401, "bad_credentials"},
		{"POST", "/api/register", `{"name":"Alice","password":"x"}`, auth.ErrNameTaken, 409, "name_taken"},
		{"POST", "/api/register", `{"name":"A"}`, &auth.FieldError{Field: "name", Want: "3 to 20 letters"}, 400, "bad_request"},
		{"POST", "/api/reset-password", `{"token":"old","password":"x"}`, auth.ErrBadToken, 400, "bad_token"},
		{"POST", "/api/forgot-password", `{"email":"a@example.org"}`, auth.ErrMailUnavailable, 503, "mail_unavailable"},
		{"POST", "/api/login", `{"name":"Alice","pass":"x"}`, nil, 400, "bad_request"},
		{"POST", "/api/guest", "", &quota.ExhaustedError{Kind: quota.Guests, Used: 50, Limit: 50, Reset: midnight}, 429, "quota_exhausted"},
	} {
		v := visit(t, func(_ *api.Config, _ *api.Deps, p *people) { p.err = c.err })
		problem(t, v.do(c.method, c.path, c.body), c.status, c.code)
	}
	v := visit(t, func(_ *api.Config, _ *api.Deps, p *people) { p.err = slowly{slow} })
	res := v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	if p := problem(t, res, 429, "rate_limited"); p.RetryMS != 61500 || res.Header.Get("Retry-After") != "62" {
		t.Errorf("slowed down: retry_ms %d, Retry-After %s, want the exact wait", p.RetryMS, res.Header.Get("Retry-After"))
	}
}

// slowly is a SlowDownError over a limiter's refusal.
type slowly struct{ *auth.SlowDownError }

func (slowly) Code() string { return "rate_limited" }

func TestAccounts_ForgottenAnswersTheSameForEverybody(t *testing.T) {
	v := visit(t, nil)
	if res := v.do("POST", "/api/forgot-password", `{"email":"a@example.org"}`); res.StatusCode != http.StatusAccepted {
		t.Errorf("forgot: %d, want 202", res.StatusCode)
	}
}

func TestProfile_ASessionThatHasBecomeLongerIsKeptLonger(t *testing.T) {
	v := visit(t, func(_ *api.Config, _ *api.Deps, p *people) { p.renewed = true })
	v.do("POST", "/api/guest", "")
	cookies := v.do("GET", "/api/me", "").Cookies()
	if len(cookies) != 1 || cookies[0].Value != "token-alice" || cookies[0].MaxAge != 3600 {
		t.Errorf("cookies %v, want the session's once more", cookies)
	}
}

func TestProfile_ShowsWhatIsUsedOfTheDaysAllowances(t *testing.T) {
	v := visit(t, nil)
	v.do("POST", "/api/guest", "")
	var me struct {
		Quotas map[string]struct {
			Used, Limit int
			ResetAt     time.Time `json:"reset_at"`
		}
	}
	if err := json.NewDecoder(v.do("GET", "/api/me", "").Body).Decode(&me); err != nil {
		t.Fatal(err)
	}
	if got := me.Quotas["tables"]; got.Used != 1 || got.Limit != 10 || !got.ResetAt.Equal(midnight) {
		t.Errorf("tables: %+v", got)
	}
}

func TestProfile_EndingSessionsClosesTheirSockets(t *testing.T) {
	for _, c := range []struct{ method, path, body, ended string }{
		{"DELETE", "/api/sessions/session%20of%20Alice", "", "Alice/session of Alice"},
		{"POST", "/api/logout", "", "/session of Alice"},
		{"POST", "/api/password", `{"old":"a","new":"b"}`, "Alice/another"},
	} {
		v := visit(t, func(_ *api.Config, _ *api.Deps, p *people) { p.ended = []string{"another"} })
		v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
		v.ended = nil
		if res := v.do(c.method, c.path, c.body); res.StatusCode/100 != 2 {
			t.Errorf("%s %s: %d", c.method, c.path, res.StatusCode)
		}
		if !slices.Contains(v.ended, c.ended) {
			t.Errorf("%s %s: closed %q, want %q", c.method, c.path, v.ended, c.ended)
		}
	}
	v := visit(t, nil)
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	problem(t, v.do("DELETE", "/api/sessions/another", ""), 404, "not_found")
}

func TestProfile_WhoSitsSomewhereCannotBeDeleted(t *testing.T) {
	v := visit(t, nil)
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	problem(t, v.do("DELETE", "/api/me", `{"password":"x"}`), 409, "still_seated")
	v = visit(t, func(_ *api.Config, d *api.Deps, _ *people) { d.Lobby = emptyHouse{} })
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	res := v.do("DELETE", "/api/me", `{"password":"x"}`)
	if res.StatusCode != http.StatusNoContent || !slices.Contains(v.called, "delete Alice by x") || !slices.Contains(v.ended, "Alice/") {
		t.Errorf("delete: %d, asked %q, closed %q", res.StatusCode, v.called, v.ended)
	}
}

func TestProfile_OnlyAWholeExportIsCharged(t *testing.T) {
	var taken, back []quota.Kind
	v := visit(t, func(_ *api.Config, d *api.Deps, _ *people) { d.Quotas = allowances{taken: &taken, back: &back} })
	v.do("POST", "/api/guest", "")
	if res := v.do("HEAD", "/api/me/export", ""); res.StatusCode != 200 || len(taken) != 0 {
		t.Errorf("HEAD: %d, charged %v", res.StatusCode, taken)
	}
	res := v.do("GET", "/api/me/export", "")
	if got := res.Header.Get("Content-Disposition"); res.StatusCode != 200 || !strings.HasPrefix(got, "attachment") || len(taken) != 1 {
		t.Errorf("GET: %d, %q, charged %v", res.StatusCode, got, taken)
	}
}

func TestProfile_FreeChipsAreChargedTogetherWithWhatTheyAdd(t *testing.T) {
	var charged []quota.Charge
	v := visit(t, func(cfg *api.Config, _ *api.Deps, p *people) { cfg.FullWallet, p.charged = 7000, &charged })
	v.do("POST", "/api/guest", "")
	if res := v.do("POST", "/api/chips", ""); res.StatusCode != 200 || len(charged) != 1 || charged[0].Kind != quota.Chips {
		t.Errorf("chips: %d, charges %v", res.StatusCode, charged)
	}
	v = visit(t, func(_ *api.Config, d *api.Deps, _ *people) { d.Quotas = allowances{err: table.ErrEnoughChips} })
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	problem(t, v.do("POST", "/api/chips", ""), 409, "enough_chips")
}

func TestRefuse_AnAllowanceThatIsUsedUpSaysExactlyWhenThereIsMoreAndAsksToComeALittleLater(t *testing.T) {
	reset := time.Now().Add(time.Hour).Truncate(time.Second)
	used := &quota.ExhaustedError{Kind: quota.Exports, Used: 20, Limit: 20, Reset: reset}
	v := visit(t, func(_ *api.Config, d *api.Deps, _ *people) { d.Quotas = allowances{err: used} })
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	waits := map[int64]bool{}
	for range 20 {
		p := problem(t, v.do("GET", "/api/me/export", ""), 429, "quota_exhausted")
		if p.Used != 20 || p.Limit != 20 || p.ResetAt != reset.UTC().Format(time.RFC3339) || !slices.Equal(p.Violated, []string{"daily-exports"}) {
			t.Errorf("%+v", p)
		}
		if wait := time.Duration(p.RetryMS) * time.Millisecond; time.Now().Add(wait).Before(reset) || wait > time.Hour+5*time.Minute+time.Second {
			t.Errorf("asked to wait %v", wait)
		}
		waits[p.RetryMS] = true
	}
	if len(waits) < 5 {
		t.Errorf("20 refusals have the waits %v only", waits)
	}
}

// lost is what a store says whose answer to a commit is lost.
type lost struct{ error }

func (lost) Unsure() {}

func TestRefuse_AChangeOfWhichNobodyKnowsIsTheDatabasesFaultAndNoFaultOfOurs(t *testing.T) {
	v := visit(t, func(_ *api.Config, d *api.Deps, _ *people) {
		d.Quotas = allowances{err: lost{errors.New("commit: conn closed")}}
	})
	v.do("POST", "/api/login", `{"name":"Alice","password":"x"}`)
	problem(t, v.do("GET", "/api/me/export", ""), 503, "database_unavailable")
}
