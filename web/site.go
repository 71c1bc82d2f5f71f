package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Prefix is where the static files live.
const Prefix = "/static/"

// The kinds of file that are minified.
const (
	kindCSS = "text/css; charset=utf-8"
	kindJS  = "text/javascript; charset=utf-8"
)

// contentType is the kind of a file by its extension. The system's own table would differ from machine to machine.
func contentType(name string) (kind string, ok bool) {
	switch path.Ext(name) {
	case ".css":
		return kindCSS, true
	case ".html":
		return "text/html; charset=utf-8", true
	case ".js":
		return kindJS, true
	case ".json":
		return "application/json", true
	case ".svg":
		return "image/svg+xml", true
	default:
		return "", false
	}
}

// Site serves the pages and their files from memory. It does not change after New.
type Site struct {
	build  string
	policy string           // the Content-Security-Policy of the pages
	pages  map[string]*file // by name without .html
	static map[string]*file // by whole path, such as /static/0123456789ab/js/main.js
}

type file struct {
	kind    string // its Content-Type
	tag     string // its ETag
	content []byte
}

// New reads a site from files: its pages are the .html at the root. Scripts and style sheets are minified, once; the build
// and every ETag are of what is served. Socket is the origin of the pages as that of a socket, such as
// wss://poker.example.org: older Safaris do not count it as their own. It may be empty.
func New(files fs.FS, socket string) (*Site, error) {
	s := &Site{pages: map[string]*file{}, static: map[string]*file{}}
	sum := sha256.New()
	contents := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if content, err = minify(name, content); err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(content), content) // WalkDir goes in lexical order
		contents[name] = content
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	s.build = hex.EncodeToString(sum.Sum(nil))[:12]
	s.policy = policy(socket)
	for name, content := range contents {
		if err := s.add(name, content); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Site) add(name string, content []byte) error {
	kind, ok := contentType(name)
	if !ok {
		return fmt.Errorf("read the site: %s: no content type for %q", name, path.Ext(name))
	}
	if page, ok := strings.CutSuffix(name, ".html"); ok {
		content = bytes.ReplaceAll(content, []byte("{{build}}"), []byte(s.build))
		s.pages[page] = newFile(kind, content)
		return nil
	}
	s.static[Prefix+s.build+"/"+name] = newFile(kind, content)
	return nil
}

func newFile(kind string, content []byte) *file {
	sum := sha256.Sum256(content)
	return &file{kind: kind, tag: `"` + hex.EncodeToString(sum[:8]) + `"`, content: content}
}

// policy is what a page may load. No inline script and no inline style: an injected one is inert.
func policy(socket string) string {
	connect := strings.TrimSpace("'self' " + socket)
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src " +
		connect + "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// Build names the version of everything a page loads.
func (s *Site) Build() string { return s.build }

// Has reports whether path is an embedded static file.
func (s *Site) Has(path string) bool {
	_, ok := s.static[path]
	return ok
}

// ServeStatic answers with the static file that the request names, and reports false, having written nothing, when there
// is none.
func (s *Site) ServeStatic(w http.ResponseWriter, r *http.Request) bool {
	f, ok := s.static[r.URL.Path]
	if ok {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		f.serve(w, r)
	}
	return ok
}

// Page serves the shell name.html. The browser asks each time whether it has changed.
func (s *Site) Page(name string) http.HandlerFunc {
	f, ok := s.pages[name]
	if !ok {
		panic("web: no page " + name) // the wiring names a page that is not embedded
	}
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", s.policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Referrer-Policy", "same-origin") // an invite's address is a permission
		h.Set("Cache-Control", "no-cache")
		f.serve(w, r)
	}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
}
