package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/fullhouse/web"
)

func small() fstest.MapFS {
	return fstest.MapFS{
		"lobby.html": {Data: []byte(`<script type="module" src="/static/{{build}}/js/main.js"></script>`)},
		"js/main.js": {Data: []byte(`import "./store.js";`)},
	}
}

func newSite(t *testing.T, files fstest.MapFS) *web.Site {
	t.Helper()
	site, err := web.New(files, "wss://poker.example.org")
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func get(h http.HandlerFunc, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h(w, r)
	return w.Result()
}

func static(site *web.Site) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !site.ServeStatic(w, r) {
			w.WriteHeader(http.StatusNotFound)
		}
	}
}

func TestSite_PageNamesFilesOfItsOwnBuild(t *testing.T) {
	site := newSite(t, small())
	res := get(site.Page("lobby"), "GET", "/")
	body, _ := io.ReadAll(res.Body)
	address := web.Prefix + site.Build() + "/js/main.js"
	if !strings.Contains(string(body), address) {
		t.Errorf("page = %s, want it to load %s", body, address)
	}
	if got := get(static(site), "GET", address); got.StatusCode != 200 {
		t.Errorf("%s answered %d, want 200", address, got.StatusCode)
	}
	if got, want := res.Header.Get("Cache-Control"), "no-cache"; got != want {
		t.Errorf("page has Cache-Control %q, want %q", got, want)
	}
}

func TestSite_EveryChangeIsANewBuild(t *testing.T) {
	one, two, three := small(), small(), small()
	two["js/main.js"] = &fstest.MapFile{Data: []byte(`import "./stores.js";`)}
	three["js/more.js"] = &fstest.MapFile{}
	builds := map[string]bool{}
	for _, files := range []fstest.MapFS{one, two, three} {
		builds[newSite(t, files).Build()] = true
	}
	if got, want := len(builds), 3; got != want {
		t.Errorf("%d builds of %d different sites", got, want)
	}
	if got, want := newSite(t, small()).Build(), newSite(t, one).Build(); got != want {
		t.Errorf("the same files made builds %s and %s", got, want)
	}
}

func TestSite_StaticFilesAreKeptForEverAndRevalidate(t *testing.T) {
	site := newSite(t, small())
	address := web.Prefix + site.Build() + "/js/main.js"
	res := get(static(site), "GET", address)
	if got, want := res.Header.Get("Cache-Control"), "public, max-age=31536000, immutable"; got != want {
		t.Errorf("Cache-Control = %q, want %q", got, want)
	}
	if got, want := res.Header.Get("Content-Type"), "text/javascript; charset=utf-8"; got != want {
		t.Errorf("Content-Type = %q, want %q", got, want)
	}
	if got := get(static(site), "GET", address, "If-None-Match", res.Header.Get("ETag")); got.StatusCode != 304 {
		t.Errorf("with its own ETag: %d, want 304", got.StatusCode)
	}
	if got := get(static(site), "HEAD", address); got.StatusCode != 200 || got.ContentLength != res.ContentLength {
		t.Errorf("HEAD: %d with length %d, want 200 with %d", got.StatusCode, got.ContentLength, res.ContentLength)
	}
}

func TestSite_OnlyEmbeddedFilesAreThere(t *testing.T) {
	site := newSite(t, small())
	base := web.Prefix + site.Build()
	for _, path := range []string{
		"/static/", base, base + "/", base + "/js/", base + "/js", base + "/lobby.html", base + "/js/main.js/",
		base + "/js/../js/main.js", base + "/../../go.mod", base + "/JS/main.js", "/static/000000000000/js/main.js",
	} {
		if site.Has(path) {
			t.Errorf("Has(%q) = true", path)
		}
		if got := get(static(site), "GET", path); got.StatusCode != 404 {
			t.Errorf("GET %s: %d, want 404", path, got.StatusCode)
		}
	}
}

func TestSite_PolicyAllowsNothingInline(t *testing.T) {
	site := newSite(t, small())
	got := get(site.Page("lobby"), "GET", "/").Header.Get("Content-Security-Policy")
	want := "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; " +
		"connect-src 'self' wss://poker.example.org; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	if got != want {
		t.Errorf("policy = %q\nwant     %q", got, want)
	}
}

func TestSite_RefusesAFileItCouldNotServe(t *testing.T) {
	files := small()
	files["img/felt.webp"] = &fstest.MapFile{}
	if _, err := web.New(files, ""); err == nil {
		t.Error("a file without a known content type was taken")
	}
}

func TestSite_EmbeddedPagesAreThere(t *testing.T) {
	site, err := web.New(web.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"invite", "lobby", "me", "reset", "table"} {
		if got := get(site.Page(page), "GET", "/"); got.StatusCode != 200 {
			t.Errorf("page %s: %d, want 200", page, got.StatusCode)
		}
	}
}
