package browsertest

import (
	"strings"
	"testing"
)

const answer = "#coach-answer"

func TestPages_ThePlayerAsksForOddsAndIsNeverToldUnasked(t *testing.T) {
	s := serve(t, append(quick(), "QUOTA_ODDS=guest:2,account:2")...)
	b := newTab(t, "guest", laptopWidth, laptopHeight)
	b.open(s.url)
	b.click("#play-now")
	b.awaitCards()
	b.until("it is the guest's turn", b.myTurn)
	const asked = `performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/api/odds")).length`
	if n := eval[int](b, asked); n != 0 {
		t.Errorf("the page asked %d times by itself", n)
	}
	b.click("#coach-go")
	b.said(answer, "random hand")
	if text := eval[string](b, `document.querySelector("#coach-answer").textContent`); !strings.HasPrefix(text, "Equity ") {
		t.Errorf("the answer is %q, want an equity", text)
	}
	b.picture("answer")
	b.fill("#coach-range", "not a range")
	b.click("#coach-go")
	b.said("#coach-why", "range") // and costs nothing of the day's allowance
	eval[any](b, `document.querySelector("#coach-range").value = "", null`)
	b.fill("#coach-range", "22+, A2+")
	b.click("#coach-go")
	b.said(answer, "22+, A2+")
	b.click("#coach-go")
	b.said("#coach-why", "You have asked for odds 2 times today")
	b.picture("quota")
	if !b.myTurn() {
		t.Error("the buttons of the hand rest because of the coach")
	}
}

func TestPages_OnAPhoneTheMenuLeadsToTheOdds(t *testing.T) {
	s := serve(t, quick()...)
	for _, c := range sizes[1:] {
		b := newTab(t, c.name, c.width, c.height)
		b.open(s.url)
		b.click("#play-now")
		b.awaitCards()
		b.until("it is the guest's turn", b.myTurn)
		b.click("pk-app-bar [data-action=menu]")
		b.click("pk-menu [data-action=odds]")
		b.await(`document.activeElement.id === "coach-range"`)
		b.click("#coach-go")
		b.said(answer, "Equity ")
		const covered = `document.querySelector("pk-log").getBoundingClientRect().bottom - document.querySelector("pk-hero").getBoundingClientRect().top`
		if over := eval[float64](b, covered); over > 1 {
			t.Errorf("%s: the panel covers %v pixels of the player's own place", c.name, over)
		}
		b.picture("answer")
	}
}
