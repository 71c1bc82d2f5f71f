package api

import (
	"net/http"
	"time"

	"example.com/fullhouse/auth"
	"example.com/fullhouse/ratelimit/quota"
)

// deviceTTL is how long a browser is known as one in which an account has signed in.
const deviceTTL = 365 * 24 * time.Hour

// cookie is how a browser keeps something for us.
type cookie struct {
	name   string
	secure bool
	ttl    time.Duration
}

// newCookie chooses the name and the flags. With https the name's prefix makes browsers refuse the cookie from any other
// host or without Secure, so that a neighbour's subdomain cannot plant one.
func newCookie(name string, https bool, ttl time.Duration) cookie {
	if https {
		return cookie{name: "__Host-" + name, secure: true, ttl: ttl}
	}
	return cookie{name: name, ttl: ttl}
}

// set keeps a value in the browser.
func (c cookie) set(w http.ResponseWriter, value string) { c.write(w, value, int(c.ttl.Seconds())) }

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

// CallerOf tells who makes the request, and in which session. It reads the database, so cheaper checks come before it.
func (s *Server) CallerOf(r *http.Request) (auth.Identity, error) {
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
func (s *Server) AddressOf(r *http.Request) string { return s.deps.Sessions.Address(addressOf(r)) }

// visit is what the way in is told about a request.
func (s *Server) visit(r *http.Request) auth.Visit {
	return auth.Visit{From: addressOf(r), Address: s.AddressOf(r), Device: s.device.token(r), Agent: r.UserAgent()}
}

// charged is whose allowance a request uses up.
func (s *Server) charged(r *http.Request, who auth.Identity) quota.Caller {
	return quota.Caller{Account: who.ID, Guest: who.Guest, Address: s.AddressOf(r)}
}

// signedIn passes requests on with who is behind their session, and refuses those without one. A session that has become
// longer is kept longer by the browser, too.
func (s *Server) signedIn(next func(http.ResponseWriter, *http.Request, auth.Identity) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		who, err := s.CallerOf(r)
		if err != nil {
			return err
		}
		if who.Renewed {
			s.cookie.set(w, s.cookie.token(r))
		}
		return next(w, r, who)
	}
}
