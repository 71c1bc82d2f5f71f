package api

import (
	"context"
	"fmt"
	"net/http"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Wallets knows how many chips an account has away from all tables.
type Wallets interface {
	Chips(ctx context.Context, account string) (table.Chips, error)
}

// accountBody is the answer to "who am I".
type accountBody struct {
	Account struct {
		ID    string      `json:"id"`
		Name  string      `json:"name"`
		Guest bool        `json:"guest"`
		Chips table.Chips `json:"chips"` // in the wallet; what lies at tables is not counted
	} `json:"account"`
	Seats []lobby.Seated `json:"seats"` // at live tables
}

// guest makes an account with a random name and starting chips, and a session for it.
func (s *Server) guest(w http.ResponseWriter, r *http.Request) error {
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &struct{}{}); err != nil {
		return err
	}
	in, err := s.deps.Accounts.Guest(r.Context(), s.visit(r))
	if err != nil {
		return fmt.Errorf("make a guest: %w", err)
	}
	body, err := s.describe(r.Context(), in.Account)
	if err != nil {
		return err
	}
	s.cookie.set(w, in.Token)
	writeJSON(w, http.StatusCreated, "application/json", body)
	return nil
}

func (s *Server) me(w http.ResponseWriter, r *http.Request, caller auth.Account) error {
	body, err := s.describe(r.Context(), caller)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, "application/json", body)
	return nil
}

func (s *Server) describe(ctx context.Context, account auth.Account) (body accountBody, err error) {
	body.Account.ID, body.Account.Name, body.Account.Guest = account.ID, account.Name, account.Guest
	if body.Account.Chips, err = s.deps.Wallets.Chips(ctx, account.ID); err != nil {
		return body, fmt.Errorf("read the wallet: %w", err)
	}
	body.Seats = s.deps.Lobby.Seats(account.ID)
	return body, nil
}

// logout ends the session. Without one there is nothing to end, which is as well.
func (s *Server) logout(w http.ResponseWriter, r *http.Request) error {
	if token := s.cookie.token(r); token != "" {
		if _, err := s.deps.Accounts.Logout(r.Context(), token); err != nil {
			return fmt.Errorf("log out: %w", err)
		}
	}
	s.cookie.clear(w)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}
