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
