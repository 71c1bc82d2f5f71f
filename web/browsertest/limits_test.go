package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

func TestPages_SixFreshBrowsersBehindOneAddressOpenOneLinkAndAllSit(t *testing.T) {
	s := serve(t, quick()...) // the limits per caller are as shipped
	host := newTab(t, "host", laptopWidth, laptopHeight)
	host.open(s.url)
	host.click("#create")
	host.click("#create-go")
	host.await(`location.pathname.startsWith("/t/")`) // and does not sit down
	address := eval[string](host, "location.href")
	var friends []*tab
	for i := range 6 {
		friends = append(friends, newTab(t, fmt.Sprint("friend", i), phoneWidth, phoneHeight))
		friends[i].open(address)
	}
	for _, friend := range friends {
		friend.click("pk-actions .idle button") // "Take a seat"
		friend.sitDown()
	}
	friends[5].picture("all-six")
}

func TestPages_WhoIsTooFastIsToldInASentenceWhenToGoOn(t *testing.T) {
	s := serve(t, append(quick(), "RATE_CREATE=1/h")...)
	alice := newTab(t, "alice", laptopWidth, laptopHeight)
	alice.createTable(s.url)
	alice.open(s.url)
	alice.click("#create")
	alice.click("#create-go")
	alice.await(`document.querySelector("#create-refused").textContent !== ""`)
	sentence := eval[string](alice, `document.querySelector("#create-refused").innerText`)
	if !strings.Contains(sentence, "quick") || !strings.Contains(sentence, "Ready again in") || strings.Contains(sentence, "rate_limited") {
		t.Errorf("the refusal reads %q, want a plain sentence with the wait", sentence)
	}
	alice.picture("refused")
}

func TestPages_WhoHasOpenedAllTablesOfTheDayIsToldUntilWhenAndMayJoin(t *testing.T) {
	s := serve(t, append(quick(), "QUOTA_TABLES=guest:1,account:50")...)
	host := newTab(t, "host", laptopWidth, laptopHeight)
	host.createTable(s.url)
	for _, c := range sizes {
		b := newTab(t, c.name, c.width, c.height)
		b.createTable(s.url)
		b.open(s.url)
		b.click("#create")
		b.click("#create-go")
		b.said("#create-refused", "You have opened 1 table today. More at ")
		b.said("#create-refused", "Joining is still open.")
		const local = `new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" }).format(new Date(new Date().setUTCHours(24, 0, 0, 0)))`
		b.said("#create-refused", eval[string](b, local))
		b.picture("create")
		b.click("#create-refused button") // "Show open seats"
		b.await(`document.querySelector("pk-create dialog").open === false`)
		b.click("#play-now")
		b.said("#play-why", "You have opened 1 table today.")
		b.picture("play")
	}
}

func TestPages_AWalletThatIsTooSmallMayAskForFreeChips(t *testing.T) {
	s := serve(t, append(quick(), "STARTING_CHIPS=500")...)
	for _, c := range sizes {
		b := newTab(t, c.name, c.width, c.height)
		b.open(s.url)
		b.click("#create")
		b.click("#create-go")
		b.await(`location.pathname.startsWith("/t/")`)
		b.said("#buyin-limits", "You have 500.")
		b.click("#buyin-free")
		b.said("#buyin-refused", "You already have as many chips as a refill gives.")
		b.picture("dialog")
	}
}

func TestPages_WhoHasTooManyTablesOpenClosesOneForAnother(t *testing.T) {
	s := serve(t, append(quick(), "MAX_SOCKETS_PER_ACCOUNT=1")...)
	b := newTab(t, "guest", laptopWidth, laptopHeight)
	first := b.createTable(s.url)
	second := newTab(t, "host", laptopWidth, laptopHeight).createTable(s.url)
	other := b.another("guest's other tab")
	other.open(second)
	other.said(".panel", "You have 1 table open, the most at once. Close one to open this.")
	other.picture("panel")
	other.click(".panel button") // "Close …"
	b.await(`document.body.dataset.conn === "aside"`)
	b.said(".panel", "to open another")
	other.await(`document.body.dataset.conn === "live"`)
	if path := eval[string](b, "location.href"); path != first {
		t.Errorf("the first tab went to %s", path)
	}
}
