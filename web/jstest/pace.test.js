import assert from "node:assert/strict";
import test from "node:test";
import { Pace } from "../static/js/pace.js";

/** A stage on which time stands still until told otherwise. */
function stage() {
  const s = { shown: [], time: 0, timers: [], hidden: false };
  const pace = new Pace((batch) => s.shown.push(batch.map((m) => m.type).join(" ")), {
    now: () => s.time,
    later: (ms, f) => {
      const timer = { at: s.time + ms, f };
      s.timers.push(timer);
      return () => s.timers.splice(s.timers.indexOf(timer), 1);
    },
    hidden: () => s.hidden,
  });
  s.pass = (ms) => {
    s.time += ms;
    for (const timer of s.timers.filter((t) => t.at <= s.time)) {
      s.timers.splice(s.timers.indexOf(timer), 1);
      timer.f();
    }
  };
  return { s, pace };
}

const messages = (types) => types.split(" ").map((type) => ({ type }));

test("streets that come at once are shown one after the other", () => {
  const { s, pace } = stage();
  pace.push(messages("acted street street street shown won hand_ended"));
  assert.deepEqual(s.shown, ["acted street"]);
  s.pass(1000);
  assert.deepEqual(s.shown, ["acted street", "street"]);
  s.pass(1000);
  s.pass(1000);
  assert.deepEqual(s.shown, ["acted street", "street", "street", "shown won hand_ended"]);
});

test("a turn is never held back", () => {
  const { s, pace } = stage();
  pace.push(messages("acted street turn"));
  assert.deepEqual(s.shown, ["acted street turn"]);
  pace.push(messages("acted"));
  assert.deepEqual(s.shown.at(-1), "acted");
});

test("a new hand ends the show of the last one", () => {
  const { s, pace } = stage();
  pace.push(messages("street street won"));
  pace.push(messages("hand_started dealt turn"));
  assert.deepEqual(s.shown, ["street", "street won hand_started dealt turn"]);
  s.pass(5000);
  assert.equal(s.shown.length, 2);
});

test("nobody watches a hidden page, so it waits for nothing", () => {
  const { s, pace } = stage();
  s.hidden = true;
  pace.push(messages("street street won"));
  assert.deepEqual(s.shown, ["street street won"]);
});

test("what comes during a pause waits its turn", () => {
  const { s, pace } = stage();
  pace.push(messages("street"));
  pace.push(messages("presence"));
  assert.deepEqual(s.shown, ["street"]);
  s.pass(1000);
  assert.deepEqual(s.shown, ["street", "presence"]);
});
