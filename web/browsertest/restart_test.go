package browsertest

import (
	"fmt"
	"testing"
)

func TestPages_ARestartIsAnnouncedAndLosesNoHandAndNoSeat(t *testing.T) {
	data := t.TempDir()
	settings := []string{"HAND_PAUSE=5s", "ACTION_CLOCK=60s"}
	first := serveIn(t, data, append(settings, "ADDR=127.0.0.1:0")...)
	alice := newTab(t, "alice", laptopWidth, laptopHeight)
	bob := newTab(t, "bob", phoneWidth, phoneHeight)
	carol := newTab(t, "carol", laptopWidth, laptopHeight)
	address := alice.createTable(first.url)
	bob.open(address)
	bob.click("pk-actions .idle button") // "Take a seat"
	bob.sitDown()
	carol.guest(first.url)
	carol.open(first.url)
	carol.await(`document.body.dataset.conn === "live"`)
	cards := map[*tab][]string{alice: alice.awaitCards(), bob: bob.awaitCards()}
	onTurn := awaitTurn(t, alice, bob)
	for _, b := range []*tab{alice, bob, carol} {
		eval[any](b, "window.loadedBefore = true, null")
	}

	stopped := make(chan struct{})
	go func() { // the hand waits for somebody who does nothing: it is left to the log when the drain's time is over
		defer close(stopped)
		first.stop(t)
	}()
	for _, b := range []*tab{alice, bob} {
		b.await(`/^Restart in \d+ s\. This hand finishes first\. Your chips are safe\.$/.test(document.querySelector("pk-notice p")?.textContent ?? "")`)
	}
	alice.picture("restart announced")
	bob.picture("restart announced")
	for _, b := range []*tab{alice, bob, carol} {
		b.await(`document.body.dataset.conn !== "live"`)
	}
	<-stopped
	serveIn(t, data, append(settings, "ADDR=127.0.0.1:"+first.port())...)
	for _, b := range []*tab{alice, bob, carol} {
		b.await(`document.body.dataset.conn === "live"`)
		if !eval[bool](b, "window.loadedBefore === true") {
			t.Errorf("%s's page was loaded again", b.who)
		}
	}
	for b, before := range cards {
		if after := b.cards(myCards); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s's cards before %v, after %v", b.who, before, after)
		}
	}
	if got := awaitTurn(t, alice, bob); got != onTurn {
		t.Errorf("it is %s's turn, want %s's", got.who, onTurn.who)
	}
	for alice.happened("hand_ended") == 0 { // and it is played to its end
		acted := alice.happened("acted")
		awaitTurn(t, alice, bob).click(callButton)
		alice.until("the move was seen", func() bool { return alice.happened("acted") > acted })
	}
	if hands := alice.happened("hand_started"); hands != 1 {
		t.Errorf("%d hands have started, want the one", hands)
	}
	for _, b := range []*tab{alice, bob, carol} {
		b.forgive("net::ERR_CONNECTION") // the browser notes each try while there was no server
	}
}
