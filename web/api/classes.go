package api

import (
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"example.com/fullhouse/ratelimit/quota"
)

// The classes of routes. Which policy each has is configuration.
const (
	ClassAuth     = "auth"     // proving who one is, which takes a hash
	ClassRegister = "register" // choosing a name and a password
	ClassForgot   = "forgot"   // having mail sent
	ClassGuest    = "guest"    // becoming somebody
	ClassInvite   = "invite"   // looking at an invite, and taking it
	ClassRead     = "read"     // looking
	ClassWrite    = "write"    // changing something small
	ClassCreate   = "create"   // a table
	ClassUpgrade  = "upgrade"  // a socket
	ClassOdds     = "odds"     // questions about odds, by the work that they make
	ClassDefault  = "default"  // everything else, 404 and 405 included
)

// rate is how a route is held to its callers' limits.
type rate struct {
	class string
	cost  int64
	// daily is the allowance that it uses up, and free says why it uses none: one of the two is there.
	daily quota.Kind
	free  string
	// weigh finds out what a request costs that brings its own cost.
	weigh weigher
}

// Why a route uses up none of a day's allowance.
const (
	freeLook   = "looking costs nearly nothing"
	freeSmall  = "a small write, and rare"
	freeHash   = "a hash, which its permits bound"
	freeSocket = "held, so a guard bounds it"
	freeOwn    = "one's own past, a page at a time or counted in an index"
	freeHand   = "one hand is a look, in whatever form: an export is of the whole account"
)

// rates has every route. A test walks the router and fails on one without a row here.
func rates() map[string]rate {
	return map[string]rate{
		"GET /":          {class: ClassRead, cost: 1, free: freeLook},
		"GET /t/{table}": {class: ClassRead, cost: 1, free: freeLook},
		"GET /i/{token}": {class: ClassRead, cost: 1, free: freeLook},
		"GET /me":        {class: ClassRead, cost: 1, free: freeLook},
		"GET /reset":     {class: ClassRead, cost: 1, free: freeLook},

		"POST /api/guest":           {class: ClassGuest, cost: 1, daily: quota.Guests},
		"POST /api/register":        {class: ClassRegister, cost: 1, free: freeHash},
		"POST /api/login":           {class: ClassAuth, cost: 1, free: freeHash},
		"POST /api/logout":          {class: ClassWrite, cost: 1, free: freeSmall},
		"POST /api/forgot-password": {class: ClassForgot, cost: 1, daily: quota.Mails},
		"POST /api/reset-password":  {class: ClassAuth, cost: 1, free: freeHash},
		"POST /api/password":        {class: ClassAuth, cost: 1, free: freeHash},
		"GET /api/sessions":         {class: ClassRead, cost: 1, free: freeLook},
		"DELETE /api/sessions/{id}": {class: ClassWrite, cost: 1, free: freeSmall},

		"GET /api/me":        {class: ClassRead, cost: 1, free: freeLook},
		"PATCH /api/me":      {class: ClassWrite, cost: 1, free: freeSmall},
		"DELETE /api/me":     {class: ClassAuth, cost: 1, free: freeHash},
		"GET /api/me/export": {class: ClassRead, cost: 1, daily: quota.Exports},
		"POST /api/chips":    {class: ClassWrite, cost: 1, daily: quota.Chips},
		"POST /api/odds":     {class: ClassOdds, cost: 1, daily: quota.Odds, weigh: (*Server).weighOdds},

		"GET /api/hands":            {class: ClassRead, cost: 1, free: freeOwn},
		"GET /api/hands/{hand}":     {class: ClassRead, cost: 1, free: freeHand},
		"GET /api/hands/{hand}.phh": {class: ClassRead, cost: 1, free: freeHand},
		"GET /api/hands/{hand}.txt": {class: ClassRead, cost: 1, free: freeHand},
		"GET /api/stats":            {class: ClassRead, cost: 1, free: freeOwn},

		"GET /api/tables":      {class: ClassRead, cost: 1, free: freeLook},
		"POST /api/tables":     {class: ClassCreate, cost: 1, daily: quota.Tables},
		"GET /api/tables/{id}": {class: ClassRead, cost: 1, free: freeLook},

		"POST /api/tables/{id}/invites": {class: ClassWrite, cost: 1, free: freeSmall},
		"POST /api/tables/{id}/reports": {class: ClassWrite, cost: 1, daily: quota.Reports},
		"GET /api/invites/{token}":      {class: ClassInvite, cost: 1, free: freeLook},
		"POST /api/invites/{token}":     {class: ClassInvite, cost: 1, free: freeSmall},
		"GET /api/tables/{id}/ledger":   {class: ClassRead, cost: 1, free: freeOwn},

		"GET /api/tables/{id}/socket": {class: ClassUpgrade, cost: 1, free: freeSocket},
		"GET /api/lobby/socket":       {class: ClassUpgrade, cost: 1, free: freeSocket},
	}
}

// rateOf says what a request is charged. It asks the router itself, so that a path lands in the class of the route that
// serves it, however it is spelled.
func (s *Server) rateOf(r *http.Request) rate {
	charged, ok := s.rates[s.routeOf(r)]
	switch {
	case !ok:
		return rate{class: ClassDefault, cost: 1}
	case s.foreign(r):
		// It will be refused. Charging its own class would let a hostile page use up its visitor's way in.
		return rate{class: ClassDefault, cost: 1}
	case charged.class == ClassUpgrade && len(r.Header["Upgrade"]) == 0:
		return rate{class: ClassRead, cost: 1} // it asks what a socket would be told, and gets none
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
	look := s.looks.Get().(*chi.Context)
	defer s.looks.Put(look)
	look.Reset()
	return method + " " + s.routes.Find(look, method, path)
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
