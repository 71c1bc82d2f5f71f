package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"example.com/fullhouse/auth"
)

// Accounts knows who is who. *auth.Door is one.
type Accounts interface {
	// Genuine reports whether a token was issued here, without asking the database.
	Genuine(token string) bool
	Session(ctx context.Context, token string) (auth.Identity, error)

	Guest(ctx context.Context, v auth.Visit) (auth.SignedIn, error)
	Register(ctx context.Context, v auth.Visit, guest *auth.Identity, r auth.Registration) (auth.SignedIn, error)
	Login(ctx context.Context, v auth.Visit, name, password string) (auth.SignedIn, error)
	Logout(ctx context.Context, token string) (session string, err error)
	Forgot(ctx context.Context, v auth.Visit, email string) error
	Reset(ctx context.Context, v auth.Visit, token, password string) (auth.SignedIn, error)

	Sessions(ctx context.Context, who auth.Identity) ([]auth.SessionInfo, error)
	Revoke(ctx context.Context, who auth.Identity, session string) error
	ChangePassword(ctx context.Context, v auth.Visit, who auth.Identity, old, password string) (auth.SignedIn, error)
	Rename(ctx context.Context, who auth.Identity, name string) (auth.Account, error)
	Export(ctx context.Context, who auth.Identity) (auth.Export, error)
	Delete(ctx context.Context, who auth.Identity, password string) error
}

// errHasAccount refuses to register somebody who is registered.
const errHasAccount = badRequestError("you are signed in to an account that has a password: sign out first")

// enter answers somebody who was let in. Whoever they were before in this browser, they are no longer: that session ends, so
// that a cookie planted beforehand opens nothing.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, status int, in auth.SignedIn) error {
	s.leave(r, in.Token)
	for _, session := range in.Ended {
		s.signOut(in.ID, session)
	}
	s.cookie.set(w, in.Token)
	if in.Device != "" {
		s.device.set(w, in.Device)
	}
	body, err := s.describe(r, in.Identity)
	if err != nil {
		return err
	}
	writeJSON(w, status, "application/json", body)
	return nil
}

// leave ends the session that a request came with, unless it goes on under the same token. That it can't be ended is no reason
// to refuse who has just been let in: nobody has its cookie any more.
func (s *Server) leave(r *http.Request, token string) {
	old := s.cookie.token(r)
	if old == token || !s.deps.Accounts.Genuine(old) {
		return
	}
	session, err := s.deps.Accounts.Logout(r.Context(), old)
	if err != nil {
		s.log.Warn("an old session goes on", "error", err)
	} else if session != "" {
		s.signOut("", session)
	}
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
	return s.enter(w, r, http.StatusCreated, in)
}

// register makes an account with a name and a password. A guest keeps what they have.
func (s *Server) register(w http.ResponseWriter, r *http.Request) error {
	var typed struct {
		Name     string `json:"name"`
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	guest, err := s.asGuest(r)
	if err != nil {
		return err
	}
	in, err := s.deps.Accounts.Register(r.Context(), s.visit(r), guest, auth.Registration(typed))
	if errors.Is(err, auth.ErrNotGuest) { // it was one a moment ago
		return errHasAccount
	}
	if err != nil {
		return fmt.Errorf("register: %w", err)
	}
	return s.enter(w, r, http.StatusCreated, in)
}

// asGuest is the guest who makes a request, or nil when nobody is signed in.
func (s *Server) asGuest(r *http.Request) (*auth.Identity, error) {
	who, err := s.CallerOf(r)
	switch {
	case errors.Is(err, errUnauthenticated) || errors.Is(err, auth.ErrUnauthenticated):
		return nil, nil
	case err != nil:
		return nil, err
	case !who.Guest:
		return nil, errHasAccount
	}
	return &who, nil
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) error {
	var typed struct {
		Name     string `json:"name"` // or the address
		Password string `json:"password"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	in, err := s.deps.Accounts.Login(r.Context(), s.visit(r), typed.Name, typed.Password)
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	return s.enter(w, r, http.StatusOK, in)
}

// logout ends the session. Without one there is nothing to end, which is as well.
func (s *Server) logout(w http.ResponseWriter, r *http.Request) error {
	if token := s.cookie.token(r); token != "" {
		session, err := s.deps.Accounts.Logout(r.Context(), token)
		if err != nil {
			return fmt.Errorf("log out: %w", err)
		}
		if session != "" {
			s.signOut("", session)
		}
	}
	s.cookie.clear(w)
	nothing(w)
	return nil
}

// forgot has a link sent to choose a new password by. Its answer does not say whether there is such an account.
func (s *Server) forgot(w http.ResponseWriter, r *http.Request) error {
	var typed struct {
		Email string `json:"email"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	if err := s.deps.Accounts.Forgot(r.Context(), s.visit(r), typed.Email); err != nil {
		return fmt.Errorf("send a link: %w", err)
	}
	writeJSON(w, http.StatusAccepted, "application/json", struct{}{})
	return nil
}

// reset chooses a new password by the token of that link.
func (s *Server) reset(w http.ResponseWriter, r *http.Request) error {
	var typed struct {
		Token    string `json:"token"`
		Password string `json:"password"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &typed); err != nil {
		return err
	}
	in, err := s.deps.Accounts.Reset(r.Context(), s.visit(r), typed.Token, typed.Password)
	if err != nil {
		return fmt.Errorf("reset a password: %w", err)
	}
	return s.enter(w, r, http.StatusOK, in)
}

// nothing is the answer of what has been done and has nothing to say.
func nothing(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}
