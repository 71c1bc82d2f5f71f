package api

import (
	"fmt"
	"net/http"

	"example.com/fullhouse/web"
)

// always is what is answered whatever is exhausted, draining or gone: these requests and no others. Probes, because a busy server
// that looks dead gets killed; static files, because one cold page load is dozens of them and each costs nearly nothing.
type always struct {
	site  *web.Site
	ready *Ready
}

// has says which requests these are.
func (a always) has(r *http.Request) bool {
	switch r.URL.Path {
	case "/healthz", "/readyz":
		return true
	}
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && a.site.Has(r.URL.Path)
}

func (a always) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/healthz":
		plain(w, http.StatusOK, "alive")
	case "/readyz":
		if why := a.ready.Why(); why != "" {
			plain(w, http.StatusServiceUnavailable, why)
			return
		}
		plain(w, http.StatusOK, "ready")
	default:
		a.site.ServeStatic(w, r)
	}
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintln(w, text)
}
