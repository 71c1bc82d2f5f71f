package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long anything on a page may take before the test gives up on it.
const patience = 20 * time.Second

// tab is one person's browser: it shares no cookies with other tabs.
type tab struct {
	t   *testing.T
	who string
	ctx context.Context

	mu       sync.Mutex
	frames   []string // the text of every message that came over a socket
	troubles []string // errors on the console and violations of the policy
}

// newTab opens an empty tab of the given size. When the test ends, whatever troubled the page fails it.
func newTab(t *testing.T, who string, width, height int64) *tab {
	t.Helper()
	return openTab(t, who, width, height, browser, chromedp.WithNewBrowserContext())
}

// another opens one more tab of the same person, with the same cookies and of the laptop's size.
func (b *tab) another(who string) *tab {
	b.t.Helper()
	return openTab(b.t, who, laptopWidth, laptopHeight, b.ctx)
}

func openTab(t *testing.T, who string, width, height int64, parent context.Context, options ...chromedp.ContextOption) *tab {
	t.Helper()
	b := &tab{t: t, who: who}
	ctx, closeTab := chromedp.NewContext(parent, append(options, chromedp.WithListener(b.listen))...)
	b.ctx = ctx
	t.Cleanup(func() {
		if t.Failed() {
			b.picture()
		}
		closeTab()
		for _, trouble := range b.trouble() {
			t.Errorf("%s's page: %s", who, trouble)
		}
	})
	// The tab lives as long as the context of its first step, so this one has no time limit.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, height)); err != nil {
		t.Fatal(err)
	}
	return b
}

// listen runs in the goroutine that reads from the browser: it only notes.
func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventWebSocketFrameReceived:
		b.frames = append(b.frames, string(e.Response.PayloadData))
	case *runtime.EventExceptionThrown:
		b.troubles = append(b.troubles, "uncaught: "+e.ExceptionDetails.Text+" "+describe(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			text := "console:"
			for _, arg := range e.Args {
				text += " " + describe(arg)
			}
			b.troubles = append(b.troubles, text)
		}
	case *log.EventEntryAdded:
		// A refusal that the page asked for and words itself is noted by the browser too; a missing file is trouble.
		// So is a socket that was refused; then the address is the script's.
		refusal := e.Entry.Source == log.EntrySourceNetwork && (strings.Contains(e.Entry.URL, "/api/") ||
			strings.Contains(e.Entry.Text, "Unexpected response code: 429"))
		if (e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning) && !refusal {
			b.troubles = append(b.troubles, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

func describe(o *runtime.RemoteObject) string {
	switch {
	case o == nil:
		return ""
	case o.Description != "":
		return o.Description
	}
	return string(o.Value)
}

// trouble is what has gone wrong in the page so far.
func (b *tab) trouble() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.troubles)
}

// forgive forgets the troubles that a test causes itself: those that contain the words.
func (b *tab) forgive(words string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.troubles = slices.DeleteFunc(b.troubles, func(trouble string) bool { return strings.Contains(trouble, words) })
}

// received are all messages that came over this tab's sockets.
func (b *tab) received() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.frames
}

// do runs steps and ends the test if one fails.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%s: %v", b.who, err)
	}
}

// open goes to an address.
func (b *tab) open(url string) { b.t.Helper(); b.do(chromedp.Navigate(url)) }

// click presses what the CSS selector finds, once it can be seen, in its middle and with a mouse.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// await waits until a JavaScript expression is true. It asks again and again, since a page that is just being left can't
// answer.
func (b *tab) await(expression string) {
	b.t.Helper()
	b.until(expression, func() bool {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
		return err == nil && ok
	})
}

// until waits for something that a page can't tell by one expression.
func (b *tab) until(what string, ok func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.t.Fatalf("%s waited in vain: %s", b.who, what)
		}
	}
}

// eval is the value of a JavaScript expression.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %s: %v", b.who, expression, err)
	}
	return value
}

// quote makes a JavaScript string.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}
