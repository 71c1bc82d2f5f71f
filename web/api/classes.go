package api

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"
)

// The classes of routes. Which policy each has is configuration.
const (
	ClassGuest   = "guest"   // becoming somebody
	ClassRead    = "read"    // looking
	ClassWrite   = "write"   // changing something small
	ClassCreate  = "create"  // a table
	ClassUpgrade = "upgrade" // a socket
	ClassDefault = "default" // everything else, 404 and 405 included
)

// rate is how a route is held to its callers' limits.
type rate struct {
	class string
	cost  int64
}

// rates has every route. A test walks the router and fails on one without a row here.
func rates() map[string]rate {
	return map[string]rate{
		"GET /":          {ClassRead, 1},
		"GET /t/{table}": {ClassRead, 1},

		"POST /api/guest":      {ClassGuest, 1},
		"GET /api/me":          {ClassRead, 1},
		"POST /api/logout":     {ClassWrite, 1},
		"GET /api/tables":      {ClassRead, 1},
		"POST /api/tables":     {ClassCreate, 1},
		"GET /api/tables/{id}": {ClassRead, 1},

		"GET /api/tables/{id}/socket": {ClassUpgrade, 1},
		"GET /api/lobby/socket":       {ClassUpgrade, 1},
	}
}

// rateOf says what a request is charged. It asks the router itself, so that a path lands in the class of the route that
// serves it, however it is spelled.
func (s *Server) rateOf(r *http.Request) rate {
	charged, ok := s.rates[s.routeOf(r)]
	switch {
	case !ok:
		return rate{ClassDefault, 1}
	case s.foreign(r):
		// It will be refused. Charging its own class would let a hostile page use up its visitor's way in.
		return rate{ClassDefault, 1}
	case charged.class == ClassUpgrade && len(r.Header["Upgrade"]) == 0:
		return rate{ClassRead, 1} // it asks what a socket would be told, and gets none
	}
	return charged
}

// routeOf is the method and the pattern of the route that will serve the request. HEAD is served by GET's.
func (s *Server) routeOf(r *http.Request) string {
	path, method := r.URL.Path, r.Method
	if r.URL.RawPath != "" {
		path = r.URL.RawPath // as the router does
	}
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return method + " " + s.routes.Find(chi.NewRouteContext(), method, path)
}

// preflight reports whether a browser asks on behalf of another site's page whether it may. That is not the page's call yet,
// and the browser's own doing, so it is not charged.
func preflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Origin") != "" && r.Header.Get("Access-Control-Request-Method") != ""
}

// Classes are those that routes are in.
func Classes() []string {
	all := []string{ClassDefault, ClassRead} // of no route, and of a socket's address when no socket is asked for
	for _, r := range rates() {
		all = append(all, r.class)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
