package api

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"example.com/fullhouse/table"
	"example.com/fullhouse/web"
)

// Waiting answers on the public port as long as there is no database to serve from: probes and static files as ever, and
// everything else with the refusal that a server gives whose database has gone. It does no work that would need a bound.
type Waiting struct {
	*refuser
	always always
}

// NewWaiting makes one. A refused client is asked to wait for retryAfter at least, and at most twice that.
func NewWaiting(site *web.Site, ready *Ready, retryAfter time.Duration, log *slog.Logger) *Waiting {
	return &Waiting{newRefuser(retryAfter, log), always{site, ready}}
}

// ServeHTTP implements http.Handler.
func (w *Waiting) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rw.Header().Set(requestID, rand.Text()[:16])
	if w.always.has(r) {
		w.always.serve(rw, r)
		return
	}
	w.refuse(rw, table.ErrUnavailable)
}
