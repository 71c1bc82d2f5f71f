package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5/middleware"

	"example.com/fullhouse/ratelimit"
)

const (
	forwardedFor = "X-Forwarded-For"
	// maxHops is how many entries of X-Forwarded-For are looked at, from the right: nobody has more proxies in a row. What
	// lies further left was written by strangers.
	maxHops = 32
	// maxEntry is longer than any address with a zone, brackets and a port.
	maxEntry = 80
	// warnEvery is how often at most the log says that somebody forwards without being declared.
	warnEvery = time.Minute
)

// errNoAddress refuses who has no address: without one nobody could be held to a limit, and nobody passes without.
const errNoAddress = badRequestError("no client address: the proxy in front of this server names none, or one that is no address")

// addresses finds out where requests come from. It fails closed: what can't be read is no address.
//
// X-Forwarded-For can be written by anybody, so it counts only when the peer of the connection is a declared proxy. It is
// then read from the right, where that proxy writes, up to the first entry that is not a declared proxy itself.
type addresses struct {
	forwarded http.Handler // chi's, which puts what it finds into the context; nil without proxies
	proxies   []netip.Prefix
	log       *slog.Logger

	untrusted atomic.Int64 // requests with X-Forwarded-For from a peer that is not declared
	warned    atomic.Int64 // when the log last said so, in Unix nanoseconds
}

func newAddresses(proxies []netip.Prefix, log *slog.Logger) *addresses {
	a := &addresses{proxies: proxies, log: log}
	if len(proxies) == 0 { // chi's finder panics on an empty list
		return a
	}
	var list []string
	for _, proxy := range proxies {
		list = append(list, proxy.String())
	}
	a.forwarded = middleware.ClientIPFromXFF(list...)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.(*finding).addr = middleware.GetClientIPAddr(r.Context())
	}))
	return a
}

// finding carries an address out of chi's middleware. Nothing is ever written to it.
type finding struct {
	http.ResponseWriter
	addr netip.Addr
}

// of is the address that a request comes from.
func (a *addresses) of(r *http.Request) (netip.Addr, error) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}, errNoAddress
	}
	chain := r.Header[forwardedFor]
	if !a.trusts(peer.Addr()) {
		if len(chain) > 0 {
			a.note(r.RemoteAddr)
		}
		return peer.Addr(), nil
	}
	var f finding
	a.forwarded.ServeHTTP(&f, &http.Request{RemoteAddr: r.RemoteAddr, Header: http.Header{forwardedFor: {hops(chain)}}})
	if !f.addr.IsValid() {
		return netip.Addr{}, errNoAddress
	}
	return f.addr, nil
}

// placeKey is under which a request carries the key of the address that it comes from.
type placeKey struct{}

// placed gives a request its context, with the key of its address in it.
func (s *Server) placed(ctx context.Context, r *http.Request) (*http.Request, error) {
	from, err := s.addresses.of(r)
	if err != nil {
		return r, err
	}
	key, err := ratelimit.AddressKey(from)
	return r.WithContext(context.WithValue(ctx, placeKey{}, key)), err
}

// addressOf is the key of the address that a request comes from, once it is placed.
func addressOf(r *http.Request) ratelimit.Key {
	key, _ := r.Context().Value(placeKey{}).(ratelimit.Key)
	return key
}

// trusts reports whether a peer is a declared proxy. Prefixes are compared, not texts: ::ffff:10.0.0.1 is 10.0.0.1.
func (a *addresses) trusts(peer netip.Addr) bool {
	return slices.ContainsFunc(a.proxies, func(proxy netip.Prefix) bool { return proxy.Contains(peer.Unmap().WithZone("")) })
}

// note counts a header that was not believed, and says so once a minute: behind a proxy that nobody has declared everybody
// shares one address, and the operator wonders why.
func (a *addresses) note(peer string) {
	a.untrusted.Add(1)
	now, last := time.Now().UnixNano(), a.warned.Load()
	if now-last >= int64(warnEvery) && a.warned.CompareAndSwap(last, now) {
		a.log.Warn("X-Forwarded-For from a peer that is not declared as a proxy: ignored", "peer", peer, "setting", "TRUSTED_PROXIES")
	}
}

// hops are the last entries of a chain of proxies as plain addresses. All lines count as one list, in order.
func hops(lines []string) string {
	entries := strings.Split(strings.Join(lines, ","), ",")
	entries = entries[max(0, len(entries)-maxHops):]
	for i, entry := range entries {
		entries[i] = plainAddress(strings.TrimSpace(entry))
	}
	return strings.Join(entries, ",")
}

// plainAddress takes off the port that some proxies write, so that a new port is no new caller.
func plainAddress(entry string) string {
	if len(entry) > maxEntry {
		return "too long" // no address, so the search ends here and finds none
	}
	if withPort, err := netip.ParseAddrPort(entry); err == nil {
		return withPort.Addr().String()
	}
	if inner, ok := strings.CutPrefix(entry, "["); ok && strings.HasSuffix(inner, "]") {
		return strings.TrimSuffix(inner, "]")
	}
	return entry
}
