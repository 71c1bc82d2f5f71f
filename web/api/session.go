package api

import (
	"context"
	"net/http"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit"
)

// Accounts knows who is who. *auth.Door is one.
type Accounts interface {
	Guest(ctx context.Context, v auth.Visit) (auth.SignedIn, error)
	Session(ctx context.Context, token string) (auth.Identity, error)
	Logout(ctx context.Context, token string) (session string, err error)
	// Genuine reports whether a token was issued here, without asking the database.
	Genuine(token string) bool
}

// cookie is how a browser keeps its session.
type cookie struct {
	name   string
	secure bool
	ttl    time.Duration
}

// newCookie chooses the name and the flags. With https the name's prefix makes browsers refuse the cookie from any other
// host or without Secure, so that a neighbour's subdomain cannot plant one.
func newCookie(https bool, ttl time.Duration) cookie {
	if https {
		return cookie{name: "__Host-fullhouse", secure: true, ttl: ttl}
	}
	return cookie{name: "fullhouse", ttl: ttl}
}

// set keeps the token in the browser.
func (c cookie) set(w http.ResponseWriter, token string) { c.write(w, token, int(c.ttl.Seconds())) }

// clear forgets it.
func (c cookie) clear(w http.ResponseWriter) { c.write(w, "", -1) }

func (c cookie) write(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{Name: c.name, Value: value, Path: "/", MaxAge: maxAge, Secure: c.secure, HttpOnly: true,
		SameSite: http.SameSiteLaxMode})
}

// token is what the browser sent, "" without one.
func (c cookie) token(r *http.Request) string {
	if sent, err := r.Cookie(c.name); err == nil {
		return sent.Value
	}
	return ""
}

// CallerOf tells who makes the request. It reads the database, so cheaper checks come before it.
func (s *Server) CallerOf(r *http.Request) (auth.Account, error) {
	who, err := s.IdentityOf(r)
	return who.Account, err
}

// IdentityOf tells who makes the request, and in which session. It costs what CallerOf costs.
func (s *Server) IdentityOf(r *http.Request) (auth.Identity, error) {
	token := s.cookie.token(r)
	if token == "" {
		return auth.Identity{}, errUnauthenticated
	}
	who, err := s.deps.Accounts.Session(r.Context(), token)
	if err != nil {
		return auth.Identity{}, cause(r, err)
	}
	return who, nil
}

// AddressOf is a keyed hash of the address that a request comes from.
func (s *Server) AddressOf(r *http.Request) string { return s.visit(r).Address }

// placeKey is under which a request carries the key of the address that it comes from.
type placeKey struct{}

// visit is what the way in is told about a request.
func (s *Server) visit(r *http.Request) auth.Visit {
	from, _ := r.Context().Value(placeKey{}).(ratelimit.Key)
	return auth.Visit{From: from, Address: s.deps.Sessions.Address(from), Agent: r.UserAgent()}
}

// signedIn passes requests on with the account behind their session, and refuses those without one.
func (s *Server) signedIn(next func(http.ResponseWriter, *http.Request, auth.Account) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		caller, err := s.CallerOf(r)
		if err != nil {
			return err
		}
		return next(w, r, caller)
	}
}
