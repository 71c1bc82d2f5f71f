import assert from "node:assert/strict";
import test from "node:test";
import * as select from "../static/js/select.js";
import { initial, reduce } from "../static/js/store.js";
import { hand, snapshot } from "./messages.js";

const at = (seq) => [snapshot(), ...hand.filter((m) => m.seq <= seq)].reduce((s, m) => reduce(s, m, 0), initial());
const tag = (s, seat) => select.pod(s, seat).tag + select.pod(s, seat).rest;

test("a pod says what its seat did last", () => {
  assert.deepEqual([tag(at(14), 0), tag(at(14), 2), tag(at(14), 4)], ["SB", "BB", ""]);
  assert.deepEqual([tag(at(23), 0), tag(at(23), 2), tag(at(23), 4)], ["Bet 300", "", "Fold"]);
});

test("a seat shows the cards that its viewer may see", () => {
  assert.deepEqual(select.pod(at(13), 2).cards, "none");
  assert.deepEqual(select.pod(at(14), 2).cards, ["Qh", "Qd"]);
  assert.deepEqual(select.pod(at(14), 0).cards, "backs");
  assert.deepEqual(select.pod(at(16), 4).cards, "none", "folded");
  assert.deepEqual(select.pod(at(28), 0).cards, ["Jc", "Jd"]);
});

test("while a hand runs the stack is the hand's, afterwards the table's", () => {
  assert.equal(select.pod(at(25), 2).stack, 4600);
  assert.equal(select.pod(at(31), 2).stack, 5400);
});

test("a showdown names the winner and lifts the five cards that won", () => {
  const s = at(31);
  assert.deepEqual(select.results(s), [{ sentence: "You win 800", holding: "Pair of queens" }]);
  assert.deepEqual([...select.winningCards(s)], ["Qh", "Qd", "Kc", "9h", "7d"]);
  assert.equal(select.pod(s, 2).wins, 800);
  assert.equal(select.pod(s, 0).wins, 0);
});

test("it is the viewer's turn only at their own seat", () => {
  assert.equal(select.myTurn(at(17)), false);
  assert.equal(select.myTurn(at(19)), true);
  const watching = reduce(initial(), snapshot({ you: { seat: -1, last_id: "" } }), 0);
  assert.equal(select.myTurn(watching), false);
  assert.deepEqual(select.freeSeats(watching), [1, 3, 5]);
});

test("a seat that does nothing says why", () => {
  const s = at(10);
  const say = (change, then = s) => tag({ ...then, seats: { ...then.seats, 0: { ...then.seats[0], ...change } } }, 0);
  assert.equal(say({ away: true }), "Away");
  assert.equal(say({ sitting_out: true }), "Sitting out");
  assert.equal(say({ sitting_out: true, chips: 0 }), "No chips");
  assert.equal(say({ leaving: true }), "Leaving");
  assert.equal(say({ leaving: true }, at(23)), "Bet 300", "in the middle of a hand the hand matters more");
});
