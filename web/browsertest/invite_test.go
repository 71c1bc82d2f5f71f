package browsertest

import (
	"strings"
	"testing"
)

// createPrivate makes a private table by clicking through the dialog, and sits down. It returns the table's address.
func (b *tab) createPrivate(server string) (address string) {
	b.t.Helper()
	b.open(server)
	b.click("#create")
	b.click(`pk-create input[name="private"]`)
	b.click("#create-go")
	b.await(`location.pathname.startsWith("/t/")`)
	b.sitDown()
	return eval[string](b, "location.href")
}

// link is what the dialog offers to copy, once it is another one than before.
func (b *tab) link(before string) string {
	b.t.Helper()
	const field = `document.querySelector("#invite-link").value`
	b.await(field + ` !== "" && ` + field + ` !== ` + quote(before))
	return eval[string](b, field)
}

func TestPages_APrivateTableIsJoinedByItsLinkAndByNothingElse(t *testing.T) {
	s := serve(t, quick()...)
	host := newTab(t, "host", laptopWidth, laptopHeight)
	address := host.createPrivate(s.url)
	host.click(`pk-app-bar [data-action="invite"]`)
	link := host.link("")
	if !strings.HasPrefix(link, s.url+"/i/") || strings.Contains(link, address[strings.LastIndexByte(address, '/'):]) {
		t.Fatalf("the link is %s, want an invite that does not name the table", link)
	}
	host.said("#invite-note", "Whoever opens it may join.")
	host.picture("dialog")

	friend := newTab(t, "friend", phoneWidth, phoneHeight)
	friend.open(link)
	friend.said("#said", " invites you to play.")
	friend.said("#facts", "1 of 6 taken")
	friend.picture("landing")
	friend.click("#join") // without an account until now
	friend.awaitPath(address)
	friend.sitDown()

	stranger := newTab(t, "stranger", laptopWidth, laptopHeight)
	stranger.open(address)
	stranger.said(".panel", "This table has closed, takes an invite, or the link is not complete.")
	stranger.forgive("Unexpected response code: 404")
	stranger.picture("panel")

	host.click("#invite-renew")
	newer := host.link(link)
	stranger.open(link)
	stranger.said("#said", "This invite has ended. Ask the host for a new link.")
	stranger.picture("ended")
	stranger.open(s.url)
	stranger.fill("#join input", newer)
	stranger.click("#join button")
	stranger.awaitPath(newer)
	stranger.click("#join")
	stranger.awaitPath(address)
	friend.open(address) // who was let in stays so
	friend.awaitCards()
}

func TestPages_AnInviteToWatchLeadsToATableWithoutASeatForItsGuest(t *testing.T) {
	s := serve(t, quick()...)
	host := newTab(t, "host", laptopWidth, laptopHeight)
	address := host.createPrivate(s.url)
	host.click(`pk-app-bar [data-action="invite"]`)
	link := host.link("")
	host.click(`pk-invite input[type="checkbox"]`)
	watch := host.link(link)
	host.said("#invite-note", "Whoever opens it may watch.")
	host.click(`pk-invite input[type="checkbox"]`)
	if again := host.link(watch); again != link {
		t.Errorf("the link to play is %s now, want %s as before", again, link)
	}
	guest := newTab(t, "guest", phoneWidth, phoneHeight)
	guest.open(watch)
	guest.said("#said", " invites you to watch.")
	guest.click("#join")
	guest.awaitPath(address)
	guest.await(`document.body.dataset.conn === "live"`)
	guest.said("pk-actions", "Watching")
	if n := eval[int](guest, `document.querySelectorAll("pk-seat button.sit:not([hidden]), pk-actions .idle button:not([hidden])").length`); n != 0 {
		t.Errorf("who may only watch is offered %d ways to sit down", n)
	}
	guest.picture("watching")
}
