package api

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/ratelimit/quota"
	"example.com/fullhouse/table"
	"example.com/fullhouse/web"
)

// requestID is the header that tells a client the reference of its request.
const requestID = "X-Request-Id"

// Config is how the edge behaves.
type Config struct {
	HTTPS        bool          // people come by https: the cookie is for https alone
	Origins      []string      // whose pages may make changes, besides those of the host asked
	MaxBodyBytes int64         // of a request's body
	RetryAfter   time.Duration // how long a refused client is asked to wait, at least; at most twice that
	SessionTTL   time.Duration // how long the browser keeps the session
	ActionClock  time.Duration // for tables whose creator did not choose
	FullWallet   table.Chips   // what free chips fill an account up to

	RequestTimeout time.Duration  // from the in-flight slot to the answer
	Proxies        []netip.Prefix // whose X-Forwarded-For is believed
	LegacyHeaders  bool           // X-RateLimit fields too
}

// Deps are the parts behind the edge.
type Deps struct {
	Site     *web.Site
	Inflight *capacity.Slots // requests served at once
	Limiter  *ratelimit.Limiter
	Sessions *ratelimit.Sessions
	Waited   func(class string, wait time.Duration) // sees each wait that a caller was told by the limiter; may be nil
	Ready    *Ready
	Accounts Accounts
	Wallets  Wallets
	Past     Past
	Quotas   Quotas
	OddsGate Gate // bounds how many questions about odds are worked on at once
	Lobby    Lobby
	Reports  Reports
	Log      *slog.Logger
}

// Gate bounds how much is computed at once. *capacity.Gate is one.
type Gate interface {
	Acquire(ctx context.Context) (release func(), err error)
}

// Quotas counts what there is a daily allowance of. *quota.Book is one.
type Quotas interface {
	// Take charges one use by itself.
	Take(ctx context.Context, kind quota.Kind, who quota.Caller) (giveBack func(context.Context) error, err error)
	// Spend gives write the charges of one use, for its own transaction. Its error is write's.
	Spend(kind quota.Kind, who quota.Caller, write func([]quota.Charge) error) error
	// Usage is what an account has used today.
	Usage(ctx context.Context, who quota.Caller) ([]quota.Left, error)
}

// Server answers everything that is asked on the public port.
type Server struct {
	*refuser
	always    always
	cfg       Config
	deps      Deps
	cookie    cookie // of the session
	device    cookie // of a browser in which an account has signed in
	signOut   func(account, session string)
	origins   *http.CrossOriginProtection
	addresses *addresses
	rates     map[string]rate
	routes    chi.Router
	looks     sync.Pool    // of *chi.Context, to ask the router what it would do
	overruns  atomic.Int64 // handlers that did not return soon after the deadline
	reported  atomic.Int64 // reports that were kept
}

// New builds the server. The sockets, which need it to say who calls and to refuse, are mounted afterwards.
func New(cfg Config, deps Deps) (*Server, error) {
	s := &Server{
		refuser:   newRefuser(cfg.RetryAfter, deps.Log),
		always:    always{deps.Site, deps.Ready},
		cfg:       cfg,
		deps:      deps,
		cookie:    newCookie("fullhouse", cfg.HTTPS, cfg.SessionTTL),
		device:    newCookie("fullhouse-device", cfg.HTTPS, deviceTTL),
		signOut:   func(string, string) {}, // there are no sockets yet
		origins:   http.NewCrossOriginProtection(),
		addresses: newAddresses(cfg.Proxies, deps.Log),
		rates:     rates(),
	}
	if cfg.RequestTimeout <= 0 {
		return nil, fmt.Errorf("a request timeout of %v is over before it starts", cfg.RequestTimeout)
	}
	if err := s.checkRates(); err != nil {
		return nil, err
	}
	for _, origin := range cfg.Origins {
		if err := s.origins.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("origin %q: %w", origin, err)
		}
	}
	s.routes = s.router()
	s.looks.New = func() any { return chi.NewRouteContext() }
	return s, nil
}

// ServeHTTP is one request's way in.
func (s *Server) ServeHTTP(bare http.ResponseWriter, r *http.Request) {
	w := middleware.NewWrapResponseWriter(bare, r.ProtoMajor) // remembers whether an answer has begun
	w.Header().Set(requestID, rand.Text()[:16])
	defer s.recover(w)

	if s.always.has(r) {
		s.always.serve(w, r)
		return
	}
	release, err := s.deps.Inflight.TryAcquire()
	if err != nil {
		s.Refuse(w, err)
		return
	}
	defer release() // a socket's session outlives its handler, so the slot comes back when the socket is open
	ctx, cancel := s.timed(w, r)
	defer cancel()
	r, err = s.placed(ctx, r)
	if err == nil {
		r, err = s.limit(w, r)
	}
	if err == nil && s.foreign(r) {
		err = errForbidden
	}
	if err != nil {
		s.Refuse(w, err)
		return
	}
	s.routes.ServeHTTP(w, r)
	s.finish(w, r)
}

// foreign reports whether a page of another site wants to change something.
func (s *Server) foreign(r *http.Request) bool { return s.origins.Check(r) != nil }

// recover turns a panic into an answer, so that one broken request ends alone.
func (s *Server) recover(w middleware.WrapResponseWriter) {
	p := recover()
	switch {
	case p == nil:
		return
	case p == http.ErrAbortHandler:
		panic(p) // the way to drop a connection: not a fault
	}
	err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	if w.Status() == 0 {
		s.Refuse(w, err)
		return
	}
	s.log.Error("request failed", "ref", w.Header().Get(requestID), "error", err)
	panic(http.ErrAbortHandler) // half an answer must not look whole
}

// Refuse answers a request that err ended, and counts it by layer and code.
func (s *Server) Refuse(w http.ResponseWriter, err error) { s.refuse(w, err) }

// Refusals are the answers counted so far.
func (s *Server) Refusals() []Refused { return s.stats() }

// Inflight is how many requests are being served.
func (s *Server) Inflight() capacity.Stats { return s.deps.Inflight.Stats() }

// Counts are what the edge has counted besides its refusals.
type Counts struct {
	UntrustedForwarded int64 // requests with X-Forwarded-For from a peer that is not declared as a proxy
	Timeouts           int64 // requests whose answer was not ready in time
	Overruns           int64 // handlers that did not return soon after the deadline
	Reports            int64 // of people about others
}

// Counts reports what was counted since the start.
func (s *Server) Counts() Counts {
	return Counts{s.addresses.untrusted.Load(), s.counts[errRequestTimeout.Code()].Load(), s.overruns.Load(),
		s.reported.Load()}
}
