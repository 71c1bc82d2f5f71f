import assert from "node:assert/strict";
import test from "node:test";
import { cardName, cardText, chips, parseChips, seconds, short, span } from "../static/js/format.js";

test("narrow places show three digits, rounded down", () => {
  for (const [n, want] of [[0, "0"], [99_999, chips(99_999)], [100_000, "100k"], [123_999, "123k"], [999_999, "999k"],
    [1_239_999, "1.23M"], [12_399_999, "12.3M"], [2 ** 53 - 1, "9P"]]) {
    assert.equal(short(n), want);
  }
});

test("an amount may be typed with the grouping of any country, or in thousands", () => {
  for (const [typed, want] of [["720", 720], ["1,250", 1250], ["1.250", 1250], ["1 250", 1250], ["1’250", 1250],
    ["1,234,567", 1234567], ["2k", 2000], ["2.5k", 2500], ["2,5K", 2500], [" 40 ", 40]]) {
    assert.equal(parseChips(String(typed)), want, String(typed));
  }
});

test("what is no amount is not taken for one", () => {
  for (const typed of ["", "all", "-5", "1e3", "12.5.1", "k", "0x10", "99999999999999999999"]) {
    assert.ok(Number.isNaN(parseChips(typed)), typed);
  }
});

test("cards read as text for eyes and for ears", () => {
  assert.equal(cardText("Th"), "10\u2665\ufe0e"); // text, not emoji
  assert.equal(cardName("Th"), "ten of hearts");
  assert.equal(cardName("As"), "ace of spades");
});

test("a wait in seconds always covers the milliseconds", () => {
  assert.deepEqual([1, 1000, 1001, 0].map(seconds), [1, 1, 2, 1]);
});

test("a wait of hours covers the time, in hours and minutes", () => {
  assert.deepEqual([1, 59_000, 60_000, 60_001, 59 * 60_000, 3_600_000, 26_000_000].map(span),
    ["1 min", "1 min", "1 min", "2 min", "59 min", "1 h 0 min", "7 h 14 min"]);
});
