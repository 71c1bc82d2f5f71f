package api

import (
	"errors"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/lobby"
	"example.com/fullhouse/table"
)

// Admitted tells what an account may do at a table that a request wants to see.
func (s *Server) Admitted(r *http.Request, t *table.Table, account string) (lobby.Admission, error) {
	may, err := s.deps.Lobby.Admitted(r.Context(), t, account)
	if err != nil {
		return lobby.Stranger, cause(r, err)
	}
	return may, nil
}

// tableFor is the table that a request names, for an account that may enter it. For all others there is none.
func (s *Server) tableFor(r *http.Request, account string) (*table.Table, error) {
	t, ok := s.deps.Lobby.Find(chi.URLParam(r, "id"))
	if !ok {
		return nil, errNotFound
	}
	may, err := s.Admitted(r, t, account)
	if err == nil && may == lobby.Stranger {
		err = errNotFound
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// table describes a table: one that is open to all to anybody, a private one to who may enter it. Who is nobody must not learn
// from the refusal that it is there.
func (s *Server) table(w http.ResponseWriter, r *http.Request) error {
	t, ok := s.deps.Lobby.Find(chi.URLParam(r, "id"))
	if !ok {
		return errNotFound
	}
	if t.Summary().Settings.Private {
		who, err := s.CallerOf(r)
		if errors.Is(err, errUnauthenticated) || errors.Is(err, auth.ErrUnauthenticated) {
			return errNotFound
		}
		if err != nil {
			return err
		}
		if t, err = s.tableFor(r, who.ID); err != nil {
			return err
		}
	}
	writeJSON(w, http.StatusOK, "application/json", t.Summary())
	return nil
}

// inviteBody is a new invite.
type inviteBody struct {
	URL     string    `json:"url"` // the path of its page
	Kind    string    `json:"kind"`
	Expires time.Time `json:"expires_at"`
}

// kindOfInvite is what an invite is for, in a word.
func kindOfInvite(inv lobby.Invite) string {
	if inv.Watch {
		return "watch"
	}
	return "play"
}

// invite makes a new invite and ends the one before it of its kind.
func (s *Server) invite(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	var chosen struct {
		Watch bool `json:"watch"`
	}
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &chosen); err != nil {
		return err
	}
	t, err := s.tableFor(r, who.ID)
	if err != nil {
		return err
	}
	if !t.Summary().Settings.Private {
		return badRequest{"this table is open to all: its address is the invite"}
	}
	token, inv, err := s.deps.Lobby.Invite(r.Context(), t, who.ID, chosen.Watch)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, "application/json", inviteBody{"/i/" + token, kindOfInvite(inv), inv.Expires.UTC()})
	return nil
}

// invitedBody is what an invite leads to.
type invitedBody struct {
	Kind    string        `json:"kind"`
	Host    string        `json:"host"` // the name of who made the table
	Expires time.Time     `json:"expires_at"`
	Table   table.Summary `json:"table"`
}

// invited describes what an invite leads to, to whoever has it.
func (s *Server) invited(w http.ResponseWriter, r *http.Request) error {
	inv, t, err := s.deps.Lobby.Invited(r.Context(), chi.URLParam(r, "token"))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, "application/json", invitedBody{kindOfInvite(inv), inv.Host, inv.Expires.UTC(), t.Summary()})
	return nil
}

// accept lets the caller in by an invite.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, who auth.Identity) error {
	if err := readBody(w, r, s.cfg.MaxBodyBytes, &struct{}{}); err != nil {
		return err
	}
	inv, err := s.deps.Lobby.Accept(r.Context(), chi.URLParam(r, "token"), who.ID)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, "application/json", struct {
		Table string `json:"table"`
		Kind  string `json:"kind"`
	}{inv.Table, kindOfInvite(inv)})
	return nil
}
