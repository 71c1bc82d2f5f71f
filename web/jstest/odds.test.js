import assert from "node:assert/strict";
import test from "node:test";
import { question } from "../static/js/select.js";
import { initial, reduce } from "../static/js/store.js";
import { strings } from "../static/js/strings.js";
import { hand, snapshot } from "./messages.js";

/** The table after each message of the hand, from the first on. */
const states = () => {
  let s = reduce(initial(), snapshot(), 0);
  return [s, ...hand.map((m) => (s = reduce(s, m, 0)))];
};

test("the odds are asked with one's own cards, the board, and a hand for everyone who is still in", () => {
  const asked = states().map((s) => question(s, "")).filter(Boolean);
  assert.ok(asked.length > 0, "nobody could ask");
  const [first] = asked, last = asked.at(-1);
  assert.equal(first?.board, "");
  assert.match(first?.hands[0] ?? "", /^([2-9TJQKA][shdc]){2}$/);
  assert.deepEqual(first?.hands.slice(1), ["random", "random"]);
  assert.equal(last?.hands.length, 2, "one has folded");
  assert.equal(last?.board.length, 10, "five cards");
});

test("a range stands for every opponent", () => {
  const spot = states().find((s) => question(s, ""));
  assert.deepEqual(question(/** @type {any} */ (spot), "QQ+, AKs")?.hands.slice(1), ["QQ+, AKs", "QQ+, AKs"]);
});

test("who holds no live cards, or has nobody against them, has nothing to ask", () => {
  const all = states();
  assert.equal(question(initial(), ""), null);
  assert.equal(question(all[0], ""), null, "before the hand");
  assert.equal(question(/** @type {any} */ (all.at(-1)), ""), null, "after it");
  const spot = /** @type {any} */ (all.find((s) => question(s, "")));
  const fold = (mine) => ({ ...spot, hand: { ...spot.hand, seats: spot.hand.seats.map((p) => ((p.seat === spot.you.seat) === mine ? { ...p, folded: true } : p)) } });
  assert.equal(question(fold(true), ""), null);
  assert.equal(question(fold(false), ""), null);
  assert.equal(question({ ...spot, you: { ...spot.you, seat: -1 } }, ""), null, "a watcher");
});

test("the answer is a sentence with its error", () => {
  const { equity } = strings.coach;
  assert.equal(equity(0.634, 0.46, 2, ""), "Equity 63 % ±0.5 against 2 random hands");
  assert.equal(equity(0.8, 0, 1, ""), "Equity 80 % against 1 random hand");
  assert.equal(equity(0.5, 0.3, 1, "QQ+"), "Equity 50 % ±0.3 against QQ+");
  assert.equal(equity(0.5, 0.3, 3, "QQ+"), "Equity 50 % ±0.3 against 3 hands of QQ+");
  assert.equal(equity(0.0023, 0, 1, "AA"), "Equity 0.2 % against AA", "not yet lost");
  assert.equal(equity(1, 0, 1, "AA"), "Equity 100 % against AA");
  assert.equal(equity(0.9996, 0, 1, "AA"), "Equity 99.9 % against AA", "not yet won");
});
