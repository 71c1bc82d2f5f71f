import assert from "node:assert/strict";
import test from "node:test";
import { deed } from "../static/js/keys.js";

const press = (key, more = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, ...more });

test("single keys act on the page", () => {
  assert.deepEqual(["f", "F", "c", "r", "1", "6", "ArrowUp", "q"].map((k) => deed(press(k), "page")),
    ["fold", "fold", "call", "amount", "preset-0", "preset-5", "more", ""]);
});

test("typing never acts", () => {
  for (const key of ["f", "c", "r", "1", "Enter"]) {
    assert.equal(deed(press(key), "text"), "");
    assert.equal(deed(press(key), "dialog"), "");
  }
  assert.equal(deed(press("1"), "amount"), "");
  assert.equal(deed(press("f"), "amount"), "");
});

test("Enter sends only from the amount: elsewhere it presses the button that has the focus", () => {
  assert.equal(deed(press("Enter"), "amount"), "raise");
  assert.equal(deed(press("Enter"), "page"), "");
});

test("a modifier leaves the key to the browser", () => {
  for (const m of ["ctrlKey", "altKey", "metaKey"]) assert.equal(deed(press("c", { [m]: true }), "page"), "");
});

test("a focused slider moves by itself", () => {
  assert.equal(deed(press("ArrowUp"), "slider"), "");
  assert.equal(deed(press("f"), "slider"), "fold");
});
