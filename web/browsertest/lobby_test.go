package browsertest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// fill writes text into a field.
func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text, chromedp.NodeVisible))
}

// keys types into whatever has the focus.
func (b *tab) keys(text string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(text))
}

// press presses a key again and again while an expression is true.
func (b *tab) press(key, while string) {
	b.t.Helper()
	for range 40 {
		if !eval[bool](b, while) {
			return
		}
		b.keys(key)
	}
	b.t.Fatalf("%s pressed %q in vain: %s", b.who, key, while)
}

// awaitPath waits until the tab is at an address.
func (b *tab) awaitPath(address string) {
	b.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.t.Fatal(err)
	}
	b.await(fmt.Sprintf("location.pathname === %s", quote(u.Path)))
}

func TestPages_PlayNowOnAFullServerTakesAFreeSeatAndSaysSo(t *testing.T) {
	s := serve(t, append(quick(), "MAX_LIVE_TABLES=1")...)
	alice := newTab(t, "alice", laptopWidth, laptopHeight)
	address := alice.createTable(s.url)

	bob := newTab(t, "bob", phoneWidth, phoneHeight)
	bob.open(s.url)
	bob.click("#play-now") // no dialog, no other click
	bob.awaitPath(address)
	bob.awaitCards()
	alice.awaitCards()
	const notice = `(document.querySelector("pk-notice .notice p")?.textContent ?? "")`
	bob.await(notice + `.includes("in use, so here is a free seat at ")`)
	bob.picture("seat-instead")
}

func TestPages_APastedLinkLeadsToItsTable(t *testing.T) {
	for name, paste := range map[string]func(address string) string{
		"whole":    func(address string) string { return address },
		"only id":  func(address string) string { return address[strings.LastIndexByte(address, '/')+1:] },
		"as typed": func(address string) string { return "  " + strings.TrimPrefix(address, "http://") + "/ " },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, quick()...)
			alice := newTab(t, "alice", laptopWidth, laptopHeight)
			address := alice.createTable(s.url)
			bob := newTab(t, "bob", phoneWidth, phoneHeight)
			bob.open(s.url)
			bob.fill("#join input", paste(address))
			bob.click("#join button")
			bob.awaitPath(address)
			bob.click("pk-actions .idle button") // "Take a seat"
			bob.sitDown()
			bob.awaitCards()
		})
	}
}

func TestPages_ALinkToNowhereIsSaidBesideTheField(t *testing.T) {
	s := serve(t)
	b := newTab(t, "visitor", laptopWidth, laptopHeight)
	b.open(s.url)
	for _, link := range []string{"not a link", s.url + "/t/nothing"} {
		b.fill("#join input", link)
		b.click("#join button")
		b.await(`document.querySelector("#join-why").textContent !== ""`)
		eval[any](b, `document.querySelector("#join input").value = "", document.querySelector("#join-why").textContent = "", null`)
	}
	b.awaitPath(s.url + "/")
}

func TestPages_TheLobbyListsPublicTablesAtBothSizes(t *testing.T) {
	s := serve(t, append(quick(), "MAX_TABLES_PER_ACCOUNT=5")...)
	host := newTab(t, "host", laptopWidth, laptopHeight)
	host.createTable(s.url)
	eval[any](host, `[{ name: "Friday night", seats: 9 }, { name: "Sunday lunch, the slow one for everybody", bots: 5, bot_level: "odds" },
		{ name: "Two of us", seats: 2, small_blind: 5, big_blind: 10 }, { name: "Not for everyone", private: true }].forEach((table) =>
		fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(table) })), null`)
	for _, c := range []struct {
		name          string
		width, height int64
	}{{"laptop", laptopWidth, laptopHeight}, {"phone", phoneWidth, phoneHeight}} {
		b := newTab(t, c.name, c.width, c.height)
		b.open(s.url)
		b.await(`document.querySelectorAll("pk-lobby-list tr[data-table]").length === 4`)
		const cut = `[...document.querySelectorAll("pk-lobby-list .name a, pk-lobby-list .go a")].filter((a) => {
			const r = a.getBoundingClientRect();
			return r.width === 0 || r.left < 0 || r.right > innerWidth }).map((a) => a.textContent)`
		if out := eval[[]string](b, cut); len(out) > 0 {
			t.Errorf("%s: out of sight: %q", c.name, out)
		}
		if wide := eval[float64](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s: the page is %v pixels too wide", c.name, wide)
		}
		eval[any](b, `document.querySelector("pk-lobby-list").scrollIntoView({ block: "center" }), null`)
		b.picture("list")
	}
}
