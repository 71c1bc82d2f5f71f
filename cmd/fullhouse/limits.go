package main

import (
	"encoding/json"
	"net/http"
	"time"

	"example.com/fullhouse/ratelimit"
)

// limitsView is what /debug/limits shows of the limiter: who counts, what everybody is held to, and who presses hardest.
// Callers are shown as hashes that mean nothing outside this process.
type limitsView struct {
	Mode     string       `json:"mode"`           // local, shared or degraded
	Since    time.Time    `json:"since,omitzero"` // with a shared store: when that began
	Problem  string       `json:"problem,omitempty"`
	Policies []policyView `json:"policies"`
	Degraded []tallyView  `json:"degraded"` // decisions made by this process while the shared store was away
	Admitted []hotView    `json:"hottest_admitted"`
	Refused  []hotView    `json:"hottest_refused"`
}

// tallyView is how many decisions there were of one sort.
type tallyView struct {
	Class  string `json:"class"`
	Key    string `json:"key"`
	Result string `json:"result"`
	N      int64  `json:"n"`
}

// hotView is a caller with many calls lately.
type hotView struct {
	Class string `json:"class"`
	Kind  string `json:"kind"` // of the key
	Key   string `json:"key"`
	N     int64  `json:"n"` // about, in the last minute or two
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
	view := limitsView{Mode: a.callers.mode().String(), Degraded: []tallyView{}}
	if a.callers.shared != nil {
		st := a.callers.shared.Stats()
		view.Since, view.Problem = st.Since, st.Problem
	}
	for _, p := range a.callers.limiter.Policies() {
		v := policyView{Class: p.Class, Address: p.Address.String(), DegradedAddress: p.DegradedAddress.String()}
		if p.Session != (ratelimit.Policy{}) {
			v.Session, v.DegradedSession = p.Session.String(), p.DegradedSession.String()
		}
		view.Policies = append(view.Policies, v)
	}
	for _, tally := range a.callers.limiter.Tallies() {
		if tally.Mode == ratelimit.DegradedMode.String() {
			view.Degraded = append(view.Degraded, tallyView{tally.Class, tally.Key, tally.Result, tally.N})
		}
	}
	admitted, refused := a.callers.limiter.Hottest()
	view.Admitted, view.Refused = hotViews(admitted), hotViews(refused)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(view) // the operator has gone: nobody to tell
}

func hotViews(all []ratelimit.Hot) []hotView {
	views := make([]hotView, 0, len(all))
	for _, h := range all {
		views = append(views, hotView{h.Class, h.Kind.String(), h.Key, h.N})
	}
	return views
}
