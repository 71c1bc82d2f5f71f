package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table/tabletest"
)

// comes brings a connection of an account to a table.
func (c *club) comes(path, account string) {
	c.t.Helper()
	if err := c.find(path).Join(tabletest.NewPlayer(account), 0); err != nil {
		c.t.Fatal(err)
	}
}

func TestReports_ReachTheOperatorWithWhoIsMeant(t *testing.T) {
	c := newClub(t)
	path := c.table(false)
	c.comes(path, "alice")
	c.comes(path, "bob")
	for _, body := range []string{
		`{"who":"bob","reason":"chat","text":"He shouts.\nAll the time."}`,
		`{"who":"The famous carol","reason":"cheating"}`, // who has left
		`{"who":"Nobody at all","reason":"other"}`,
	} {
		if res := c.as("alice", "POST", path+"/reports", body); res.StatusCode != http.StatusNoContent {
			t.Errorf("%s: %d, want 204", body, res.StatusCode)
		}
	}
	got, err := c.store.Reports(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimPrefix(path, "/api/tables/")
	from := lobby.Report{Table: id, By: "alice", ByName: "The famous alice", Said: []string{}}
	want := []lobby.Report{from, from, from}
	want[0].Who, want[0].Account, want[0].Reason, want[0].Text = "bob", "bob", "chat", "He shouts.\nAll the time."
	want[1].Who, want[1].Account, want[1].Reason = "The famous carol", "carol", "cheating"
	want[2].Who, want[2].Reason = "Nobody at all", "other"
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(lobby.Report{}, "ID", "At")); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if got[0].At.Before(time.Now().Add(-time.Minute)) || c.api.Counts().Reports != 3 {
		t.Errorf("at %v, counted %d, want now and 3", got[0].At, c.api.Counts().Reports)
	}
}

func TestReports_ComeFromWhoIsAtTheTableOnly(t *testing.T) {
	c := newClub(t)
	public, private := c.table(false), c.table(true)
	const body = `{"who":"alice","reason":"chat"}`
	problem(t, c.as("bob", "POST", public+"/reports", body), 403, "not_here")
	problem(t, c.as("bob", "POST", private+"/reports", body), 404, "not_found")
	problem(t, c.as("", "POST", public+"/reports", body), 401, "unauthenticated")
	c.comes(public, "bob")
	if res := c.as("bob", "POST", public+"/reports", body); res.StatusCode != http.StatusNoContent {
		t.Errorf("who watches: %d, want 204", res.StatusCode)
	}
}

func TestReports_SayInPlainWordsWhatIsWrongWithThem(t *testing.T) {
	c := newClub(t)
	path := c.table(false)
	c.comes(path, "alice")
	long := strings.Repeat("x", 499) + "ü"
	if res := c.as("alice", "POST", path+"/reports", `{"who":"bob","reason":"other","text":"`+long+`"}`); res.StatusCode != http.StatusNoContent {
		t.Errorf("500 characters: %d, want 204", res.StatusCode)
	}
	for body, want := range map[string]string{
		``:                                 "who must be",
		`{"who":"bob"}`:                    "reason must be chat or cheating or name or other",
		`{"who":"bob","reason":"boredom"}`: "reason must be",
		`{"who":"Brave Otter 12","reason":"chat"}`:             "somebody else",
		`{"who":"b\u0000b","reason":"chat"}`:                   "who must be",
		`{"who":"bob","reason":"chat","text":1}`:               "text must be a string",
		`{"who":"bob","reason":"chat","said":"x"}`:             "no field",
		`{"who":"` + long + `","reason":"chat"}`:               "who must be",
		`{"who":"bob","reason":"chat","text":"\u0007"}`:        "text must be",
		`{"who":"bob","reason":"chat","text":"` + long + `ü"}`: "text must be at most 500 characters",
	} {
		if p := problem(t, c.as("alice", "POST", path+"/reports", body), 400, "bad_request"); !strings.Contains(p.Detail, want) {
			t.Errorf("%.60s: %q, want %q", body, p.Detail, want)
		}
	}
}

func TestReports_AreSoManyADayAndThoseOfGuestsAreTheirAddresssToo(t *testing.T) {
	c := newClub(t)
	book, err := quota.New(quota.Config{Allowances: map[quota.Kind]quota.Allowance{quota.Tables: {Guest: 10}, quota.Odds: {}, quota.Chips: {},
		quota.Exports: {}, quota.Mails: {}, quota.Reports: {Guest: 2, Account: 2}}}, c.store)
	if err != nil {
		t.Fatal(err)
	}
	path := c.table(false)
	cfg, deps := parts(t)
	deps.Lobby, deps.Reports, deps.Quotas = c.lobby, c.store, book
	server := start(t, cfg, deps)
	report := func(who string) *http.Response {
		c.comes(path, who)
		return server.do("POST", path+"/reports", `{"who":"alice","reason":"chat"}`, "Cookie", "fullhouse=token-"+who)
	}
	for range 2 {
		if res := report("bob"); res.StatusCode != http.StatusNoContent {
			t.Fatalf("within the allowance: %d", res.StatusCode)
		}
	}
	if p := problem(t, report("bob"), 429, "quota_exhausted"); p.Limit != 2 || p.Used != 2 || p.ResetAt == "" {
		t.Errorf("beyond it: %+v, want the limit and when there is more", p)
	}
	passed := 2
	for i := range 30 {
		if res := report(fmt.Sprint("guest", i)); res.StatusCode == http.StatusNoContent {
			passed++
		}
	}
	if passed != 20 {
		t.Errorf("%d reports of one address, want ten guests' worth", passed)
	}
	if n, err := c.store.OpenReports(t.Context()); err != nil || n != 20 {
		t.Errorf("%d are kept, %v, want those that were paid for", n, err)
	}
}
