import assert from "node:assert/strict";
import test from "node:test";
import { afterClose, afterRefusal, retryDelay } from "../static/js/retry.js";

const within = { lostMs: 0, budgetMs: 30_000, random: 1 };

test("the first try comes soon, the others with doubling jitter up to five seconds", () => {
  const delays = [0, 1, 2, 3, 4, 5, 50].map((attempt) => retryDelay({ ...within, attempt }));
  assert.deepEqual(delays, [300, 600, 1200, 2400, 4800, 5000, 5000]);
  assert.equal(retryDelay({ ...within, attempt: 4, random: 0.5 }), 2400);
  assert.equal(retryDelay({ ...within, attempt: 4, random: 0 }), 50); // full jitter, but no busy loop
});

test("when the seat is no longer held there is no hurry", () => {
  for (const random of [0, 0.5, 1]) {
    const delay = retryDelay({ attempt: 3, lostMs: 30_000, budgetMs: 30_000, random });
    assert.ok(delay >= 10_000 && delay <= 20_000, String(delay));
  }
});

test("a wait that the server names is kept, with up to a fifth on top", () => {
  assert.equal(retryDelay({ ...within, attempt: 0, waitMs: 5_000, random: 0 }), 5_000);
  assert.equal(retryDelay({ ...within, attempt: 9, waitMs: 5_000, random: 1 }), 6_000);
});

test("close codes below 4500 mean come back, the others do not, and strange ones are asked about", () => {
  assert.deepEqual([4001, 4002, 4003, 4005, 4499].map(afterClose), Array(5).fill("retry"));
  assert.deepEqual([4501, 4502, 4503, 4504, 4505, 4999].map(afterClose),
    ["replaced", "signed_out", "protocol", "closed", "kicked", "refused"]);
  assert.deepEqual([1000, 1001, 1006, 1011].map(afterClose), Array(4).fill("ask"));
});

test("only refusals that time can mend are tried again", () => {
  assert.deepEqual(["sockets_full", "rate_limited", "draining", "never_heard_of"].map(afterRefusal), Array(4).fill("retry"));
  assert.equal(afterRefusal("unauthenticated"), "signed_out");
  assert.equal(afterRefusal("not_found"), "closed");
});
