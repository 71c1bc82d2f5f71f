import assert from "node:assert/strict";
import test from "node:test";
import { pathOf, remember, remembered } from "../static/js/invites.js";

test("a pasted link leads to its table or to its invite, and nonsense nowhere", () => {
  const token = "kJ3v0qXw_-8sH2Q1mZc7tYbR5nLd4uFoPaGiEe6WxYz";
  for (const [typed, path] of [
    ["https://poker.example.org/t/abc", "/t/abc"], ["poker.example.org/t/abc/?x#y", "/t/abc"], ["  abc ", "/t/abc"], ["/t/abc", "/t/abc"],
    [`https://poker.example.org/i/${token}`, `/i/${token}`], [`/i/${token}/`, `/i/${token}`],
    ["not a link", ""], ["", ""], ["https://poker.example.org/me", ""], ["/t/", ""], ["/i/", ""], ["/t/a b", ""],
  ]) assert.equal(pathOf(typed), path, typed);
});

test("a link that was made here is remembered by table and kind until it has ended", () => {
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({ getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v) });
  const made = { url: "/i/one", expires_at: "2026-12-08T00:00:00Z" }, end = Date.parse(made.expires_at);
  remember("a", "play", made, end - 2);
  remember("a", "watch", { ...made, url: "/i/two" }, end - 2);
  assert.equal(remembered("a", "play", end - 1)?.url, "/i/one");
  assert.equal(remembered("a", "watch", end - 1)?.url, "/i/two");
  assert.equal(remembered("b", "play", end - 1), null);
  assert.equal(remembered("a", "play", end), null);
  remember("b", "play", { url: "/i/three", expires_at: "2026-12-09T00:00:00Z" }, end);
  assert.doesNotMatch([...kept.values()][0], /one|two/, "what has ended is not kept");
});

test("a browser that keeps nothing, or nonsense, still works", () => {
  globalThis.localStorage = /** @type {any} */ ({ getItem: () => "{", setItem: () => { throw new Error("full"); } });
  remember("a", "play", { url: "/i/one", expires_at: "2026-12-08T00:00:00Z" }, 0);
  assert.equal(remembered("a", "play", 0), null);
});
