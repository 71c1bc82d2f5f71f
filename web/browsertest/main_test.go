package browsertest

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// Set by TestMain: the binary under test, and the one browser, in which each tab has a context of its own.
var (
	binary  string
	browser context.Context
)

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := runAll(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsertest:", err)
		code = 1
	}
	os.Exit(code)
}

var errNoBrowser = errors.New("there is no Chromium here: install it, or name one in FULLHOUSE_CHROMIUM")

func runAll(m *testing.M) (code int, err error) {
	if testing.Short() {
		fmt.Println("browsertest: SKIPPED: -short")
		return 0, nil
	}
	chromium, err := findChromium()
	if errors.Is(err, errNoBrowser) && os.Getenv("FULLHOUSE_REQUIRE_BROWSER") == "" {
		fmt.Println("browsertest: SKIPPED:", err)
		return 0, nil
	}
	if err != nil {
		return 1, err
	}
	folder, err := os.MkdirTemp("", "fullhouse-browsertest-")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "fullhouse")
	if out, err := exec.Command("go", "build", "-o", binary, "example.com/fullhouse/cmd/fullhouse").CombinedOutput(); err != nil {
		return 1, fmt.Errorf("build the server: %w\n%s", err, out)
	}
	ctx, stop := startChromium(chromium, filepath.Join(folder, "profile"))
	defer stop()
	if err := chromedp.Do(ctx); err != nil { // starts it
		return 1, fmt.Errorf("start %s: %w", chromium, err)
	}
	browser = ctx
	return m.Run(), nil
}

// findChromium looks where scripts/needs looks.
func findChromium() (string, error) {
	path, err := exec.LookPath(cmp.Or(os.Getenv("FULLHOUSE_CHROMIUM"), "chromium"))
	if err != nil {
		return "", fmt.Errorf("%w (%w)", errNoBrowser, err)
	}
	return path, nil
}

func startChromium(path, profile string) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		chromedp.NoSandbox, // the tests may run as root, which the sandbox refuses; the pages are our own
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocator)
	return ctx, func() {
		stop()
		stopAllocator()
	}
}
