package main

import (
	"encoding/json"
	"net/http"

	"example.com/fullhouse/ratelimit"
)

// limitsView is what /debug/limits shows of the limiter: who counts, what everybody is held to, and who presses hardest.
// Callers are shown as hashes that mean nothing outside this process.
type limitsView struct {
	Mode     string            `json:"mode"` // local, shared or degraded
	Policies []policyView      `json:"policies"`
	Degraded []ratelimit.Tally `json:"degraded"` // decisions made by this process while the shared store was away
	Admitted []ratelimit.Hot   `json:"hottest_admitted"`
	Refused  []ratelimit.Hot   `json:"hottest_refused"`
}

// policyView is what callers of a class are held to, as it is written in a setting. In some classes no session counts.
type policyView struct {
	Class           string `json:"class"`
	Session         string `json:"session,omitempty"`
	Address         string `json:"address"`
	DegradedSession string `json:"degraded_session,omitempty"` // while the shared store is away
	DegradedAddress string `json:"degraded_address"`
}

// debugLimits answers the operator's question who is being limited, and by what.
func (a *app) debugLimits(w http.ResponseWriter, _ *http.Request) {
	view := limitsView{Mode: a.callers.mode().String(), Degraded: []ratelimit.Tally{}}
	for _, p := range a.callers.limiter.Policies() {
		v := policyView{Class: p.Class, Address: p.Address.String(), DegradedAddress: p.DegradedAddress.String()}
		if p.Session != (ratelimit.Policy{}) {
			v.Session, v.DegradedSession = p.Session.String(), p.DegradedSession.String()
		}
		view.Policies = append(view.Policies, v)
	}
	for _, tally := range a.callers.limiter.Tallies() {
		if tally.Mode == ratelimit.DegradedMode.String() {
			view.Degraded = append(view.Degraded, tally)
		}
	}
	view.Admitted, view.Refused = a.callers.limiter.Hottest()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(view) // the operator has gone: nobody to tell
}
