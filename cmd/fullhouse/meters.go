package main

import (
	"strconv"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/web/api"
)

// meters shows what the parts count.
func (a *app) meters() meters {
	m := newMeters(a.site.Build())
	m.MustRegister(a.actions, a.appends, a.groups)
	m.gauge("append_queue_rows", "Writes that wait for the database's writer.", func() int64 { return int64(a.db.Queued()) })
	m.gauge("chips_imbalance", "By how much wallets and escrow differ from the chips minted: always 0. Asked once a minute.", a.imbalance.Load)
	m.gauge("limits_unmeasured", "1 while a bound is higher than a load test has measured: now always, for none has run.",
		func() int64 { return 1 })
	m.guard("inflight", "Requests being served", a.inflight.Stats)
	m.guard("live_tables", "Live tables", a.lobby.Slots)
	m.guard("sockets", "Open sockets", func() capacity.Stats { return a.hub.Stats().Sockets })
	m.guard("watchers", "Sockets without a seat at the table where most of them are", func() capacity.Stats { return a.hub.Stats().Watchers })
	a.gates.meter(m)
	m.counters("refusals_total", "Requests, commands and work refused, by what refused and the code.", []string{"layer", "code"},
		func(emit func(int64, ...string)) {
			for _, r := range a.api.Refusals() {
				emit(r.Count, r.Layer, r.Code)
			}
			for _, r := range a.hub.Stats().Refusals {
				emit(r.Count, r.Layer, r.Code)
			}
			emit(a.bots.Stats().Fallbacks, "cpu_bots", "bot_fallback")
		})
	a.callers.meter(m)
	m.counters("quota_decisions_total", "Uses of daily allowances, by what of and what became of it.", []string{"kind", "result"},
		func(emit func(int64, ...string)) {
			for _, d := range a.book.Decisions() {
				emit(d.N, d.Kind, d.Result)
			}
		})
	a.meterEdge(m)
	a.meterReports(m)
	m.counters("hands_total", "Hands that have ended, by how.", []string{"result"}, func(emit func(int64, ...string)) {
		emit(a.records.played.Load(), "played")
	})
	m.counters("forgotten_total", "What was removed because nobody will ask for it again, by what it was.", []string{"kind"},
		func(emit func(int64, ...string)) {
			emit(a.keeper.records.Load(), "records")
			emit(a.keeper.sessions.Load(), "sessions")
			emit(a.keeper.guests.Load(), "guests")
			emit(a.keeper.hands.Load(), "hands")
			emit(a.keeper.doors.Load(), "doors")
			emit(a.keeper.reports.Load(), "reports")
		})
	m.counter("quarantined_tables_total", "Tables taken out of play because their log could not be followed, or the program failed on them twice.",
		a.lobby.Quarantined)
	m.counter("slow_consumers_total", "Sockets closed because their client fell behind.", func() int64 { return a.hub.Stats().Slow })
	m.counters("ws_closes_total", "Sockets ended, by close code.", []string{"code"}, func(emit func(int64, ...string)) {
		for _, end := range a.hub.Stats().Ends {
			emit(end.Count, strconv.Itoa(end.Code))
		}
	})
	return m
}

// meterReports shows how much there is for the operator to read.
func (a *app) meterReports(m meters) {
	m.counter("reports_total", "Reports of people about others at their tables.", func() int64 { return a.api.Counts().Reports })
	m.gauge("reports_open", "Reports that nobody has looked after. Counted once a minute.", a.reports.Load)
}

// meterEdge shows what the way in counts besides its refusals.
func (a *app) meterEdge(m meters) {
	counts := func(read func(api.Counts) int64) func() int64 { return func() int64 { return read(a.api.Counts()) } }
	m.counter("untrusted_forwarded_total", "Requests with X-Forwarded-For from a peer that is not declared as a proxy.",
		counts(func(c api.Counts) int64 { return c.UntrustedForwarded }))
	m.counter("request_timeouts_total", "Requests whose answer was not ready in time.",
		counts(func(c api.Counts) int64 { return c.Timeouts }))
	m.counter("deadline_overruns_total", "Handlers that did not return within 100 ms of their deadline.",
		counts(func(c api.Counts) int64 { return c.Overruns }))
}
