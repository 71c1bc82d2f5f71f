package browsertest

import (
	"fmt"
	"regexp"
	"testing"
)

// sizes are those at which the pages that are no table are looked at.
var sizes = []struct {
	name          string
	width, height int64
}{{"laptop", laptopWidth, laptopHeight}, {"phone", phoneWidth, phoneHeight}, {"small", 360, 640}}

const password = "correct horse battery"

// guest makes a guest of a tab and opens the account's page.
func (b *tab) guest(server string) {
	b.t.Helper()
	b.open(server)
	eval[any](b, `fetch("/api/guest", { method: "POST" }).then(() => { window.made = true }), null`)
	b.await("window.made === true")
	b.open(server + "/me")
	b.is("guest")
}

// is waits until the account's page shows a guest, an account or nobody.
func (b *tab) is(who string) {
	b.t.Helper()
	b.await("document.body.dataset.who === " + quote(who))
}

// register gives a guest a name and a password.
func (b *tab) register(name, email string) {
	b.t.Helper()
	b.fill("#register-name", name)
	b.fill("#register-password", password)
	if email != "" {
		b.fill("#register-email", email)
	}
	b.click("#register-go")
	b.is("account")
}

// signIn fills in the form of the account's page.
func (b *tab) signIn(name, password string) {
	b.t.Helper()
	eval[any](b, `document.querySelectorAll("#login input").forEach((i) => { i.value = "" }), null`)
	b.fill("#login-name", name)
	b.fill("#login-password", password)
	b.click("#login-go")
}

// aCode is how the server names what it refuses.
var aCode = regexp.MustCompile(`[a-z]_[a-z]`)

// said waits for a sentence in the element that the selector finds.
func (b *tab) said(selector, part string) {
	b.t.Helper()
	b.await(fmt.Sprintf("document.querySelector(%s).innerText.includes(%s)", quote(selector), quote(part)))
	if text := eval[string](b, fmt.Sprintf("document.querySelector(%s).innerText", quote(selector))); aCode.MatchString(text) {
		b.t.Errorf("%s reads %q, want a plain sentence", selector, text)
	}
}

// fits fails the test when the page is wider than the screen.
func (b *tab) fits() {
	b.t.Helper()
	if wide := eval[float64](b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		b.t.Errorf("%s: the page is %v pixels too wide", b.who, wide)
	}
}

func TestPages_AGuestKeepsItsChipsUnderANameLeavesAndComesBack(t *testing.T) {
	s := serve(t)
	b := newTab(t, "ann", laptopWidth, laptopHeight)
	b.guest(s.url)
	const chips = `document.querySelector("pk-profile .chips").textContent`
	had := eval[string](b, chips)
	b.fill("#register-name", "Al")
	b.fill("#register-password", password)
	b.click("#register-go")
	b.said("#register-why", "3 to 20")
	if invalid := eval[string](b, `document.activeElement.id + document.activeElement.getAttribute("aria-invalid")`); invalid != "register-nametrue" {
		t.Errorf("the focus is on %s, want the name that must be mended", invalid)
	}
	eval[any](b, `document.querySelectorAll("#register input").forEach((i) => { i.value = "" }), null`)
	b.register("Annabel", "")
	b.said("pk-notice", "Your chips are kept")
	if got := eval[string](b, chips); got != had {
		t.Errorf("%s after the upgrade, %s before it", got, had)
	}
	b.click("#logout")
	b.awaitPath(s.url + "/")
	b.open(s.url + "/me")
	b.is("nobody")
	b.signIn("Annabel", "not the password")
	b.said("#login-why", "do not belong together")
	b.signIn("Annabel", password)
	b.is("account")
	if got := eval[string](b, chips); got != had {
		t.Errorf("%s after coming back, %s before", got, had)
	}
}

func TestPages_AnAccountSeesItsBrowsersAndSignsOneOut(t *testing.T) {
	s := serve(t)
	ann, other := newTab(t, "ann", laptopWidth, laptopHeight), newTab(t, "other", phoneWidth, phoneHeight)
	ann.guest(s.url)
	ann.register("Annabel", "")
	other.open(s.url + "/me")
	other.is("nobody")
	other.signIn("Annabel", password)
	other.is("account")
	ann.open(s.url + "/me")
	ann.await(`document.querySelectorAll("pk-sessions li").length === 2`)
	ann.said("pk-sessions li:has(.tag)", "This browser")
	ann.click("pk-sessions li:not(:has(.tag)) button")
	ann.await(`document.querySelectorAll("pk-sessions li").length === 1`)
	other.open(s.url + "/me")
	other.is("nobody")
}

func TestPages_ANameCanBeChangedAndAnAccountDeleted(t *testing.T) {
	s := serve(t, "RATE_AUTH=600/min:60")
	b := newTab(t, "ann", laptopWidth, laptopHeight)
	b.guest(s.url)
	b.register("Annabel", "")
	eval[any](b, `document.querySelector("#rename-name").value = "", null`)
	b.fill("#rename-name", "Belle Anna")
	b.click("#rename-go")
	b.said("#who", "Belle Anna")
	b.click("#delete")
	b.fill("#end-password", "not the password")
	b.click("#end-go")
	b.said("#end-why", "do not belong together")
	eval[any](b, `document.querySelector("#end-password").value = "", null`)
	b.fill("#end-password", password)
	b.click("#end-go")
	b.awaitPath(s.url + "/")
	b.open(s.url + "/me")
	b.is("nobody")
	b.signIn("Belle Anna", password)
	b.said("#login-why", "do not belong together")
}

func TestPages_AForgottenPasswordIsSetAnewByTheLinkFromTheMail(t *testing.T) {
	s := serve(t, "RATE_AUTH=600/min:60")
	b := newTab(t, "ann", phoneWidth, phoneHeight)
	b.guest(s.url)
	b.register("Annabel", "ann@example.org")
	b.click("#logout")
	b.awaitPath(s.url + "/")
	b.open(s.url + "/me")
	b.is("nobody")
	b.click(".forgot summary")
	b.fill("#forgot-email", "ann@example.org")
	b.click("#forgot-go")
	b.said("#forgot-why", "If there is an account with this address, a link is on its way.")
	link := regexp.MustCompile(`/reset#token=[^"\s\\]+`) // on a loopback server mails go to its log
	b.until("the server wrote the link", func() bool { return link.MatchString(s.log.String()) })
	address := s.url + link.FindString(s.log.String())
	b.open(address)
	b.fill("#reset-password", "another horse entirely")
	b.click("#reset-go")
	b.said("#said", "you are signed in")
	b.open(s.url + "/me")
	b.is("account")

	b.open(address)
	b.fill("#reset-password", "a third horse entirely")
	b.click("#reset-go")
	b.said("#reset-why", "has been used")
}

func TestPages_TheAccountsPageAtEverySize(t *testing.T) {
	s := serve(t, "RATE_REGISTER=600/min:60")
	for i, c := range sizes {
		b := newTab(t, c.name, c.width, c.height)
		b.open(s.url + "/me")
		b.is("nobody")
		b.fits()
		b.picture("nobody")
		b.guest(s.url)
		b.await(`document.querySelectorAll(".allowances td").length > 0`)
		b.fits()
		b.picture("guest")
		eval[any](b, `document.querySelector("pk-profile").scrollIntoView(), null`)
		b.picture("guest-allowances")
		b.register(fmt.Sprint("Annabel ", i), "")
		b.await(`document.querySelectorAll("pk-sessions li").length === 1`)
		b.fits()
		b.picture("account")
		b.click("#delete")
		b.picture("delete")
		b.open(s.url + "/reset#token=abc")
		b.await(`document.querySelector("#reset-go") !== null`)
		b.fits()
		b.picture("reset")
	}
}

func TestPages_WithTheKeyboardAloneAGuestBecomesAnAccount(t *testing.T) {
	s := serve(t)
	b := newTab(t, "ann", laptopWidth, laptopHeight)
	b.guest(s.url)
	b.press("\t", `document.activeElement.id !== "register-name"`)
	b.keys("Annabel\t" + password + "\r")
	b.is("account")
	b.await(`document.activeElement.tagName === "H1"`) // the form is gone, and reading goes on from the top
}
