package web_test

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/fullhouse/web"
)

// served is the body of a static file, by its name under the build.
func served(t *testing.T, site *web.Site, name string) string {
	t.Helper()
	res := get(static(site), "GET", web.Prefix+site.Build()+"/"+name)
	if res.StatusCode != 200 {
		t.Fatalf("%s: %d, want 200", name, res.StatusCode)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestSite_ServesWhatIsLeftWithoutCommentsAndIndentation(t *testing.T) {
	files := small()
	files["js/main.js"] = &fstest.MapFile{Data: []byte("/** Says it. */\nexport function sayIt(words) {\n  return words ?? \"it\"; // é\n}\n")}
	files["css/base.css"] = &fstest.MapFile{Data: []byte("/* dark */\nbody {\n  & p { color: red; }\n}\n")}
	site := newSite(t, files)
	if got, want := served(t, site, "js/main.js"), "export function sayIt(words){return words??\"it\"}\n"; got != want {
		t.Errorf("script = %q, want %q", got, want)
	}
	if got, want := served(t, site, "css/base.css"), "body{& p{color:red}}\n"; got != want {
		t.Errorf("sheet = %q, want %q", got, want)
	}
	before := site.Build()
	files["js/main.js"] = &fstest.MapFile{Data: []byte("export function sayIt(words) { return words ?? \"it\"; }")}
	if got := newSite(t, files).Build(); got != before {
		t.Errorf("another comment made build %s of %s: nothing that is served has changed", got, before)
	}
}

func TestSite_RefusesAScriptOrSheetThatIsBroken(t *testing.T) {
	for name, content := range map[string]string{"js/main.js": "let a = ;", "css/base.css": "p { color: red"} {
		files := small()
		files[name] = &fstest.MapFile{Data: []byte(content)}
		if _, err := web.New(files, ""); err == nil || !strings.Contains(err.Error(), name+":1:") {
			t.Errorf("%s with %q: error %v, want one that names the line", name, content, err)
		}
	}
}

// A minifier that changes what a module does would be worse than none: the one that was tried first moved a constant behind
// its use.
func TestSite_ServedModulesPassTheTestsOfTheirSources(t *testing.T) {
	if testing.Short() {
		t.Skip("runs node")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node here")
	}
	site, err := web.New(web.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	write := func(name string, content []byte) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range list(t, web.Files(), "js/*.js") {
		write("web/static/"+name, []byte(served(t, site, name)))
	}
	source := os.DirFS("..")
	args := []string{"--test"}
	for _, pattern := range []string{"web/package.json", "web/jstest/*.js", "web/api/codes.go", "ws/proto/testdata/*.json", "table/deck/testdata/*.json"} {
		for _, name := range list(t, source, pattern) {
			content, err := fs.ReadFile(source, name)
			if err != nil {
				t.Fatal(err)
			}
			write(name, content)
			if strings.HasSuffix(name, ".test.js") && !strings.HasSuffix(name, "/lint.test.js") { // that one is about the sources
				args = append(args, name)
			}
		}
	}
	cmd := exec.Command(node, args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the served modules: %v\n%s", err, out)
	}
}

func list(t *testing.T, files fs.FS, pattern string) []string {
	t.Helper()
	names, err := fs.Glob(files, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v, %v", pattern, names, err)
	}
	return names
}

func TestSite_FirstLoadOfEachPageStaysWithinItsBudget(t *testing.T) {
	site, err := web.New(web.Files(), "")
	if err != nil {
		t.Fatal(err)
	}
	total := map[string]int{"lobby": 90_000, "me": 90_000, "reset": 90_000, "table": 150_000}
	parts := map[string]int{".html": 8_000, ".css": 30_000, ".js": 100_000, ".svg": 8_000}
	for page, budget := range total {
		sizes := load(t, site, page)
		sum := 0
		for kind, size := range sizes {
			sum += size
			if size > parts[kind] {
				t.Errorf("%s: %d bytes of %s, want at most %d", page, size, kind, parts[kind])
			}
		}
		t.Logf("%s: %d bytes, %v", page, sum, sizes)
		if sum >= budget {
			t.Errorf("%s: %d bytes in all, want fewer than %d", page, sum, budget)
		}
	}
}

var (
	inPage   = regexp.MustCompile(`(?:src|href)="(/static/[^"]+)"`)
	inModule = regexp.MustCompile(`(?:from|import)\s*"\./([^"]+)"`)
)

// load counts the bytes that a browser is sent for a page, by the ending of the names.
func load(t *testing.T, site *web.Site, page string) map[string]int {
	t.Helper()
	body, err := io.ReadAll(get(site.Page(page), "GET", "/").Body)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{".html": len(body)}
	seen := map[string]bool{}
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		content := served(t, site, name)
		sizes[filepath.Ext(name)] += len(content)
		for _, m := range inModule.FindAllStringSubmatch(content, -1) {
			follow("js/" + m[1])
		}
	}
	for _, m := range inPage.FindAllStringSubmatch(string(body), -1) {
		follow(strings.TrimPrefix(m[1], web.Prefix+site.Build()+"/"))
	}
	if sizes[".js"] == 0 || sizes[".css"] == 0 {
		t.Fatalf("%s loads only %v: is this how its files are found?", page, sizes)
	}
	return sizes
}
