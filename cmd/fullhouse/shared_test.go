package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"example.com/fullhouse/internal/redisstore/redistest"
)

// admitted is how many of n guests from one address are let in, asking servers in turn.
func admitted(t *testing.T, n int, servers ...*running) (in int) {
	t.Helper()
	for i := range n {
		switch code := servers[i%len(servers)].personAt(t, "203.0.113.7").codeOf("POST", "/api/guest", nil); code {
		case "":
			in++
		case "rate_limited":
		default:
			t.Errorf("guest %d: %q, want a guest or rate_limited", i, code)
		}
	}
	return in
}

func TestServe_TwoProcessesWithOneStoreAdmitOneProcessesWorth(t *testing.T) {
	redis := redistest.Start(t)
	shared := []string{"REDIS_URL", redis.URL(), "REDIS_TIMEOUT", "5s", "RATE_GUEST", "6/h"}
	one, other := begin(t, shared...), begin(t, shared...) // each with a database of its own
	if got := admitted(t, 24, one, other); got != 6 {
		t.Errorf("both together admitted %d, want 6", got)
	}
	if one.metrics(t)[`fullhouse_ratelimit_decisions_total{class="guest",key="address",mode="shared",result="refused"}`] == "" {
		t.Error("no decision of the shared store is counted as such")
	}
	if strings.Contains(one.log.String(), "caller limits are per process") {
		t.Error("with a store the limits are called those of one process")
	}
}

func TestServe_WithoutAStoreEachProcessAdmitsItsOwn(t *testing.T) {
	one, other := begin(t, "RATE_GUEST", "6/h"), begin(t, "RATE_GUEST", "6/h")
	if got := admitted(t, 24, one, other); got != 12 {
		t.Errorf("both together admitted %d, want 12", got)
	}
}

func TestServe_WithoutItsStoreTheLimiterDegrades(t *testing.T) {
	redis := redistest.Start(t)
	r := begin(t, "REDIS_URL", redis.URL(), "REDIS_TIMEOUT", "1s", "RATE_READ", "40/h", "RATE_GUEST", "5/min", "RATE_DEGRADED_SHARE", "0.25")
	alice := r.person(t)
	alice.guest()
	redis.Stop()
	var mu sync.Mutex
	counts := map[string]int{}
	together(8, func(int) string { // in mid-load
		for range 5 {
			code := alice.codeOf("GET", "/api/tables", nil)
			mu.Lock()
			counts[code]++
			mu.Unlock()
		}
		return "once"
	})
	if counts[""] != 10 || counts["rate_limited"] != 30 {
		t.Errorf("answers by code: %v, want a quarter of 40 admitted and nothing but rate_limited for the others", counts)
	}
	r.waitFor(t, `fullhouse_ratelimit_decisions_total{class="read",key="session",mode="degraded",result="allowed"}`, "10")
	if !strings.Contains(r.adminPage(t, "/debug/limits"), `"mode":"degraded"`) {
		t.Error("/debug/limits does not say that the limiter is degraded")
	}
	redis.Start()
	bob := r.person(t)
	bob.guest()
	for r.metrics(t)[`fullhouse_ratelimit_decisions_total{class="read",key="session",mode="shared",result="allowed"}`] == "" {
		if code := bob.codeOf("GET", "/api/tables", nil); code != "" && code != "rate_limited" {
			t.Fatalf("on the way back: %q", code)
		}
	}
}

// adminPage reads a page of the admin listener.
func (r *running) adminPage(t *testing.T, path string) string {
	t.Helper()
	admin := r.person(t)
	admin.url = r.admin
	res, err := admin.http.Get(admin.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
	}
	return string(text)
}

func TestServe_ShowsTheOperatorWhoPressesHardestWithoutSayingWhoTheyAre(t *testing.T) {
	r := begin(t, "RATE_READ", "3/h", "ADMIN_TOKEN", "a token nobody guesses")
	alice := r.personAt(t, "203.0.113.77")
	alice.guest()
	for range 10 {
		alice.codeOf("GET", "/api/tables", nil)
	}
	request, _ := http.NewRequest("GET", r.admin+"/debug/limits", nil)
	for _, token := range []string{"", "Bearer something else"} {
		request.Header.Set("Authorization", token)
		res, err := r.person(t).http.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("with %q: %d, want 401", token, res.StatusCode)
		}
	}
	request.Header.Set("Authorization", "Bearer a token nobody guesses")
	res, err := r.person(t).http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var limits struct {
		Mode     string
		Policies []struct{ Class, Session, Address string }
		Refused  []struct {
			Class, Kind, Key string
			N                int
		} `json:"hottest_refused"`
	}
	text, _ := io.ReadAll(res.Body)
	if err := json.Unmarshal(text, &limits); err != nil || limits.Mode != "local" || len(limits.Policies) < 10 {
		t.Errorf("%s: %v", text, err)
	}
	if len(limits.Refused) != 1 || limits.Refused[0].Class != "read" || limits.Refused[0].Kind != "session" || limits.Refused[0].N != 7 {
		t.Errorf("hottest refused: %+v, want one session with 7 reads", limits.Refused)
	}
	if strings.Contains(string(text), "203.0.113") {
		t.Error("an address is shown")
	}
}
