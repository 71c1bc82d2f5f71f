package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/web/api"
)

// emptyHouse is a house where nobody sits.
type emptyHouse struct{ house }

func (emptyHouse) Seats(string) []lobby.Seated { return nil }

const (
	river   = `{"hands":["AsAh","KdKc"],"board":"2c7d9hJsQc"}`
	sampled = `{"hands":["AsAh","random"]}`
	preflop = `{"hands":["AsAh","KdKc"]}`
)

func TestOdds_CostsWhatItsAnswerTakes(t *testing.T) {
	for body, cost := range map[string]int64{river: 1, sampled: 5, preflop: 20} {
		cfg, deps := parts(t)
		deps.Limiter = limits(t, 1<<10, api.ClassOdds, "40/h")
		c := start(t, cfg, deps)
		c.do("POST", "/api/guest", "")
		res := c.do("POST", "/api/odds", body)
		var answer struct {
			Hands []struct{ Share float64 }
			Cost  int64
		}
		if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode != 200 || answer.Cost != cost || len(answer.Hands) != 2 {
			t.Errorf("%s: %d %+v %v, want cost %d", body, res.StatusCode, answer, err, cost)
		}
		if got, want := res.Header.Get("RateLimit"), left("odds", 40-cost); got[:len(want)] != want {
			t.Errorf("%s: RateLimit %q, want %s", body, got, want)
		}
	}
}

func left(class string, n int64) string {
	text, _ := json.Marshal(n)
	return `"` + class + `";r=` + string(text)
}

func TestOdds_AQuestionThatCanNeverBeAdmittedIsRefusedForThat(t *testing.T) {
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1<<10, api.ClassOdds, "5/min")
	c := start(t, cfg, deps)
	c.do("POST", "/api/guest", "")
	problem(t, c.do("POST", "/api/odds", preflop), 422, "cost_too_high")
}

func TestOdds_WhatMakesNoSenseIsChargedLittleAndSaidByItsCode(t *testing.T) {
	var taken []quota.Kind
	cfg, deps := parts(t)
	deps.Limiter = limits(t, 1<<10, api.ClassOdds, "10/h")
	deps.Quotas = allowances{taken: &taken}
	c := start(t, cfg, deps)
	c.do("POST", "/api/guest", "")
	for i, refusal := range []struct{ body, code string }{
		{`{"hands":["AsAh"]}`, "bad_hands"}, {`{"hands":["AsAh","AsKd"]}`, "duplicate_card"}, {`{"hands":["AsAh","K+"]}`, "bad_range"},
		{`{"hands":["AsAh","KdKc"],"board":"2c"}`, "bad_board"}, {`{"hands":"AsAh"}`, "bad_request"}, {`{"hand":[]}`, "bad_request"}, {"", "bad_hands"},
	} {
		res := c.do("POST", "/api/odds", refusal.body)
		problem(t, res, http.StatusBadRequest, refusal.code)
		if got, want := res.Header.Get("RateLimit"), left("odds", int64(9-i)); got[:len(want)] != want {
			t.Errorf("%s: RateLimit %q, want %s", refusal.body, got, want)
		}
	}
	if len(taken) != 0 {
		t.Errorf("the day's allowance was charged: %v", taken)
	}
}

func TestOdds_WhoGetsNoPermitGetsTheUnitBack(t *testing.T) {
	var taken, back []quota.Kind
	cfg, deps := parts(t)
	gate := capacity.NewGate("cpu_busy", 1, 0)
	deps.OddsGate, deps.Quotas = gate, allowances{taken: &taken, back: &back}
	c := start(t, cfg, deps)
	c.do("POST", "/api/guest", "")
	release, err := gate.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	problem(t, c.do("POST", "/api/odds", river), 503, "cpu_busy")
	release()
	if res := c.do("POST", "/api/odds", river); res.StatusCode != 200 {
		t.Errorf("with a permit: %d", res.StatusCode)
	}
	if !slices.Equal(taken, []quota.Kind{quota.Odds, quota.Odds}) || !slices.Equal(back, []quota.Kind{quota.Odds}) {
		t.Errorf("taken %v, given back %v", taken, back)
	}
}

func TestOdds_TheDeadlineEndsTheWorkAndGivesThePermitBack(t *testing.T) {
	cfg, deps := parts(t)
	cfg.RequestTimeout = 5 * time.Millisecond // of some 50 that the answer takes
	gate := capacity.NewGate("cpu_busy", 1, 0)
	deps.OddsGate = gate
	c := start(t, cfg, deps)
	problem(t, c.do("POST", "/api/odds", preflop, "Cookie", "fullhouse=token-alice"), 503, "request_timeout")
	if got := gate.Stats().InUse; got != 0 {
		t.Errorf("%d permits are still held", got)
	}
}

func TestOdds_TheAllowanceIsOnlyForWhoIsSignedIn(t *testing.T) {
	cfg, deps := parts(t)
	problem(t, start(t, cfg, deps).do("POST", "/api/odds", river), 401, "unauthenticated")
}
