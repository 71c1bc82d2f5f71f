package api_test

import (
	"io"
	"strings"
	"testing"

	"example.com/fullhouse/table"
)

func TestServer_RefusesABodyThatSaysAnythingTwiceOrOtherwise(t *testing.T) {
	for _, c := range []struct{ body, detail string }{
		{`null`, "the body must be a JSON object"},
		{`[]`, "the body must be a JSON object"},
		{`6`, "the body must be a JSON object"},
		{`{"seats":6`, "the body must be a JSON object in UTF-8"},
		{`{"seats":6}{}`, "the body must be a JSON object in UTF-8"},
		{"{\"name\":\"abc\xff\"}", "the body must be a JSON object in UTF-8"},
		{`{"SEATS":6}`, `there is no field "SEATS"`},
		{`{"Seats":6}`, `there is no field "Seats"`},
		{`{"":6}`, `there is no field ""`},
		{`{"stakes":{"ante":1}}`, `there is no field "stakes"`},
		{`{"` + strings.Repeat("x", 500) + `":6}`, `there is no field "xxxxxxxxxxxxxxxxxxxx"`},
		{`{"seats":6,"seats":7}`, "seats is there twice"},
		{`{"seats":6,"s\u0065ats":7}`, "seats is there twice"},
		{`{"seats":null}`, "seats must be a whole number"},
		{`{"seats":"six"}`, "seats must be a whole number"},
		{`{"seats":6.0}`, "seats must be a whole number"},
		{`{"seats":{"deep":[null]}}`, "seats must be a whole number"},
		{`{"big_blind":1e2}`, "big_blind must be a whole number"},
		{`{"action_ms":1e99}`, "action_ms must be a whole number"},
		{`{"name":7}`, "name must be a string"},
		{`{"name":null}`, "name must be a string"},
		{`{"ante_kind":false}`, "ante_kind must be a string"},
		{`{"private":"yes"}`, "private must be true or false"},
	} {
		cfg, deps := parts(t)
		var asked table.Settings
		deps.Lobby = house{asked: &asked}
		client := start(t, cfg, deps)
		client.do("POST", "/api/guest", "")
		if got := problem(t, client.do("POST", "/api/tables", c.body), 400, "bad_request").Detail; got != c.detail {
			t.Errorf("%s: detail %q, want %q", c.body, got, c.detail)
		}
		if asked.Name != "" {
			t.Errorf("%s: the lobby was asked for %+v", c.body, asked)
		}
	}
}

func TestServer_ABodyMustSayThatItIsJSON(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	client.do("POST", "/api/guest", "")
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", ""} {
		got := problem(t, client.do("POST", "/api/tables", `{"seats":6}`, "Content-Type", kind), 400, "bad_request").Detail
		if want := "the body must be sent as application/json"; got != want {
			t.Errorf("Content-Type %q: detail %q, want %q", kind, got, want)
		}
	}
}

func TestServer_ABodyOfNothingIsNoBody(t *testing.T) {
	cfg, deps := parts(t)
	client := start(t, cfg, deps)
	for _, body := range []string{"", "  \n", "{}", " { } "} {
		if res := client.do("POST", "/api/guest", body); res.StatusCode != 201 {
			text, _ := io.ReadAll(res.Body)
			t.Errorf("%q: %d %s, want 201", body, res.StatusCode, text)
		}
	}
}
