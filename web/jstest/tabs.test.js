import assert from "node:assert/strict";
import test from "node:test";
import { Tabs } from "../static/js/tabs.js";

/** A channel between tabs: what one says, all others hear at once. */
class Air {
  /** @type {any[]} */ #channels = [];

  /** @returns {any} */
  channel() {
    const own = { onmessage: (_) => {}, postMessage: (data) => this.#channels.filter((c) => c !== own).forEach((c) => c.onmessage({ data })) };
    this.#channels.push(own);
    return own;
  }
}

test("a tab learns which others hold a connection, and can close one of them", () => {
  const air = new Air();
  const held = new Set(["Friday night", "Lobby"]);
  const tab = (name) => new Tabs({ name: () => name, holds: () => held.has(name), letGo: () => held.delete(name) }, air.channel());
  const [refused] = ["Another", "Friday night", "Lobby", "Signed out"].map(tab);
  refused.ask();
  assert.deepEqual([...refused.open.values()], ["Friday night", "Lobby"]);
  const [key] = [...refused.open].find(([, name]) => name === "Friday night") ?? [""];
  refused.close(key);
  assert.deepEqual([...held], ["Lobby"]);
  assert.deepEqual([...refused.open.values()], ["Lobby"]);
  refused.close("no such tab");
  refused.ask();
  assert.deepEqual([...refused.open.values()], ["Lobby"]);
});
