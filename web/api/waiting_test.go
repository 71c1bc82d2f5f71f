package api_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/fullhouse/web"
	"example.com/fullhouse/web/api"
)

func TestWaiting_AnswersProbesAndFilesAndRefusesTheRest(t *testing.T) {
	site, err := web.New(web.Files(), "ws://localhost:8080")
	if err != nil {
		t.Fatal(err)
	}
	ready := new(api.Ready)
	ready.Set("database")
	waiting := api.NewWaiting(site, ready, time.Second, slog.New(slog.DiscardHandler))
	for path, want := range map[string]struct {
		status int
		body   string
	}{
		"/healthz": {200, "alive"},
		"/readyz":  {503, "database"},
		"/static/" + site.Build() + "/js/table.js": {200, "import"},
		"/":           {503, `"code":"database_unavailable"`},
		"/api/tables": {503, `"code":"database_unavailable"`},
	} {
		w := httptest.NewRecorder()
		waiting.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != want.status || !strings.Contains(w.Body.String(), want.body) {
			t.Errorf("%s: %d %.80q, want %d with %q", path, w.Code, w.Body, want.status, want.body)
		}
		if refused := strings.Contains(want.body, "code"); refused != (w.Header().Get("Retry-After") != "") {
			t.Errorf("%s: Retry-After %q", path, w.Header().Get("Retry-After"))
		}
	}
}
