package api

import (
	"context"
	"fmt"
	"net/http"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table/odds"
)

// askedKey is under which a request carries the question that it asks.
type askedKey struct{}

// weighOdds reads a question about odds, which costs what it takes to answer.
func (s *Server) weighOdds(w http.ResponseWriter, r *http.Request) (*http.Request, int64, error) {
	var question odds.Question
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &question); err != nil {
		return r, 0, err
	}
	asked, err := odds.Ask(question)
	if err != nil {
		return r, 0, err
	}
	return r.WithContext(context.WithValue(r.Context(), askedKey{}, asked)), asked.Cost(), nil
}

// oddsBody is the answer, with what it has cost.
type oddsBody struct {
	odds.Result
	Cost int64 `json:"cost"`
}

// odds answers a question about odds: first the day's allowance is charged, then the work waits for its permit, which it holds
// for as long as it lasts. Whoever gets no permit gets the unit back.
func (s *Server) odds(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	asked := r.Context().Value(askedKey{}).(*odds.Asked) // weighed, or it would not be here
	giveBack, err := s.deps.Quotas.Take(r.Context(), quota.Odds, s.charged(r, who))
	if err != nil {
		return fmt.Errorf("ask about odds: %w", err)
	}
	release, err := s.deps.OddsGate.Acquire(r.Context())
	if err != nil {
		s.giveBack(r, giveBack)
		return fmt.Errorf("ask about odds: %w", err)
	}
	defer release()
	result, err := asked.Answer(r.Context())
	if err != nil {
		return fmt.Errorf("answer about odds: %w", err)
	}
	writeJSON(w, http.StatusOK, "application/json", oddsBody{result, asked.Cost()})
	return nil
}
