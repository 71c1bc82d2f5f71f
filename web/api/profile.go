package api

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
)

// Wallets knows how many chips an account has away from all tables.
type Wallets interface {
	Chips(ctx context.Context, account string) (table.Chips, error)
	// Refill tops an account up to so many chips, those at tables counted in, together with the charges for it.
	Refill(ctx context.Context, account string, upTo table.Chips, charges []quota.Charge) (added table.Chips, err error)
}

// errStillSeated refuses to delete an account whose chips are in play.
const errStillSeated refusal = "still_seated"

// accountBody is the answer to "who am I".
type accountBody struct {
	Account struct {
		auth.Account
		Chips table.Chips `json:"chips"` // in the wallet; what lies at tables is not counted
	} `json:"account"`
	Seats  []lobby.Seated           `json:"seats"` // at live tables
	Quotas map[quota.Kind]allowance `json:"quotas"`
}

// allowance is what of a day's allowance is used.
type allowance struct {
	Used    int64     `json:"used"`
	Limit   int64     `json:"limit"`
	ResetAt time.Time `json:"reset_at"`
}

func (s *Server) describe(r *http.Request, who auth.Identity) (body accountBody, err error) {
	body.Account.Account = who.Account
	if body.Account.Chips, err = s.deps.Wallets.Chips(r.Context(), who.ID); err != nil {
		return body, fmt.Errorf("read the wallet: %w", err)
	}
	left, err := s.deps.Quotas.Usage(r.Context(), s.charged(r, who))
	if err != nil {
		return body, fmt.Errorf("read the allowances: %w", err)
	}
	body.Quotas = map[quota.Kind]allowance{}
	for _, l := range left {
		body.Quotas[l.Kind] = allowance{l.Used, l.Limit, l.Reset.UTC()}
	}
	body.Seats = s.deps.Lobby.Seats(who.ID)
	return body, nil
}

func (s *Server) me(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	body, err := s.describe(r, who)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, "application/json", body)
	return nil
}

func (s *Server) rename(w http.ResponseWriter, r *http.Request, who auth.Identity) (err error) {
	var typed struct {
		Name string `json:"name"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	if who.Account, err = s.deps.Accounts.Rename(r.Context(), who, typed.Name); err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	return s.me(w, r, who)
}

func (s *Server) changePassword(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	var typed struct {
		Old string `json:"old"`
		New string `json:"new"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	in, err := s.deps.Accounts.ChangePassword(r.Context(), s.visit(r), who, typed.Old, typed.New)
	if err != nil {
		return fmt.Errorf("change a password: %w", err)
	}
	return s.enter(w, r, http.StatusOK, in)
}

func (s *Server) sessions(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	all, err := s.deps.Accounts.Sessions(r.Context(), who)
	if err != nil {
		return fmt.Errorf("list sessions: %w", err)
	}
	writeJSON(w, http.StatusOK, "application/json", struct {
		Sessions []auth.SessionInfo `json:"sessions"`
	}{all})
	return nil
}

// revoke ends one of the caller's sessions. Its sockets close.
func (s *Server) revoke(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	session := chi.URLParam(r, "id")
	if err := s.deps.Accounts.Revoke(r.Context(), who, session); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	s.signOut(who.ID, session)
	if session == who.Session {
		s.cookie.clear(w)
	}
	nothing(w)
	return nil
}

// export hands out what is kept about the caller. Whoever only asks for the head of it gets nothing, and is charged nothing.
func (s *Server) export(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	w.Header().Set("Content-Disposition", `attachment; filename="fullhouse.json"`)
	if r.Method == http.MethodHead {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusOK)
		return nil
	}
	giveBack, err := s.deps.Quotas.Take(r.Context(), quota.Exports, s.charged(r, who))
	if err == nil {
		var all auth.Export
		if all, err = s.deps.Accounts.Export(r.Context(), who); err == nil {
			writeJSON(w, http.StatusOK, "application/json", all)
			return nil
		}
		s.giveBack(r, giveBack)
	}
	w.Header().Del("Content-Disposition")
	return fmt.Errorf("export: %w", err)
}

// giveBack returns a unit of an allowance to somebody whom the box refused afterwards. One that gets lost is not worth another
// refusal.
func (s *Server) giveBack(r *http.Request, unit func(context.Context) error) {
	if err := unit(r.Context()); err != nil {
		s.log.Warn("a unit of an allowance is lost", "error", err)
	}
}

// deleteMe makes the account nobody's. Who sits somewhere stands up first: chips in play belong to the hand.
func (s *Server) deleteMe(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	var typed struct {
		Password string `json:"password"` // a guest has none
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	if len(s.deps.Lobby.Seats(who.ID)) > 0 {
		return errStillSeated
	}
	if err := s.deps.Accounts.Delete(r.Context(), who, typed.Password); err != nil {
		return fmt.Errorf("delete an account: %w", err)
	}
	s.signOut(who.ID, "")
	s.cookie.clear(w)
	s.device.clear(w)
	nothing(w)
	return nil
}

// chips fills the caller's wallet up, so many times a day.
func (s *Server) chips(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &struct{}{}); err != nil {
		return err
	}
	err := s.deps.Quotas.Spend(quota.Chips, s.charged(r, who), func(charges []quota.Charge) error {
		_, err := s.deps.Wallets.Refill(r.Context(), who.ID, s.cfg.FullWallet, charges)
		return err
	})
	if err != nil {
		return fmt.Errorf("refill: %w", err)
	}
	return s.me(w, r, who)
}
