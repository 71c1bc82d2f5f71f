package browsertest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// The sizes that the pages are checked at: a laptop and a phone.
const (
	laptopWidth, laptopHeight = 1366, 768
	phoneWidth, phoneHeight   = 390, 844
)

// What is on a table's page.
const (
	myCards    = "pk-hero pk-card[data-card]:not([data-card=back])"
	callButton = "pk-actions [data-do=call]"
	foldButton = "pk-actions [data-do=fold]"
)

// quick makes bots and pauses short, so that a test is about what happens and not about waiting.
func quick() []string { return []string{"BOT_PACE=20ms", "HAND_PAUSE=300ms", "ACTION_CLOCK=60s"} }

// cards are those that a selector finds, such as "As".
func (b *tab) cards(selector string) []string {
	b.t.Helper()
	return eval[[]string](b, fmt.Sprintf("[...document.querySelectorAll(%s)].map((c) => c.dataset.card)", quote(selector)))
}

// awaitCards waits until the tab shows two cards of its own.
func (b *tab) awaitCards() []string {
	b.t.Helper()
	b.await(fmt.Sprintf("document.querySelectorAll(%s).length === 2", quote(myCards)))
	return b.cards(myCards)
}

// happened counts the events of a kind that have come over the tab's sockets.
func (b *tab) happened(kind string) (n int) {
	b.t.Helper()
	for _, frame := range b.received() {
		var messages []struct{ Type string }
		if err := json.Unmarshal([]byte(frame), &messages); err != nil {
			b.t.Fatalf("%s got a frame that is no array of messages: %v\n%s", b.who, err, frame)
		}
		for _, m := range messages {
			if m.Type == kind {
				n++
			}
		}
	}
	return n
}

// myTurn reports whether a click on the buttons would count now.
func (b *tab) myTurn() bool {
	b.t.Helper()
	return eval[bool](b, fmt.Sprintf("(() => { const b = document.querySelector(%s); return b !== null && !b.disabled && b.offsetWidth > 0 })()",
		quote(callButton)))
}

// price is what the call button says that calling costs.
func (b *tab) price() int {
	b.t.Helper()
	return eval[int](b, fmt.Sprintf("Number(document.querySelector(%s).textContent.replace(/\\D/g, ''))", quote(callButton)))
}

func TestPages_TextHasWidth(t *testing.T) {
	s := serve(t)
	b := newTab(t, "visitor", laptopWidth, laptopHeight)
	b.open(s.url)
	width := eval[float64](b, `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector("#play-now"));
		return r.getBoundingClientRect().width })()`)
	if width < 20 {
		t.Errorf("the words on a button are %v pixels wide: is there a font on this machine?", width)
	}
}

func TestPages_ATroubleInAPageIsNoticed(t *testing.T) {
	s := serve(t)
	b := newTab(t, "visitor", laptopWidth, laptopHeight)
	b.open(s.url)
	eval[any](b, `document.body.append(Object.assign(document.createElement("script"), { textContent: "1" })), null`)
	b.until("the browser reported the inline script", func() bool { return len(b.trouble()) > 0 })
	b.forgive("Content Security Policy") // all else would still fail the test
}

func TestPages_AGuestPlaysThreeHandsAgainstBotsByClicking(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int64
	}{{"laptop", laptopWidth, laptopHeight}, {"phone", phoneWidth, phoneHeight}} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, quick()...)
			b := newTab(t, "guest", c.width, c.height)
			b.open(s.url)
			b.picture("lobby")
			b.click("#play-now") // one click from a cold start to the first cards; two are allowed
			b.awaitCards()
			b.picture("cards")
			for clicks := 0; b.happened("hand_ended") < 3; {
				switch {
				case !b.myTurn():
					time.Sleep(10 * time.Millisecond)
				case b.price() > 1000: // keeps the chips for the hands to come
					b.click(foldButton)
					clicks++
				default:
					b.click(callButton)
					clicks++
				}
				if clicks > 200 {
					t.Fatal("200 clicks and not three hands")
				}
			}
			b.picture("end")
		})
	}
}

func TestPages_AReloadInMidHandShowsTheSameCards(t *testing.T) {
	s := serve(t, quick()...)
	b := newTab(t, "guest", laptopWidth, laptopHeight)
	b.open(s.url)
	b.click("#play-now")
	before := b.awaitCards()
	b.until("it is the guest's turn", b.myTurn)
	b.open(eval[string](b, "location.href"))
	after := b.awaitCards()
	if fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("cards before %v, after %v", before, after)
	}
	b.until("it is still the guest's turn", b.myTurn)
	if hands := b.happened("hand_started"); hands > 1 {
		t.Errorf("%d hands have started, want the one", hands)
	}
}

func TestPages_ComeBackByThemselvesAfterARestart(t *testing.T) {
	data := t.TempDir()
	first := serveIn(t, data, append(quick(), "ADDR=127.0.0.1:0")...)
	b := newTab(t, "guest", laptopWidth, laptopHeight)
	b.open(first.url)
	b.click("#play-now")
	before := b.awaitCards()
	b.until("it is the guest's turn", b.myTurn)
	eval[any](b, "window.loadedBefore = true, null")
	first.stop(t)
	b.await(`document.body.dataset.conn !== "live"`)
	if b.myTurn() {
		t.Error("the buttons can be pressed while there is no server")
	}
	b.picture("gone")
	serveIn(t, data, append(quick(), "ADDR=127.0.0.1:"+first.port())...)
	b.await(`document.body.dataset.conn === "live"`)
	b.until("it is the guest's turn again", b.myTurn)
	if after := b.cards(myCards); fmt.Sprint(before) != fmt.Sprint(after) {
		t.Errorf("cards before %v, after %v", before, after)
	}
	if !eval[bool](b, "window.loadedBefore === true") {
		t.Error("the page was loaded again")
	}
	b.click(callButton)
	b.until("the move was made", func() bool { return !b.myTurn() })
	b.picture("back")
	b.forgive("net::ERR_CONNECTION") // the browser notes each try while there was no server
}
