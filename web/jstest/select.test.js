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
  assert.deepEqual(select.results(s), [{ pot: "", sentence: "You win 800", holding: "Pair of queens" }]);
  assert.deepEqual([...select.winningCards(s)], ["Qh", "Qd", "Kc", "9h", "7d"]);
  assert.equal(select.pod(s, 2).wins, 800);
  assert.equal(select.pod(s, 0).wins, 0);
});

test("each pot of several is named, and lifts the five cards that won it", () => {
  const won = [{ pot: 1, amount: 300, winners: [{ seat: 0, chips: 300 }], best5: [["Jc"]] }, { pot: 0, amount: 500, winners: [{ seat: 0, chips: 250 }, { seat: 2, chips: 250 }], best5: [["Jd"], ["Qh"]] }];
  const s = { ...at(29), hand: { ...at(29).hand, won } };
  assert.deepEqual(select.results(s).map((r) => r.pot), ["Side pot 1", "Main pot"]);
  assert.deepEqual(select.pod(s, 0).best5, ["Jc", "Jd"]);
  assert.deepEqual([...select.winningCards(s)], ["Jc", "Jd", "Qh"]);
});

test("a pot that nobody contested lifts no card", () => {
  const s = [...hand.filter((m) => m.seq <= 25), { type: "won", seq: 26, pot: 0, amount: 800, winners: [{ seat: 2, chips: 800 }] }]
    .reduce((t, m) => reduce(t, m, 0), reduce(initial(), snapshot(), 0));
  assert.equal(select.winningCards(s).size, 0);
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

test("who has folded says so first, also when away or sitting out", () => {
  const s = at(16);
  const four = (change) => ({ ...s, seats: { ...s.seats, 4: { ...s.seats[4], bot: undefined, ...change } } });
  assert.equal(tag(four({ away: true }), 4), "Fold");
  assert.equal(tag(four({ sitting_out: true }), 4), "Fold");
});

test("who sits out or leaves in the middle of a hand is told from when on", () => {
  const s = at(19);
  const mine = (change) => tag({ ...s, seats: { ...s.seats, 2: { ...s.seats[2], ...change } } }, 2);
  assert.equal(mine({ sitting_out: true }), "Sitting out after this hand");
  assert.equal(mine({ leaving: true }), "Leaving after this hand");
});

test("a bot's new chips show with the next deal, a person's at once", () => {
  const rich = [{ type: "bought", seq: 32, seat: 4, amount: 5000, chips: 10000 }, { type: "bought", seq: 33, seat: 0, amount: 400, chips: 5000 }]
    .reduce((s, m) => reduce(s, m, 0), at(31));
  assert.deepEqual([select.pod(rich, 4).stack, select.pod(rich, 0).stack], [5000, 5000]);
});

const table = (seats, more = {}) => reduce(initial(), snapshot({ seats: seats.map((p) => ({ chips: 5000, sitting_out: false, leaving: false, ...p })), ...more }), 0);
const ann = { seat: 0, name: "Ann" }, me = { seat: 2, name: "Ben" }, bot = { seat: 4, name: "Cid", bot: "odds" };

test("the felt says whom the next hand waits for", () => {
  const note = (...seats) => select.stageNote(table(seats));
  const watcher = (...seats) => select.stageNote(table(seats, { you: { seat: -1, last_id: "" } }));
  assert.equal(note(ann, me), "The next hand starts in a moment.");
  assert.equal(note({ ...me, sitting_out: true }, bot), "The next hand starts when you are back.");
  assert.equal(note({ ...me, sitting_out: true, chips: 0 }, bot), "The next hand starts when you have chips again.");
  assert.equal(note({ ...ann, sitting_out: true }, me), "Waiting for Ann to come back.");
  assert.equal(note({ ...ann, sitting_out: true }, { ...me, sitting_out: true }), "Waiting for Ann to come back.");
  assert.equal(watcher(bot), "Take a seat to start.");
  assert.equal(watcher(ann), "Take a seat to start.");
  assert.equal(note(me), "Waiting for another player. Invite one with the link.");
});

test("bots do not play alone", () => {
  assert.equal(select.nextDue(table([bot, { ...bot, seat: 5 }])), false);
  assert.equal(select.nextDue(table([me, bot])), true);
  assert.equal(select.nextDue(table([me, { ...ann, leaving: true }])), false);
});
