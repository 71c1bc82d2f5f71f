package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// picture saves what the tab shows into the folder screenshots at the root, to be looked at.
func (b *tab) picture(names ...string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Logf("%s: no screenshot: %v", b.who, err)
		return
	}
	name := strings.Join(append([]string{b.t.Name(), b.who}, names...), "-") + ".png"
	path := filepath.Join("..", "..", "screenshots", strings.ReplaceAll(name, "/", "-"))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, shot, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
