package api

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
)

// Problem is the body of every refusal: RFC 9457 with our own members. The page words it; Detail is for other readers.
type Problem struct {
	Type    string `json:"type"`
	Title   string `json:"title"`
	Status  int    `json:"status"`
	Detail  string `json:"detail"`
	Code    string `json:"code"`
	RetryMS int64  `json:"retry_ms,omitempty"` // when to try again at the earliest
	Limit   int64  `json:"limit,omitempty"`    // of what is used up
	Used    int64  `json:"used,omitempty"`
	ResetAt string `json:"reset_at,omitempty"` // when more is to be had, as a date
	Ref     string `json:"ref"`                // finds this request in the log

	// Violated are the policies that refused, by name.
	Violated []string `json:"violated-policies,omitempty"`
}

// coded is a refusal as the packages below give it.
type coded interface {
	error
	Code() string
}

// measured is a refusal that can tell how much was used of what there is.
type measured interface {
	error
	Usage() (used, limit int64)
}

// slowedDown is a refusal that knows how long its caller has to wait.
type slowedDown interface {
	error
	RetryAfter() time.Duration
}

// unsure is an error after which nobody knows whether a change was made: the database went away before it said so.
type unsure interface {
	error
	Unsure()
}

// detailed is a refusal that can say more than its code does.
type detailed interface {
	error
	Detail() string
}

// Refused is how often one code was answered.
type Refused struct {
	Layer, Code string
	Count       int64
}

// refuser writes refusals and counts them.
type refuser struct {
	retryAfter time.Duration
	log        *slog.Logger
	meanings   map[string]meaning
	counts     map[string]*atomic.Int64 // by code; the map itself does not change
}

func newRefuser(retryAfter time.Duration, log *slog.Logger) *refuser {
	f := &refuser{retryAfter: retryAfter, log: log, meanings: meanings(), counts: map[string]*atomic.Int64{}}
	for code := range f.meanings {
		f.counts[code] = new(atomic.Int64)
	}
	return f
}

// refuse answers a request that err ended. The request's id is already in the header of the answer.
func (f *refuser) refuse(w http.ResponseWriter, err error) {
	if errors.Is(err, errGone) {
		return
	}
	ref := w.Header().Get(requestID)
	code := internal
	if c, ok := errors.AsType[coded](err); ok && f.meanings[c.Code()].status != 0 {
		code = c.Code()
	} else if _, ok := errors.AsType[unsure](err); ok {
		code = databaseUnavailable
		f.log.Warn("a change may have been made or not", "ref", ref, "error", err)
	} else {
		f.log.Error("request failed", "ref", ref, "error", err) // here it stops: the client gets only the reference
	}
	f.counts[code].Add(1)
	f.write(w, f.problem(code, ref, err))
}

func (f *refuser) problem(code, ref string, err error) Problem {
	m := f.meanings[code]
	p := Problem{Type: "about:blank", Title: http.StatusText(m.status), Status: m.status, Detail: m.detail, Code: code, Ref: ref}
	if d, ok := errors.AsType[detailed](err); ok {
		p.Detail = d.Detail()
	} else if p.Detail == "" {
		p.Detail = err.Error()
	}
	// Clients that were refused together must not come back together: each gets its own wait.
	wait := f.retryAfter + rand.N(f.retryAfter)
	switch m.status {
	case http.StatusTooManyRequests:
		p.Type, p.Title, p.RetryMS = ratelimit.QuotaExceededType, "Quota Exceeded", wait.Milliseconds()
	case http.StatusServiceUnavailable:
		p.Type, p.Title, p.RetryMS = ratelimit.ReducedType, "Temporary Reduced Capacity", wait.Milliseconds()
	}
	if l, ok := errors.AsType[*limited](err); ok && l.Retry > 0 {
		p.RetryMS = l.RetryMS() // exact, for this caller is refused alone
		p.Violated = []string{l.Class}
	}
	if slow, ok := errors.AsType[slowedDown](err); ok && slow.RetryAfter() > 0 {
		p.RetryMS = int64((slow.RetryAfter() + time.Millisecond - 1) / time.Millisecond) // exact, too
	}
	if m, ok := errors.AsType[measured](err); ok {
		p.Used, p.Limit = m.Usage()
	}
	if e, ok := errors.AsType[*quota.ExhaustedError](err); ok {
		p.tomorrow(e)
	}
	return p
}

// laterThanMidnight is within how long after the reset of an allowance those who wait for it are asked to come back: everybody's
// day ends in the same moment.
const laterThanMidnight = 5 * time.Minute

// tomorrow says when there is more of an allowance: exactly, and when to come for it.
func (p *Problem) tomorrow(e *quota.ExhaustedError) {
	p.ResetAt = e.Reset.UTC().Format(time.RFC3339)
	p.RetryMS = max(0, time.Until(e.Reset).Milliseconds()) + 1 + rand.N(laterThanMidnight).Milliseconds()
	p.Violated = []string{"daily-" + string(e.Kind)}
}

func (f *refuser) write(w http.ResponseWriter, p Problem) {
	if p.RetryMS > 0 {
		w.Header().Set(ratelimit.RetryAfterHeader, strconv.FormatInt((p.RetryMS+999)/1000, 10)) // seconds, rounded up
	}
	writeJSON(w, p.Status, "application/problem+json", p)
}

// stats are the counts by code, those of 0 included.
func (f *refuser) stats() []Refused {
	var all []Refused
	for _, code := range codes() {
		all = append(all, Refused{Layer: f.meanings[code].layer, Code: code, Count: f.counts[code].Load()})
	}
	return all
}

// writeJSON writes an answer that nobody may keep: what it says is private to the one who asked, and soon untrue.
func writeJSON(w http.ResponseWriter, status int, kind string, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		panic("api: answer does not marshal: " + err.Error()) // a fault of the program
	}
	writeBody(w, status, kind, append(b, '\n'))
}

// writeBody is writeJSON for what has a form already.
func writeBody(w http.ResponseWriter, status int, kind string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client has gone: nobody to tell
}
