package api_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.com/fullhouse/capacity"
	"example.com/fullhouse/ratelimit"
	"example.com/fullhouse/web/api"
)

// sink is a ResponseWriter that keeps nothing, so that what is measured is ours.
type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) Write(p []byte) (int, error) { return len(p), nil }
func (s sink) WriteHeader(int)             {}

// stamped are people whose tokens carry a MAC that is computed each time, as a real door does.
type stamped struct{ people }

func (s stamped) Genuine(token string) bool {
	mac := hmac.New(sha256.New, []byte("a key of the server, 32 bytes long"))
	mac.Write([]byte(token))
	return len(mac.Sum(nil)) == sha256.Size && s.people.Genuine(token)
}

// The whole of admission: what all layers in front of a handler add to a request, of somebody with a session and of a
// stranger. The handler itself is measured beside it, to be taken off.
func BenchmarkAdmission(b *testing.B) {
	cfg, deps := parts(b)
	deps.Inflight, deps.Accounts = capacity.NewSlots("server_busy", 256), stamped{}
	store, err := ratelimit.NewLocal(1 << 17)
	if err != nil {
		b.Fatal(err)
	}
	fast := ratelimit.Policy{Limit: 1_000_000_000, Window: time.Second, Burst: 1_000_000}
	var classes []ratelimit.Class
	for _, name := range api.Classes() {
		classes = append(classes, ratelimit.Class{Name: name, Policy: fast, AddressIsLimit: ofAddress(name)})
	}
	if deps.Limiter, err = ratelimit.New(ratelimit.Config{Classes: classes, AddressMultiplier: 1}, store); err != nil {
		b.Fatal(err)
	}
	server, err := api.New(cfg, deps)
	if err != nil {
		b.Fatal(err)
	}
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	server.Mount(bare, bare, noSockets)
	for name, c := range map[string]struct {
		handler http.Handler
		cookie  string
	}{"handler alone": {bare, ""}, "stranger": {server, ""}, "session": {server, "fullhouse=token-alice"}} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", "/api/lobby/socket", nil)
			if c.cookie != "" {
				r.Header.Set("Cookie", c.cookie)
			}
			b.ReportAllocs()
			for b.Loop() {
				c.handler.ServeHTTP(sink{http.Header{}}, r)
			}
		})
	}
}
