package api

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// router has every route.
func (s *Server) router() chi.Router {
	r := chi.NewRouter()
	r.Use(middleware.GetHead)
	r.NotFound(s.handle(func(http.ResponseWriter, *http.Request) error { return errNotFound }))
	r.MethodNotAllowed(s.handle(s.methodNotAllowed))

	for address, page := range map[string]string{"/": "lobby", "/t/{table}": "table", "/i/{token}": "invite", "/me": "me", "/reset": "reset"} {
		r.Get(address, s.deps.Site.Page(page))
	}

	r.Post("/api/guest", s.handle(s.guest))
	r.Post("/api/register", s.handle(s.register))
	r.Post("/api/login", s.handle(s.login))
	r.Post("/api/logout", s.handle(s.logout))
	r.Post("/api/forgot-password", s.handle(s.forgot))
	r.Post("/api/reset-password", s.handle(s.reset))

	r.Get("/api/me", s.handle(s.signedIn(s.me)))
	r.Patch("/api/me", s.handle(s.signedIn(s.rename)))
	r.Delete("/api/me", s.handle(s.signedIn(s.deleteMe)))
	r.Get("/api/me/export", s.handle(s.signedIn(s.export)))
	r.Post("/api/password", s.handle(s.signedIn(s.changePassword)))
	r.Get("/api/sessions", s.handle(s.signedIn(s.sessions)))
	r.Delete("/api/sessions/{id}", s.handle(s.signedIn(s.revoke)))
	r.Post("/api/chips", s.handle(s.signedIn(s.chips)))
	r.Post("/api/odds", s.handle(s.signedIn(s.odds)))

	r.Get("/api/hands", s.handle(s.signedIn(s.hands)))
	r.Get("/api/hands/{hand}", s.handle(s.signedIn(s.hand(handJSON))))
	r.Get("/api/hands/{hand}.phh", s.handle(s.signedIn(s.hand(handPHH))))
	r.Get("/api/hands/{hand}.txt", s.handle(s.signedIn(s.hand(handText))))
	r.Get("/api/stats", s.handle(s.signedIn(s.ownStats)))

	r.Get("/api/tables", s.handle(s.tables))
	r.Post("/api/tables", s.handle(s.signedIn(s.create)))
	r.Get("/api/tables/{id}", s.handle(s.table))
	r.Post("/api/tables/{id}/invites", s.handle(s.signedIn(s.invite)))
	r.Post("/api/tables/{id}/reports", s.handle(s.signedIn(s.report)))
	r.Get("/api/invites/{token}", s.handle(s.invited))
	r.Post("/api/invites/{token}", s.handle(s.signedIn(s.accept)))
	r.Get("/api/tables/{id}/ledger", s.handle(s.signedIn(s.ledger)))
	return r
}

// Mount adds the sockets: of a table, whose id is the path value "id", and of the lobby. signOut closes those of a session, and
// those of a whole account when no session is named; without an account the session alone is looked at.
func (s *Server) Mount(table, lobby http.Handler, signOut func(account, session string)) {
	s.signOut = signOut
	s.routes.Method(http.MethodGet, "/api/tables/{id}/socket", table)
	s.routes.Method(http.MethodGet, "/api/lobby/socket", lobby)
}

// handler is a route's own work. An error means that it has written nothing.
type handler func(http.ResponseWriter, *http.Request) error

// handle makes a route of it: whatever error comes out is answered in one place.
func (s *Server) handle(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.Refuse(w, cause(r, err))
		}
	}
}

// methodNotAllowed says which methods the address does take.
func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		look := method
		if look == http.MethodHead {
			look = http.MethodGet // served alike
		}
		if s.routes.Match(chi.NewRouteContext(), look, r.URL.Path) {
			allowed = append(allowed, method)
		}
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return errMethodNotAllowed
}
