package browsertest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// createTable makes a table by clicking through the dialog, and sits down. It returns the table's address.
func (b *tab) createTable(server string) (address string) {
	b.t.Helper()
	b.open(server)
	b.click("#create")
	b.click("#create-go")
	b.await(`location.pathname.startsWith("/t/")`)
	b.sitDown()
	return eval[string](b, "location.href")
}

// sitDown answers the dialog that asks how many chips to bring.
func (b *tab) sitDown() {
	b.t.Helper()
	b.click("#buyin-go")
	b.await(`document.querySelector("pk-hero[data-mine]") !== null`)
}

// knows reports where a tab knows of a card: in a frame that it was sent, or in its page.
func (b *tab) knows(card string) (where string) {
	b.t.Helper()
	for _, frame := range b.received() {
		if strings.Contains(frame, `"`+card+`"`) {
			return "the frame " + frame
		}
	}
	if strings.Contains(eval[string](b, "document.documentElement.outerHTML"), `"`+card+`"`) {
		return "the page"
	}
	return ""
}

func TestPages_TwoGuestsPlayAHandAgainstEachOther(t *testing.T) {
	s := serve(t, "HAND_PAUSE=5s", "ACTION_CLOCK=60s") // the end of the first hand stays in sight
	alice := newTab(t, "alice", laptopWidth, laptopHeight)
	bob := newTab(t, "bob", phoneWidth, phoneHeight)
	address := alice.createTable(s.url)
	bob.open(address)
	bob.click("pk-actions .idle button") // "Take a seat"
	bob.sitDown()

	players := map[*tab][]string{alice: alice.awaitCards(), bob: bob.awaitCards()}
	for alice.happened("street") < 3 { // to the river
		actor := awaitTurn(t, alice, bob)
		street := alice.happened("street")
		acted := alice.happened("acted")
		actor.click(callButton)
		alice.until("the move was seen", func() bool { return alice.happened("acted") > acted || alice.happened("street") > street })
	}
	for viewer := range players {
		for owner, cards := range players {
			for _, card := range cards {
				if where := viewer.knows(card); viewer != owner && where != "" {
					t.Errorf("%s knows %s's %s from %s", viewer.who, owner.who, card, where)
				} else if viewer == owner && where == "" {
					t.Errorf("%s does not find the own %s: the search finds nothing", viewer.who, card)
				}
			}
		}
	}
	alice.picture("river")
	bob.picture("river")
	for alice.happened("hand_ended") == 0 {
		acted := alice.happened("acted")
		awaitTurn(t, alice, bob).click(callButton)
		alice.until("the move was seen", func() bool { return alice.happened("acted") > acted })
	}
	bob.until("the hand is over for both", func() bool { return bob.happened("hand_ended") == 1 })
	alice.picture("showdown")
	bob.picture("showdown")
	for _, b := range []*tab{alice, bob} {
		const stacks = `[...document.querySelectorAll("pk-hero .stack, pk-seat:not([data-free]) .stack")]
			.map((s) => s.title || s.textContent).reduce((sum, s) => sum + Number(s.replace(/\D/g, "")), 0)`
		b.await(stacks + " === 10000")
	}
}

// awaitTurn waits until one of the players may move.
func awaitTurn(t *testing.T, players ...*tab) *tab {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		for _, b := range players {
			if b.myTurn() {
				return b
			}
		}
	}
	t.Fatal("nobody may move")
	return nil
}

func TestPages_AFullServerSaysSoAndJoiningStillWorks(t *testing.T) {
	s := serve(t, append(quick(), "MAX_LIVE_TABLES=1")...)
	alice := newTab(t, "alice", laptopWidth, laptopHeight)
	alice.createTable(s.url)

	bob := newTab(t, "bob", phoneWidth, phoneHeight)
	bob.open(s.url)
	bob.click("#create")
	bob.click("#create-go")
	bob.await(`document.querySelector("#create-refused").textContent !== ""`)
	sentence := eval[string](bob, `document.querySelector("#create-refused").innerText`)
	if !strings.Contains(sentence, "1 table") && !strings.Contains(sentence, "tables") || strings.Contains(sentence, "server_full") {
		t.Errorf("the refusal reads %q, want a plain sentence about the tables", sentence)
	}
	bob.picture("refused")
	bob.click("#create-refused button") // "Show open seats"
	bob.click("pk-lobby-list .go a")
	bob.await(`location.pathname.startsWith("/t/")`)
	bob.sitDown()
	if cards := fmt.Sprint(bob.awaitCards()); cards == fmt.Sprint(alice.awaitCards()) {
		t.Errorf("both hold %s", cards)
	}
}
