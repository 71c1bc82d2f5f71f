import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

// What the pages' Content-Security-Policy forbids, and what would undo it, is found here before a browser finds it.
const root = new URL("../static/", import.meta.url);
const read = (name) => readFileSync(new URL(name, root), "utf8");
const all = (folder) => readdirSync(new URL(folder, root)).map((f) => folder + f);
const scripts = all("js/"), sheets = all("css/"), pages = ["invite.html", "lobby.html", "me.html", "reset.html", "table.html"];

test("no script makes markup from strings, code from text, or a style attribute", () => {
  for (const name of scripts) {
    const banned = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTML|\beval\(|new Function|setAttribute\(\s*["']style|\.cssText/;
    assert.doesNotMatch(read(name), banned, name);
  }
});

test("no page has an inline script, an inline style or a handler", () => {
  for (const name of pages) {
    const html = read(name);
    assert.doesNotMatch(html, /<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:/i, name);
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) assert.match(tag, /src="/, name);
  }
});

test("everything comes from this server, under its build", () => {
  for (const name of [...pages, ...sheets, ...scripts]) assert.doesNotMatch(read(name).replaceAll("http://www.w3.org/2000/svg", ""), /https?:\/\/|url\(/, name);
  for (const name of sheets) assert.doesNotMatch(read(name), /@import/, name);
  for (const name of pages) {
    for (const [, address] of read(name).matchAll(/<(?:link|script)[^>]*(?:src|href)="([^"]*)"/g)) {
      assert.match(address, /^\/static\/\{\{build\}\}\//, name);
      assert.ok(read(address.replace("/static/{{build}}/", "")), address);
    }
  }
});

/** @param {string} file @param {Set<string>} found */
function modules(file, found = new Set()) {
  for (const [, next] of read(`js/${file}`).matchAll(/^import\s(?:[^"]*?from\s)?"\.\/([^"]+)"/gm)) {
    if (!found.has(next)) modules(next, found.add(next));
  }
  return found;
}

test("a page announces each module it will load, and no other", () => {
  for (const page of pages) {
    const announced = [...read(page).matchAll(/rel="modulepreload" href="[^"]*\/js\/([^"]+)"/g)].map((m) => m[1]);
    assert.deepEqual(announced, [...modules(page.replace(".html", ".js"))].sort(), page);
  }
});

test("files can be read in one sitting", () => {
  for (const name of scripts) assert.ok(read(name).split("\n").length <= 260, `${name} is long`);
});
