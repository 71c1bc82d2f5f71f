// Package web is the browser's edge: the pages and the files they load, embedded in the binary.
//
//	web/static/lobby.html        the shell of /
//	web/static/table.html        the shell of /t/{table}
//	web/static/me.html           the shell of /me, the account
//	web/static/reset.html        the shell of /reset, where the link of a mail leads
//	web/static/js/, css/, img/   everything else, served as /static/{build}/js/... and so on
//	web/jstest/*.test.js         unit tests of the modules, run by node; not embedded
//	web/api                      the JSON routes, and the way in for every request
//	web/browsertest              the pages in a real Chromium
//
// A shell is plain HTML in which the server replaces one thing: each {{build}} becomes the build, a hash of everything
// that is served from under static. So a shell says
//
//	<link rel="icon" href="/static/{{build}}/img/icon.svg">
//	<link rel="stylesheet" href="/static/{{build}}/css/table.css">
//	<script type="module" src="/static/{{build}}/js/table.js"></script>
//
// and modules import each other relatively ("./store.js"), which keeps them inside their build. A file's address changes
// whenever any file does, so browsers keep files for ever and revalidate only the shells. An address of another build is
// answered 404: half a page of yesterday and half of today would be worse than a reload.
//
// # The modules
//
// Each page has one module that wires the rest and has its name, such as table.js. Messages go one way: socket, store,
// elements; a click only sends. A file whose name begins with pk- (for poker) defines the custom element of that name, a
// part of a page. Modules that call themselves pure need no browser, and their tests none.
//
//	socket.js, retry.js, conn.js         the connection: coming back, when, and what is said of it
//	commands.js, api.js                  what is asked of the server, over the socket and over HTTP
//	store.js, hand.js, rooms.js          what is known: the messages, folded into a state
//	select.js, pace.js, clock.js         what the elements show of it, and when
//	pk-stage.js, pk-seat.js, pk-card.js  the felt; layout.js says where everything is
//	pk-hero.js, pk-actions.js            the viewer's own place and its buttons; keys.js and sizer.js serve them
//	pk-coach.js                          what the cards are worth, when the player asks
//	pk-create.js, pk-lobby-list.js       the lobby
//	pk-profile.js, pk-entry.js           the account: who one is, the ways in
//	pk-account.js, pk-sessions.js        and the ways out; form.js makes their forms
//	verify.js                            the cards against the commitment
//	strings.js, refusals.js, format.js   words and numbers; announce.js speaks them
//	types.js                             the shapes that pass between all of these
//
// # Why minify
//
// A table's page is some forty modules, a third of them comments, and on a slow line a first visit waits for every byte. So
// New takes comments and indentation out of scripts and sheets, once, and the budgets count what is served; the sources
// stay as long as their readers need, and what a reader changes shows after a restart, with no tool to run. Only spaces go:
// names and expressions stay, because an error in a browser must name what is in the source. esbuild does it, which costs
// some megabytes of binary and a tenth of a second at the start; the smaller minifiers rewrite expressions, and the one that
// was tried moved a constant behind its use. The tests of the modules run against what is served, too. A source that does
// not parse stops the start.
//
// # Why not html/template
//
// The shells show nothing that a person typed: the modules put all of that in with textContent. Without data there is
// nothing to escape, and one replaced word is easier to check than a template is.
package web
