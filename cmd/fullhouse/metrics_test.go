package main

import (
	"slices"
	"strings"
	"testing"
)

// Outside tools rely on these names: none may go, and none may be called otherwise.
func TestServe_TheNamesOfTheMetricsAreAContract(t *testing.T) {
	guards := []string{"inflight", "live_tables", "sockets", "watchers", "cpu_hash", "cpu_odds", "cpu_bots", "db_http", "db_play",
		"ratelimit_keys"}
	names := []string{"request_timeouts_total", "deadline_overruns_total", "untrusted_forwarded_total", "slow_consumers_total", "quarantined_tables_total", `forgotten_total{kind="records"}`,
		"ratelimit_store_errors_total", "chips_imbalance", "limits_unmeasured", "append_queue_rows", "refusals_total{", "build_info{",
		`cpu_wait_seconds_count{gate="hash"}`, `cpu_wait_seconds_count{gate="odds"}`, `cpu_wait_seconds_count{gate="bots"}`,
		`db_wait_seconds_count{pool="http"}`, `db_wait_seconds_count{pool="play"}`, "ratelimit_decisions_total{",
		`ratelimit_policy_limit{class="read"}`, `ratelimit_wait_seconds_count{class="read"}`, "ratelimit_store_seconds_count",
		`quota_decisions_total{kind="tables",result="charged"}`, `quota_decisions_total{kind="guests",result="refused"}`,
		"action_seconds_count", "append_seconds_count", "append_batch_rows_count", `hands_total{result="played"}`,
		`ws_closes_total{code="4502"}`}
	for _, guard := range guards {
		names = append(names, guard+"_in_use", guard+"_peak", guard+"_limit")
	}
	r := begin(t)
	alice := r.person(t)
	alice.guest()
	metrics := r.metrics(t)
	for _, name := range names {
		found := false
		for metric := range metrics {
			found = found || strings.HasPrefix(metric, namespace+"_"+name)
		}
		if !found {
			t.Errorf("there is no %s_%s", namespace, name)
		}
	}
	for metric := range metrics {
		for _, secret := range []string{"account=", "table=", "address=", "user="} {
			if slices.Contains(strings.FieldsFunc(metric, func(r rune) bool { return r == '{' || r == ',' }), secret) {
				t.Errorf("%s names somebody", metric)
			}
		}
	}
}
