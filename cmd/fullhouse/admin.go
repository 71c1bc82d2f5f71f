package main

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// adminHandler serves what only the operator may see, to whoever shows the token. Without a token it is on loopback.
func adminHandler(metrics prometheus.Gatherer, limits, reports http.HandlerFunc, token string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/limits", limits)
	mux.HandleFunc("GET /debug/reports", reports)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	if token != "" {
		return withToken(token, mux)
	}
	return askedAsLoopback(mux)
}

// waitingAdmin serves it as long as there is no database: what the process knows of itself.
func (a *app) waitingAdmin() http.Handler {
	later := func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "waiting for the database", http.StatusServiceUnavailable)
	}
	return adminHandler(newMeters(a.site.Build()), later, later, a.cfg.AdminToken)
}

// withToken lets requests through that show the token. A web page can't: it does not know it.
func withToken(token string, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte("Bearer " + token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if subtle.ConstantTimeCompare(got[:], want[:]) == 0 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "show the token of this listener", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// askedAsLoopback lets requests through that call this machine by a loopback name. Any web page can make the operator's
// browser ask loopback, and with a name of its own that resolves there it could read the answers too; what it can't do is
// ask under a name that is ours.
func askedAsLoopback(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if !isLoopback(host) {
			http.Error(w, "ask for this as localhost", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
