package api

import "github.com/go-chi/chi/v5"

// Routes are those of the router, the mounted ones included.
func (s *Server) Routes() chi.Routes { return s.routes }

// Rates are the rows of the table of routes: their classes, by method and pattern.
func Rates() map[string]string {
	classes := map[string]string{}
	for route, r := range rates() {
		classes[route] = r.class
	}
	return classes
}
