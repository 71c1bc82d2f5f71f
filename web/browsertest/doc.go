// Package browsertest plays the game as a person does: by clicking in a real Chromium, against the real binary.
//
// The tests read like what somebody would say they did. A tab knows what it was sent, so that a test can look for cards
// that it must not know, and what went wrong in it: any error on its console and any violation of the pages' policy fails
// the test, whatever it is about.
//
// The browser is the chromium on the PATH or the one that FULLHOUSE_CHROMIUM names. Without one the tests say that they are
// skipped; with FULLHOUSE_REQUIRE_BROWSER=1, which make test sets, they fail.
//
// # Why not a fake DOM
//
// What breaks a page is what a fake leaves out: the policy, the module loader, layout, a button under another one.
package browsertest
