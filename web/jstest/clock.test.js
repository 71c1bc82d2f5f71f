import assert from "node:assert/strict";
import test from "node:test";
import { clockText, deadline, read } from "../static/js/clock.js";

const turn = { deadline: deadline(12_000, 1_000), clock_ms: 15_000 };

test("a clock counts down from the milliseconds that the server named", () => {
  assert.deepEqual(read(turn, 1_000, true), { known: true, seconds: 12, share: 0.8, mood: "calm" });
  assert.equal(clockText(read(turn, 1_001, true)), "12 s");
  assert.equal(clockText(read(turn, 12_999, true)), "1 s");
});

test("the last seconds look different", () => {
  const moods = [5_001, 5_000, 3_001, 3_000, 1].map((left) => read(turn, 13_000 - left, true).mood);
  assert.deepEqual(moods, ["calm", "soon", "soon", "last", "last"]);
});

test("a clock that may be untrue shows no time", () => {
  assert.equal(clockText(read(turn, 2_000, false)), "–");
  assert.equal(clockText(read({ deadline: deadline(0, 2_000), clock_ms: 15_000 }, 2_000, true)), "–");
  assert.equal(clockText(read(null, 2_000, true)), "–");
});

test("a clock does not go below zero", () => {
  assert.deepEqual(read(turn, 99_000, true), { known: true, seconds: 0, share: 0, mood: "last" });
});
