import assert from "node:assert/strict";
import test from "node:test";
import { SLIDER, fromSlider, ofPot, presets, sizing, toSlider } from "../static/js/sizer.js";

const legal = { seat: 0, call: 240, raise: /** @type {const} */ ("raise"), min_to: 720, max_to: 9_000, step: 100 };
const s = /** @type {import("../static/js/types.js").Sizing} */ (sizing(legal, 120, 1_240, false));

test("a raise by the pot is the pot after a call", () => {
  // 120 in front, 240 to call: the pot is then 1,480, on top of a bet of 360.
  assert.equal(ofPot(s, 1), 360 + 1_480);
  assert.equal(ofPot(s, 0.5), 360 + 740);
});

test("presets stay within the limits and All-in is exactly all chips", () => {
  for (const preflop of [true, false]) {
    const amounts = presets(preflop).map((p) => p.to(s));
    assert.ok(amounts.every((a) => Number.isInteger(a) && a >= 720 && a <= 9_000), String(amounts));
    assert.equal(amounts[0], 720);
    assert.equal(amounts.at(-1), 9_000);
    assert.equal(amounts.length, 6); // as many buttons as there are places
  }
});

test("the slider's ends are exact and its middle is the pot", () => {
  assert.equal(fromSlider(s, 0), 720);
  assert.equal(fromSlider(s, SLIDER / 2), 1_840);
  assert.equal(fromSlider(s, SLIDER), 9_000);
});

test("the slider goes up all the way and finds back to its amounts", () => {
  for (const pot of [100, 1_240, 50_000]) {
    const t = { ...s, pot };
    let last = 0;
    for (let at = 0; at <= SLIDER; at += 5) {
      const amount = fromSlider(t, at);
      assert.ok(amount >= last && amount >= t.min && amount <= t.max);
      last = amount;
      assert.ok(Math.abs(fromSlider(t, toSlider(t, amount)) - amount) <= 0.05 * (t.max - t.min));
    }
  }
});

test("without a bet or raise there is nothing to size", () => {
  assert.equal(sizing({ ...legal, raise: "" }, 0, 100, true), null);
});
