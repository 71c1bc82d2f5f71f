package api

import (
	"fmt"
	"net/http"
	"net/netip"
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
func (s *Server) limit(w http.ResponseWriter, r *http.Request, from netip.Addr) error {
	if preflight(r) {
		return nil
	}
	address, err := ratelimit.AddressKey(from)
	if err != nil {
		return err
	}
	caller := ratelimit.Caller{Address: address}
	if token := s.cookie.token(r); s.deps.Accounts.Genuine(token) {
		caller.Session = s.deps.Sessions.Key(token)
	}
	charged := s.rateOf(r)
	result, err := s.deps.Limiter.Allow(r.Context(), charged.class, caller, charged.cost)
	s.tell(w.Header(), result)
	if err == nil {
		return nil
	}
	if result.Retry > 0 && s.deps.Waited != nil {
		s.deps.Waited(charged.class, result.Retry)
	}
	return &limited{result, err}
}

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
