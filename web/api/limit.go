package api

import (
	"fmt"
	"net/http"
	"time"

	"example.com/fullhouse/ratelimit"
)

// limited is a refusal by the caller's limits, with what the caller is told.
type limited struct {
	ratelimit.Result
	err error
}

func (l *limited) Error() string { return l.err.Error() }
func (l *limited) Unwrap() error { return l.err }

// limit charges a request to its address and session, and says in the answer's fields what is left. Only a token with a
// valid MAC is a session: any other cookie is the caller's invention, and the address is charged alone.
//
// A request that brings its own cost is read before it is charged, within the same bounds as any body. One that makes no
// sense costs 1.
func (s *Server) limit(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	if preflight(r) {
		return r, nil
	}
	caller := ratelimit.Caller{Address: addressOf(r)}
	if token := s.cookie.token(r); s.deps.Accounts.Genuine(token) {
		caller.Session = s.deps.Sessions.Key(token)
	}
	charged := s.rateOf(r)
	var senseless error
	if charged.weigh != nil {
		if r, charged.cost, senseless = charged.weigh(s, w, r); senseless != nil {
			charged.cost = 1
		}
	}
	result, err := s.deps.Limiter.Allow(r.Context(), charged.class, caller, charged.cost)
	s.tell(w.Header(), result)
	if err == nil {
		return r, senseless
	}
	if result.Retry > 0 && s.deps.Waited != nil {
		s.deps.Waited(charged.class, result.Retry)
	}
	return r, &limited{result, err}
}

// weigher reads a request, says what it costs and keeps what it has read for the handler. An error says that it makes no
// sense.
type weigher func(s *Server, w http.ResponseWriter, r *http.Request) (*http.Request, int64, error)

// tell puts the limits into an answer's fields, whatever the answer will be.
func (s *Server) tell(h http.Header, result ratelimit.Result) {
	policy, left := result.PolicyField(), result.LimitField()
	if policy == "" || left == "" {
		return
	}
	h.Set(ratelimit.PolicyHeader, policy)
	h.Set(ratelimit.LimitHeader, left)
	if s.cfg.LegacyHeaders {
		limit, remaining, reset := result.Legacy(time.Now())
		h.Set(ratelimit.LegacyLimitHeader, limit)
		h.Set(ratelimit.LegacyRemainingHeader, remaining)
		h.Set(ratelimit.LegacyResetHeader, reset)
	}
}

// checkRates holds the table of routes against the limiter: a class that is not there or a cost that can never be paid
// stops the start.
func (s *Server) checkRates() error {
	if err := s.deps.Limiter.Check(ClassDefault, 1); err != nil {
		return fmt.Errorf("every other route: %w", err)
	}
	for route, r := range s.rates {
		if err := s.deps.Limiter.Check(r.class, r.cost); err != nil {
			return fmt.Errorf("route %s: %w", route, err)
		}
	}
	return nil
}
