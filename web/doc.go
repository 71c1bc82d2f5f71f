// Package web is the browser's edge: the pages and the files they load, embedded in the binary.
//
//	web/static/lobby.html        the shell of /
//	web/static/table.html        the shell of /t/{table}
//	web/static/js/, css/, img/   everything else, served as /static/{build}/js/... and so on
//	web/jstest/*.test.js         unit tests of the modules, run by node; not embedded
//	web/api                      the JSON routes, and the way in for every request
//	web/browsertest              the pages in a real Chromium
//
// A shell is plain HTML in which the server replaces one thing: each {{build}} becomes the build, a hash of everything
// under static. So a shell says
//
//	<link rel="icon" href="/static/{{build}}/img/icon.svg">
//	<link rel="stylesheet" href="/static/{{build}}/css/table.css">
//	<script type="module" src="/static/{{build}}/js/main.js"></script>
//
// and modules import each other relatively ("./store.js"), which keeps them inside their build. A file's address changes
// whenever any file does, so browsers keep files for ever and revalidate only the shells. An address of another build is
// answered 404: half a page of yesterday and half of today would be worse than a reload.
//
// # Why not html/template
//
// The shells show nothing that a person typed: the modules put all of that in with textContent. Without data there is
// nothing to escape, and one replaced word is easier to check than a template is.
package web
